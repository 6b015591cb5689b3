"""Counts and audits: verdicts, gold, misfits."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from symcause.answers import Unknown
from symcause.audits.question import ask
from symcause.errors import ProblemError, UsageError
from symcause.families.linear.audits.verdict.conflict import hidden_explains
from symcause.families.linear.documents.audit_document import LinearAudit
from symcause.families.linear.documents.count_document import LinearCount
from symcause.families.linear.models.laboratory import EquationFamily, Hidden, Semantics
from symcause.families.linear.problem.problem import ChainState, Gold, LinearProblem
from symcause.families.linear.space.hypothesis_fit import fits
from symcause.models.equations import Effect, Equation
from symcause.models.hypotheses import Hypothesis, PartialEffect, PartialEquation
from tests.linear.cases import episode, integers, problem_of, published, random_model

F = Fraction


def full_episode(seed: int, **options: object):  # type: ignore[no-untyped-def]
    rng = random.Random(seed)
    problem = problem_of(random_model(rng, 4), **options)  # type: ignore[arg-type]
    return episode(rng, problem, problem.controllable)


def audited(problem: LinearProblem) -> LinearAudit:
    document = ask("audit", problem)
    assert isinstance(document, LinearAudit)
    return document


def counted(problem: LinearProblem) -> LinearCount:
    document = ask("count", problem)
    assert isinstance(document, LinearCount)
    return document


def test_a_unique_graph() -> None:
    document = audited(full_episode(1))
    assert (document.verdict, document.settled, document.code) == ("unique", True, 0)
    assert document.count == document.graphs == 1
    assert document.models is None
    assert document.gold is not None
    assert document.gold.to_dict() == {
        "valid": True,
        "train_exact": True,
        "heldout_exact": True,
        "in_class": True,
    }
    assert document.edges is not None
    assert set(document.edges.values()) <= {"always", "never"}
    assert set(document.why) == {e for e, s in document.edges.items() if s == "always"}


def test_an_ambiguous_graph_comes_with_two_members() -> None:
    problem = full_episode(2, coefficients=integers(-3, 3)).shortened(1)
    document = audited(problem)
    assert (document.verdict, document.settled, document.code) == ("ambiguous", False, 1)
    assert document.separable is True
    assert document.models is not None and document.count is not None
    assert document.models >= document.count
    first, second = document.alternatives
    assert first.experiment == second.experiment and first.reads != second.reads


def test_gold_may_be_outside_the_class_or_wrong() -> None:
    problem = full_episode(3)
    assert problem.gold is not None
    narrow = audited(replace(problem, coefficients=integers(5, 6)))
    assert (narrow.verdict, narrow.settled) == ("gold-outside-class", False)
    wrong = Gold({**problem.gold.equations, "f": Equation.of(1, {"x0": Effect(F(9))})})
    assert audited(replace(problem, gold=wrong)).verdict == "invalid"
    one = Effect(F(1))
    cyclic = Gold({"x0": Equation.of(0, {"x1": one}), "x1": Equation.of(0, {"x0": one})})
    assert audited(replace(problem, gold=cyclic)).verdict == "invalid"
    off = audited(replace(problem, gold=Gold(problem.gold.equations, F(-1))))
    assert off.gold is not None and off.gold.heldout_exact is False


def test_no_evidence_is_an_error() -> None:
    problem = problem_of(random_model(random.Random(4), 4))
    for name in ("count", "audit", "solve", "alternatives", "prompt"):
        with pytest.raises(ProblemError, match="no evidence yet"):
            ask(name, problem)


def test_bounds_are_exact_texts() -> None:
    problem = full_episode(5)
    assert problem.gold is not None and problem.gold.reactor_target is not None
    target = counted(problem).target
    assert target.entailed is True
    assert target.low is not None and target.high is not None
    assert F(target.low) == F(target.high) == problem.gold.reactor_target
    early = counted(replace(problem, records=(), chain=problem.chain[:1])).target
    assert (early.low, early.high, early.entailed) == (None, None, False)
    without = counted(replace(problem, reactor=None)).target
    assert without.entailed is None and without.reason


def test_unknown_is_said() -> None:
    """Exact quadratic data under ``set`` and a disturbance: nobody knows."""
    rng = random.Random(6)
    model = random_model(rng, 4, values=[1, 2], quadratic=True)
    hidden = Hidden((F(-5), F(5)), F(1), ("x1",))
    empty = problem_of(model, family=EquationFamily.QUADRATIC, hidden=hidden)
    problem = episode(rng, empty, list(empty.controllable))
    for case in (problem, replace(problem, gold=None)):
        document = audited(case)
        assert (document.status, document.verdict, document.count) == ("unknown", "unknown", None)
        assert (document.settled, document.code) == (None, 3)
        assert document.reason


def test_wrong_semantics_are_recognised() -> None:
    document = audited(replace(full_episode(7), semantics=Semantics.SHIFT, gold=None))
    assert document.verdict == "inconsistent"
    misfit = document.misfit
    assert misfit is not None and misfit.conflict is not None
    assert misfit.conflict.rows and "semantics set" in misfit.explained_by


def test_a_disturbance_is_recognised() -> None:
    rng = random.Random(8)
    hidden = Hidden((F(-5), F(0), F(5)), F(1), ("x1",))
    model = random_model(rng, 4, values=[1, 2])
    problem = episode(rng, problem_of(model, hidden=hidden), ["x0", "x1", "x2", "x0"])
    document = audited(replace(problem, hidden=None, gold=None))
    assert document.verdict == "inconsistent"
    assert document.misfit is not None and document.misfit.hidden_disturbance is not None
    assert document.misfit.hidden_disturbance.explains is True
    broken = problem.chain[-1]
    odd = ChainState({**broken.values, "x0": broken.values["x0"] + F("0.5")}, broken.intervention)
    wrong = replace(problem, hidden=None, gold=None, chain=(*problem.chain[:-1], odd))
    found = hidden_explains(wrong)
    assert found is not None and found.explains is False


def test_a_bound_on_parents_is_named() -> None:
    problem = full_episode(1)
    document = ask("audit", problem, max_parents=2)
    assert isinstance(document, LinearAudit)
    assert (document.scope.max_parents, document.scope.source) == (2, "problem+option")
    assert "at most 2 causes each, as the problem states and as asked" in document.sentence
    lifted = ask("count", replace(problem, max_parents=1), max_parents="none")
    assert isinstance(lifted, LinearCount)
    assert lifted.scope.max_parents is None and lifted.count == counted(problem).count
    with pytest.raises(UsageError):
        ask("count", problem, max_parents="many")
    with pytest.raises(UsageError, match="no such engine"):
        ask("count", problem, engine="sat")


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
        assert counted(problem).count == 1
