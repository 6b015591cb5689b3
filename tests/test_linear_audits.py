"""Count and audit documents: verdicts, gold, misfits."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from symcause.answers import Unknown
from symcause.errors import ProblemError
from symcause.families.linear.audits.audit import audit_document, count_document
from symcause.families.linear.audits.misfit import hidden_explains
from symcause.families.linear.models.laboratory import Hidden, Semantics
from symcause.families.linear.problem.problem import ChainState, Gold
from symcause.families.linear.space.fitting import fits
from symcause.models.equations import Effect, Equation
from symcause.models.hypotheses import Hypothesis, PartialEffect, PartialEquation
from tests.linear_cases import episode, integers, problem_of, published, random_model

F = Fraction


def full_episode(seed: int, **options: object):  # type: ignore[no-untyped-def]
    rng = random.Random(seed)
    problem = problem_of(random_model(rng, 4), **options)  # type: ignore[arg-type]
    return episode(rng, problem, problem.controllable)


def test_a_unique_graph() -> None:
    document = audit_document(full_episode(1))
    assert document["verdict"] == "unique"
    assert document["count"] == document["graphs"] == 1
    assert document["models"] is None
    assert document["gold"] == {
        "valid": True,
        "train_exact": True,
        "heldout_exact": True,
        "in_class": True,
    }
    assert set(document["edges"].values()) <= {"always", "never"}  # type: ignore[attr-defined]
    assert set(document["why"]) == {e for e, s in document["edges"].items() if s == "always"}  # type: ignore[attr-defined, call-overload]


def test_an_ambiguous_graph_comes_with_two_members() -> None:
    problem = full_episode(2, coefficients=integers(-3, 3)).shortened(1)
    document = audit_document(problem)
    assert document["verdict"] == "ambiguous" and document["separable"] is True
    assert isinstance(document["models"], int) and document["models"] >= document["count"]  # type: ignore[operator]
    first, second = document["alternatives"]  # type: ignore[misc]
    assert first["experiment"] == second["experiment"] and first["reads"] != second["reads"]


def test_gold_may_be_outside_the_class_or_wrong() -> None:
    problem = full_episode(3)
    assert problem.gold is not None
    assert (
        audit_document(replace(problem, coefficients=integers(5, 6)))["verdict"]
        == "gold-outside-class"
    )
    wrong = Gold({**problem.gold.equations, "f": Equation.of(1, {"x0": Effect(F(9))})})
    assert audit_document(replace(problem, gold=wrong))["verdict"] == "invalid"
    one = Effect(F(1))
    cyclic = Gold({"x0": Equation.of(0, {"x1": one}), "x1": Equation.of(0, {"x0": one})})
    assert audit_document(replace(problem, gold=cyclic))["verdict"] == "invalid"
    off = Gold(problem.gold.equations, F(-1))
    assert audit_document(replace(problem, gold=off))["gold"]["heldout_exact"] is False  # type: ignore[index]


def test_no_evidence_is_an_error() -> None:
    problem = problem_of(random_model(random.Random(4), 4))
    for document in (count_document, audit_document):
        with pytest.raises(ProblemError, match="no evidence yet"):
            document(problem)


def test_bounds_are_exact_texts() -> None:
    problem = full_episode(5)
    assert problem.gold is not None and problem.gold.reactor_target is not None
    target = count_document(problem)["target"]
    assert isinstance(target, dict) and target["entailed"] is True
    assert F(target["low"]) == F(target["high"]) == problem.gold.reactor_target
    early = count_document(replace(problem, records=(), chain=problem.chain[:1]))["target"]
    assert isinstance(early, dict) and early["entailed"] is False
    assert early["low"] is None and early["high"] is None
    without = count_document(replace(problem, reactor=None))["target"]
    assert isinstance(without, dict) and without["entailed"] is None


def test_unknown_is_said() -> None:
    problem = replace(full_episode(6, coefficients=integers(1, 3)), rounding=F("0.01"))
    hidden = replace(problem, hidden=Hidden((F(-5), F(5)), F(1), None))
    document = audit_document(replace(hidden, gold=None))
    assert (document["status"], document["verdict"], document["count"]) == (
        "unknown",
        "unknown",
        None,
    )
    assert document["reason"]


def test_wrong_semantics_are_recognised() -> None:
    problem = replace(full_episode(7), semantics=Semantics.SHIFT, gold=None)
    document = audit_document(problem)
    assert document["verdict"] == "inconsistent"
    misfit = document["misfit"]
    assert isinstance(misfit, dict)
    assert misfit["conflict"]["rows"] and "semantics set" in misfit["explained_by"]


def test_a_disturbance_is_recognised() -> None:
    rng = random.Random(8)
    hidden = Hidden((F(-5), F(0), F(5)), F(1), ("x1",))
    model = random_model(rng, 4, values=[1, 2])
    problem = episode(rng, problem_of(model, hidden=hidden), ["x0", "x1", "x2", "x0"])
    document = audit_document(replace(problem, hidden=None, gold=None))
    assert document["verdict"] == "inconsistent"
    misfit = document["misfit"]
    assert isinstance(misfit, dict)
    assert misfit["hidden_disturbance"]["explains"] is True
    broken = problem.chain[-1]
    odd = ChainState({**broken.values, "x0": broken.values["x0"] + F("0.5")}, broken.intervention)
    wrong = replace(problem, hidden=None, gold=None, chain=(*problem.chain[:-1], odd))
    found = hidden_explains(wrong)
    assert found is not None and found["explains"] is False


def test_hypotheses_against_the_data() -> None:
    rng = random.Random(9)
    model = random_model(rng, 4, density=1)
    problem = episode(rng, problem_of(model), ["x0", "x1", "x2"])
    equation = model.equations["f"]
    effects = tuple((p, PartialEffect(e.linear)) for p, e in equation.effects)
    truth = Hypothesis("f", model.edges, PartialEquation(equation.base, effects))
    open_base = Hypothesis("f", model.edges, PartialEquation(None, effects))
    unknown = Hypothesis(
        "f", model.edges, PartialEquation(None, tuple((p, PartialEffect(None)) for p, _ in effects))
    )
    for good in (truth, open_base, unknown, Hypothesis("f", model.edges)):
        verdict = fits(problem, good)
        assert not isinstance(verdict, Unknown) and verdict.fits
    wrong_base = Hypothesis("f", model.edges, PartialEquation(equation.base + 1, effects))
    fewer = Hypothesis("f", tuple(e for e in model.edges if e[1] != "f"))
    cyclic = Hypothesis("f", (("x0", "x1"), ("x1", "x0")))
    backwards = Hypothesis("f", (("f", "x0"),))
    for bad in (wrong_base, fewer, cyclic, backwards):
        verdict = fits(problem, bad)
        assert not isinstance(verdict, Unknown)
        assert not verdict.fits and verdict.objections


def test_published_golden_problems_are_unique() -> None:
    for problem in published("4nodes_golden.jsonl")[:10]:
        assert count_document(problem)["count"] == 1
