"""Redundancy of the evidence: the smallest set of training worlds with the same Boolean space.

Fewer worlds give a larger or equal space, so a subset of worlds with the same count has the same
space. Worlds whose removal changes the count are in every such subset; if they suffice, they are the
smallest one. Otherwise an implicit hitting-set search finds it, or bounds it when its budget ends.
"""

from __future__ import annotations

from itertools import islice

from symcause.errors import LimitError
from symcause.families.boolean.audits.evidence.world_subsets import with_some_worlds
from symcause.families.boolean.bounds import REDUNDANCY_SETS, WORLD_COUNTS
from symcause.families.boolean.documents.audit_document import RedundancyPart
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.models.bit_sets import bits, mask_of
from symcause.solvers.sets.hitting_sets import fewest


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
    some = with_some_worlds(problem, hypotheses, known)
    everything, target = some.all, some.count(some.all)
    rests = [everything - {w} for w in range(len(worlds))]
    gains = [0 if some.suffice(rest) else some.count(rest) - target for rest in rests]
    needed = frozenset(w for w in everything if gains[w])

    def learn(proposal: int) -> list[int]:
        """The worlds outside a maximal insufficient superset of a choice; none if it suffices."""
        chosen = frozenset(bits(proposal))
        if some.suffice(chosen):
            return []
        grown = set(chosen)
        for w in sorted(everything - chosen - needed) + sorted(needed - chosen):
            if not some.suffice(grown | {w}):
                grown.add(w)
        return [mask_of(everything - grown)]

    if some.suffice(needed):
        found, bound = needed, len(needed)
    else:
        greedy = set(everything)
        for w in sorted(everything - needed, reverse=True):
            if some.suffice(greedy - {w}):
                greedy.discard(w)
        steps = max(1, most_counts // max(1, len(worlds) - len(needed)))
        *_, best = islice(fewest(mask_of(greedy), (), learn), steps + 1)
        found, bound = frozenset(bits(best.chosen)), max(best.lower_bound, len(needed) + 1)
    return RedundancyPart(
        smallest=tuple(worlds[w].id for w in sorted(found)),
        size=len(found),
        lower_bound=bound,
        optimal=len(found) == bound,
        without={world.id: gain for world, gain in zip(worlds, gains, strict=True)},
    )
