"""Generator runs of the CLI: options, items as they are drawn, files and what is said of them."""
