"""Openness of a Boolean problem's question, and what it says about answers that claim or abstain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace as evolve

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.families.boolean.bounds import OPEN_ERRORS
from symcause.families.boolean.documents.check_document import BooleanCheck
from symcause.families.boolean.models.scm import IDENTITY
from symcause.families.boolean.models.worlds import Split
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.check.abstention import (
    applies,
    member_of,
    proved,
    sound_gold,
)
from symcause.families.boolean.space.decision import Decision, decide
from symcause.families.boolean.space.reach import Reach
from symcause.families.boolean.space.space_choice import open_space
from symcause.scoring.abstention_rule import JUSTIFIED, Said, openness, plain_support, with_proof


def with_openness(
    document: BooleanCheck,
    problem: BooleanProblem,
    said: Said,
    several: bool | None,
    identity: str | None = None,
) -> BooleanCheck:
    """The document of a check with ``open``, ``support`` and ``proved``; it has its count already."""
    if not applies(problem):
        return document
    hypotheses = document.scope.hypotheses
    member = member_of(problem, hypotheses)
    sound = sound_gold(problem, member)
    proof = proved(problem, said.alternatives, member, identity) if said.abstained else None
    settled = None if several is None or document.count == 0 or not sound else not several
    is_open = with_proof(openness(settled, told=hypotheses.source != "gold"), proof and sound)
    agrees = document.in_class if document.valid else False
    support = said.support(is_open, plain_support(is_open, agrees))
    return replace(document, open=is_open, support=support, proved=proof)


def doubted(
    document: BooleanCheck, problem: BooleanProblem, said: Said, identity: str | None = None
) -> Iterator[BooleanCheck]:
    """The same of an answer without a model: it abstains, or it claims what nobody can run."""
    decision = decide(open_space(problem, document.scope.hypotheses, identity))
    unknown = isinstance(decision.count, Unknown)
    document = replace(
        document,
        count=None if unknown else decision.count,
        count_reason=decision.count.reason if isinstance(decision.count, Unknown) else None,
    )
    document = with_openness(document, problem, said, decision.several, identity)
    if not said.abstained:
        yield document
        return
    entailed = _entailed(document, problem) if problem.heldout else None
    justified = None if document.support is None else document.support == JUSTIFIED
    document = replace(document, justified=justified, heldout_entailed=entailed)
    yield document
    if decision.reference is not None:
        yield replace(document, edges_left=_edges(decision))


def _edges(found: Decision) -> dict[str, str] | UnsetType:
    """Which edges all, some and no members have, as far as that is in reach."""
    by_branch = found.exact if found.space.reach is Reach.MECHANISMS else found.space
    edges = None if by_branch is None else by_branch.edges()
    if edges is None or isinstance(edges, Unknown):
        return UNSET
    return {f"{cause}->{effect}": str(said) for (cause, effect), said in edges.items()}


def _entailed(document: BooleanCheck, problem: BooleanProblem) -> bool | None:
    """Do all members agree on the held-out worlds? Then they would leave as many, had they been seen.

    Held-out cells are never disturbed: seen once more than cells may be, a wrong one is one too many.
    """
    hypotheses = document.scope.hypotheses
    if not document.count or hypotheses.errors >= OPEN_ERRORS:
        return None
    again = tuple(
        evolve(world, id=f"{world.id} seen {time}", split=Split.TRAIN)
        for world in problem.heldout
        for time in range(hypotheses.errors + 1)
    )
    seen = evolve(problem, worlds=(*problem.training, *again))
    counts = [decide(open_space(p, hypotheses, IDENTITY)).count for p in (problem, seen)]
    return None if any(isinstance(c, Unknown) for c in counts) else counts[0] == counts[1]
