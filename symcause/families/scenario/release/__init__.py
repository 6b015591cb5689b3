"""What is known of the CausalGame release: games, sessions, result tables and the paper's."""
