"""Every question where cells err, are not observed, or something is known: against listing all models."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

import symcause
from symcause.families.boolean.audits.disambiguation.world_search import disambiguate
from symcause.families.boolean.audits.pool.world_pool import PoolOptions
from symcause.families.boolean.models.experiments import best_experiment
from symcause.families.boolean.models.replay import replays_exactly
from symcause.families.boolean.space.member_answers import written
from symcause.models.variable_names import natural
from tests.boolean.space.test_disturbed import every_model
from tests.evidence.certified import cases
from tests.evidence.latent_cases import cost, latent_problem, shown
from tests.evidence.listed import Listed, named, respects, with_gold


def _counts_and_verdict(listed: Listed) -> str:
    problem, members = listed.problem, listed.members
    cells = Counter(listed.inside.values())
    found = symcause.count(problem)
    assert found.count == len(members)
    assert found.spectrum is not None
    assert [(s.errors, s.count) for s in found.spectrum] == [
        (e, cells[e]) for e in range(len(found.spectrum))
    ]
    audit, gold = symcause.audit(problem), problem.gold_scm
    expected = ("inconsistent", "unique", "ambiguous")[min(len(members), 2)]
    if gold is not None and listed.costs[gold] > problem.errors:
        expected = "invalid"
    elif gold is not None and gold not in members:
        expected = "gold-outside-class"
    assert (audit.verdict, audit.count, audit.spectrum) == (expected, len(members), found.spectrum)
    if not listed.inside:
        assert audit.best is None
        return expected
    least = min(listed.inside.values())
    if audit.best is not None:
        assert (audit.best.errors, audit.best.count) == (least, cells[least])
    else:
        assert problem.holed
    _margin(listed, audit)
    return expected


def _margin(listed: Listed, audit: Any) -> None:
    """That of gold, else of the only best model."""
    problem, inside = listed.problem, listed.inside
    model, own = problem.gold_scm, None
    if model is None:
        least = min(inside.values())
        best = [m for m, d in inside.items() if d == least]
        model, own = best[0], least
        if len(best) > 1:
            assert (audit.margin.value, audit.margin.of) == (0, "best")
            return
    own = listed.costs[model]
    others = [d for m, d in inside.items() if m != model]
    value = min(others) - own if others else None
    if audit.margin is None or (audit.margin.value is None and problem.holed):
        assert problem.holed
        if audit.margin is not None and audit.margin.at_least is not None:
            assert value is None or value >= audit.margin.at_least
        return
    assert audit.margin.value == value
    if value is not None:
        second = audit.margin.second
        found = symcause.boolean.model(second.mechanisms, second.roots)
        assert inside[found] == second.disturbed == own + value == len(audit.margin.cells)


def _solutions(listed: Listed) -> None:
    problem, members = listed.problem, listed.members
    found = symcause.solve(problem)
    assert found.status == ("solved" if members else "inconsistent")
    if members:
        least = min(listed.inside.values())
        sizes = [written(problem, m).total_ast for m in members if listed.inside[m] == least]
        assert (found.disturbed, found.total_ast, found.optimal) == (least, min(sizes), True)


def _others(listed: Listed, rng: random.Random) -> None:
    """All of them, fewest disturbed cells first, with their cells and completions."""
    members = listed.members
    if not 1 <= len(members) <= 60:
        return
    against = rng.choice(members)
    found = symcause.alternatives(listed.problem, listed.told(against), limit=100)
    made = [symcause.boolean.model(a.mechanisms, a.roots) for a in found.alternatives]
    assert {named(m) for m in made} == {named(m) for m in members} - {named(against)}
    assert found.total in (None, len(members) - 1) and len(made) == len(members) - 1
    wrong = [listed.inside[m] for m in made]
    assert wrong == sorted(wrong)
    holes = sum(row.count("?") for world in listed.problem.training for row in world.rows)
    for part, d in zip(found.alternatives, wrong, strict=True):
        assert part.disturbed == len(part.cells) == d
        if holes:
            assert len(part.completions) == holes


def _answers(listed: Listed, rng: random.Random) -> None:
    problem, members = listed.problem, listed.members
    chosen = rng.sample(list(listed.costs), min(2, len(listed.costs)))
    texts = [listed.told(model) for model in chosen]
    rows = [{"instanceId": problem.id, "model": "m", "response": text} for text in texts]
    lines = symcause.score([problem], rows).lines if rows else []
    gold = problem.gold_scm
    for model, text, line in zip(chosen, texts, lines, strict=True):
        wrong, found = listed.costs[model], symcause.check(problem, text)
        fits = wrong <= problem.errors
        assert (found.disturbed, found.within, found.train_exact) == (wrong, fits, wrong == 0)
        assert found.in_class == (model in members) and found.right == fits
        assert bool(found.violations) == (not respects(problem, model))
        assert found.unique == ((len(members) == 1) if model in members else None)
        if problem.errors or problem.holed:
            own = None if gold is None else listed.costs[gold]
            told = (line["disturbed"], line["within"], line["gold_disturbed"])
            assert told == (wrong, fits, own)
        assert (line["right"], line["train_exact"]) == (fits, wrong == 0)


def compare(seed: int, number: int, *, holes: bool) -> Counter[str]:
    rng = random.Random(seed)
    seen: Counter[str] = Counter()
    for problem, _ in cases(seed, number, holes=holes):
        training = replace(problem, worlds=problem.training)
        listed = with_gold(Listed(training), rng)
        seen[_counts_and_verdict(listed)] += 1
        _solutions(listed)
        _others(listed, rng)
        _answers(listed, rng)
    return seen


@pytest.mark.parametrize("number", [12, pytest.param(400, marks=pytest.mark.exhaustive)])
def test_where_cells_err(number: int) -> None:
    seen = compare(41, number, holes=False)
    assert sum(seen.values()) == number and len(seen) > (2 if number < 100 else 4), seen


@pytest.mark.parametrize("number", [8, pytest.param(400, marks=pytest.mark.exhaustive)])
def test_where_cells_are_not_observed(number: int) -> None:
    seen = compare(43, number, holes=True)
    assert sum(seen.values()) == number and len(seen) > (1 if number < 100 else 3), seen


@pytest.mark.parametrize("number", [20, pytest.param(600, marks=pytest.mark.exhaustive)])
def test_models_are_separated_without_noise(number: int) -> None:
    """Neither errors nor knowledge nor rows matter; with latent variables what can be seen does."""
    rng = random.Random(47)
    compared = apart = 0
    while compared < number:
        drawn = latent_problem(rng)
        problem = next(cases(rng.random(), 1, holes=False))[0] if drawn is None else drawn[0]
        models = every_model(problem, 1)
        if len(models) < 2:
            continue
        first, second = rng.sample(models, 2)
        told = [Listed(problem).told(m) for m in (first, second)]
        found = symcause.separate(problem, *told).to_dict()
        set_to = None if found["experiment"] is None else found["experiment"]["assignments"]
        if problem.latent or set(first.roots) != set(second.roots):
            done = [{v: b} for v in natural(problem.variables) for b in (0, 1)]
            done = [do for do in done if not set(do) & set(problem.latent)]
            done += [{}] if problem.latent else []
            seen = ((do, *(shown(m, problem.latent, do) for m in (first, second))) for do in done)
            separating = [do for do, one, other in seen if one != other]
            assert set_to == (separating[0] if problem.latent and separating else set_to)
            assert (
                found["separated"] == bool(separating) and found["pair_disagreement_rate"] is None
            )
            assert set_to is None or set_to in separating
        else:
            best = best_experiment(first, second)
            assert set_to == (None if best is None else best.experiment.to_dict()["assignments"])
        compared += 1
        apart += found["separated"]
    assert 0 < apart < compared


@pytest.mark.parametrize("number", [6, pytest.param(300, marks=pytest.mark.exhaustive)])
def test_fewest_worlds_within_the_knowledge(number: int) -> None:
    """By trying every choice of a small pool over all members that respect what is known."""
    rng = random.Random(53)
    helped = compared = 0
    for problem, _ in cases(53, 50 * number, holes=False):
        plain = replace(problem, errors=0)
        members = Listed(plain).members
        if problem.knowledge is None or len(members) < 2:
            continue
        gold = rng.choice(members)
        told = replace(plain, gold=written(plain, gold))
        found = disambiguate(told, told.default_class(), PoolOptions(size=6, rows=2, seed=1))
        replayed = [
            sum(replays_exactly(m, (world,), problem.variables) << i for i, m in enumerate(members))
            for world in found.pool.worlds
        ]
        left = _fewest(replayed, (1 << len(members)) - 1)
        assert found.minimal and (len(found.worlds), found.count_after) == left
        assert found.count_before == len(members)
        helped += found.count_after < found.count_before
        compared += 1
        if compared == number:
            break
    assert compared == number and helped > number // 3


def _fewest(replayed: list[int], everybody: int) -> tuple[int, int]:
    """How many worlds leave what all of them leave, and how many members that is."""

    def left(chosen: int) -> int:
        found = everybody
        for i, those in enumerate(replayed):
            found &= those if chosen >> i & 1 else everybody
        return found

    least = left((1 << len(replayed)) - 1)
    sizes = (c.bit_count() for c in range(1 << len(replayed)) if left(c) == least)
    return min(sizes), least.bit_count()


@pytest.mark.parametrize("number", [20, pytest.param(400, marks=pytest.mark.exhaustive)])
def test_an_alternative_to_a_reference_may_err_as_much(number: int) -> None:
    """A model within the errors that is not the reference; what is known beforehand does not matter."""
    rng = random.Random(59)
    success: Counter[bool] = Counter()
    for problem, _ in cases(59, number, holes=False):
        models = every_model(problem, problem.max_parents)
        if len(models) < 2:
            continue
        reference, other = (rng.choice(models) for _ in range(2))
        task = replace(problem, reference=written(problem, reference))
        text = json.dumps({"alternative": json.loads(Listed(problem).told(other))})
        found = symcause.check(task, text).to_dict()
        wrong = cost(other, problem)
        expected = wrong <= problem.errors and named(other) != named(reference)
        assert (found["alternative_success"], found["disturbed"]) == (expected, wrong)
        assert (found["train_exact"], found["within"]) == (wrong == 0, wrong <= problem.errors)
        success[expected] += 1
    assert min(success.values()) > number // 10, success
