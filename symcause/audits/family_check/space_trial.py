"""The space trial in the family check of audits: members, counts, edges, gold and what is learnt.

What is looked at is cheap, so that it runs in every check; the tests that a family inherits look further.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from symcause.answers import Unknown
from symcause.audits.experiments.outcome_shares import Outcomes
from symcause.audits.of_space.space_question import GOLD, brought_model
from symcause.audits.space import Edged, Edges, Infinite, Objection
from symcause.bounds.audits_bounds import COMPARED_MEMBERS, TRIED_COUNT, TRIED_EXPERIMENTS
from symcause.errors import SymcauseError

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
    edges = space.edges() if isinstance(space, Edged) else Unknown("none")
    if not isinstance(edges, Edges | Unknown):
        wanted = "symcause.audits.space.EdgeStatuses, or leave the method as it is inherited"
        yield "edges", f"gave {edges!r}", wanted
    elif isinstance(edges, Edges):
        yield from edge_faults(edges)


def edge_faults(edges: Edges) -> Iterator[Wrong]:
    """Pairs of variables whose status is left out: what is not listed is not known to be absent."""
    names, every = edges.names, set(edges)
    left_out = [f"{a} -> {b}" for a in names for b in names if a != b and (a, b) not in every]
    if left_out:
        more = f" and {len(left_out) - 1:,} more" if left_out[1:] else ""
        said = f"the edges are incomplete: {left_out[0]}{more} left out"
        yield "edges", said, "every ordered pair of variables: always, open or never"


def gold_faults(space: Members[M]) -> Iterator[Wrong]:
    """Gold that is no member: it does not explain the evidence that it stands beside, or is no model."""
    problem = space.problem
    wanted = "gold that explains the evidence, or none"
    try:
        gold, member = brought_model(space), space.pick()
    except SymcauseError as error:
        if isinstance(getattr(problem, GOLD, None), Mapping):
            yield GOLD, f"the gold of {problem.id} is no model: {error}", wanted
        return
    if gold is None or not isinstance(gold, type(member)):
        return
    for objection in space.objections(gold)[:1]:
        yield GOLD, f"the gold of {problem.id} is no member: {objection}", wanted


def experiment_faults(space: Members[M]) -> Iterator[Wrong]:
    """Experiments that are advised or counted and are none that the space offers: in other words, say."""
    offered = list(islice(space.experiments(), TRIED_EXPERIMENTS))
    count = space.count()
    if not offered or not isinstance(count, int) or not 0 < count <= TRIED_COUNT:
        return
    ranking, shares = space.ranking(), space.what_if(offered[-1])
    advised = [("ranking", one.experiment) for one in getattr(ranking, "able", ())]
    counted = [("what_if", shares.experiment)] if isinstance(shares, Outcomes) else []
    for of, experiment in (*counted, *advised):
        if experiment not in offered:
            said = f"is about {dict(experiment)}, which experiments() does not offer"
            yield of, said, f"one of them, such as {dict(offered[-1])} (posed, value_names)"
            return


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
    yield from _counting_faults(space, after, experiment, outcome)


def _counting_faults(
    space: Members[M], after: Members[M], experiment: Plain, outcome: Plain
) -> Iterator[Wrong]:
    """As many members are left as show what was seen; members are counted, so all of them are looked at."""
    before, left = space.count(), after.count()
    if not isinstance(before, int) or not isinstance(left, int):
        return
    shares = space.what_if(experiment) if before <= TRIED_COUNT else Unknown("too many")
    shown = None
    if isinstance(shares, Outcomes):
        numbers = [part.members for part in shares if part.shown == outcome]
        shown = sum(numbers) if numbers or not shares.rest else None
    if shown is not None and left != shown:
        said = f"{left:,} members are left of {before:,}, of which {shown:,} show what was seen"
        yield "learnt", said, "the problem with that seen, and with what was seen before"
    elif left > before:
        said = f"{left:,} members are left of {before:,}"
        yield "learnt", said, "no more members after more evidence"
