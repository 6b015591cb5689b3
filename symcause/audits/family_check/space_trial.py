"""The space trial in the family check of audits: members, counts and objections.

What is looked at is cheap, so that it runs in every check; the tests that a family inherits look further.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from symcause.answers import Unknown
from symcause.audits.space import Edges, Infinite, Objection
from symcause.bounds.audits_bounds import COMPARED_MEMBERS

if TYPE_CHECKING:
    from symcause.audits.experiments.outcome_shares import Plain
    from symcause.audits.members import Members

M = TypeVar("M")

Wrong = tuple[str, str, str]
"""The method, what was found, and what is expected."""


def listing_faults(space: Members[M]) -> Iterator[Wrong]:
    """Members that come twice or in another order, and a number that is none or another."""
    listed = list(islice(space.members(), COMPARED_MEMBERS))
    if any(isinstance(member, Unknown) for member in listed):
        return
    if any(member in listed[:place] for place, member in enumerate(listed)):
        yield "members", "a member comes twice", "every member once"
    if listed != list(islice(space.members(), COMPARED_MEMBERS)):
        yield "members", "a second list is in another order", "the same order whenever it is asked"
    count = space.count()
    if isinstance(count, bool) or not isinstance(count, int | Infinite | Unknown):
        yield "count", f"gave {count!r}", "an int, Infinite(what) or Unknown(reason)"
    elif (
        isinstance(count, int)
        and (len(listed) if len(listed) < COMPARED_MEMBERS else count) != count
    ):
        yield (
            "count",
            f"gave {count} where {len(listed)} members are listed",
            "as many as there are",
        )
    edges = space.edges() if hasattr(space, "edges") else Unknown("none")
    if not isinstance(edges, Edges | Unknown):
        wanted = "symcause.audits.space.EdgeStatuses, or leave the method as it is inherited"
        yield "edges", f"gave {edges!r}", wanted


def learning_faults(
    space: Members[M], after: Members[M], members: Sequence[M], experiment: Plain, outcome: Plain
) -> Iterator[Wrong]:
    """A member that shows what was learnt is one afterwards; one that shows something else is none."""
    for member in members:
        fits, wrong = space.outcome(member, experiment) == outcome, after.objections(member)
        if not isinstance(wrong, tuple) or not all(isinstance(one, Objection) for one in wrong):
            yield "objections", f"gave {wrong!r}", "a tuple of symcause.audits.space.Objection"
        if fits and wrong:
            yield "learnt", "a member that shows what was seen is none afterwards", "it stays one"
        if not fits and not wrong:
            said = "a member that shows something else is still one afterwards"
            yield "learnt", said, "the problem with that seen"
