"""What is known of the CausalLink release: its files, their names, and its protocol."""
