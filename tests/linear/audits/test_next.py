"""The next intervention: exact over integers, proven bounds over rationals, within a budget."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from symcause.answers import Unknown
from symcause.audits.question import ask
from symcause.budgets import Meter
from symcause.cli.main import main
from symcause.families.linear.audits.next.intervention_outcomes import (
    after,
    already_set,
    left_after,
    outcome,
    sufficient,
)
from symcause.families.linear.audits.next.intervention_rank import next_intervention
from symcause.families.linear.bounds import NEXT_STEPS, RANKED_MODELS
from symcause.families.linear.documents.next_document import LinearNext
from symcause.families.linear.generator.random_crystals import LinearOptions, draw
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import (
    EquationFamily,
    Hidden,
    Manipulation,
    Semantics,
)
from symcause.families.linear.problem.problem import Coefficients, LinearProblem
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.models.equations import Effect, Equation
from tests.linear.cases import brute_models, episode, integers, problem_of, random_model

F = Fraction
EXAMPLES = Path(__file__).resolve().parents[3] / "examples"


def asked(problem: LinearProblem, **options: object) -> LinearNext:
    found = ask("next", problem, **options)
    assert isinstance(found, LinearNext)
    return found


def case(seed: int, *, size: int = 4, targets: int = 0, **options: object) -> LinearProblem:
    rng = random.Random(f"next {seed}")
    values = options.pop("values", (-2, -1, 1, 2))
    quadratic = options.get("family") is EquationFamily.QUADRATIC
    model = random_model(rng, size, values=values, quadratic=quadratic)  # type: ignore[arg-type]
    empty = problem_of(model, **options)  # type: ignore[arg-type]
    return episode(rng, empty, empty.controllable[:targets])


def test_integer_values_are_those_of_running_every_model() -> None:
    for seed in range(4):
        problem = case(seed, size=3, values=(1, 2), coefficients=integers(1, 2))
        members = list(brute_models(problem))
        document = asked(problem)
        assert document.count == len({m.edges for m in members})
        assert document.status == ("exact" if document.count else "unknown")
        for found in document.experiments:
            ((name, value),) = found.experiment["intervene"].items()  # type: ignore[attr-defined]
            groups: dict[object, list[object]] = {}
            for model in members:
                reads = outcome(problem, model, Manipulation(name, F(value)))
                groups.setdefault(reads, []).append(model.edges)
            left = {reads: len(set(edges)) for reads, edges in groups.items()}
            assert found.worst == found.at_least == max(left.values())
            assert found.settles == (found.worst == 1)
            mean = sum(F(len(groups[r]) * n, len(members)) for r, n in left.items())
            assert found.expected == pytest.approx(float(mean))
        worst = [found.worst for found in document.experiments]
        assert worst == sorted(worst, key=lambda count: count or 0)


@pytest.mark.few(2)
@pytest.mark.parametrize("semantics", list(Semantics))
@pytest.mark.parametrize("family", list(EquationFamily))
def test_no_member_leaves_more_than_the_bound(semantics: Semantics, family: EquationFamily) -> None:
    """Members other than those that made the bounds, coincidences among them."""
    for seed in range(3):
        problem = case(seed, targets=seed, semantics=semantics, family=family)
        space = LinearSpace(problem)
        found = next_intervention(problem)
        if isinstance(found, Unknown):
            continue
        rng = random.Random(seed)
        members = [space.draw(rng) for _ in range(6)]
        members += [m for _, m in zip(range(6), space.members(), strict=False)]
        gold = problem.gold_model()
        for candidate in found.candidates:
            assert 1 <= candidate.least <= candidate.low <= candidate.worst <= found.graphs
            for model in [gold, *members]:
                assert model is not None and not isinstance(model, Unknown)
                reads = outcome(problem, model, candidate.intervention)
                left = left_after(space, candidate.intervention, reads)
                assert isinstance(left, int)
                assert 1 <= left <= candidate.worst


def test_coincidences_stay_within_the_bound() -> None:
    """Effects that cancel: b does not move although a → b, a → c and c → b."""
    rng = random.Random(3)
    model = CrystalModel.of(
        {
            "x0": Equation.of(20, {}),
            "x1": Equation.of(20, {"x0": Effect(F(2))}),
            "x2": Equation.of(20, {"x0": Effect(F(-2)), "x1": Effect(F(1))}),
            "f": Equation.of(20, {"x2": Effect(F(1))}),
        }
    )
    problem = episode(rng, problem_of(model), [])
    found = next_intervention(problem)
    assert not isinstance(found, Unknown)
    for candidate in found.candidates:
        step = Manipulation(candidate.intervention.variable, candidate.intervention.value)
        left = left_after(LinearSpace(problem), step, outcome(problem, model, step))
        assert isinstance(left, int) and left <= candidate.worst


def test_what_is_left_is_what_the_whole_space_says() -> None:
    for seed in range(4):
        problem = case(seed, targets=seed % 3)
        model = problem.gold_model()
        found = next_intervention(problem)
        assert model is not None and not isinstance(found, Unknown)
        for candidate in found.candidates:
            step = candidate.intervention
            reads = outcome(problem, model, step)
            whole = LinearSpace(after(problem, step, reads)).count()
            assert left_after(LinearSpace(problem), step, reads) == whole


def test_a_property_that_was_set_shows_nothing_new() -> None:
    problem = case(1, targets=1)
    assert already_set(problem) == {"x0"}
    document = asked(problem)
    (again,) = [e for e in document.experiments if "x0" in e.experiment["intervene"]]  # type: ignore[operator]
    assert again.worst == again.at_least == again.best_case == document.count
    assert "set before" in str(again.note)


def test_the_last_property_settles() -> None:
    """The theorem: every other column was read."""
    for seed in range(6):
        problem = case(seed, targets=2)
        if LinearSpace(problem).count() == 1:
            continue
        assert sufficient(problem) == {"x2"}
        best = asked(problem).experiments[0]
        assert best.settles and best.worst == 1 and "x2" in best.experiment["intervene"]  # type: ignore[operator]


def test_settled_and_empty_spaces() -> None:
    done = asked(case(0, targets=3))
    assert (done.settled, done.shrinks, done.code, done.experiments) == (True, False, 1, ())
    assert "one graph is left" in str(done.reason)
    problem = case(0, targets=2)
    values = {**problem.chain[-1].values, "f": F(0)}
    state = replace(problem.chain[-1], values=values, intervention=None)
    none = asked(replace(problem, gold=None, chain=(*problem.chain, state)))
    assert (none.settled, none.shrinks, none.code) == (False, False, 1)


def test_targets_that_cannot_be_told_apart() -> None:
    """The target may cause, every property was set, and several graphs are left for good."""
    for seed in range(30):
        rng = random.Random(seed)
        empty = problem_of(random_model(rng, 4, sink=False), sink=False)
        problem = episode(rng, empty, empty.controllable)
        document = asked(problem)
        if document.count is not None and document.count > 1:
            assert (document.shrinks, document.code, document.settled) == (False, 1, False)
            assert "tells the remaining graphs apart" in str(document.reason)
            return
    raise AssertionError("no such case")


@pytest.mark.few(1)
@pytest.mark.parametrize("nodes", [("x0",), None])
@pytest.mark.parametrize("targets", [0, 1])
def test_a_hidden_disturbance_has_bounds(nodes: tuple[str, ...] | None, targets: int) -> None:
    """At least what an outcome leaves, at most what there is; outcomes of gold keep to that."""
    hidden = Hidden((F(0), F(5)), F(1), ("x0",))
    problem = case(0, targets=targets, hidden=hidden)
    problem = replace(problem, hidden=replace(hidden, nodes=nodes))
    document = asked(problem)
    assert document.status in ("exact", "bounded") and document.code == 0
    assert document.count is not None and len(document.experiments) == 3
    for found in document.experiments:
        assert found.worst is not None and found.worst <= document.count
        assert found.at_least is not None and found.worst is not None
        assert 1 <= found.at_least <= found.worst
        assert found.exact or found.best_case is None  # a least seen is no minimum
    rounded = replace(problem, rounding=F("0.01"), coefficients=Coefficients(min_effect=F(1, 2)))
    document = asked(rounded)
    assert (document.status, document.code) == ("unknown", 3)
    assert "hidden" in str(document.reason)


def test_rounded_data_have_bounds_too() -> None:
    coarse = Coefficients(min_effect=F("0.5"))
    problem = case(0, size=3, targets=0, coefficients=coarse, rounding="0.01")
    document = asked(problem)
    assert document.status in ("exact", "bounded") and document.shrinks
    for found in document.experiments:
        assert found.worst is not None and found.at_least is not None
        assert 1 <= found.at_least <= found.worst


@pytest.mark.few(1)
@pytest.mark.parametrize("size", [8, 6])
def test_larger_episodes_are_answered_within_the_budget(size: int) -> None:
    problem, budget = draw(LinearOptions(variables=size), 1, 0).shortened(1), Meter(NEXT_STEPS)
    next_intervention(problem, budget=budget)
    assert budget.spent < NEXT_STEPS * 1.1  # no piece of work is large
    document = asked(problem)
    assert document.shrinks and len(document.experiments) == size - 1
    assert document.status in ("exact", "bounded")  # as far as the budget goes


def test_too_many_models_are_bounded() -> None:
    problem = draw(LinearOptions(variables=6), 1, 0).shortened(1)
    integer = replace(problem, coefficients=integers(-3, 3))
    space = LinearSpace(integer)
    models = space.models()
    assert isinstance(models, int) and models > RANKED_MODELS
    found = next_intervention(integer, space=space)
    assert not isinstance(found, Unknown) and found.shrinks
    assert all(candidate.expected is None for candidate in found.candidates)


def test_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    for name, code in (("episode", 0), ("crystal", 1)):
        with pytest.raises(SystemExit) as ended:
            main(["next", str(EXAMPLES / f"{name}.json"), "--json"])
        assert ended.value.code == code
        document = json.loads(capsys.readouterr().out)
        keys = {"problem", "experiments", "settled", "status", "reason", "family", "symcause"}
        assert keys <= set(document)
    with pytest.raises(SystemExit):
        main(["next", str(EXAMPLES / "episode.json")])
    assert "do(moisture=50) leaves one graph" in capsys.readouterr().out
