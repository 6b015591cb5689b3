"""Extension of the evidence by further worlds: counts of mechanisms that stay the same are kept.

Further worlds may show nothing new of a variable: then its rows are the same object, and what was counted
of them holds. Whoever looks at many choices of further worlds extends one evidence by each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from symcause.families.boolean.models.worlds import World
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
        found = known.within(bound, banned)
        return found if len(found.sets) <= room else None
