"""Boolean reports: stories, page views, notebook cards, and figures of scores."""
