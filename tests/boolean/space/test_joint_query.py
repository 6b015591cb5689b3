"""The joint query against listing all members, and against the plain encoding of the kernel."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from benchmarks.problems import make_problem
from symcause.answers import Sat, Unknown, Unsat
from symcause.errors import ProblemError, UsageError
from symcause.families.boolean.certify.certificate_builder import clauses
from symcause.families.boolean.files.document import read_boolean
from symcause.families.boolean.models.experiments import (
    StateWitness,
    best_experiment,
    compare,
    experiments,
)
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.joint.joint_search import JointSearch, Separated
from symcause.families.boolean.space.joint.row_bits import Observed, ParentSearch, positions
from symcause.models.disclosure import Disclosure, Setting
from symcause.solvers.sat.sat_engine import PysatEngine
from tests.amounts import amount
from tests.boolean.brute import disclose, members, random_problem, random_scm

Parents = int | None


def saturated_problem(
    rng: random.Random, size: int, setting: Setting, share: float
) -> tuple[BooleanProblem, BooleanSCM]:
    """Nearly all rows of all single-variable experiments: ambiguity that no experiment shows."""
    variables = tuple(f"X{i + 1}" for i in range(size))
    while True:
        order = rng.sample(variables, size)
        count = rng.randint(1, max(1, size - 2))
        model = random_scm(rng, order, count, rng.choice((1, 2)))
        rows = 1 << count
        mask = (1 << rows) - 1
        roots = {r: sum((i >> j & 1) << i for i in range(rows)) for j, r in enumerate(model.roots)}
        worlds = []
        for experiment in experiments(variables, 1):
            given = roots | {v: mask * bit for v, bit in experiment.assignments}
            columns = model.run(given, experiment.targets, mask)
            lines = tuple(
                "".join(str(columns[v] >> r & 1) for v in variables)
                for r in range(rows)
                if rng.random() < share
            )
            if lines:
                targets = experiment.targets
                worlds.append(World(str(experiment), Split.TRAIN, Mode.CONSTANT, targets, lines))
        try:
            shown = disclose(rng, setting, variables, order, count)
            return BooleanProblem("p", shown, tuple(worlds)), model
        except ProblemError:
            continue


def check(problem: BooleanProblem, bound: Parents, model: BooleanSCM, rng: random.Random) -> int:
    """All questions of one problem against the list of its members; how many members there are."""
    space = members(problem, bound)
    if len(space) > 300:
        return len(space)
    search = JointSearch(problem, HypothesisClass(max_parents=bound))
    found = search.member()
    assert isinstance(found, Sat) == bool(space)
    assert not isinstance(found, Sat) or found.model in space
    reference = rng.choice(space) if space and rng.random() < 0.5 else model
    others = [member for member in space if member != reference]
    found = search.other(reference)
    assert isinstance(found, Sat) == bool(others)
    assert not isinstance(found, Sat) or found.model in others
    for targets in (1, 2, 3):
        apart = [m for m in others if best_experiment(reference, m, targets=targets)]
        found = search.separated(reference, targets=targets)
        assert isinstance(found, Sat) == bool(apart), (problem, bound, targets)
        if isinstance(found, Sat):
            assert isinstance(found.model, Separated)
            check_separated(found.model, targets)
            assert found.model.alternative in apart
    if len(space) <= 30:
        some = any(best_experiment(a, b) for i, a in enumerate(space) for b in space[:i])
        found = search.separated()
        assert isinstance(found, Sat) == some
        if isinstance(found, Sat):
            assert isinstance(found.model, Separated)
            assert {found.model.reference, found.model.alternative} <= set(space)
    return len(space)


def check_separated(found: Separated, targets: int) -> None:
    """The experiment separates, and the witness is right."""
    assert 1 <= len(found.experiment.targets) <= targets
    assert compare(found.reference, found.alternative, found.experiment).separates
    given = dict(found.experiment.assignments)
    if isinstance(found.witness, StateWitness):
        state = dict(found.witness.state)
        models = {"reference": found.reference, "alternative": found.alternative}
        can = {name for name, m in models.items() if m.run(state, given, 1) == state}
        assert can == {found.witness.possible_in}
        assert all(state[v] == bit for v, bit in given.items())
        return
    given = dict(found.witness.roots) | given
    first, second = (
        m.run(given, found.experiment.targets, 1) for m in (found.reference, found.alternative)
    )
    assert found.witness.differences
    for cell in found.witness.differences:
        assert cell.variable not in found.experiment.targets
        assert (bool(first[cell.variable]), bool(second[cell.variable])) == (
            cell.reference,
            cell.alternative,
        )
        assert cell.reference != cell.alternative


@pytest.mark.few(2)
@pytest.mark.parametrize("setting", list(Setting))
def test_agrees_with_all_members_of_random_problems(setting: Setting) -> None:
    rng = random.Random(f"random {setting}")
    sizes = []
    for _ in range(amount(20, 45)):
        size = rng.randint(2, 4)
        bound = rng.choice((0, 1, 2, 3, None) if size < 4 else (0, 1, 2))
        problem, model = random_problem(rng, size, setting, rng.randint(2, 6), rng.randint(2, 6))
        problem = replace(problem, constants=rng.random() < 0.3)
        sizes.append(check(problem, bound, model, rng))
    assert 0 in sizes and 1 in sizes and max(sizes) > 1


@pytest.mark.few(2)
@pytest.mark.parametrize("setting", list(Setting))
def test_agrees_where_experiments_cannot_show_the_ambiguity(setting: Setting) -> None:
    rng = random.Random(f"saturated {setting}")
    sizes = []
    for _ in range(amount(15, 45)):
        share = rng.choice((1.0, 1.0, 0.95, 0.8))
        problem, model = saturated_problem(rng, rng.randint(3, 4), setting, share)
        sizes.append(check(problem, rng.choice((1, 2, 3, None)), model, rng))
    assert sizes.count(1) < 45


@pytest.mark.parametrize("setting", [s for s in Setting if s is not Setting.HIDDEN_ROOTS])
def test_agrees_with_the_plain_encoding(setting: Setting) -> None:
    answers = []
    for seed in range(8):
        for worlds in (6, 16, 40):
            problem = make_problem(6 + seed % 3, 2, 2, worlds, 8, setting, seed)
            reference = problem.gold_scm
            assert reference is not None
            found = JointSearch(problem).separated(reference)
            plain = clauses(problem, problem.default_class(), reference)
            with PysatEngine(plain) as engine:
                assert type(engine.solve()) is type(found)
            answers.append(type(found))
            if isinstance(found, Sat):
                assert isinstance(found.model, Separated)
                check_separated(found.model, 1)
    assert {Sat, Unsat} == set(answers)


def test_many_variables() -> None:
    problem = make_problem(60, worlds=8)
    found = JointSearch(problem).separated(problem.gold_scm)
    assert isinstance(found, Sat) and isinstance(found.model, Separated)
    check_separated(found.model, 1)
    problem = make_problem(20, worlds=250)
    assert JointSearch(problem).separated(problem.gold_scm) == Unsat()
    assert JointSearch(problem).separated() == Unsat()
    problem = make_problem(16, worlds=200, setting=Setting.HIDDEN_ROOTS)
    assert JointSearch(problem).separated() == Unsat()


def unreachable() -> tuple[BooleanProblem, BooleanSCM]:
    """X1 → X2 → X3 are copies; the rows leave open what X4 does at X1=X3=0, X2=1."""
    variables = ("X1", "X2", "X3", "X4")
    shown = Disclosure(Setting.ORDERED, variables, ("X1",), order=variables)
    copy = Function(("X1",), 2)
    model = BooleanSCM(
        ("X1",), {"X2": copy, "X3": Function(("X2",), 2), "X4": Function(("X1", "X3"), 6)}
    )
    worlds = (
        World("w0", Split.TRAIN, Mode.NONE, (), ("0000", "1110")),
        World("w1", Split.TRAIN, Mode.ASSIGNED, ("X2",), ("0111", "1001")),
        World("w2", Split.TRAIN, Mode.ASSIGNED, ("X3",), ("0011", "1101")),
        World("w3", Split.TRAIN, Mode.ASSIGNED, ("X2", "X3"), ("1010",)),
    )
    return BooleanProblem("unreachable", shown, worlds, max_parents=3), model


def test_two_members_that_only_two_targets_tell_apart() -> None:
    problem, model = unreachable()
    assert len(members(problem, 3)) == 2
    search = JointSearch(problem)
    assert search.separated(model) == search.separated() == Unsat()
    other = search.other(model)
    assert isinstance(other, Sat) and isinstance(other.model, BooleanSCM)
    assert other.model.changed(model) == ("X4",)
    found = search.separated(model, targets=2)
    assert isinstance(found, Sat) and isinstance(found.model, Separated)
    assert str(found.model.experiment) == "do(X2=1, X3=0)"
    assert [search.ambiguous(v, model) for v in ("X2", "X3", "X4")] == [False, False, True]


def test_local_ambiguity_is_about_one_variable_alone() -> None:
    rng = random.Random(5)
    for _ in range(60):
        setting = rng.choice([s for s in Setting if s is not Setting.HIDDEN_ROOTS])
        problem, model = random_problem(rng, rng.randint(2, 4), setting, 4, 4)
        bound = rng.choice((1, 2))
        search = JointSearch(problem, HypothesisClass(max_parents=bound))
        for name, function in model.functions.items():
            if any(name not in world.targets for world in problem.training):
                fitting = {m.functions[name] for m in members(alone(problem, name), bound)}
                assert search.ambiguous(name, model) == bool(fitting - {function})


def alone(problem: BooleanProblem, name: str) -> BooleanProblem:
    """The problem with every other variable a root, and what *name* may mention before it."""
    rest = tuple(v for v in problem.variables if v != name)
    before = problem.disclosure.admissible(name)
    order = (*before, name, *(v for v in rest if v not in before))
    shown = Disclosure(Setting.ORDERED, problem.variables, rest, order=order)
    return replace(problem, disclosure=shown, constants=True)


def test_unknown_where_the_class_bounds_the_written_form() -> None:
    problem, model = unreachable()
    bounded = JointSearch(problem, HypothesisClass(max_parents=3, max_ast=5))
    assert bounded.separated(model) == Unsat()  # none in the larger class
    assert isinstance(bounded.other(model), Unknown)
    weak = JointSearch(replace(problem, operators=("and", "or")))
    assert isinstance(weak.member(), Unknown)


def test_answers_in_classes_of_bounded_size() -> None:
    rng = random.Random(9)
    answers = []
    for _ in range(60):
        setting = rng.choice(list(Setting))
        problem, model = random_problem(rng, rng.randint(3, 4), setting, 5, 5)
        bounded = HypothesisClass(max_parents=2, max_ast=rng.choice((2, 3, 4)))
        space = [m for m in ExactSpace.of(problem, bounded).members() if m != model]
        if len(space) > 200:
            continue
        search = JointSearch(problem, bounded)
        found = search.other(model)
        assert found != Unsat() or not space
        assert not isinstance(found, Sat) or found.model in space
        answers.append(type(found))
        apart = [m for m in space if best_experiment(model, m)]
        found = search.separated(model)
        assert found != Unsat() or not apart
        if isinstance(found, Sat):
            assert isinstance(found.model, Separated) and found.model.alternative in apart
    assert {Sat, Unsat, Unknown} == set(answers)


def test_too_many_parents_to_write_is_unknown() -> None:
    variables = tuple(f"X{i}" for i in range(25))
    shown = Disclosure(Setting.ORDERED, variables, variables[:24], order=variables)
    rows = ["0" * 25] + ["0" * i + "1" + "0" * (23 - i) + "1" for i in range(24)]
    world = World("w", Split.TRAIN, Mode.NONE, (), tuple(rows))
    answer = JointSearch(BooleanProblem("wide", shown, (world,))).member()
    assert isinstance(answer, Unknown) and "24 parents" in answer.reason


def test_requests_that_make_no_sense_are_refused() -> None:
    problem, model = unreachable()
    with pytest.raises(UsageError, match="1 to 3 targets"):
        JointSearch(problem).separated(model, targets=4)
    moved = BooleanSCM(("X2",), {v: Function((), 0) for v in ("X1", "X3", "X4")})
    with pytest.raises(UsageError, match="no model of this problem"):
        JointSearch(problem).other(moved)


def test_parent_search_finds_exactly_what_fits() -> None:
    rng = random.Random(3)
    for _ in range(40):
        problem, _ = random_problem(rng, 5, Setting.HIDDEN_ORDER, 4, 4)
        observed = Observed.of(problem)
        for v in range(5):
            bound = rng.randint(0, 3)
            candidates = 31 & ~(1 << v)
            fitting = [
                s
                for s in range(32)
                if not s & ~candidates and s.bit_count() <= bound and observed.fits(v, s)
            ]
            search = ParentSearch(observed, v, candidates, bound)
            for _ in range(6):
                allowed = rng.getrandbits(5)
                inside = [s for s in fitting if not s & ~allowed]
                found = search.within(allowed)
                assert (found in inside) if inside else (found is None)
            for s in range(32):
                rows = [r for i, r in enumerate(observed.states) if observed.free[v] >> i & 1]
                conflict = any(
                    a & s == b & s and (a ^ b) >> v & 1
                    for i, a in enumerate(rows)
                    for b in rows[:i]
                )
                assert observed.fits(v, s) == (not conflict)
    assert positions(0b10110) == [1, 2, 4]


@pytest.mark.parametrize("size", [3, 4])
def test_a_root_set_leaves_a_scored_cell(size: int) -> None:
    """X1 alone is read where it was not set: it is no root, and some other variable is one."""
    names = tuple(f"X{i}" for i in range(1, size + 1))
    rows = {"mode": "assigned", "targets": list(names[1:]), "rows": ["0" * size, "1" * size]}
    problem = read_boolean(
        {
            "format": "symcause.boolean/1",
            "id": "one",
            "variables": list(names),
            "setting": "hidden-roots",
            "root_count": 1,
            "worlds": [{"id": "w", "split": "train", **rows}],
        }
    )
    search = JointSearch(problem, HypothesisClass())
    sat = search.member()
    assert isinstance(sat, Sat) and isinstance(sat.model, BooleanSCM)
    other = search.other(sat.model)
    assert isinstance(other, Sat) and isinstance(other.model, BooleanSCM)
    for model in (sat.model, other.model):
        assert len(model.roots) == 1 and model.roots != ("X1",)
