"""The answers that a solver can give: Sat with a model, Unsat, or Unknown with a reason."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Sat(Struct, frozen=True):
    """Satisfiable, with a model in the solver's own vocabulary."""

    model: object


class Unsat(Struct, frozen=True):
    """Unsatisfiable."""


class Unknown(Struct, frozen=True):
    """No answer within the budget, and why."""

    reason: str


SolverAnswer = Sat | Unsat | Unknown

Cut = Literal["time", "memory", "lost"]
"""What ended work before it was done: a limit of time, one of memory, or its process died."""
