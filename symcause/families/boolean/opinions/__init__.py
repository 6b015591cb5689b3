"""Second opinions about Boolean version spaces: SAT enumeration, SMT, model counting."""
