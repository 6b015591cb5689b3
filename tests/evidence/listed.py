"""All models that could be meant by a small problem, and what each of them costs, by listing."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from symcause.boolean import BooleanProblem
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.space.member_answers import written
from symcause.models.expressions import spell
from symcause.models.variable_names import natural
from tests.boolean.space.test_disturbed import every_model
from tests.evidence.latent_cases import cost, leaves_a_scored_cell
from tests.evidence.listing import knows

Named = tuple[tuple[str, ...], tuple[tuple[str, Any], ...]]


def named(model: BooleanSCM) -> Named:
    return natural(model.roots), tuple(sorted(model.functions.items()))


def respects(problem: BooleanProblem, model: BooleanSCM) -> bool:
    """Is all that is known beforehand so in the model?"""
    known = problem.knowledge
    if known is not None and any(effect in model.roots for _, effect in known.require):
        return False
    return all(
        knows(known, v, (f.parents, tuple(f.table >> i & 1 for i in range(1 << len(f.parents)))))
        for v, f in model.functions.items()
    )


@dataclass(frozen=True)
class Listed:
    """All models that could be meant by a problem, and what each of them costs."""

    problem: BooleanProblem

    @cached_property
    def costs(self) -> dict[BooleanSCM, int]:
        """Of every legal model, in the class or not."""
        found = every_model(self.problem, None)
        return {m: cost(m, self.problem) for m in found if leaves_a_scored_cell(self.problem, m)}

    def within_class(self, model: BooleanSCM) -> bool:
        most = self.problem.max_parents
        small = all(most is None or len(f.parents) <= most for f in model.functions.values())
        return small and respects(self.problem, model)

    @cached_property
    def inside(self) -> dict[BooleanSCM, int]:
        """Of the models of the class, whatever their cost."""
        return {m: d for m, d in self.costs.items() if self.within_class(m)}

    @property
    def members(self) -> list[BooleanSCM]:
        return [m for m, d in self.inside.items() if d <= self.problem.errors]

    def told(self, model: BooleanSCM) -> str:
        answer = written(self.problem, model)
        mechanisms = {v: spell(e) for v, e in answer.mechanisms.items()}
        return json.dumps({"roots": list(model.roots), "mechanisms": mechanisms})


def with_gold(listed: Listed, rng: random.Random) -> Listed:
    """Every second problem has gold, which may be invalid or outside of the class."""
    problem = listed.problem
    if not listed.costs or rng.random() < 0.5:
        return listed
    gold = written(problem, rng.choice(list(listed.costs)))
    return Listed(replace(problem, gold=gold))
