"""The decision about a Boolean space: whether it has one member, several or none.

Counting gives the exact number. Beyond it the joint search still decides whether there is a member, and
whether there is another one than a given member; its models are run by the kernel like any other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from symcause.answers import Sat, Unknown, Unsat
from symcause.errors import LimitError
from symcause.families.boolean.bounds import DECISION_MEMBERS
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.knowledge_rules import searchable
from symcause.families.boolean.space.boolean_space import BooleanSpace
from symcause.families.boolean.space.class_membership import is_member
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.exact.problem_tally import problem_tally
from symcause.families.boolean.space.joint.joint_search import JointSearch
from symcause.families.boolean.space.reach import Reach
from symcause.mechanisms.member_tally import Tally
from symcause.solvers.acyclic.count_bounds import Bounds

if TYPE_CHECKING:
    from symcause.families.boolean.space.hole_space import HoledSpace


class Known(Protocol):
    """What somebody knows of a space before it is counted."""

    @property
    def inside(self) -> bool | None: ...
    @property
    def reference(self) -> BooleanSCM | None: ...
    @property
    def other(self) -> BooleanSCM | None: ...
    @property
    def count(self) -> int | None: ...


@dataclass(frozen=True)
class Decision:
    """What is known about the size of a version space.

    *count* is exact or unknown, then *bounds* may be proven; *several* says whether there is more than one
    member (None: unknown). *reference* is gold if it is a member, else some member; *other* a second one
    that SAT found.
    """

    space: BooleanSpace
    count: int | Unknown
    several: bool | None
    gold_is_member: bool | None
    reference: BooleanSCM | None
    other: BooleanSCM | None = None
    bounds: Bounds | None = None

    @property
    def exact(self) -> ExactSpace | None:
        """The space branch by branch; None where there is no such thing, or it is beyond reach."""
        space = self.space.exact
        return None if isinstance(space, Unknown) else space

    @property
    def at_least(self) -> int | None:
        """A lower bound that settles the verdict: the count, 2 for several, None if unknown."""
        if not isinstance(self.count, Unknown):
            return self.count
        return 2 if self.several else None


def decide(
    space: BooleanSpace, gold: BooleanSCM | None = None, known: Known | None = None
) -> Decision:
    """Count, or ask SAT; *gold* is a legal model or None. The number is up to the space's identity.

    What is *known* already is neither counted nor searched for again.
    """
    if space.reach is Reach.MEMBERS:
        return _by_search(space, gold)
    if space.reach is Reach.LEVELS:
        return _by_levels(space, gold)
    pair = _counted(space, known)
    count, _ = pair
    if isinstance(space.exact, Unknown) or isinstance(count, Unknown):
        return _search(space, gold, *pair, known)
    inside = None if gold is None else gold in space.exact
    reference = gold if inside else space.exact.pick()
    return Decision(space, count, count > 1, inside, reference)


def _by_levels(space: BooleanSpace, gold: BooleanSCM | None) -> Decision:
    """Where cells may be disturbed: beyond counting only the least of all is known."""
    inside = None if gold is None else gold in space
    count, some = space.count(), space.pick()
    reference = gold if inside else None if isinstance(some, Unknown) else some
    several = None if isinstance(count, Unknown) else count > 1
    return Decision(space, count, several, inside, reference)


def _by_search(space: BooleanSpace, gold: BooleanSCM | None) -> Decision:
    """Where members are searched for: one, and another one."""
    searched = as_searched(space)
    inside = None if gold is None else gold in space
    some = gold if inside else space.pick()
    if isinstance(some, Unknown):
        return Decision(space, some, None, inside, None)
    if some is None:
        return Decision(space, 0, False, inside, None)
    other = searched.other(some)
    if other is None:
        return Decision(space, 1, False, inside, some)
    several = None if isinstance(other, Unknown) else True
    count = other if isinstance(other, Unknown) else searched.counted(DECISION_MEMBERS)
    return Decision(space, count, several, inside, some)


def as_searched(space: BooleanSpace) -> HoledSpace:
    """The space as one in which members are searched for."""
    from symcause.families.boolean.space.hole_space import HoledSpace

    assert isinstance(space, HoledSpace), "members are searched for in no other space"
    return space


def _counted(space: BooleanSpace, known: Known | None) -> tuple[int | Unknown, Bounds | None]:
    if known is not None and known.count is not None:
        return known.count, None
    try:
        return sized(problem_tally(space.problem, space.hypotheses, space.rows))
    except LimitError as error:
        return Unknown(str(error)), None


def sized(tally: Tally) -> tuple[int | Unknown, Bounds | None]:
    """The number of members, or why it is unknown and what is proven about it."""
    try:
        return tally.count_by_cases(), None
    except LimitError as error:
        bounds = tally.bounds
        exact = bounds.low == bounds.high
        return (bounds.low, None) if exact else (Unknown(str(error)), bounds)


def _search(
    space: BooleanSpace,
    gold: BooleanSCM | None,
    count: int | Unknown,
    bounds: Bounds | None = None,
    known: Known | None = None,
) -> Decision:
    """Members by SAT, where they cannot be listed or counted."""
    problem, hypotheses = space.problem, space.hypotheses
    if known is not None:
        count = count if known.count is None else known.count
        told = known.inside, known.reference, known.other
        return Decision(space, count, known.other is not None, *told, bounds)
    several = count > 1 if isinstance(count, int) else True if bounds and bounds.low > 1 else None
    if not searchable(hypotheses):
        exact = space.exact
        inside = None if gold is None or isinstance(exact, Unknown) else gold in exact
        return Decision(space, count, several, inside, gold if inside else None, bounds=bounds)
    inside = None if gold is None else is_member(problem, hypotheses, gold)
    joint = JointSearch(problem, hypotheses)
    reference = gold if inside else None
    if reference is None:
        sat = joint.member()
        if isinstance(sat, Unsat):
            return Decision(space, 0, False, inside, None)
        if isinstance(sat, Unknown):
            return Decision(space, _also(count, sat), several, inside, None, None, bounds)
        assert isinstance(sat.model, BooleanSCM)
        reference = sat.model
    second = joint.other(reference)
    if isinstance(second, Sat):
        assert isinstance(second.model, BooleanSCM)
        return Decision(space, count, True, inside, reference, second.model, bounds)
    if isinstance(second, Unsat):
        return Decision(space, 1, False, inside, reference)
    return Decision(space, _also(count, second), several, inside, reference, None, bounds)


def _also(count: int | Unknown, more: Unknown) -> int | Unknown:
    """The count, or all reasons why it is unknown."""
    return Unknown(f"{count.reason}; {more.reason}") if isinstance(count, Unknown) else count
