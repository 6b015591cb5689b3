"""The next experiment: all three ways of ranking against plain listing, and what the answers promise."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from symcause.audits.question import ask
from symcause.errors import LimitError
from symcause.families.boolean.audits.next.experiment_contexts import (
    STEP,
    Contexts,
    contexts_of,
    experiments,
    model_outcome,
    rows_of,
    shows_known_world,
    world_of,
)
from symcause.families.boolean.audits.next.experiment_ranks import rankings
from symcause.families.boolean.audits.next.outcome_counts import RememberedCells
from symcause.families.boolean.documents.question_results import BooleanNext
from symcause.families.boolean.models.experiments import Experiment
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.mechanisms.bounds import ROW_CLASSES
from symcause.mechanisms.next import experiment_ranks as ranking
from symcause.mechanisms.next.experiment_ranks import Ranking
from symcause.mechanisms.next.outcome_paths import InOrder
from symcause.models.disclosure import Disclosure, Setting
from tests.boolean import brute
from tests.boolean.disambiguation_cases import random_problem

Plain = dict[Experiment, tuple[int, Fraction, int]]


def by_listing(
    problem: BooleanProblem,
    members: list[BooleanSCM],
    targets: int,
    seed: int = 0,
) -> Plain:
    """Worst case, average and best case of every experiment, by definition."""
    contexts = contexts_of(problem, seed)
    found = {}
    for experiment in experiments(problem, contexts, targets):
        shows = [model_outcome(m, experiment, contexts, problem.variables) for m in members]
        known = {
            w: _left(problem, members, experiment, rows_of(w, contexts.rows)) for w in set(shows)
        }
        left = [known[w] for w in shows]
        found[experiment] = (max(left), Fraction(sum(left), len(left)), min(left))
    return found


def _left(
    problem: BooleanProblem,
    members: list[BooleanSCM],
    experiment: Experiment,
    rows: tuple[str, ...],
) -> int:
    """The members that agree with what was seen, row by row."""
    one = problem.with_worlds((world_of("new", experiment, rows),))
    return sum(all(brute.fits(f, v, one) for v, f in m.functions.items()) for m in members)


def check(found: Ranking, plain: Plain) -> None:
    """Exact numbers are the plain ones, and bounds hold."""
    assert {one.experiment for one in found.ranked} == set(plain)
    for one in found.ranked:
        worst, expected, least = plain[one.experiment]
        assert one.low <= worst <= one.high
        assert one.least >= least
        if one.expected is not None:
            assert (one.expected, one.least) == (expected, least)
    shrinks = any(least < found.count for _, _, least in plain.values())
    assert found.shrinks in (shrinks, None)
    if found.shrinks is None:
        assert any(one.expected is None for one in found.ranked)
    if found.exact:
        order = [plain[one.experiment][0] for one in found.ranked]
        assert order == sorted(order)


def small(seed: int, setting: Setting) -> tuple[BooleanProblem, list[BooleanSCM]]:
    rng = random.Random(seed)
    while True:
        problem, _ = brute.random_problem(
            rng, rng.choice((3, 4)), setting, worlds=rng.randint(1, 2)
        )
        bound = rng.choice((None, 1, 2)) if len(problem.variables) == 3 else rng.choice((1, 2))
        problem = replace(problem, max_parents=bound, constants=rng.random() < 0.5)
        if ExactSpace.of(problem).count in range(2, 80):
            return problem, brute.members(problem, bound)


@pytest.mark.few(12)
@pytest.mark.parametrize("setting", list(Setting))
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("way", ["listing", "in order", "drawing"])
def test_against_listing(
    setting: Setting, seed: int, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem, members = small(seed, setting)
    plain = by_listing(problem, members, targets=2, seed=seed)
    if way != "listing":
        monkeypatch.setattr(ranking, "LISTED_OUTCOMES", 0)
    if way == "drawing":
        monkeypatch.setattr(InOrder, "of", staticmethod(lambda *_: None))
    growing = list(rankings(problem, targets=2, seed=seed))
    for found in growing:
        if len(found.ranked) == len(plain):
            check(found, plain)
    assert growing[-1].count == len(members)
    if way == "listing":
        assert growing[-1].exact
        assert all(one.expected is not None for one in growing[-1].ranked)


@pytest.mark.parametrize("seed", range(10))
def test_in_order_is_exact(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With an order all is exact; the plain way lists the members."""
    problem, members = small(seed, Setting.ORDERED)
    monkeypatch.setattr(ranking, "LISTED_OUTCOMES", 0)
    *_, found = rankings(problem)
    assert found.exact
    check(found, by_listing(problem, members, targets=1))


