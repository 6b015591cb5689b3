"""Files of table problems: the house's own format, and CLadder's questions and models."""
