"""Redundancy of the evidence: the smallest set of training worlds with the same Boolean space."""

from __future__ import annotations

from symcause.errors import LimitError
from symcause.families.boolean.audits.evidence.world_subsets import with_some_worlds
from symcause.families.boolean.bounds import REDUNDANCY_SETS, WORLD_COUNTS
from symcause.families.boolean.documents.audit_document import RedundancyPart
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.mechanisms.worlds.sufficient_worlds import sufficient_worlds


def redundancy_report(
    problem: BooleanProblem,
    hypotheses: HypothesisClass,
    most_counts: int = WORLD_COUNTS,
    known: int | None = None,
) -> RedundancyPart:
    """Search for the smallest sufficient set of training worlds; the count of all may be *known*."""
    worlds, evidence = problem.training, Evidence(problem)
    if evidence.beyond(REDUNDANCY_SETS // max(1, len(worlds)), hypotheses):
        sets = evidence.unseen_sets(hypotheses)
        raise LimitError(f"{len(worlds)} worlds with {sets:,} parent sets each: too many counts")
    found = sufficient_worlds(with_some_worlds(problem, hypotheses, known), most_counts)
    return RedundancyPart(
        smallest=tuple(worlds[w].id for w in sorted(found.worlds)),
        size=len(found.worlds),
        lower_bound=found.lower_bound,
        optimal=found.optimal,
        without={world.id: gain for world, gain in zip(worlds, found.gains, strict=True)},
    )
