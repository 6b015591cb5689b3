"""The plan with the fewest experiments in the worst case, for a version space with a listing.

A set of members is settled when no experiment splits it. Depth by depth, so the first plan found is a
shortest one; a set met again at the same depth is not searched again.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from symcause.answers import Unknown
from symcause.audits.experiments.outcome_shares import Plain
from symcause.bounds.audits_bounds import PLAN_SPLITS
from symcause.budgets import StrictMeter
from symcause.errors import LimitError

if TYPE_CHECKING:
    from symcause.audits.members import Members

T = TypeVar("T")


def first_of_shortest(space: Members[T]) -> Plain | Unknown | None:
    """What to do first; None where nothing can be learnt any more."""
    plan = _shortest(space)
    if isinstance(plan, Unknown):
        return plan
    return None if plan.first < 0 else plan.search.experiments[plan.first]


def steps_of_shortest(space: Members[T]) -> int | Unknown | None:
    """How many experiments it takes in the worst case; None where some outcome leaves two members."""
    plan = _shortest(space)
    if isinstance(plan, Unknown):
        return plan
    return plan.steps if plan.search.tells_all_apart else None


class _Plan(NamedTuple):
    search: _Search
    steps: int
    first: int  # -1: none is needed


def _shortest(space: Members[T]) -> _Plan | Unknown:
    members = space.listed()
    if isinstance(members, Unknown):
        return members
    search = _Search(space, members)
    everything = frozenset(range(len(members)))
    try:
        steps = 0
        while (first := search.first(everything, steps)) is None:
            steps += 1
    except LimitError as error:
        return Unknown(str(error))
    return _Plan(search, steps, first)


class _Search:
    def __init__(self, space: Members[T], members: tuple[T, ...]) -> None:
        self.experiments, self._members = tuple(space.experiments()), len(members)
        self._shown = [
            [json.dumps(space.outcome(member, experiment), sort_keys=True) for member in members]
            for experiment in self.experiments
        ]
        self._known: dict[tuple[frozenset[int], int], int | None] = {}
        self._looks = StrictMeter(
            PLAN_SPLITS,
            f"a shortest plan takes more than {PLAN_SPLITS:,} looks at sets of members",
            within=space.meter,
        )

    @property
    def tells_all_apart(self) -> bool:
        """Does every member show something else, all experiments together?"""
        shown = list(zip(*self._shown, strict=True)) if self._shown else [()] * self._members
        return len(set(shown)) == self._members

    def first(self, left: frozenset[int], steps: int) -> int | None:
        """The first experiment of a plan of this many steps; -1: none is needed, None: there is none."""
        if (left, steps) not in self._known:
            self._known[left, steps] = self._search(left, steps)
        return self._known[left, steps]

    def _search(self, left: frozenset[int], steps: int) -> int | None:
        splits = [
            (at, parts) for at in range(len(self._shown)) if len(parts := self._parts(left, at)) > 1
        ]
        if not splits:
            return -1
        if steps == 0:
            return None
        for at, parts in splits:
            if all(self.first(part, steps - 1) is not None for part in parts):
                return at
        return None

    def _parts(self, left: frozenset[int], at: int) -> list[frozenset[int]]:
        self._looks.spend()
        parts: dict[str, set[int]] = {}
        for member in left:
            parts.setdefault(self._shown[at][member], set()).add(member)
        return [frozenset(part) for part in parts.values()]
