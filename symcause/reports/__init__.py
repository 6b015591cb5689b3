"""Reports of results and scores: text for the terminal, pages, notebooks, tables and graphs."""
