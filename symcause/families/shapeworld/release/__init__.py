"""The CausalLink release: its files, their names, and its protocol."""
