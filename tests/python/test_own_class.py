"""A class of one's own: random rules against filtering all members, refusals, names."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import islice, product
from zlib import crc32

import pytest

import symcause
from symcause import boolean
from symcause.answers import Unknown
from symcause.audits.space import Separation
from symcause.errors import UsageError
from symcause.families.boolean.audits.next.experiment_ranks import rankings
from symcause.families.boolean.baselines.exact_search import Preference, solve
from symcause.families.boolean.certify.count_builder import build_count
from symcause.families.boolean.models.functions import reduce
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.opinions.opinion_engines import ENGINES, count_members
from symcause.families.boolean.problem.class_rules import (
    Rule,
    at_most_edges,
    canalising,
    monotone,
    threshold,
    unate,
)
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space import rule_space as sifted
from symcause.families.boolean.space.boolean_space import BooleanSpace
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.joint.joint_search import JointSearch, Separated
from symcause.families.boolean.space.joint.member_separation import best_separation
from symcause.families.boolean.space.order.function_distance import DISTANCES
from symcause.mechanisms.next import experiment_ranks as ranking
from symcause.mechanisms.order.nearest_members import nearest
from symcause.models.disclosure import Setting
from tests.boolean.brute import members, random_problem
from tests.cli.cases import Shell

CASES = [(seed, setting) for setting in Setting for seed in range(60)]


def chance(seed: object, share: int) -> Callable[..., bool]:
    """A predicate at random: it says yes to about this many of a hundred things, the same each time."""
    return lambda *given: crc32(f"{seed} {given}".encode()) % 100 < share


def random_rule(rng: random.Random) -> Rule:
    """Of edges, parent sets and tables, alone or together."""
    seed, kinds = rng.random(), rng.choice(("e", "p", "t", "t", "ep", "et", "pt", "ept"))
    share = rng.choice((30, 60, 60, 85))
    return Rule(
        "chance",
        edges=chance(f"e{seed}", 60) if "e" in kinds else None,
        parents=chance(f"p{seed}", 70) if "p" in kinds else None,
        tables=chance(f"t{seed}", share) if "t" in kinds else None,
    )


def made(seed: int, setting: Setting) -> tuple[BooleanProblem, BooleanSCM, HypothesisClass]:
    rng = random.Random(f"own {seed}/{setting}")
    size = rng.choice((2, 3, 3, 3, 4))
    worlds, rows = (rng.randint(1, 3), 3) if size < 4 else (rng.randint(4, 7), 6)
    problem, model = random_problem(rng, size, setting, worlds, rows)
    bound = rng.choice((1, 2, 2) if size == 4 else (None, None, 1, 2))
    return problem, model, HypothesisClass(max_parents=bound, admits=random_rule(rng))


def taken(rule: Rule, model: BooleanSCM) -> bool:
    """The definition, without the methods of the class."""
    for name, function in model.functions.items():
        if rule.edges is not None and not all(rule.edges(p, name) for p in function.parents):
            return False
        if rule.parents is not None and not rule.parents(name, function.parents):
            return False
        if rule.tables is not None and not rule.tables(name, function.parents, function.table):
            return False
    return rule.models is None or rule.models(model)


def filtered(problem: BooleanProblem, hypotheses: HypothesisClass) -> list[BooleanSCM]:
    assert hypotheses.admits is not None
    every = members(problem, hypotheses.max_parents)
    return [member for member in every if taken(hypotheses.admits, member)]


def statuses(problem: BooleanProblem, expected: list[BooleanSCM]) -> dict[tuple[str, str], str]:
    found = {}
    for edge in product(problem.variables, repeat=2):
        if edge[0] != edge[1]:
            holding = sum(edge in m.edges for m in expected)
            none = not expected or not holding
            found[edge] = "never" if none else "always" if holding == len(expected) else "open"
    return found


@pytest.mark.few(20)
@pytest.mark.parametrize(("seed", "setting"), CASES)
def test_everything_agrees_with_filtering(seed: int, setting: Setting) -> None:
    problem, model, hypotheses = made(seed, setting)
    expected = filtered(problem, hypotheses)
    space = BooleanSpace(problem, hypotheses)
    exact = space.exact
    assert isinstance(exact, ExactSpace)
    assert space.count() == len(expected)
    assert space.edges() == statuses(problem, expected)
    for v in problem.variables:
        mechanisms = {m.functions[v] for m in expected if v in m.functions}
        assert set(space.mechanisms(v)) == mechanisms
        assert exact.mechanism_count(v) == len(mechanisms)
    assert (model in space) == (model in exact) == (model in expected)
    if len(expected) > 1500:
        return
    found = list(space.members())
    assert len(found) == len(expected)
    assert set(found) == set(expected)
    assert all(member in space for member in found[:50])
    outside = [m for m in members(problem, hypotheses.max_parents) if m not in set(expected)]
    assert not any(m in space or m in exact for m in outside[:50])
    if outside:
        assert any("rule:chance" in str(o) for o in space.objections(outside[0]))
    assert {a.model for a in nearest(exact, model, DISTANCES)} == set(expected) - {model}
    sized = list(space.simplest())
    assert set(sized) == set(expected)
    if not found:
        assert space.pick() is None
        return
    at = random.Random(seed).randrange(len(found))
    assert list(space.members(after=found[at])) == found[at + 1 :]
    for preference in Preference:
        attempt = solve(problem, hypotheses, preference, seed)
        assert attempt.solved
        assert problem.compiled(attempt.answer) in expected
    least = solve(problem, hypotheses)
    assert least.optimal
    assert least.answer.total_ast == solve_size(problem, sized[0])
    assert isinstance(space.separate(found[0]), Separation) == separable(found)


def separable(found: list[BooleanSCM]) -> bool:
    return any(isinstance(best_separation(found[0], other), Separated) for other in found[1:])


def solve_size(problem: BooleanProblem, model: BooleanSCM) -> int:
    from symcause.families.boolean.space.member_answers import written

    return written(problem, model).total_ast


def test_draws_are_uniform_over_what_is_admitted() -> None:
    cases = (made(seed, Setting.HIDDEN_ROOTS) for seed in range(60))
    problem, hypotheses, listed = next(
        (problem, hypotheses, listed)
        for problem, _, hypotheses in cases
        if hypotheses.admits is not None
        and hypotheses.admits.tables is not None
        and 5 < len(listed := filtered(problem, hypotheses)) < 50
    )
    space, rng = BooleanSpace(problem, hypotheses), random.Random(1)
    seen = dict.fromkeys(listed, 0)
    for _ in range(60 * len(listed)):
        drawn = space.draw(rng)
        assert isinstance(drawn, BooleanSCM)
        seen[drawn] += 1
    assert min(seen.values()) > 20
    assert max(seen.values()) < 120


@pytest.mark.few(20)
@pytest.mark.parametrize(("seed", "setting"), [(s, t) for t in Setting for s in range(25)])
def test_experiments_are_counted_as_they_are_listed(
    seed: int, setting: Setting, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem, _, hypotheses = made(seed, setting)
    *_, listed = rankings(problem, hypotheses)
    assert listed.count == len(filtered(problem, hypotheses))
    monkeypatch.setattr(ranking, "LISTED_OUTCOMES", 0)
    *_, counted = rankings(problem, hypotheses, effort=200_000)
    known = {one.experiment: one for one in listed.ranked}
    for one in counted.ranked:
        truth = known[one.experiment]
        assert one.low <= truth.low == truth.high <= one.high
        assert one.expected is None or one.expected == truth.expected


@pytest.mark.parametrize(("seed", "setting"), [(s, t) for t in Setting for s in range(15)])
def test_a_rule_on_whole_models_is_answered_by_listing(seed: int, setting: Setting) -> None:
    problem, model, hypotheses = made(seed, setting)
    assert hypotheses.admits is not None
    rule = hypotheses.admits & at_most_edges(random.Random(seed).randint(0, 4))
    expected = filtered(problem, replace(hypotheses, admits=rule))
    bound = "none" if hypotheses.max_parents is None else hypotheses.max_parents
    space = symcause.space(problem, max_parents=bound, admits=rule)
    assert space.count() == len(expected)
    assert symcause.count(problem, max_parents=bound, admits=rule).count == len(expected)
    assert space.edges() == statuses(problem, expected)
    assert list(space.members()) == [
        m
        for m in BooleanSpace(problem, hypotheses).members()
        if isinstance(m, BooleanSCM) and m in set(expected)
    ]
    assert set(space.others(model)) == set(expected) - {model}
    assert (model in space) == (model in expected)
    for v in problem.variables:
        has = {m.functions[v] for m in expected if v in m.functions}
        assert set(space.mechanisms(v)) == has
    solved = symcause.solve(problem, max_parents=bound, admits=rule)
    assert solved.status == ("solved" if expected else "inconsistent")
    if expected:
        assert solved.total_ast == min(solve_size(problem, m) for m in expected)
        assert space.draw(random.Random(seed)) in expected
        assert isinstance(space.separate(expected[0]), Separation) == separable(expected)
    else:
        with pytest.raises(ValueError, match="empty"):
            space.draw(random.Random(seed))


def test_a_long_list_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sifted, "SIFTED_MEMBERS", 5)
    problem = symcause.load("examples/ambiguous.json", kind=BooleanProblem)
    space = symcause.space(problem, admits=at_most_edges(9))
    assert isinstance(space.count(), Unknown)
    assert isinstance(space.edges(), Unknown)
    assert isinstance(space.draw(random.Random(1)), Unknown)
    assert "more than 5 members" in str(symcause.count(problem, admits=at_most_edges(9)).reason)
    *first, last = space.members()
    assert isinstance(last, Unknown)
    assert all(isinstance(member, BooleanSCM) for member in first)


EXAMPLES = ("ambiguous", pytest.param("corner", marks=pytest.mark.exhaustive), "unique")


@pytest.mark.parametrize("name", EXAMPLES)
def test_questions_in_a_class_of_ones_own(name: str) -> None:
    problem = symcause.load(f"examples/{name}.json", kind=BooleanProblem)
    every = [m for m in symcause.space(problem).members() if isinstance(m, BooleanSCM)]

    def even(variable: str, parents: tuple[str, ...], table: int) -> bool:
        return crc32(f"{variable}{parents}{table}".encode()) % 4 != 0

    kept = [m for m in every if taken(Rule("even", tables=even), m)]
    assert symcause.count(problem, admits=even).count == len(kept)
    report = symcause.audit(problem, admits=even)
    assert report.count == len(kept)
    assert report.to_dict()["class"]["admits"] == "rule:even"
    assert "rule:even" in report.sentence or report.verdict == "invalid"
    assert "rule:even" in str(report.scope)
    with pytest.raises(UsageError, match="does not hold the rule"):
        report.scope.hypotheses  # noqa: B018
    assert "admits" not in symcause.audit(problem).to_dict()["class"]
    gold = problem.gold_scm
    if gold is not None and gold not in kept:
        assert report.verdict == "gold-outside-class"
    others = symcause.alternatives(problem, against=every[0], admits=even, limit=500)
    assert others.total == len(set(kept) - {every[0]})
    assert symcause.next_experiments(problem, admits=even).count == len(kept)
    listed = symcause.solve(problem, admits=even, everything=True)
    assert len(listed.members or ()) == len(kept)


def test_edges_alone_cost_no_tables() -> None:
    """What bounds the listing of tables does not bound rules on edges and parent sets."""
    names = [f"X{i}" for i in range(1, 9)]
    rows = [dict.fromkeys(names, 0) | {"do": ""}]
    problem = boolean.problem(rows, roots=["X1"], order=names, id="wide")
    full = symcause.count(problem).count
    assert full is not None
    tables = symcause.count(problem, admits=monotone)
    assert tables.count is None
    assert "rule:monotone" in str(tables.reason)
    assert isinstance(symcause.space(problem, admits=monotone).pick(), Unknown)
    assert symcause.solve(problem, admits=monotone).status == "unknown"
    chain = Rule("chain", edges=lambda parent, child: int(parent[1:]) == int(child[1:]) - 1)
    assert symcause.count(problem, admits=chain).count == 2**7  # constant 0, or the one before
    few = Rule("few", parents=lambda variable, parents: len(parents) <= 2)
    assert symcause.count(problem, admits=few).count == symcause.count(problem, max_parents=2).count
    assert symcause.count(problem, max_parents=2, admits=monotone & chain).count == 2**7


@pytest.mark.parametrize("most", [3, pytest.param(4, marks=pytest.mark.exhaustive)])
def test_ready_made_rules_keep_as_many_functions_as_is_known(most: int) -> None:
    """Dedekind numbers; A245079 (unate), A102449 (canalising), A000609 (threshold)."""
    known = {
        monotone: (2, 3, 6, 20, 168),
        unate: (2, 4, 14, 104, 2170),
        canalising: (2, 4, 14, 120, 3514),
        threshold: (2, 4, 14, 104, 1882),
    }
    for rule, counts in known.items():
        for size, expected in enumerate(counts[: most + 1]):
            names = tuple("ABCD"[:size])
            functions = (reduce(names, table) for table in range(1 << (1 << size)))
            assert sum(rule("Y", f.parents, f.table) for f in functions) == expected, rule.name


def test_what_cannot_know_a_rule_refuses() -> None:
    problem = symcause.load("examples/ambiguous.json", kind=BooleanProblem)
    hypotheses = replace(problem.default_class(), admits=monotone)
    for engine in ENGINES:
        with pytest.raises(UsageError, match="rule:monotone"):
            count_members(problem, hypotheses, engine)
        with pytest.raises(UsageError, match="rule:monotone"):
            symcause.count(problem, engine=engine, admits=monotone)  # type: ignore[call-overload]
    for refused in (
        lambda: symcause.audit(problem, admits=monotone, certificate=True),
        lambda: JointSearch(problem, hypotheses),
        lambda: build_count(problem, hypotheses),
        lambda: symcause.audit(problem, admits=at_most_edges(3)),
        lambda: symcause.next_experiments(problem, admits=at_most_edges(3)),
        lambda: symcause.solve(problem, admits=at_most_edges(3), prefer="uniform"),
        lambda: symcause.disambiguate(problem, admits=monotone),  # type: ignore[call-overload]
        lambda: symcause.check(problem, "{}", admits=monotone),  # type: ignore[call-overload]
        lambda: ExactSpace.of(problem, replace(hypotheses, admits=at_most_edges(3))),
    ):
        with pytest.raises(UsageError):
            refused()


def test_a_rule_must_answer() -> None:
    problem = symcause.load("examples/ambiguous.json", kind=BooleanProblem)
    with pytest.raises(UsageError, match="must say True or False"):
        symcause.count(problem, admits=lambda variable, parents, table: None)  # type: ignore
    with pytest.raises(UsageError, match="a function of variable"):
        symcause.count(problem, admits="monotone")  # type: ignore[call-overload]


def test_classes_with_different_rules_are_not_compared() -> None:
    free, ruled = HypothesisClass(), HypothesisClass(admits=monotone)
    assert ruled <= free
    assert ruled <= ruled
    assert not free <= ruled
    assert not ruled <= HypothesisClass(admits=unate)
    assert str(ruled) == "rule:monotone"


def test_no_command_has_the_option(shell: Shell) -> None:
    from symcause.audits.question import options
    from symcause.registry import family, load

    for name in ("count", "audit", "solve", "alternatives", "next"):
        assert options(load(family("boolean").questions[name]))["admits"].kind == "python"
        assert "--admits" in shell.refused(name, "examples/unique.json", "--admits", "x")


def long_problem(rng: random.Random, share: float) -> BooleanProblem:
    """One variable of five parents, with a random function that shows so much of itself."""
    names = ["X1", "X2", "X3", "X4", "X5", "X6"]
    table = rng.getrandbits(32)
    shown = [
        dict(zip(names[:5], ((p >> j & 1) for j in range(5)), strict=True))
        | {"X6": table >> p & 1, "do": ""}
        for p in range(32)
        if rng.random() < share
    ]
    return boolean.problem(shown, roots=names[:5], order=names, id="long")


def test_a_list_by_size_says_what_it_leaves_out() -> None:
    """Where every mechanism is too long to size, by a rule or by the evidence, the list is not whole."""
    only = Rule("all five", parents=lambda variable, parents: len(parents) == 5)
    part, whole = (long_problem(random.Random(5), share) for share in (0.8, 1.0))
    for space in (symcause.space(part, admits=only), symcause.space(whole)):
        assert space.count()
        assert isinstance(list(islice(space.simplest(), 3))[-1], Unknown)
    assert symcause.solve(whole, everything=True).complete is False
