"""The id ``symcause-problems`` of verifiers, which looks for a module of that name at the top."""

from symcause.harnesses.verifiers_problems import ProblemsEnv, ProblemsTaskset

__all__ = ["ProblemsEnv", "ProblemsTaskset"]
