"""Files of table problems: the house's own format, and equations in sentences."""
