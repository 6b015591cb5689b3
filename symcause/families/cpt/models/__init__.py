"""Networks, queries about them, and the rule by which a value becomes an answer."""