def _eleven_rows_and_more(rows: int) -> InOrder:
    """All functions of four roots that agree with a row, and contexts that are so many other ones."""
    names = ("X1", "X2", "X3", "X4", "Y")
    disclosure = Disclosure(Setting.ORDERED, names, names[:4], order=names)
    seen = World("w0", Split.TRAIN, Mode.NONE, (), ("00001",))
    space = ExactSpace.of(BooleanProblem("p", disclosure, (seen,), constants=True))
    columns = {v: sum((1 + r >> i & 1) << r for r in range(rows)) for i, v in enumerate(names)}
    walk = InOrder.of(RememberedCells(space, Contexts(rows, columns)), 0)
    assert walk is not None
    return walk


def test_so_many_rows_that_differ_are_looked_at() -> None:
    """Every column over eleven new rows is an outcome, and what is left is free on the other rows."""
    found = _eleven_rows_and_more(ROW_CLASSES).outcomes(Experiment.do(), 10_000_000)
    left = 1 << 15 - ROW_CLASSES
    assert found.exact and (found.worst, found.least) == (left, left)
    assert (found.outcomes, found.squares) == (1 << ROW_CLASSES, left * left << ROW_CLASSES)
    more = _eleven_rows_and_more(ROW_CLASSES + 1).outcomes(Experiment.do(), 10_000_000)
    assert not more.exact and more.worst >= 1 << 14 - ROW_CLASSES


@pytest.mark.parametrize(
    ("bits", "known"),
    [("01", True), ("11", False), ("00", False), ("10", False)],
)
@pytest.mark.parametrize(("name", "sets"), [("w1", 1), ("w1", 2), (f"{STEP}_1", 2)])
def test_a_world_is_known_again_by_all_that_is_set(
    bits: str, known: bool, name: str, sets: int
) -> None:
    """And by the roots of every model, but where an episode made it: there by those of the truth."""
    names = ("X1", "X2", "X3", "X4", "X5")
    seen = World("w0", Split.TRAIN, Mode.NONE, (), ("01000", "10000"))
    shown = ("01010", "11010")  # on the contexts of X1, and of X2 not
    made = World(name, Split.TRAIN, Mode.CONSTANT, ("X3", "X4"), shown)
    disclosure = Disclosure(Setting.HIDDEN_ROOTS, names, root_count=1)
    problem = BooleanProblem("p", disclosure, (seen, made), constants=True)
    contexts = Contexts(2, seen.by_name(names))
    asked = Experiment.do(X3=int(bits[0]), X4=int(bits[1]))
    roots = [("X1",), ("X2",)][:sets]
    alike = sets == 1 or name.startswith(STEP)
    assert shows_known_world(problem, asked, contexts, roots) is (known and alike)


def test_too_many_states_give_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranking, "LISTED_OUTCOMES", 0)
    monkeypatch.setattr("symcause.mechanisms.next.outcome_paths.PATH_STATES", 1)
    for seed in range(8):
        problem, members = small(seed, Setting.ORDERED)
        plain = by_listing(problem, members, targets=1)
        for found in rankings(problem, effort=0):
            check(found, plain)


