"""Redundancy: which training worlds does the version space really need?

Fewer worlds give a larger or equal space, so a subset of worlds with the same count has the same
space. Worlds whose removal changes the count are in every such subset; if they suffice, they are the
smallest one. Otherwise an implicit hitting-set search finds it, or bounds it when its budget ends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice

from symcause.errors import LimitError
from symcause.families.boolean.documents.audit import RedundancyPart
from symcause.families.boolean.problem.classes import HypothesisClass
from symcause.families.boolean.problem.partial import refuse_unready
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.counting import Tally
from symcause.families.boolean.space.disturbed import DisturbedSpace
from symcause.families.boolean.space.evidence import MAX_ASKED, Evidence
from symcause.families.boolean.space.left_out import MAX_CELLS, MAX_PATTERNS, LeftOut, patterns
from symcause.models.bits import bits, mask_of
from symcause.solvers.counting import MAX_STEPS
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
    """Exact counts for subsets of the training worlds, remembered; the same tally is counted once."""
    known: dict[frozenset[int], int] = {}
    counts: dict[int, tuple[Tally, int]] = {}
    tallied = None if hypotheses.errors else _tallies(problem, hypotheses)
    left = MOST_STEPS

    def count(chosen: frozenset[int]) -> int:
        nonlocal left
        if chosen not in known and tallied is None:
            part = tuple(problem.training[w] for w in sorted(chosen))
            space = DisturbedSpace(problem, hypotheses, part)
            known[chosen] = sum(space.spectrum(min(hypotheses.errors, space.scored)))
        elif chosen not in known and tallied is not None:
            tally = tallied(sorted(chosen))
            if id(tally) not in counts:
                found, steps = tally.counted(left)
                counts[id(tally)] = tally, found
                left -= steps
            known[chosen] = counts[id(tally)][1]
        return known[chosen]

    return count


def _tallies(
    problem: BooleanProblem, hypotheses: HypothesisClass
) -> Callable[[Sequence[int]], Tally]:
    """What there is to count with some of the worlds: from one table if it is not too large, else anew."""
    refuse_unready(problem, hypotheses)
    worlds, whole, asked = problem.training, Evidence(problem), 0
    parents = whole.parents(hypotheses)
    sets = MAX_PATTERNS + 1
    if parents is not None:
        sets = sum(patterns(len(possible), most) for possible, most in parents.values())
    if parents is not None and sets <= MAX_PATTERNS and sets * len(worlds) <= MAX_CELLS:
        table = LeftOut(problem.variables, worlds, parents)
        made: dict[tuple[int, ...], Tally] = {}

        def looked_up(chosen: Sequence[int]) -> Tally:
            weights = table.weights(chosen)
            key = tuple(map(id, weights.values()))
            if key not in made:
                made[key] = Tally.made(problem, hypotheses, whole, weights.__getitem__)
            return made[key]

        return looked_up

    def anew(chosen: Sequence[int]) -> Tally:
        nonlocal asked
        evidence = Evidence(problem, [worlds[w] for w in chosen])
        tally = Tally.of(problem, hypotheses, evidence)
        asked += evidence.asked
        if asked > MAX_ASKED:
            raise LimitError("too many mechanisms to ask a rule about with every world left out")
        return tally

    return anew
