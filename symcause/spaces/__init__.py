"""Version spaces: all models of a hypothesis class that explain the evidence."""

from symcause.solvers.answers import Unknown

__all__ = ["Unknown"]
