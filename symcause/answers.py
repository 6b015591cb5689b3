"""The answers that a solver can give: Sat with a model, Unsat, or Unknown with a reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Sat:
    """Satisfiable, with a model in the solver's own vocabulary."""

    model: object


@dataclass(frozen=True)
class Unsat:
    """Unsatisfiable."""


@dataclass(frozen=True)
class Unknown:
    """The answer of a search that ended at its work limit, with the reason.

    Parameters
    ----------
    reason : str
        Which limit was met.

    Examples
    --------
    >>> Unknown("more than 1,000 models").reason
    'more than 1,000 models'
    """

    reason: str


SolverAnswer = Sat | Unsat | Unknown

Cut = Literal["time", "memory", "lost"]
"""What ended work before it was done: a limit of time, one of memory, or its process died."""
