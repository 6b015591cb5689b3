"""Rules of one's own against the options for background knowledge, where both can say the same."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations

import pytest

import symcause
from symcause import boolean
from symcause.errors import SymcauseError
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.models.disclosure import Setting
from tests.boolean.brute import random_problem

CASES = [(seed, setting) for setting in Setting for seed in range(12)]


def made(seed: int, setting: Setting) -> tuple[random.Random, BooleanProblem]:
    rng = random.Random(f"known {seed}/{setting}")
    size = rng.choice((3, 3, 4))
    problem, _ = random_problem(rng, size, setting, 2, 3)
    bound = rng.choice((1, 2) if size == 4 else (None, 1, 2))
    return rng, replace(problem, max_parents=bound, gold=None)


@pytest.mark.parametrize(("seed", "setting"), CASES)
def test_rules_on_edges_count_as_knowledge_does(seed: int, setting: Setting) -> None:
    rng, problem = made(seed, setting)
    pairs = list(permutations(problem.variables, 2))
    banned = set(rng.sample(pairs, rng.randint(1, len(pairs) // 2)))
    rule = boolean.Rule("known", edges=lambda parent, child: (parent, child) not in banned)
    told = tuple(f"{a}->{b}" for a, b in sorted(banned))
    rest = tuple(f"{a}->{b}" for a, b in pairs if (a, b) not in banned)
    ours = symcause.count(problem, admits=rule).count
    assert ours is not None
    assert symcause.count(problem, forbid=told).count == ours
    assert symcause.count(problem, candidates=rest).count == ours
    edges = symcause.space(problem, admits=rule).edges()
    assert edges == symcause.space(problem, forbid=told).edges()


@pytest.mark.parametrize(("seed", "setting"), CASES)
def test_required_edges_count_as_knowledge_does(seed: int, setting: Setting) -> None:
    """A root has no mechanism that a rule could speak of: where roots are hidden, models decide."""
    rng, problem = made(seed, setting)
    cause, effect = rng.choice(list(permutations(problem.variables, 2)))
    rule = boolean.Rule("known", models=lambda model: (cause, effect) in model.edges)
    ours = symcause.count(problem, admits=rule).count
    try:
        theirs = symcause.count(problem, require=(f"{cause}->{effect}",)).count
    except SymcauseError:  # an edge that the setting rules out is refused, not counted
        theirs = 0
    assert ours == theirs
    if problem.disclosure.roots is not None and effect not in problem.disclosure.roots:
        local = boolean.Rule("known", parents=lambda v, parents: v != effect or cause in parents)
        assert symcause.count(problem, admits=local).count == ours


@pytest.mark.parametrize(("seed", "setting"), CASES)
def test_unate_is_unate(seed: int, setting: Setting) -> None:
    _, problem = made(seed, setting)
    assert (
        symcause.count(problem, admits=boolean.unate).count
        == symcause.count(problem, unate=True).count
    )


@pytest.mark.few(12)
@pytest.mark.parametrize("errors", [0, 1])
@pytest.mark.parametrize("by", ["parents", "tables", "unate"])
@pytest.mark.parametrize("setting", list(Setting))
def test_a_rule_leaves_those_members_that_it_takes(by: str, errors: int, setting: Setting) -> None:
    """Also where cells may be wrong, and mechanisms are weighed by what they disturb."""
    rng = random.Random(f"leaves {by} {setting}")
    problem, _ = random_problem(rng, 3, setting, 2, 3)
    problem = replace(problem, max_parents=2, gold=None, errors=errors)
    rule = {
        "parents": boolean.Rule("X1 alone", parents=lambda v, p: len(p) < 2 or "X1" not in p),
        "tables": boolean.Rule("rarely", tables=lambda v, p, table: table.bit_count() < 2),
        "unate": boolean.unate,
    }[by]
    every = list(symcause.space(problem).members())
    taken = [
        model
        for model in every
        if all(
            (rule.parents is None or rule.parents(name, f.parents))
            and (rule.tables is None or rule.tables(name, f.parents, f.table))
            for name, f in model.functions.items()
        )
    ]
    ruled = symcause.space(problem, admits=rule)
    assert symcause.count(problem, admits=rule).count == len(taken)
    assert set(ruled.members()) == set(taken)
    if errors and setting is Setting.ORDERED:
        assert len(taken) < len(every)