@pytest.mark.parametrize("hypotheses", [HypothesisClass(max_ast=4), HypothesisClass(2, 5, 3)])
@pytest.mark.parametrize("setting", [Setting.ORDERED, Setting.HIDDEN_ORDER, Setting.HIDDEN_ROOTS])
def test_listed_classes(
    setting: Setting, hypotheses: HypothesisClass, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Drawing agrees with listing where functions are bounded by how they can be written."""
    problem = random_problem(3, setting, variables=4, worlds=1, rows=3)
    *_, listed = rankings(problem, hypotheses)
    monkeypatch.setattr(ranking, "LISTED_OUTCOMES", 0)
    *_, drawn = rankings(problem, hypotheses)
    exact = {one.experiment: one for one in listed.ranked}
    for one in drawn.ranked:
        assert one.low <= exact[one.experiment].low <= one.high
        assert one.expected in (None, exact[one.experiment].expected)


@pytest.mark.parametrize("setting", [Setting.ORDERED, Setting.BLOCK_ORDER, Setting.HIDDEN_ORDER])
def test_nothing_to_learn_is_proved(setting: Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    """When everything was tried, members may be left, and nothing tells them apart."""
    left = 0
    for seed in range(6):
        problem = random_problem(seed, setting, worlds=1, rows=2)
        contexts, gold = contexts_of(problem), problem.gold_scm
        assert gold is not None
        worlds = []
        for experiment in experiments(problem, contexts, 1):
            outcome = model_outcome(gold, experiment, contexts, problem.variables)
            worlds.append(world_of(f"w{len(worlds)}", experiment, rows_of(outcome, contexts.rows)))
        for most in (ranking.LISTED_OUTCOMES, 0):
            monkeypatch.setattr(ranking, "LISTED_OUTCOMES", most)
            *_, found = rankings(problem.with_worlds(tuple(worlds)))
            assert found.shrinks is False
            assert found.best is None
        left += found.count > 1
    assert left


def test_contexts() -> None:
    problem = random_problem(1, Setting.HIDDEN_ORDER)
    world = next(w for w in problem.training if w.mode is Mode.NONE)
    contexts = contexts_of(problem)
    assert contexts.observed and contexts.rows == len(world.rows)
    assert contexts.columns == world.by_name(problem.variables)
    acted = tuple(
        replace(w, mode=Mode.CONSTANT, targets=("X1",), rows=w.rows[:1]) for w in problem.worlds
    )
    drawn = [contexts_of(replace(problem, worlds=acted), seed) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2] or drawn[0].rows == 1
    assert not drawn[0].observed
    asked = experiments(problem, drawn[0], 1)
    assert asked[0] == Experiment(()) and len(asked) == 1 + 2 * len(problem.variables)
    with pytest.raises(LimitError, match="experiments"):
        experiments(random_problem(1, Setting.ORDERED, variables=12), contexts, 6)


@pytest.mark.parametrize("setting", list(Setting))
def test_the_question(setting: Setting) -> None:
    problem = random_problem(2, setting)
    document = ask("next", problem)
    assert isinstance(document, BooleanNext)
    assert document.status == "exact" and document.shrinks and document.code == 0
    worst = [one.worst for one in document.experiments]
    assert worst == sorted(worst, key=lambda number: number or 0)
    assert document.experiments[0].experiment.keys() == {"do"}
    assert document.contexts == len(problem.training[0].rows)


def test_one_member_is_settled() -> None:
    gold = random_problem(2, Setting.ORDERED, variables=3, roots=1, rows=2)
    model = gold.gold_scm
    assert model is not None
    worlds = []
    for experiment in experiments(gold, Contexts(2, {"X1": 1, "X2": 1, "X3": 1}), 3):
        outcome = model_outcome(
            model, experiment, Contexts(2, dict.fromkeys(gold.variables, 1)), gold.variables
        )
        worlds.append(world_of(f"w{len(worlds)}", experiment, rows_of(outcome, 2)))
    document = ask("next", gold.with_worlds(tuple(worlds)))
    assert isinstance(document, BooleanNext)
    assert (document.settled, document.shrinks, document.experiments) == (True, False, ())


def test_numbers_of_any_size() -> None:
    """Functions of many parents: no worst case is below what a member is seen to leave."""
    problem = random_problem(4, Setting.ORDERED, variables=8, max_parents=None, worlds=1, rows=3)
    evidence = Evidence(problem)
    space = ExactSpace.of(problem, None, evidence)
    assert space.count > 1 << 80
    *_, found = rankings(problem)
    assert found.exact
    cells = RememberedCells(space, contexts_of(problem))
    member = space.draw(random.Random(1))
    for one in found.ranked:
        outcome = model_outcome(member, one.experiment, cells.contexts, problem.variables)
        number, left = cells.count(one.experiment, outcome)
        assert number == left <= one.high
        assert one.least <= left
        assert one.expected is not None and one.least <= one.expected <= one.high
    document = ask("next", problem)
    assert document.code == 0
