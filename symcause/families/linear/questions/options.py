"""The options that name a class of crystal models; what is not stated is the problem's own.

One more part of the class is one field here and one keyword of :func:`~problem.restriction.restricted`.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from symcause.audits.question import option
from symcause.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    from symcause.families.linear.documents.scope import ClassPart
    from symcause.families.linear.problem.problem import LinearProblem
    from symcause.families.linear.space.hidden import HiddenSpace
    from symcause.families.linear.space.space import LinearSpace

ENGINES = ("auto", "exact", "smt")
"""Who decides which parent sets are possible."""


@dataclass(frozen=True)
class ClassOptions:
    """The class as the user states it."""

    max_parents: int | str | None = option(
        None,
        "Bound the functional parents of a mechanism; 'none' lifts the problem's own bound.",
        "bound",
        metavar="K|none",
    )

    def applied(self, problem: LinearProblem) -> LinearProblem:
        """The problem with the class asked for; refuses one without evidence."""
        from symcause.families.linear.problem.restriction import restricted

        problem.require_evidence()
        stated = {found.name: getattr(self, found.name) for found in fields(ClassOptions)}
        return restricted(problem, **stated)

    def scope(self, problem: LinearProblem) -> ClassPart:
        """The class of the verdict, and who set it."""
        from symcause.families.linear.documents.scope import ClassPart

        asked = any(getattr(self, found.name) is not None for found in fields(ClassOptions))
        return ClassPart.of(self.applied(problem), "problem+option" if asked else "problem")

    def opened(self, problem: LinearProblem, engine: str = "auto") -> LinearSpace | HiddenSpace:
        """The version space of that class."""
        from symcause.families.linear.space.opening import open_space

        if engine not in ENGINES:
            raise UsageError("no such engine", value=engine, remedy=did_you_mean(engine, ENGINES))
        return open_space(self.applied(problem), engine=engine)
