"""Redundancy: which training worlds does the version space really need?

Fewer worlds give a larger or equal space, so a subset of worlds with the same count has the same
space. Worlds whose removal changes the count are in every such subset; if they suffice, they are the
smallest one. Otherwise an implicit hitting-set search finds it, or bounds it when its budget ends.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from symcause.errors import LimitError
from symcause.families.boolean.documents.audit import RedundancyPart
from symcause.families.boolean.problem.classes import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.disturbed import DisturbedSpace
from symcause.families.boolean.space.evidence import MAX_ASKED, Evidence
from symcause.families.boolean.space.space import ExactSpace
from symcause.models.bits import bits, mask_of
from symcause.solvers.acyclic import MAX_STEPS
from symcause.solvers.hitting import fewest

MOST_COUNTS = 60
MOST_SETS = 2_000_000
"""Most parent sets over all training worlds for which every world is left out in turn."""

MOST_STEPS = MAX_STEPS // 4
"""Most steps of all counts together."""


def redundancy_report(
    problem: BooleanProblem, hypotheses: HypothesisClass, most_counts: int = MOST_COUNTS
) -> RedundancyPart:
    """Search for the smallest sufficient set of training worlds."""
    worlds = problem.training
    sets = Evidence(problem).unseen_sets(hypotheses)
    if len(worlds) * sets > MOST_SETS:
        raise LimitError(f"{len(worlds)} worlds with {sets:,} parent sets each: too many counts")
    count = _counter(problem, hypotheses)
    everything = frozenset(range(len(worlds)))
    target = count(everything)
    gains = [count(everything - {w}) - target for w in range(len(worlds))]
    needed = frozenset(w for w in everything if gains[w])

    def learn(proposal: int) -> list[int]:
        """The worlds outside a maximal insufficient superset of a choice; none if it suffices."""
        chosen = frozenset(bits(proposal))
        if count(chosen) == target:
            return []
        grown = set(chosen)
        for w in sorted(everything - chosen - needed) + sorted(needed - chosen):
            if count(frozenset(grown | {w})) != target:
                grown.add(w)
        return [mask_of(everything - grown)]

    if count(needed) == target:
        found, bound = needed, len(needed)
    else:
        greedy = set(everything)
        for w in sorted(everything - needed, reverse=True):
            if count(frozenset(greedy - {w})) == target:
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


def _counter(
    problem: BooleanProblem, hypotheses: HypothesisClass
) -> Callable[[frozenset[int]], int]:
    """Exact counts for subsets of the training worlds, remembered."""
    worlds = problem.training
    known: dict[frozenset[int], int] = {}
    left, asked = MOST_STEPS, 0

    def count(chosen: frozenset[int]) -> int:
        nonlocal left, asked
        if chosen not in known and hypotheses.errors:
            part = tuple(worlds[w] for w in sorted(chosen))
            known[chosen] = sum(
                DisturbedSpace(problem, hypotheses, part).spectrum(hypotheses.errors)
            )
        elif chosen not in known:
            evidence = Evidence(problem, [worlds[w] for w in sorted(chosen)])
            space = ExactSpace.of(problem, hypotheses, evidence)
            known[chosen] = space.counted(left)
            left -= space.steps
            asked += evidence.asked
            if asked > MAX_ASKED:
                raise LimitError(
                    "too many mechanisms to ask a rule about with every world left out"
                )
        return known[chosen]

    return count
