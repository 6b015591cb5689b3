"""Second opinions about the version space: SAT enumeration, SMT, model counting."""
