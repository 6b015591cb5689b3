"""Extension and revision of the evidence: counts of mechanisms that stay the same are kept.

Further worlds may show nothing new of a variable: then its rows are the same object, and what was counted
of them holds. Whoever looks at many choices of further worlds extends one evidence by each.

Any other change (a world less, a cell flipped, several at once) makes another problem, whose evidence is a
revision. What a variable's rows show of it and of its candidates decides what can be kept: all that was
counted if they show the same; the parent sets that fitted, as those among which the others are, if they
show more. Numbers of writable functions hold whatever the rows are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Self

from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.families.boolean.space.mechanisms.local_rows import LocalRows, first_rows
from symcause.families.boolean.space.mechanisms.parent_counts import Fitting

FirstRows = Callable[[str], Mapping[str, tuple[int, int]]]
"""By variable the distinct rows of some worlds, and where each comes first."""


class Extended(Evidence):
    """The evidence *before*, and further worlds behind its own."""

    def __init__(
        self, before: Evidence, further: Sequence[World], shown: FirstRows | None = None
    ) -> None:
        """*shown*: what :func:`~.local_rows.first_rows` says, where it is known without the worlds."""
        super().__init__(before.problem, ())
        self._before, self._further, self._shown = before, further, shown

    @property
    def worlds(self) -> tuple[World, ...]:
        return (*self._before.worlds, *self._further)

    def _collected(self, variable: str) -> LocalRows:
        shown = self._shown or (lambda v: first_rows(v, self._further))
        return self._before.rows(variable).extended(shown(variable), len(self._before.worlds))

    def _known_before(self, variable: str, bound: int, banned: int, room: int) -> Fitting | None:
        before = self._before
        if self.rows(variable) is not before.rows(variable):
            return None
        known = before._counts.get((variable, banned))
        if known is None or known.bound < bound:
            return before._known_before(variable, bound, banned, room)
        fitting = known.within(bound, banned)
        return fitting if len(fitting.sets) <= room else None


class Revised(Evidence):
    """The evidence of a problem that differs from the one *before* in its worlds only."""

    def __init__(self, before: Evidence, problem: BooleanProblem) -> None:
        super().__init__(problem)
        self._numbers, self._candidates = before._numbers, dict(before._candidates)
        self._old_rows, self._old_counts = dict(before._rows), dict(before._counts)
        if isinstance(before, Revised):  # of what it was not asked for, what it knew from before
            counted = {variable for variable, _ in before._counts}
            older = {k: v for k, v in before._old_counts.items() if k[0] not in counted}
            self._old_counts |= older
            self._old_rows |= {v: before._old_rows[v] for v, _ in older}

    @classmethod
    def of(cls, before: Evidence, problem: BooleanProblem) -> Self | None:
        """The evidence of a problem, None where nothing of the one *before* is kept."""
        kept = not problem.holed and cls.applies(before, problem)
        return cls(before, problem) if kept else None

    @staticmethod
    def applies(before: Evidence, problem: BooleanProblem) -> bool:
        """Do the problems have the same variables, the same said of them, and the same operators?"""
        old = before.problem
        return (old.disclosure, old.operators, old.constants, old.variables) == (
            problem.disclosure,
            problem.operators,
            problem.constants,
            problem.variables,
        )

    def _collected(self, variable: str) -> LocalRows:
        rows, old = super()._collected(variable), self._old_rows.get(variable)
        return old if old == rows and old is not None else rows

    def _known_before(self, variable: str, bound: int, banned: int, room: int) -> Fitting | None:
        known = self._old_counts.get((variable, banned)) or self._old_counts.get((variable, 0))
        if known is None or known.bound < bound:
            return None
        if self.rows(variable).row_texts != self._old_rows[variable].row_texts:
            return None
        fitting = known.within(bound, banned)
        return fitting if len(fitting.sets) <= room else None
