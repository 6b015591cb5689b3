"""Claims about Boolean members in the verifier: uniqueness by local evidence, ambiguity."""
