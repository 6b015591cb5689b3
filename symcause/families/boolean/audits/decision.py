"""One member, several or none: by counting where that is in reach, else by SAT.

Counting gives the exact number. Beyond it the joint search still decides whether there is a member, and
whether there is another one than a given member; its models are run by the kernel like any other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from symcause.answers import Sat, Unknown, Unsat
from symcause.errors import LimitError
from symcause.families.boolean.audits.alternatives import ShownAlternative, show
from symcause.families.boolean.audits.at_once import AtOnce
from symcause.families.boolean.audits.membership import is_member
from symcause.families.boolean.models.scm import BEHAVIOUR, BooleanSCM
from symcause.families.boolean.problem.classes import HypothesisClass
from symcause.families.boolean.problem.known import searchable
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.counting import Tally
from symcause.families.boolean.space.evidence import Evidence
from symcause.families.boolean.space.joint import JointSearch
from symcause.families.boolean.space.opening import identity_of, open_space
from symcause.families.boolean.space.space import ExactSpace
from symcause.solvers.bounding import Bounds

if TYPE_CHECKING:
    from symcause.families.boolean.space.erring_space import ErringSpace
    from symcause.families.boolean.space.holed_space import HoledSpace

MOST_LISTED = 1_000
"""Most members with unobserved cells that a decision counts: it needs no more than two."""


@dataclass(frozen=True)
class Decision:
    """What is known about the size of a version space.

    *count* is exact or unknown, then *bounds* may be proven; *several* says whether there is more than one
    member (None: unknown). *reference* is gold if it is a member, else some member; *other* a second one
    that SAT found.
    """

    space: ExactSpace | None  # None beyond reach
    count: int | Unknown
    several: bool | None
    gold_is_member: bool | None
    reference: BooleanSCM | None
    other: ShownAlternative | None = None
    bounds: Bounds | None = None
    erring: ErringSpace | None = None  # in place of the exact space where cells may be disturbed
    holed: HoledSpace | None = None  # and where some are not observed

    @property
    def partial(self) -> HoledSpace | ErringSpace | None:
        """What stands in place of the exact space; whether it is empty takes a search."""
        return self.erring if self.holed is None else self.holed

    @property
    def at_least(self) -> int | None:
        """A lower bound that settles the verdict: the count, 2 for several, None if unknown."""
        if not isinstance(self.count, Unknown):
            return self.count
        return 2 if self.several else None


def decide(
    problem: BooleanProblem,
    hypotheses: HypothesisClass,
    evidence: Evidence,
    gold: BooleanSCM | None,
    identity: str | None = None,
    known: AtOnce | None = None,
) -> Decision:
    """Count, or ask SAT; *gold* is a legal model or None. The number is up to the identity.

    What is *known* already is neither counted nor searched for again.
    """
    if problem.holed or (identity or identity_of(problem)) == BEHAVIOUR:
        return _holed(problem, hypotheses, gold, identity)
    if hypotheses.errors:
        return _erring(problem, hypotheses, gold)
    found = _counted(problem, hypotheses, evidence, known)
    try:
        space = ExactSpace.of(problem, hypotheses, evidence)
    except LimitError:
        return _search(problem, hypotheses, gold, None, *found, known)
    count, _ = found
    if isinstance(count, Unknown):
        return _search(problem, hypotheses, gold, space, *found, known)
    is_member = None if gold is None else gold in space
    reference = gold if is_member else space.pick()
    return Decision(space, count, count > 1, is_member, reference)


def _erring(
    problem: BooleanProblem, hypotheses: HypothesisClass, gold: BooleanSCM | None
) -> Decision:
    """The same where cells may be disturbed: beyond counting only the least of all is known."""
    from symcause.families.boolean.space.erring_space import ErringSpace

    space = ErringSpace(problem, hypotheses)
    inside = None if gold is None else gold in space
    count, some = space.count(), space.pick()
    reference = gold if inside else None if isinstance(some, Unknown) else some
    several = None if isinstance(count, Unknown) else count > 1
    return Decision(None, count, several, inside, reference, erring=space)


def _holed(
    problem: BooleanProblem,
    hypotheses: HypothesisClass,
    gold: BooleanSCM | None,
    identity: str | None,
) -> Decision:
    """The same where cells are not observed: a member and another one are searched for."""
    from symcause.families.boolean.space.holed_space import HoledSpace

    space = open_space(problem, hypotheses, identity)
    assert isinstance(space, HoledSpace)
    inside = None if gold is None else gold in space
    some = gold if inside else space.pick()
    if isinstance(some, Unknown):
        return Decision(None, some, None, inside, None, holed=space)
    if some is None:
        return Decision(None, 0, False, inside, None, holed=space)
    other = space.other(some)
    if other is None:
        return Decision(None, 1, False, inside, some, holed=space)
    several = None if isinstance(other, Unknown) else True
    count = other if isinstance(other, Unknown) else space.counted(MOST_LISTED)
    return Decision(None, count, several, inside, some, holed=space)


def _counted(
    problem: BooleanProblem,
    hypotheses: HypothesisClass,
    evidence: Evidence,
    known: AtOnce | None,
) -> tuple[int | Unknown, Bounds | None]:
    if known is not None and known.count is not None:
        return known.count, None
    try:
        return sized(Tally.of(problem, hypotheses, evidence))
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
    problem: BooleanProblem,
    hypotheses: HypothesisClass,
    gold: BooleanSCM | None,
    space: ExactSpace | None,
    count: int | Unknown,
    bounds: Bounds | None = None,
    known: AtOnce | None = None,
) -> Decision:
    """Members by SAT, where they cannot be listed or counted."""
    if known is not None:
        count = count if known.count is None else known.count
        told = known.inside, known.reference, known.shown
        return Decision(space, count, known.other is not None, *told, bounds)
    several = count > 1 if isinstance(count, int) else True if bounds and bounds.low > 1 else None
    if not searchable(hypotheses):
        inside = None if gold is None or space is None else gold in space
        reference = gold if inside else None
        return Decision(space, count, several, inside, reference, bounds=bounds)
    inside = None if gold is None else is_member(problem, hypotheses, gold)
    joint = JointSearch(problem, hypotheses)
    reference = gold if inside else None
    if reference is None:
        found = joint.member()
        if isinstance(found, Unsat):
            return Decision(space, 0, False, inside, None)
        if isinstance(found, Unknown):
            return Decision(space, _also(count, found), several, inside, None, None, bounds)
        assert isinstance(found.model, BooleanSCM)
        reference = found.model
    second = joint.other(reference)
    if isinstance(second, Sat):
        assert isinstance(second.model, BooleanSCM)
        other = show(problem, reference, second.model)
        return Decision(space, count, True, inside, reference, other, bounds)
    if isinstance(second, Unsat):
        return Decision(space, 1, False, inside, reference)
    return Decision(space, _also(count, second), several, inside, reference, None, bounds)


def _also(count: int | Unknown, more: Unknown) -> int | Unknown:
    """The count, or all reasons why it is unknown."""
    return Unknown(f"{count.reason}; {more.reason}") if isinstance(count, Unknown) else count
