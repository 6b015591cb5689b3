"""Satisfiability: SAT, MaxSAT and SMT solvers, formulas, projected models, refutations."""
