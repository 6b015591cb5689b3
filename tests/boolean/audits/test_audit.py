"""The audit against listing every SCM: verdicts, separability, shortcuts, pairs, redundancy."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from symcause.answers import Unknown
from symcause.families.boolean.audits.alternatives.shortcuts import (
    count_alternatives,
    list_alternatives,
)
from symcause.families.boolean.audits.answers.answer_place import standing
from symcause.families.boolean.audits.evidence.redundancy import redundancy_report
from symcause.families.boolean.catalogue import catalogue
from symcause.families.boolean.models.experiments import best_experiment
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.check.checker import check
from symcause.families.boolean.space.decision import _search, decide
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.families.boolean.space.member_answers import written
from symcause.families.boolean.space.space_choice import open_space
from symcause.families.boolean.verifier.kernel import verify
from symcause.formats.pools.problem_files import read_problem
from symcause.mechanisms.descendants import descendants
from symcause.models.disclosure import Disclosure, Setting
from symcause.models.expressions import Variable
from tests.boolean.asking import audited
from tests.boolean.brute import all_functions, fits, is_acyclic, members, random_problem

CASES = [(seed, setting) for setting in Setting for seed in range(30)]
EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
BOOK = catalogue(("not", "and", "or", "xor", "iff"), False)


def made(seed: int, setting: Setting, worlds: int = 4) -> tuple[BooleanProblem, BooleanSCM]:
    """A small problem with its gold, bounded to two parents."""
    rng = random.Random(f"audit {seed} {setting}")
    problem, model = random_problem(rng, rng.choice((3, 4)), setting, rng.randint(2, worlds), 4)
    gold = written(problem, model)
    if setting is Setting.HIDDEN_ROOTS:
        gold = Answer(gold.mechanisms, model.roots)
    return replace(problem, gold=gold, max_parents=2), model


@pytest.mark.few(20)
@pytest.mark.parametrize(("seed", "setting"), CASES)
def test_verdict_alternatives_and_certificate(seed: int, setting: Setting) -> None:
    problem, model = made(seed, setting)
    expected = members(problem, 2)
    document = audited(problem, certificate=True, limit=3)
    assert model in set(expected)
    assert document.count == len(expected)
    assert document.verdict == ("unique" if len(expected) == 1 else "ambiguous")
    assert document.settled == (len(expected) == 1)
    separated = [m for m in expected if m != model and best_experiment(model, m) is not None]
    assert document.separable == bool(separated)
    assert len(document.alternatives) >= min(3, len(expected) - 1)
    for shown in document.alternatives:
        text: dict[str, object] = {"mechanisms": shown.mechanisms}
        if setting is Setting.HIDDEN_ROOTS:
            text["roots"] = list(shown.roots)
        scored = check(problem, text)
        assert scored.train_exact
        assert scored.scm != model
        best = best_experiment(model, scored.scm)
        assert (best is not None) == shown.separable
        if best is not None:
            assert shown.experiment is not None
            assert dict(best.experiment.assignments) == shown.experiment.assignments
    assert document.certificate is not None, document.certificate_reason
    verified = verify(problem, document.certificate)
    assert verified.accepted, verified.reason


@pytest.mark.few(40)
@pytest.mark.parametrize(("seed", "setting"), CASES)
def test_sat_decides_what_counting_decides(seed: int, setting: Setting) -> None:
    problem, model = made(seed, setting)
    hypotheses = problem.default_class()
    space = open_space(problem, hypotheses)
    exact = decide(space, model)
    assert exact.exact is not None
    by_sat = _search(space, model, Unknown("not counted"))
    assert by_sat.several == exact.several
    assert by_sat.gold_is_member == exact.gold_is_member
    if by_sat.other is not None:
        assert by_sat.other in exact.exact
        assert by_sat.other != model
    without = _search(space, None, Unknown("not counted"))
    assert without.several == exact.several
    assert without.reference in exact.exact
    for searched in (by_sat, without):
        assert searched.space is space
        assert isinstance(searched.count, Unknown) or searched.count == exact.count


@pytest.mark.parametrize(("seed", "setting"), [(s, t) for t in Setting for s in range(12)])
def test_shortcuts_are_all_and_only_those(seed: int, setting: Setting) -> None:
    problem, model = made(seed, setting)
    evidence = Evidence(problem)
    for variable in model.endogenous:
        expected: set[Function] = set()
        for function in all_functions(problem.disclosure.admissible(variable)):
            size = BOOK.minimal_size(function)
            replaced = {**model.functions, variable: function}
            if (
                size is not None
                and size <= 5
                and function != model.functions[variable]
                and fits(function, variable, problem)
                and is_acyclic(replaced)
            ):
                expected.add(function)
        found = list(list_alternatives(evidence, model, variable, 5))
        assert set(found) == expected
        assert count_alternatives(evidence, model, variable, 5) == len(found) == len(expected)


@pytest.mark.few(20)
@pytest.mark.parametrize(("seed", "setting"), CASES)
def test_coordinated_pairs(seed: int, setting: Setting) -> None:
    problem, model = made(seed, setting)
    expected: dict[tuple[str, ...], int] = {}
    for member in members(problem, 2):
        changed = member.changed(model)
        if member.roots == model.roots and len(changed) == 2:
            alone = [{**model.functions, v: member.functions[v]} for v in changed]
            if not all(is_acyclic(functions) for functions in alone):
                key = tuple(sorted(changed, key=problem.variables.index))
                expected[key] = expected.get(key, 0) + 1
    found = audited(problem).coordinated_pairs
    assert found is not None
    assert {pair.variables: pair.count for pair in found} == expected
    if setting is Setting.ORDERED:
        assert not expected


@pytest.mark.parametrize("seed", range(20))
def test_redundancy_is_the_smallest_subset(seed: int) -> None:
    problem, _ = made(seed, Setting.HIDDEN_ORDER, worlds=5)
    worlds = problem.training
    hypotheses = problem.default_class()

    def count(chosen: tuple[int, ...]) -> int:
        evidence = Evidence(problem, [worlds[w] for w in chosen])
        return ExactSpace.of(problem, hypotheses, evidence).count

    target = count(tuple(range(len(worlds))))
    smallest = next(
        size
        for size in range(len(worlds) + 1)
        if any(count(c) == target for c in combinations(range(len(worlds)), size))
    )
    report = redundancy_report(problem, hypotheses)
    assert report.optimal
    assert len(report.smallest) == smallest
    ids = [w.id for w in worlds]
    assert count(tuple(ids.index(w) for w in report.smallest)) == target
    assert list(report.without) == ids
    for w, gain in enumerate(report.without.values()):
        assert gain == count(tuple(i for i in range(len(worlds)) if i != w)) - target


def test_verdicts_without_gold_and_with_bad_gold() -> None:
    problem = read_problem(EXAMPLES / "unique.json")
    assert isinstance(problem, BooleanProblem)
    bare = replace(problem, gold=None)
    plain = audited(bare)
    assert plain.verdict == "unique"
    assert plain.gold is plain.shortcuts is plain.support is None
    assert audited(problem, max_parents=0).verdict == "gold-outside-class"
    assert audited(bare, max_parents=0).verdict == "inconsistent"
    model = problem.gold_scm
    assert model is not None
    flipped = Function(model.functions["X3"].parents, model.functions["X3"].table ^ 1)
    wrong = replace(problem, gold=written(problem, model.replaced("X3", flipped)))
    assert audited(wrong).verdict == "invalid"
    cyclic = replace(problem, gold=Answer({**problem.gold.mechanisms, "X3": Variable("X5")}))
    report = audited(cyclic)
    assert report.verdict == "invalid"
    assert report.gold is not None and "cycle" in str(report.gold.illegal)


def test_standing_of_members_and_others() -> None:
    problem, model = made(5, Setting.HIDDEN_ORDER)
    expected = members(problem, 2)
    place = standing(problem, model)
    assert place.in_class
    assert place.unique == (len(expected) == 1)
    assert place.count == len(expected)
    assert (place.nearest is None) == (len(expected) == 1)


def test_descendants() -> None:
    chain = BooleanSCM(("A",), {"B": Function(("A",), 2), "C": Function(("B",), 2)})
    assert descendants(chain, "A") == {"A", "B", "C"}
    assert descendants(chain, "C") == {"C"}


def copies() -> BooleanProblem:
    """Four copies of a root feed one variable: two flips at once are out of reach of any experiment."""
    names = ("R", "A", "B", "D", "E", "C")
    copy = Function(("R",), 0b10)
    inputs = ("A", "B", "D", "E")
    gold = BooleanSCM(("R",), {**dict.fromkeys(inputs, copy), "C": Function(inputs, 0x8000)})
    worlds = []
    for target in ("", *inputs):
        targets = (target,) if target else ()
        columns = gold.run({"R": 0b0101, **dict.fromkeys(targets, 0b0011)}, targets, 0b1111)
        rows = tuple("".join(str(columns[v] >> r & 1) for v in names) for r in range(4))
        mode = Mode.ASSIGNED if target else Mode.NONE
        worlds.append(World(f"w{target}", Split.TRAIN, mode, targets, rows))
    order = Disclosure(Setting.ORDERED, names, ("R",), order=names)
    problem = BooleanProblem("copies", order, tuple(worlds), max_parents=4)
    return replace(problem, gold=written(problem, gold))


def test_ambiguous_but_not_separable_has_a_clausal_certificate() -> None:
    problem = copies()
    document = audited(problem, certificate=True, claim="inseparable", limit=20)
    assert document.verdict == "ambiguous"
    assert document.separable is False
    assert all(shown.experiment is None for shown in document.alternatives)
    told = verify(problem, document.certificate)
    assert told.accepted, told.reason
    assert told.claim == "no-separating-experiment"
    two = audited(problem, targets=2, limit=3)
    assert two.separable is False
    assert any(shown.experiment is not None for shown in two.alternatives)


@pytest.mark.few(2)
@pytest.mark.parametrize("setting", list(Setting))
def test_a_unique_space_has_a_clausal_certificate_too(setting: Setting) -> None:
    """No other member, so nothing separates."""
    unique = 0
    for seed in range(40):
        problem, _ = made(seed, setting)
        document = audited(problem, certificate=True, claim="inseparable", limit=1)
        if document.verdict != "unique":
            continue
        unique += 1
        assert document.separable is False
        told = verify(problem, document.certificate)
        assert told.accepted, told.reason
        assert told.claim == "no-separating-experiment"
    assert unique


def test_why_there_is_no_certificate_that_nothing_separates() -> None:
    reasons = set()
    for seed in range(30):
        problem, _ = made(seed, Setting.HIDDEN_ORDER)
        rows = replace(problem, worlds=(*problem.worlds, _contradiction(problem)))
        for asked in (problem, replace(rows, gold=None)):
            document = audited(asked, certificate=True, claim="inseparable", limit=1)
            if not document.certificate:
                reasons.add((document.verdict, document.certificate_reason))
    assert reasons == {
        ("ambiguous", "an experiment separates two members, so there is no such proof"),
        ("inconsistent", "no model of the class explains the rows: there is nothing to separate"),
    }


def _contradiction(problem: BooleanProblem) -> World:
    """Two rows that differ in one endogenous variable alone."""
    roots = problem.disclosure.roots or ()
    row = ["0"] * len(problem.variables)
    other = list(row)
    other[next(i for i, v in enumerate(problem.variables) if v not in roots)] = "1"
    return World("odd", Split.TRAIN, Mode.NONE, (), ("".join(row), "".join(other)))


@pytest.mark.parametrize("setting", list(Setting))
def test_certificates_of_counts(setting: Setting) -> None:
    for seed in range(5):
        problem, _ = made(seed, setting)
        document = audited(problem, certificate=True, claim="count", limit=1)
        told = verify(problem, document.certificate)
        assert told.accepted, told.reason
        assert document.certificate is not None
        claim = document.certificate["claim"]
        assert isinstance(claim, dict) and claim["count"] == document.count


@pytest.mark.parametrize("seed", range(12))
def test_certificates_where_functions_must_be_written(seed: int) -> None:
    """Weak operators and AST bounds: the certificate shows the expressions, or says there is none."""
    rng = random.Random(f"weak {seed}")
    problem, _ = random_problem(rng, 3, Setting.HIDDEN_ORDER, 2, 3)
    problem = replace(problem, operators=rng.choice((("and", "or"), ("not", "and"), ("xor",))))
    size = rng.choice((None, 5))
    document = audited(problem, max_parents=2, max_ast=size, certificate=True)
    if document.certificate is None:
        assert document.certificate_reason
    else:
        told = verify(problem, document.certificate)
        assert told.accepted, told.reason
