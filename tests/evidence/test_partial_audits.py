"""Sections of audits beside the verdict where cells err or were not observed, against listing."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import symcause
from symcause.boolean import BooleanProblem
from symcause.families.boolean.catalogue import catalogue
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.space.member_answers import written
from symcause.models.variable_names import natural
from tests.boolean.brute import all_functions, is_acyclic
from tests.boolean.space.test_disturbed import disturbed, every_model, noisy_problem
from tests.evidence.facts import ALL, XOR, document, ordered
from tests.evidence.latent_cases import behaves, cost, latent_problem, leaves_a_scored_cell


def with_gold(problem: BooleanProblem, rng: random.Random) -> BooleanProblem | None:
    """With some model of it as gold, whatever it explains."""
    models = every_model(problem, None)
    if not models:
        return None
    gold: Answer = written(problem, rng.choice(models))
    return replace(problem, gold=gold)


def nearby(problem: BooleanProblem, gold: BooleanSCM, v: str, cap: int, errors: int) -> int:
    """Other functions of one variable that are short, leave gold acyclic and within the errors."""
    book = catalogue(problem.operators, problem.constants)
    found = 0
    for function in all_functions(problem.disclosure.admissible(v)):
        if function == gold.functions[v] or not book.writable(function, cap, None):
            continue
        changed = {**gold.functions, v: function}
        if not is_acyclic(changed):
            continue
        wrong = disturbed(BooleanSCM(gold.roots, changed), problem.variables, problem.training)
        found += wrong <= errors
    return found


def shortcuts_agree(seed: int) -> bool:
    rng = random.Random(seed)
    drawn = with_gold(noisy_problem(rng)[0], rng)
    if drawn is None:
        return False
    gold = drawn.gold_scm
    assert gold is not None and drawn.gold is not None
    errors = rng.choice((1, 2, 4))
    found = symcause.audit(drawn, errors=errors, limit=0)
    assert found.shortcuts is not None and found.local_alternatives is not None
    for v in gold.endogenous:
        assert found.shortcuts[v] == nearby(drawn, gold, v, 5, errors)
    for part in found.local_alternatives:
        for v, count in part.counts.items():
            cap = min(drawn.gold.mechanisms[v].size + part.slack, part.cap)
            assert count == nearby(drawn, gold, v, cap, errors)
    return True


@pytest.mark.parametrize("block", range(2))
def test_shortcuts_within_the_errors(block: int) -> None:
    assert sum(shortcuts_agree(seed) for seed in range(8 * block, 8 * block + 8)) >= 4


def test_shortcuts_respect_what_is_known() -> None:
    filed = ordered("known", ALL, {"signs": {"A->C": "+"}}, errors=2, gold=XOR)
    found = symcause.audit(symcause.problem(filed)).shortcuts
    free = symcause.audit(symcause.problem(filed), knowledge="none").shortcuts
    assert found is not None and free is not None and found["C"] is not None
    assert found["C"] < (free["C"] or 0)


def pairs_agree(seed: int, some: bool = False) -> bool:
    """Coordinated pairs of gold within the errors, by changing every two mechanisms; are there *some*?"""
    rng = random.Random(seed)
    problem, hypotheses = noisy_problem(rng)
    errors = rng.choice((1, 2, 4))
    names, worlds = problem.variables, problem.training
    models = every_model(problem, hypotheses.max_parents)
    fits = [m for m in models if disturbed(m, names, worlds) <= errors]
    if not fits or len(models) > 2_000:
        return False
    gold = rng.choice(fits)
    filed = replace(problem, gold=written(problem, gold))
    expected: Counter[tuple[str, ...]] = Counter()
    for model in fits:
        changed = model.changed(gold)
        if model.roots == gold.roots and len(changed) == 2:
            alone = ({**gold.functions, v: model.functions[v]} for v in changed)
            expected[changed] += not all(map(is_acyclic, alone))
    bound: Any = "none" if hypotheses.max_parents is None else hypotheses.max_parents
    found = symcause.audit(filed, errors=errors, max_parents=bound, limit=0).coordinated_pairs
    assert found is not None
    told = {tuple(natural(pair.variables)): pair.count for pair in found}
    assert told == {pair: count for pair, count in expected.items() if count}
    return bool(told) or not some


@pytest.mark.parametrize("block", range(2))
def test_coordinated_pairs_within_the_errors(block: int) -> None:
    assert sum(pairs_agree(seed, some=True) for seed in range(20 * block, 20 * block + 20)) >= 1


def sections_agree(seed: int) -> bool:
    """Support, exposure and profile of a random problem with unobserved cells."""
    rng = random.Random(seed)
    drawn = latent_problem(rng)
    if drawn is None or not drawn[0].holed:
        return False
    problem, hypotheses = drawn
    every = every_model(problem, None if len(problem.variables) < 4 else 1)
    if len(every) > 2_000:
        return False
    with_one = with_gold(problem, rng) if len(problem.variables) < 4 else None
    problem = with_one or problem
    found = symcause.audit(problem, limit=0)
    costs = {m: cost(m, problem) for m in every if leaves_a_scored_cell(problem, m)}
    _judged(problem, hypotheses, costs, found)
    for part in found.profile:
        if isinstance(part.max_parents, int) and part.count is not None and part.max_parents < 2:
            assert part.count == sum(
                d <= hypotheses.errors
                and all(len(f.parents) <= part.max_parents for f in m.functions.values())
                for m, d in costs.items()
            )
    _supported(problem, found)
    return True


def _judged(
    problem: BooleanProblem,
    hypotheses: HypothesisClass,
    costs: dict[BooleanSCM, int],
    found: Any,
) -> None:
    """Verdict, count, spectrum and best, up to behaviour where variables are latent."""
    most = hypotheses.max_parents
    small = {
        m: d
        for m, d in costs.items()
        if most is None or all(len(f.parents) <= most for f in m.functions.values())
    }
    members = [m for m, d in small.items() if d <= hypotheses.errors]
    if len(members) > 400:
        return
    kinds = {behaves(m, problem.latent) if problem.latent else m for m in members}
    assert found.count == len(kinds)
    assert [level.count for level in found.spectrum] == [
        sum(d == errors for d in small.values()) for errors in range(hypotheses.errors + 1)
    ]
    if found.best is not None and small:
        least = min(small.values())
        assert (found.best.errors, found.best.count) == (least, [*small.values()].count(least))
    gold = problem.gold_scm
    words = ("inconsistent", "unique", "ambiguous")
    expected = words[min(len(kinds), 2)]
    if gold is not None and cost(gold, problem) > hypotheses.errors:
        expected = "invalid"
    elif gold is not None and gold not in members:
        expected = "gold-outside-class"
    assert found.verdict == expected


def _supported(problem: BooleanProblem, found: Any) -> None:
    assert found.exposure is not None
    shown = [
        (world, dict(zip(problem.variables, row, strict=True)))
        for world in problem.training
        for row in world.rows
    ]
    for v, part in found.exposure.variables.items():
        seen = [world.id for world, row in shown if v not in world.targets and row[v] != "?"]
        root = v in (problem.disclosure.roots or ())
        told = (part.scored_worlds, part.scored_cells)
        assert told == ((0, 0) if root else (len(set(seen)), len(seen)))
    gold = problem.gold_scm
    if gold is None:
        return
    assert found.support is not None
    for v, part in found.support.parents.items():
        inputs = part.inputs
        patterns = {
            "".join(row[p] for p in inputs)
            for world, row in shown
            if v not in world.targets and "?" not in {row[v], *(row[p] for p in inputs)}
        }
        assert part.coverage == len(patterns) / (1 << len(inputs))
        assert patterns.isdisjoint(part.missing)
        assert len(patterns) + len(part.missing) == 1 << len(inputs)


@pytest.mark.parametrize("block", range(3))
def test_support_exposure_and_profile_of_what_was_observed(block: int) -> None:
    assert sum(sections_agree(seed) for seed in range(10 * block, 10 * block + 10)) >= 3


@pytest.mark.exhaustive
@pytest.mark.parametrize("agrees", [shortcuts_agree, sections_agree, pairs_agree])
def test_many_more(agrees: Callable[[int], bool]) -> None:
    """Three hundred problems that have what is compared."""
    found, seed = 0, 3000
    while found < 300:
        found += agrees(seed)
        seed += 1


def test_the_spectrum_ends_where_no_further_cell_can_be_disturbed() -> None:
    """Roots and targets never are: two cells of C, whatever is allowed."""
    filed = ordered("few cells", ["00?", "011"], {}, errors=50)
    filed["worlds"].append({**filed["worlds"][0], "id": "w1", "mode": "assigned"})
    filed["worlds"][1].update(targets=["C"], rows=["001", "010"])
    problem = symcause.problem(filed)
    found = symcause.audit(problem)
    assert found.spectrum == symcause.count(problem).spectrum and found.spectrum is not None
    assert [level.errors for level in found.spectrum] == [0, 1, 2]
    assert sum(level.count or 0 for level in found.spectrum) == found.count == 16


def test_what_is_too_much_to_count_is_named_for_the_spectrum_too() -> None:
    rows = ["?" * 4, "0000"]
    filed = document("many", "ABCD", rows, roots=["A"], max_parents=2, errors=1)
    found = symcause.audit(symcause.problem(filed))
    assert found.count is None and found.spectrum is None
    assert {"count", "spectrum"} <= set(found.beyond_reach)
