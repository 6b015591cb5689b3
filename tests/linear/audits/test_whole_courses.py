"""What the interventions of an episode brought, as a whole: from running every model."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import log2

import pytest

from symcause.families.linear.audits.log.intervention_gains import interventions
from symcause.families.linear.audits.log.run_outcomes import by_model, outcome
from symcause.families.linear.audits.log.situation import Situations
from symcause.families.linear.documents.runs_part import ModelPart, RunPart
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.problem.evidence_replay import current_crystal
from symcause.families.linear.problem.problem import LinearProblem
from tests.linear.cases import brute_models, episode, integers, problem_of, random_model

F = Fraction


@cache
def course(seed: int) -> LinearProblem:
    """An episode of three interventions, one of them done twice."""
    rng = random.Random(f"course {seed}")
    model = random_model(rng, 3, values=[1, 2], sink=seed % 2 == 0)
    empty = problem_of(model, coefficients=integers(1, 2), sink=seed % 2 == 0)
    return episode(rng, empty, [*empty.controllable[:1], *empty.controllable], records=1)


def members(problem: LinearProblem) -> list[CrystalModel]:
    return list(brute_models(problem))


def graphs(models: list[CrystalModel]) -> int:
    return len({model.edges for model in models})


def effects(model: CrystalModel) -> object:
    """All that a model says but the bases, which belong to a crystal."""
    return {name: equation.effects for name, equation in model.equations.items()}


def groups(
    problem: LinearProblem, models: list[CrystalModel], step: Manipulation
) -> dict[object, list[CrystalModel]]:
    """The members by what they would read after an intervention."""
    found: dict[object, list[CrystalModel]] = {}
    for model in models:
        lab, crystal = problem.laboratory(model), current_crystal(problem, model)
        assert crystal is not None
        reads = lab.measure(lab.intervene(crystal, step))
        found.setdefault(tuple(reads.values()), []).append(model)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_gains_regrets_and_what_was_to_be_had(seed: int) -> None:
    problem = course(seed)
    gold = problem.gold_model()
    assert gold is not None
    parts = list(interventions(problem, Situations(), True))
    assert [part.intervention for part in parts] == [act.action_text for act in problem.acts]
    assert len(parts) == 3
    for i, part in enumerate(parts):
        moment, later = problem.shortened(i), problem.shortened(i + 1)
        before, after = members(moment), members(later)
        assert (part.graphs_before, part.graphs_after) == (graphs(before), graphs(after))
        assert part.wasted == (len(before) == len(after))
        if graphs(before) == 1:
            assert (part.regret, part.regret_low, part.regret_high) == (0, 0, 0)
            assert part.best is None and part.advised is None
            continue
        left, worst = {}, {}
        now = moment.chain[-1].values
        for name in problem.controllable:
            step = Manipulation(name, F(10 if now[name] == 50 else 50))
            parted = groups(moment, before, step)
            (mine,) = [some for some in parted.values() if effects(gold) in map(effects, some)]
            left[str(step)], worst[name] = graphs(mine), max(map(graphs, parted.values()))
        least = min(left.values())
        assert part.best is not None and part.advised is not None
        assert (part.best.intervention, part.best.graphs) == (
            next(text for text in left if left[text] == least),
            least,
        )
        advised = part.advised
        assert advised.worst == advised.at_least == min(worst.values())
        assert worst[advised.intervention.split()[0]] == advised.worst
        lost = log2(graphs(after) / advised.worst)
        assert part.regret == part.regret_low == part.regret_high == pytest.approx(lost)
    silent = list(interventions(problem, Situations(), False))
    assert [(p.graphs_before, p.graphs_after, p.wasted) for p in silent] == [
        (p.graphs_before, p.graphs_after, p.wasted) for p in parts
    ]
    assert all(part.best is None and part.advised is None for part in silent)


def test_without_gold_nobody_knows_what_was_best() -> None:
    """The advice then needs no truth."""
    problem = replace(course(0), gold=None)
    with_gold = list(interventions(course(0), Situations(), True))
    for part, same in zip(interventions(problem, Situations(), True), with_gold, strict=True):
        assert part.best is None and part.advised == same.advised and part.regret == same.regret


def run(rng: random.Random, at: int) -> RunPart:
    """A run that ended somehow."""
    right = rng.choice([True, False, None])
    support = rng.choice(["justified", "refuted", "unsupported"]) if right is not None else None
    return RunPart(
        log=f"{at}.jsonl",
        model=rng.choice(["model 2", "model 10", "b"]),
        variables=3,
        steps=rng.randrange(9),
        interventions=rng.randrange(5),
        refused=rng.randrange(3),
        wasted=rng.randrange(3),
        graphs=rng.choice([1, 2, 7, None]),
        answer=None if right is None else str(at),
        right=right,
        support=support,
        abstained=False,
        lucky=None if right is None else right and support == "unsupported",
        decided_at=None,
        surplus=None,
        premature=None,
        edge_f1=rng.choice([0.0, 0.5, 1.0, None]),
        course=(),
        error="no step record" if rng.random() < 0.2 else None,
    )


def test_runs_by_model_are_counted_plainly() -> None:
    rng = random.Random(5)
    for size in (0, 1, 6, 25):
        runs = [run(rng, i) for i in range(size)]
        found = by_model(runs)
        names = [name for name in ("b", "model 2", "model 10") if name in {r.model for r in runs}]
        assert [part.model for part in found] == names
        for part in found:
            mine = [one for one in runs if one.model == part.model]
            read = [one for one in mine if not one.error]
            assert part == ModelPart(
                model=part.model,
                logs=len(mine),
                answered=len([r for r in read if r.answer is not None]),
                right=len([r for r in read if r.right]),
                justified=[r.support for r in read].count("justified"),
                refuted=[r.support for r in read].count("refuted"),
                unsupported=[r.support for r in read].count("unsupported"),
                lucky=len([r for r in read if r.lucky]),
                interventions=sum(r.interventions for r in read),
                wasted=sum(r.wasted for r in read),
                graphs=mean([r.graphs for r in read]),
                edge_f1=mean([r.edge_f1 for r in read]),
            )
        words = {None: "no answer", True: "right", False: "wrong"}
        for one in runs:
            assert outcome(one) == ("not read" if one.error else words[one.right])


def mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
