"""Questions about linear problems, one module for each command."""
