"""Reasons for exclusion are true, and there is one exactly for non-members."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from symcause.families.boolean.models.worlds import Split
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.exclusion import Why, why_not
from symcause.models.disclosure import Setting
from tests.boolean.brute import random_problem, random_scm


@pytest.mark.few(24)
@pytest.mark.parametrize(("seed", "setting"), [(s, t) for t in Setting for s in range(40)])
def test_reasons(seed: int, setting: Setting) -> None:
    rng = random.Random(f"why {seed} {setting}")
    problem, model = random_problem(rng, 4, setting, 2, 3)
    bound = rng.choice((None, 1, 2))
    cap = rng.choice((None, 4))
    hypotheses = HypothesisClass(max_parents=bound, max_ast=cap)
    space = ExactSpace.of(problem, hypotheses)
    other = random_scm(rng, rng.sample(problem.variables, 4), len(model.roots), 2)
    for candidate in (model, other):
        reasons = why_not(problem, hypotheses, candidate)
        assert bool(reasons) == (candidate not in space)
        for reason in reasons:
            if reason.why is Why.ROW:
                world = next(w for w in problem.training if w.id == reason.world)
                alone = replace(world, rows=(world.rows[reason.row],), split=Split.TRAIN)
                state = {
                    v: bit == "1" for v, bit in zip(problem.variables, alone.rows[0], strict=True)
                }
                assert reason.variable not in world.targets
                assert candidate.functions[reason.variable](state) != state[reason.variable]
