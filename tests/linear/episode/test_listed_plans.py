"""Plans of an episode over listed models: as short as trying everything says, and with no wrong step."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

import pytest

from symcause.families.linear.episode.episode_plan import Listed, plan
from symcause.families.linear.episode.question_status import GRAPH, Asked
from symcause.families.linear.episode.rational_plan import Plan
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.problem.evidence_replay import current_crystal
from symcause.families.linear.problem.problem import LinearProblem
from tests.linear.cases import brute_models, episode, integers, problem_of, random_model


def drawn(seed: int) -> LinearProblem:
    rng = random.Random(f"listed plan {seed}")
    sink = seed % 3 > 0
    model = random_model(rng, 3, values=[1, 2], sink=sink)
    empty = problem_of(model, coefficients=integers(1, 2), sink=sink)
    return episode(rng, empty, [empty.controllable[0]] * (seed % 4 // 3), records=1)


def reads(problem: LinearProblem, model: CrystalModel, name: str) -> tuple[Fraction, ...]:
    lab, crystal = problem.laboratory(model), current_crystal(problem, model)
    assert crystal is not None
    return tuple(lab.measure(lab.intervene(crystal, Manipulation(name, Fraction(77)))).values())


def parted(
    problem: LinearProblem, models: Sequence[CrystalModel], name: str
) -> list[list[CrystalModel]]:
    groups: dict[tuple[Fraction, ...], list[CrystalModel]] = {}
    for model in models:
        groups.setdefault(reads(problem, model, name), []).append(model)
    return list(groups.values())


def depth(problem: LinearProblem, models: list[CrystalModel], unused: frozenset[str]) -> int:
    """The fewest steps after which nothing that is left can be told apart any more."""
    if len({model.edges for model in models}) == 1 or not unused:
        return 0
    best = len(unused)
    for name in unused:
        groups = parted(problem, models, name)
        best = min(best, 1 + max(depth(problem, group, unused - {name}) for group in groups))
    return best if any(len(parted(problem, models, name)) > 1 for name in unused) else 0


@pytest.mark.parametrize("seed", range(6))
def test_no_plan_over_listed_models_is_longer_than_it_must_be(seed: int) -> None:
    problem = drawn(seed)
    models = list(brute_models(problem))
    found = plan(problem, Asked(GRAPH, Fraction(0)))
    assert isinstance(found, Plan)
    done = {act.intervention.variable for act in problem.acts if act.intervention}
    unused = frozenset(problem.controllable) - done
    everything = Listed(problem, models, Asked(GRAPH, Fraction(0)))
    assert everything.plan() == found
    if all(_told(problem, models, unused)):
        assert found.depth == depth(problem, models, unused)
        if found.target is not None:
            rest = unused - {found.target}
            after = [depth(problem, group, rest) for group in parted(problem, models, found.target)]
            assert max(after) == found.depth - 1


def _told(problem: LinearProblem, models: list[CrystalModel], unused: frozenset[str]) -> list[bool]:
    """Of all that reads alike after every step: is it one graph?"""
    groups: dict[object, set[object]] = {}
    for model in models:
        key = tuple(reads(problem, model, name) for name in sorted(unused))
        groups.setdefault(key, set()).add(model.edges)
    return [len(graphs) == 1 for graphs in groups.values()]
