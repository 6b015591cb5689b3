"""What is asked of problems before a dataset of them is published."""
