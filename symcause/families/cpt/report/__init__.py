"""How results about tables look: stories, pages and cards."""
