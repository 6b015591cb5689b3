"""Publication: the checks that problems pass before a dataset of them is published."""
