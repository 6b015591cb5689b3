"""Claim distance in scenario scoring: how far what an agent holds true is from the truth.

>>> distances(({"a"}, {"a", "x"}, {"a", "b"}), gold={"a", "b"}, distractors={"x"})
(1, 2, 0)
>>> steps_back((1, 2, 0))
(1,)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from itertools import pairwise

from symcause.families.scenario.documents.score_document import HeldPart
from symcause.families.scenario.models.agent_runs import Run
from symcause.families.scenario.problem.problem import ScenarioProblem


def distances(turns: Iterable[Set[str]], gold: Set[str], distractors: Set[str]) -> tuple[int, ...]:
    """The distance at every turn."""
    return tuple(len(gold - held) + len(distractors & held) for held in turns)


def held_claims(problem: ScenarioProblem, run: Run) -> Iterator[HeldPart]:
    """When each claim of the scenario was held first, and whether it was at the end."""
    if not run.turns:
        return
    claims = problem.claims
    for kind, listed in (("gold", claims.gold), ("distractor", claims.distractors)):
        for claim in listed:
            turns = [place for place, held in enumerate(run.turns) if claim.id in held]
            first = turns[0] if turns else None
            yield HeldPart(id=claim.id, kind=kind, first=first, held=claim.id in run.turns[-1])


def steps_back(trajectory: tuple[int, ...]) -> tuple[int, ...]:
    """The turns at which the distance grew."""
    pairs = pairwise(trajectory)
    return tuple(i + 1 for i, (before, after) in enumerate(pairs) if after > before)
