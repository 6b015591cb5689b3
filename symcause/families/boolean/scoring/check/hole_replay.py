"""Hole replay in the Boolean check: replay of worlds with unobserved cells.

Scored cells are observed ones. A world is exact if each of its rows is; how many cells are right depends on
the completion, so no share of cells is told.
"""

from __future__ import annotations

from symcause.families.boolean.documents.check_document import Mismatch
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import Split, World
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.check.replay_scores import ScoredReplay, SplitReplay
from symcause.families.boolean.space.holes.row_completion import least_completion
from symcause.families.boolean.space.noise.cell_disturbance import disturbed_by


def within(problem: BooleanProblem, model: BooleanSCM | None, replay: ScoredReplay | None) -> bool:
    """Does a model disturb no more training cells than the problem allows?"""
    if model is None or replay is None or not replay.train.worlds:
        return False
    return disturbed_by(problem, model) <= problem.errors


def holed_replay(problem: BooleanProblem, model: BooleanSCM) -> ScoredReplay:
    """What a model gets right in both splits.

    Raises LimitError where a row has too many unobserved cells.
    """
    return ScoredReplay(*(_split(problem, model, split) for split in (Split.TRAIN, Split.HELDOUT)))


def _split(problem: BooleanProblem, model: BooleanSCM, split: Split) -> SplitReplay:
    chosen = tuple(w for w in problem.worlds if w.split is split)
    scored = [w for w, world in enumerate(chosen) if _cells(problem, model, world)]
    completion = least_completion(problem, model, chosen)
    wrong = {w for w, _, _ in completion.disturbed} & set(scored)
    observed = [
        (w, r, v)
        for w, r, v in completion.disturbed
        if w in wrong and chosen[w].rows[r][problem.variables.index(v)] != "?"
    ]
    first = None
    if observed:
        w, r, v = observed[0]
        bit = int(chosen[w].rows[r][problem.variables.index(v)])
        first = Mismatch(world=chosen[w].id, row=r, variable=v, predicted=1 - bit, expected=bit)
    exact = len(scored) - len(wrong)
    if problem.holed or any(world.holes is not None for world in chosen):
        return SplitReplay(len(scored), exact, None, None, first)
    cells = sum(_cells(problem, model, chosen[w]) for w in scored)
    return SplitReplay(len(scored), exact, cells, cells - len(completion.disturbed), first)


def _cells(problem: BooleanProblem, model: BooleanSCM, world: World) -> int:
    """How many cells of a world are scored."""
    free = [v in model.functions and v not in world.targets for v in problem.variables]
    return sum(
        scored and bit != "?" for row in world.rows for scored, bit in zip(free, row, strict=True)
    )
