"""The CausalGame release: games, sessions, result tables and the paper's."""
