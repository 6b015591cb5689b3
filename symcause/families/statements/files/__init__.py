"""Files of the statements family: its own format, and what a dataset shows."""
