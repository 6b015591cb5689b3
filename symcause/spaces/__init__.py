"""Version spaces: all models of a hypothesis class that explain the evidence."""

from symcause.solvers.answers import Sat, Unknown, Unsat

__all__ = ["Sat", "Unknown", "Unsat"]
