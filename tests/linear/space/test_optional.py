"""Integer squares of a range without 0: each term of a parent is absent or in it; the order of verdicts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement, islice, product

import pytest

from symcause.answers import Unknown
from symcause.audits.question import question
from symcause.families.linear.documents.audit_document import LinearAudit
from symcause.families.linear.files.document import read_linear
from symcause.families.linear.models.crystals import CrystalModel, EquationFamily
from symcause.families.linear.models.laboratory import Laboratory, Manipulation, Semantics
from symcause.families.linear.problem.evidence_replay import mismatches
from symcause.families.linear.problem.problem import (
    ChainState,
    Coefficients,
    Domain,
    Gold,
    LinearProblem,
    Record,
)
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.membership_objections import equation_objections
from symcause.families.linear.space.model_list import integer_models
from symcause.families.linear.space.model_separation import partings
from symcause.families.linear.space.space_choice import open_space, range_of_target
from symcause.families.linear.space.target_range import TargetRange
from symcause.families.linear.verifier.claim_class import beyond_certificates
from symcause.models.equations import Effect, Equation
from symcause.models.exact_numbers import round_to

F = Fraction
VARIABLES = ("a", "b", "f")


def drawn(seed: int, low: int, high: int, rounding: str = "0") -> LinearProblem:
    """A problem with a few readings of a model whose terms are absent here and there."""
    rng = random.Random(seed)
    terms = [0, *(k for k in range(low, high + 1) if k)]

    def effect() -> Effect:
        pairs = [(u, w) for u in terms for w in terms if u or w]
        u, w = rng.choice(pairs)
        return Effect(F(w), F(u))

    parents = {
        "a": (),
        "b": ("a",) if rng.random() < 0.7 else (),
        "f": ("a", "b")[rng.randint(0, 1) :],
    }
    equations = {
        name: Equation.of(rng.randint(-3, 3), {p: effect() for p in chosen})
        for name, chosen in parents.items()
    }
    model = CrystalModel.of(equations)
    lab = Laboratory(model, Semantics.SHIFT, F(rounding))
    crystal = lab.crystal({"a": F(rng.randint(-4, 4)), "b": F(rng.randint(-4, 4))})
    steps = [
        Manipulation(rng.choice("ab"), F(rng.randint(-5, 5))) for _ in range(rng.randint(0, 2))
    ]
    states = lab.chain(crystal, steps)
    chain = [ChainState(s, i) for s, i in zip(states, [None, *steps], strict=True)]
    records = [
        Record(f"r{i}", lab.measure(lab.crystal({"a": F(rng.randint(-4, 4)), "b": F(i)})))
        for i in range(rng.randint(1, 2))
    ]
    return LinearProblem(
        id=f"optional{seed}",
        variables=VARIABLES,
        target="f",
        controllable=("a", "b"),
        family=EquationFamily.QUADRATIC,
        semantics=Semantics.SHIFT,
        rounding=F(rounding),
        coefficients=Coefficients(Domain.INTEGER, low, high),
        records=tuple(records),
        chain=tuple(chain),
        reactor={"a": F(2), "b": F(-1)},
        gold=Gold(equations),
    )


def members(problem: LinearProblem) -> Iterator[CrystalModel]:
    """All models of the class, by trying them: bases of the target as the first reading has them."""
    low, high = problem.coefficients.minimum, problem.coefficients.maximum
    assert low is not None and high is not None
    terms = [0, *(k for k in range(low, high + 1) if k)]
    effects = [None, *(Effect(F(w), F(u)) for u in terms for w in terms if u or w)]
    pairs = (("a", "b"), ("b", "a"), ("a", "f"), ("b", "f"))
    first = problem.records[0].values
    for chosen in product(effects, repeat=len(pairs)):
        found = {p: e for p, e in zip(pairs, chosen, strict=True) if e is not None}
        if ("a", "b") in found and ("b", "a") in found:
            continue
        equations = {
            name: Equation.of(0, {c: e for (c, to), e in found.items() if to == name})
            for name in VARIABLES
        }
        base = first["f"] - equations["f"].contribution(first)
        equations["f"] = Equation.of(base, dict(equations["f"].effects))
        model = CrystalModel.of(equations)
        if not mismatches(problem, model):
            yield model


@pytest.mark.few(2)
@pytest.mark.parametrize("seed", range(12))
def test_against_trying_all(seed: int) -> None:
    low, high = ((1, 2), (-2, -1))[seed % 2]
    problem = drawn(seed, low, high)
    found = list(members(problem))
    gold = problem.gold_model()
    assert gold is not None and found
    graphs = {frozenset(model.edges) for model in found}
    space, smt = open_space(problem), open_space(problem, engine="smt")
    assert isinstance(space, LinearSpace) and isinstance(smt, LinearSpace)
    assert gold in space
    assert space.count() == smt.count() == len(graphs)
    assert space.models() == len(found)
    listed = integer_models(space, 100_000)
    assert isinstance(listed, list)
    assert {m.edges for m in listed} == {m.edges for m in found} and len(listed) == len(found)
    assert problem.reactor is not None
    values = [model.equations["f"]({**problem.reactor, "f": F(0)}) for model in found]
    for engine in (space, smt):
        span = range_of_target(engine)
        assert isinstance(span, TargetRange)
        assert (span.low, span.high) == (min(values), max(values))


@pytest.mark.parametrize("seed", range(4))
def test_rounded_readings(seed: int) -> None:
    """Gold is a member by both engines, and they agree."""
    problem = drawn(seed, 1, 2, rounding="0.01")
    gold = problem.gold_model()
    space, smt = open_space(problem), open_space(problem, engine="smt")
    assert gold is not None and gold in space
    assert space.count() == smt.count()
    assert round_to(F("0.004"), problem.rounding) == 0


def test_an_edge_without_a_square_is_in_the_class() -> None:
    problem = drawn(0, 1, 2)
    assert problem.optional_terms
    line = replace(problem, records=problem.records[:1], chain=())
    model = CrystalModel.of(
        {"a": Equation(), "b": Equation(), "f": Equation.of(0, {"a": Effect(F(2))})}
    )
    assert not [o for o in _objections(line, model) if "coefficient" in o]
    wide = replace(line, coefficients=Coefficients(Domain.INTEGER, -2, 2))
    assert not wide.optional_terms  # 0 is in the range: a parent has a square
    assert [o for o in _objections(wide, model) if "is zero" in o]
    assert "without 0" in str(beyond_certificates(line))


@pytest.mark.parametrize("optional", [True, False])
@pytest.mark.parametrize("family", list(EquationFamily))
def test_what_is_said_against_an_equation_is_said_against_its_parents(
    family: EquationFamily, optional: bool
) -> None:
    """One after the other, whatever is wrong with those before."""
    rng, range_ = random.Random(f"{family} {optional}"), (1, 2) if optional else (-2, 2)
    problem = replace(
        drawn(0, 1, 2), gold=None, family=family, coefficients=Coefficients(Domain.INTEGER, *range_)
    )
    seen = 0
    for _ in range(60):
        terms = [F(rng.choice((-5, 0, 1, 2, 7)), rng.choice((1, 1, 2))) for _ in range(6)]
        pairs = zip(terms[::2], terms[1::2], strict=True)
        names = rng.sample(("a", "b", "f"), rng.randint(2, 3))
        effects = {name: Effect(u, v) for name, (u, v) in zip(names, pairs, strict=False) if u or v}
        told = list(equation_objections(problem, "f", Equation.of(0, effects)))
        each = {
            name: list(equation_objections(problem, "f", Equation.of(0, {name: effect})))
            for name, effect in effects.items()
        }
        assert sorted(map(str, told)) == sorted(str(o) for some in each.values() for o in some)
        seen += sum(map(bool, each.values())) > 1
    assert seen


def _objections(problem: LinearProblem, model: CrystalModel) -> list[str]:
    from symcause.families.linear.space.membership_objections import class_objections

    return [str(objection) for objection in class_objections(problem, model)]


EVIDENCE = {
    "format": "symcause.linear/1",
    "id": "order",
    "variables": ["a", "f"],
    "target": "f",
    "controllable": ["a"],
    "records": [{"id": f"r{a}", "values": {"a": a, "f": 1 + 2 * a}} for a in (0, 1, 5)],
}


@pytest.mark.parametrize(
    ("equation", "range_", "verdict"),
    [
        ("1 + 2*a", (1, 3), "unique"),
        ("1 + 2*a", (3, 5), "gold-outside-class"),  # no member, yet gold explains the evidence
        ("1 + 3*a", (3, 5), "invalid"),
        (None, (3, 5), "inconsistent"),
    ],
)
def test_order_of_verdicts(equation: str | None, range_: tuple[int, int], verdict: str) -> None:
    gold = None if equation is None else {"equations": {"f": equation}}
    bounds = {"domain": "integer", "min": range_[0], "max": range_[1]}
    problem = read_linear({**EVIDENCE, "gold": gold, "coefficients": bounds})
    *_, document = question("audit", problem).answers(problem)
    assert isinstance(document, LinearAudit)
    assert document.verdict == verdict


@pytest.mark.parametrize("seed", [0, 1, 3])
def test_what_was_tried_in_vain_is_named_where_something_else_tells(seed: int) -> None:
    """Rounded readings may agree at the values tried: on what, unless nothing told anything."""
    problem, some = drawn(seed, 1, 2, "4"), 0
    members = integer_models(LinearSpace(problem), 200)
    assert not isinstance(members, Unknown)
    for first, second in islice(combinations_with_replacement(members, 2), 40):
        *parted, last = partings(problem, first, second)
        told = {one.intervention.variable for one in parted if not isinstance(one, Unknown)}
        if not isinstance(last, Unknown):
            continue
        vain = ", ".join(name for name in problem.controllable if name not in told)
        on = f" on {vain}" if told else ""
        assert last.reason == f"no intervention{on} tried tells the two models apart"
        some += bool(told)
    assert some
