"""Shortest plans of interventions: for gold, for the worst case, adaptive, written as stronger problems."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from symcause.audits.question import ask
from symcause.cli.main import main
from symcause.families.linear.audits.next.intervention_outcomes import after, fresh_value, outcome
from symcause.families.linear.audits.plan.sufficient_targets import experimented
from symcause.families.linear.documents.disambiguation_document import (
    LinearDisambiguate,
    PolicyPart,
)
from symcause.families.linear.files.document import read_linear
from symcause.families.linear.models.laboratory import EquationFamily, Hidden, Manipulation
from symcause.families.linear.problem.evidence_replay import execute
from symcause.families.linear.problem.problem import Coefficients, LinearProblem
from symcause.families.linear.space.linear_space import LinearSpace
from tests.linear.cases import brute_models, episode, integers, problem_of, random_model

F = Fraction
EXAMPLES = Path(__file__).resolve().parents[3] / "examples"


def asked(problem: LinearProblem, **options: object) -> LinearDisambiguate:
    found = ask("disambiguate", problem, **options)
    assert isinstance(found, LinearDisambiguate)
    return found


def case(seed: int, *, size: int = 4, targets: int = 0, sink: bool = True) -> LinearProblem:
    rng = random.Random(f"disambiguate {seed}")
    empty = problem_of(random_model(rng, size, sink=sink), sink=sink)
    return episode(rng, empty, empty.controllable[:targets])


def test_plans_for_gold_are_smallest() -> None:
    for seed in range(8):
        problem = case(seed, targets=seed % 2, sink=seed % 3 > 0)
        model = problem.gold_model()
        document = asked(problem, strengthen=True)
        assert model is not None and document.truth == "gold"
        assert document.minimal and document.lower_bound == len(document.plan)
        assert document.count_before == LinearSpace(problem).count()
        for size in range(len(document.plan)):
            for fewer in combinations(problem.controllable, size):
                left = LinearSpace(experimented(problem, model, fewer)).count()
                assert left != document.count_after
        assert isinstance(document.strengthened, dict)
        stronger = read_linear(json.loads(json.dumps(document.strengthened)), None)
        assert LinearSpace(stronger).count() == document.count_after
        assert not execute(stronger, model)
        lefts = [step.left for step in document.plan]
        assert lefts == sorted(lefts, key=lambda left: -(left or 0))
        assert not lefts or lefts[-1] == document.count_after


def test_each_step_says_which_edges_it_settles() -> None:
    problem = case(1)
    document = asked(problem, strengthen=True)
    told = [word for step in document.plan for word in step.settles]
    assert document.count_after == 1 and len(told) == len(set(told))
    model = problem.gold_model()
    assert model is not None
    always = {word.split()[0] for word in told if word.endswith("always")}
    assert always <= {f"{cause}->{effect}" for cause, effect in model.edges}


def test_worst_cases_over_integers_by_brute_force() -> None:
    for seed in range(4):
        rng = random.Random(seed)
        empty = problem_of(random_model(rng, 3, values=[1, 2]), coefficients=integers(1, 2))
        problem = replace(episode(rng, empty, []), gold=None)
        members = list(brute_models(problem))
        document = asked(problem)
        assert document.truth == "worst-case" and document.minimal

        def worst(targets: tuple[str, ...], problem: LinearProblem = problem) -> int:
            groups: dict[object, set[object]] = {}
            for model in brute_models(problem):
                reads = tuple(
                    outcome(problem, model, Manipulation(v, fresh_value(problem, v)))
                    for v in targets
                )
                groups.setdefault(reads, set()).add(model.edges)
            return max(map(len, groups.values()))

        everything = worst(problem.controllable)
        assert document.count_after == everything
        assert document.count_before == len({m.edges for m in members})
        enough = [
            size
            for size in range(len(problem.controllable) + 1)
            if any(worst(t) == everything for t in combinations(problem.controllable, size))
        ]
        assert len(document.plan) == document.lower_bound == enough[0]


def test_worst_cases_over_rationals_are_proven_from_both_sides() -> None:
    for seed in range(4):
        problem = replace(case(seed, targets=seed % 2), gold=None)
        document = asked(problem)
        assert document.count_after == 1 and document.code == 0
        if document.count_before == 1:
            assert not document.plan
            continue
        assert 1 <= document.lower_bound <= len(document.plan)
        assert document.minimal == (document.lower_bound == len(document.plan))
        targets = [name for step in document.plan for name in step.intervene]
        rng = random.Random(seed)
        for _ in range(5):
            truth = LinearSpace(problem).draw(rng)
            later = experimented(problem, truth, tuple(targets))  # type: ignore[arg-type]
            assert LinearSpace(later).count() == 1


def test_the_values_of_a_plan_move_their_property_in_every_model() -> None:
    """a := 50 moves b to 50 where a raises it by 1: a plan that goes on with b := 50 would show nothing."""
    values = {"a": "5", "b": "5", "f": "4"}
    filed = {
        "format": "symcause.linear/1",
        "id": "moved",
        "variables": ["a", "b", "f"],
        "target": "f",
        "controllable": ["a", "b"],
        "family": "linear",
        "semantics": "set",
        "rounding": "0",
        "coefficients": {"domain": "integer", "min": 1, "max": 3},
        "records": [],
        "chain": [{"values": values}],
    }
    problem = read_linear(filed, None)
    document = asked(problem)
    steps = [Manipulation(n, F(v)) for step in document.plan for n, v in step.intervene.items()]
    assert [step.variable for step in steps] == ["a", "b"] and document.count_after == 1
    for model in brute_models(problem):
        later = problem
        for step in steps:
            later = after(later, step, outcome(later, model, step))
        assert LinearSpace(later).count() == 1
    rational = asked(replace(problem, coefficients=Coefficients()))
    assert rational.count_after == 1 and "set to any other value" in str(rational.reason)


def test_a_target_that_may_cause_has_no_known_plan_without_gold() -> None:
    problem = replace(case(2, sink=False), gold=None)
    document = asked(problem)
    if document.count_before != 1:
        assert (document.count_after, document.code) == (None, 3)
        assert "may cause" in str(document.reason)


def test_quadratic_plans_come_back_to_a_target() -> None:
    rng = random.Random(5)
    model = random_model(rng, 3, quadratic=True)
    problem = episode(rng, problem_of(model, family=EquationFamily.QUADRATIC), [])
    document = asked(problem, strengthen=True)
    assert document.count_before is not None and document.count_after is not None
    assert document.count_after < document.count_before
    assert isinstance(document.strengthened, dict)
    stronger = read_linear(json.loads(json.dumps(document.strengthened)), None)
    assert LinearSpace(stronger).count() == document.count_after
    assert document.minimal == (len(document.plan) <= 1)


def test_an_adaptive_plan_on_request() -> None:
    rng = random.Random(1)
    empty = problem_of(random_model(rng, 3, values=[1, 2]), coefficients=integers(1, 2))
    problem = episode(rng, empty, [])
    document = asked(problem, adaptive=True)
    plan = document.policy
    assert isinstance(plan, PolicyPart)
    _check(problem, plan)
    big = asked(case(0, size=6), adaptive=True)
    assert not isinstance(big.policy, PolicyPart) and "variables" in str(big.policy_reason)


def _check(problem: LinearProblem, plan: PolicyPart) -> None:
    """Every branch is what some model would read, one after the other; counts are those of the space."""
    assert LinearSpace(problem).count() == plan.graphs
    if plan.intervene is None:
        return
    ((name, value),) = plan.intervene.items()
    for branch in plan.branches:
        reads = tuple(F(branch.reads[v]) for v in problem.variables)
        _check(after(problem, Manipulation(name, F(value)), reads), branch.plan)


def test_what_has_no_plan_says_why() -> None:
    disturbance = Hidden((F(0), F(5)), F(1), ("x0",))
    coefficients = Coefficients(min_effect=F(1, 2))
    rounded = replace(case(0), hidden=disturbance, rounding=F(1, 100), coefficients=coefficients)
    document = asked(rounded)
    assert document.code == 3 and "hidden" in str(document.reason)


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "stronger.jsonl"
    arguments = ["disambiguate", str(EXAMPLES / "episode.json"), "--json", "--out", str(out)]
    for extra in ([], ["--resume"]):
        with pytest.raises(SystemExit) as ended:
            main([*arguments, *extra])
        assert ended.value.code == 0
        document = json.loads(capsys.readouterr().out)
        assert document["plan"] == [
            {**step, "intervene": {"moisture": "50"}} for step in document["plan"]
        ]
        keys = {"plan", "minimal", "lower_bound", "count_before", "count_after", "family"}
        assert keys <= set(document) and "strengthened" not in document
        with pytest.raises(SystemExit) as ended:
            main(["audit", str(out), "--json"])
        assert ended.value.code == 0
        assert json.loads(capsys.readouterr().out)["verdict"] == "unique"
