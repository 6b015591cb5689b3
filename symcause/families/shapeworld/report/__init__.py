"""ShapeWorld reports: stories, page views, notebook cards and pictures."""
