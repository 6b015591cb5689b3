"""Boolean files: our versioned JSON, answers and other notations."""
