"""The Corr2Cause release: its files, and the program that made its labels."""
