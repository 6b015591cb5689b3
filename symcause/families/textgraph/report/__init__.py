"""Reports of the text graph family: stories, page views, pictures, notebook cards."""
