"""The faithful DAGs of a premise: all of them, or why there are none, or what a budget has found.

Premises are remembered: in a pool many hypotheses are about one of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from operator import and_

from symcause.budgets import Meter
from symcause.families.statements.bounds import (
    INCOMPLETE_STEPS,
    KEPT_DAG_LISTS,
    LISTED_MEMBERS,
    LISTED_PAIRS,
)
from symcause.families.statements.models.separations import Graph, separations
from symcause.families.statements.problem.problem import Premise
from symcause.families.statements.space.dag_search import STEPS, DagSearch
from symcause.families.statements.space.orientations import Orientations
from symcause.families.statements.space.skeleton import (
    Conflict,
    Mixed,
    Skeleton,
    skeleton_of,
)
from symcause.models.bit_sets import bits, lowest

Arrows = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class NoOrientation:
    """No way to turn the free edges gives a DAG without a further collider."""


@dataclass(frozen=True)
class Differs:
    """One DAG of the only class that has the skeleton and the colliders, and where it differs."""

    graph: Graph
    pair: int
    given: int
    independent: bool  # what is stated; the DAG has it the other way round


@dataclass(frozen=True)
class Exhausted:
    """All DAGs were looked at, and each of them makes a statement false."""


Reason = Mixed | Conflict | NoOrientation | Differs | Exhausted
"""Why no DAG is faithful."""


@dataclass(frozen=True)
class Faithful:
    """The members that were found, whether they are all, and why there is none."""

    members: tuple[Graph, ...]
    complete: bool = True
    reason: Reason | None = None
    skeleton: Skeleton | None = None
    shortage: str | None = None  # why they are not all
    steps: int = 0  # what it took to find them

    @cached_property
    def shared(self) -> tuple[Arrows, Arrows]:
        """Of the members of one class: the edges that all of them have, and those that point either way."""
        first, size = self.members[0], range(len(self.members[0].parents))
        every = [parents | children for parents, children in zip(*first, strict=True)]
        same = [
            reduce(and_, masks) for masks in zip(*(m.children for m in self.members), strict=True)
        ]
        directed = tuple((a, b) for a in size for b in bits(same[a]))
        known = {*directed, *((b, a) for a, b in directed)}
        either = tuple(
            (a, b) for a in size for b in bits(every[a]) if a < b and (a, b) not in known
        )
        return directed, either


def faithful(premise: Premise, meter: Meter | None = None) -> Faithful:
    """The DAGs that are faithful to a premise; all of them where that can be done.

    What is remembered costs a *meter* as much as if it were searched for; one that has a bound ends it.
    """
    if meter is not None and meter.bounded and not premise.complete:
        return _fitting_dags(premise, meter)
    found = _faithful(premise)
    if meter is not None:
        meter.spend(found.steps)
    return found


@lru_cache(maxsize=KEPT_DAG_LISTS)
def _faithful(premise: Premise) -> Faithful:
    if not premise.complete:
        return _fitting_dags(premise, Meter())
    skeleton = skeleton_of(premise)
    if not isinstance(skeleton, Skeleton):
        return Faithful((), reason=skeleton, steps=STEPS)
    members = tuple(Orientations(skeleton).members)
    steps = STEPS * (1 + len(members))
    if not members:
        return Faithful((), reason=NoOrientation(), skeleton=skeleton, steps=steps)
    differs = first_difference(premise, members[0])
    if differs is not None:
        return Faithful((), reason=differs, skeleton=skeleton, steps=steps)
    return Faithful(members, skeleton=skeleton, steps=steps)


def first_difference(premise: Premise, graph: Graph) -> Differs | None:
    """The first triple, by pair and then by set, in which a DAG differs from complete statements."""
    shown = separations(graph)
    if shown == premise.independent:
        return None
    for place, (said, seen) in enumerate(zip(premise.independent, shown, strict=True)):
        if said != seen:
            given = lowest(said ^ seen)
            return Differs(graph, place, given, bool(said >> given & 1))
    raise AssertionError("equal after all")


def is_small(premise: Premise) -> bool:
    """Can all DAGs of an incomplete premise be looked at? Up to five variables they always can."""
    return premise.independent.count(0) <= LISTED_PAIRS


def _fitting_dags(premise: Premise, meter: Meter) -> Faithful:
    """All DAGs that fit, or the first of them where that takes more than the budget."""
    graphs: list[Graph] = []

    def seen(graph: Graph) -> bool:
        graphs.append(graph)
        return len(graphs) > LISTED_MEMBERS

    budget = Meter(None if is_small(premise) else INCOMPLETE_STEPS, within=meter)
    search = DagSearch(premise, seen, budget)
    if search.complete:
        return Faithful(tuple(graphs), reason=None if graphs else Exhausted(), steps=budget.spent)
    too_many = f"more than {LISTED_MEMBERS:,} members: too many to list"
    shortage = too_many if len(graphs) > LISTED_MEMBERS else budget.shortage.reason
    return Faithful(
        tuple(graphs[:LISTED_MEMBERS]), complete=False, shortage=shortage, steps=budget.spent
    )
