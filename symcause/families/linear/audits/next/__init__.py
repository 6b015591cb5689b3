"""The next intervention on a linear problem: how many graphs it leaves in the worst case."""
