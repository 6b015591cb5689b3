"""Stories, pages and cards about statements."""
