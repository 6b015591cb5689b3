"""The Boolean version space against listing every SCM, in all settings."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from symcause.errors import LimitError
from symcause.families.boolean.catalogue import catalogue
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.order.function_distance import DISTANCES, distance
from symcause.families.boolean.space.space_choice import open_space
from symcause.mechanisms.order.nearest_members import nearest
from symcause.models.disclosure import Disclosure, Setting
from tests.boolean.brute import members, random_problem, random_world

CASES = [(seed, setting) for setting in Setting for seed in range(60)]


def made(seed: int, setting: Setting) -> tuple[BooleanProblem, object, HypothesisClass]:
    rng = random.Random(f"{seed}/{setting}")
    size = rng.choice((2, 3, 3, 3, 4))
    worlds, rows = (rng.randint(1, 3), 3) if size < 4 else (rng.randint(4, 7), 6)
    problem, model = random_problem(rng, size, setting, worlds, rows)
    bound = rng.choice((0, 1, 2, 2) if size == 4 else (None, 0, 1, 2))
    return problem, model, HypothesisClass(max_parents=bound)


@pytest.mark.few(20)
@pytest.mark.parametrize(("seed", "setting"), CASES)
def test_everything_agrees_with_listing(seed: int, setting: Setting) -> None:
    problem, model, hypotheses = made(seed, setting)
    expected = members(problem, hypotheses.max_parents)
    space = ExactSpace.of(problem, hypotheses)
    assert space.count == len(expected)
    assert space.is_empty == (not expected)
    if len(expected) > 2000:
        return
    found = list(space.members())
    assert len(found) == len(set(found)) == len(expected)
    assert set(found) == set(expected)
    assert all(member in space for member in found)
    assert (space.pick() or None) == (found[0] if found else None)
    assert (model in space) == (model in set(expected))
    if not found:
        return
    rng = random.Random(seed)
    at = rng.randrange(len(found))
    assert list(space.members(after=found[at])) == found[at + 1 :]
    assert space.draw(rng) in set(expected)
    for v in problem.variables:
        mechanisms = {m.functions[v] for m in expected if v in m.functions}
        assert set(space.mechanisms(v)) == mechanisms
        assert space.mechanism_count(v) == len(mechanisms)
    for edge, status in space.edges().items():
        holding = sum(edge in m.edges for m in expected)
        assert status == {0: "never", len(expected): "always"}.get(holding, "open")


@pytest.mark.few(20)
@pytest.mark.parametrize(("seed", "setting"), [(s, t) for t in Setting for s in range(25)])
def test_alternatives_come_nearest_first(seed: int, setting: Setting) -> None:
    problem, model, hypotheses = made(seed, setting)
    expected = set(members(problem, hypotheses.max_parents)) - {model}
    if len(expected) > 1000:
        return
    space = ExactSpace.of(problem, hypotheses)
    found = list(nearest(space, model, DISTANCES))
    assert {a.model for a in found} == expected
    assert len(found) == len(expected)
    keys = []
    for alternative in found:
        changed = alternative.model.changed(model)
        both = [v for v in changed if v in alternative.model.functions and v in model.functions]
        total = sum(
            (distance(alternative.model.functions[v], model.functions[v]) for v in both),
            Fraction(0),
        )
        assert (alternative.changed, alternative.distance) == (changed, total)
        keys.append((len(changed), total))
    assert keys == sorted(keys)


@pytest.mark.parametrize(("seed", "setting"), [(s, t) for t in Setting for s in range(20)])
def test_more_worlds_never_enlarge_the_space(seed: int, setting: Setting) -> None:
    problem, model, hypotheses = made(seed, setting)
    rng = random.Random(seed)
    more = random_world(rng, model, "more", 3, problem.variables)
    stronger = problem.with_worlds((more,))
    before, after = ExactSpace.of(problem, hypotheses), ExactSpace.of(stronger, hypotheses)
    assert after.count <= before.count
    if (model in before) and setting is not Setting.HIDDEN_ROOTS:
        assert model in after


def test_sampling_is_uniform() -> None:
    disclosure = Disclosure(Setting.HIDDEN_ORDER, ("A", "B", "C"), ("A",))
    space = ExactSpace.of(one_world(disclosure, "011"), HypothesisClass(max_parents=1))
    listed = list(space.members())
    assert len(listed) == 8
    rng, draws = random.Random(1), 60 * len(listed)
    seen = dict.fromkeys(listed, 0)
    for _ in range(draws):
        seen[space.draw(rng)] += 1
    assert min(seen.values()) > 20
    assert max(seen.values()) < 120


def one_world(disclosure: Disclosure, row: str, **more: object) -> BooleanProblem:
    return BooleanProblem(
        "p", disclosure, (World("w", Split.TRAIN, Mode.NONE, (), (row,)),), **more
    )


def test_a_constant_needs_a_variable_to_mention() -> None:
    """Without constants and without a root before it, a variable cannot be written at all."""
    order = Disclosure(Setting.ORDERED, ("A", "R"), ("R",), order=("A", "R"))
    assert ExactSpace.of(one_world(order, "01")).count == 0
    assert ExactSpace.of(one_world(order, "01", constants=True)).count == 1
    nobody = Disclosure(Setting.HIDDEN_ROOTS, ("A", "B"), root_count=0)
    assert ExactSpace.of(one_world(nobody, "01")).count == 0
    assert ExactSpace.of(one_world(nobody, "01", constants=True)).count > 0


def test_beyond_reach_is_an_error_with_a_remedy() -> None:
    names = tuple(f"X{i}" for i in range(40))
    wide = one_world(Disclosure(Setting.HIDDEN_ORDER, names, names[:3]), "0" * 40)
    with pytest.raises(LimitError, match="max-parents"):
        ExactSpace.of(wide)


@pytest.mark.few(10)
@pytest.mark.parametrize("seed", range(30))
def test_bounded_classes_hold_exactly_the_writable_models(seed: int) -> None:
    """AST and depth bounds, and operators that cannot express everything, against the catalogue."""
    rng = random.Random(f"bounded {seed}")
    problem, _ = random_problem(rng, 3, rng.choice(list(Setting)), 2, 3)
    operators = rng.choice((problem.operators, ("and", "or"), ("not", "xor"), ("not", "and", "or")))
    problem = replace(problem, operators=operators)
    cap, depth = rng.choice(((3, None), (5, None), (None, 2), (6, 3), (None, None)))
    book = catalogue(operators, False)
    expected = {
        model
        for model in members(problem)
        if all(book.writable(f, cap, depth) for f in model.functions.values())
    }
    space = ExactSpace.of(problem, HypothesisClass(max_ast=cap, max_depth=depth))
    assert space.count == len(expected)
    assert set(space.members()) == expected
    for reference in members(problem)[:2]:
        assert {a.model for a in nearest(space, reference, DISTANCES)} == expected - {reference}


def test_a_space_is_a_collection() -> None:
    disclosure = Disclosure(Setting.HIDDEN_ORDER, ("A", "B", "C"), ("A",))
    space = open_space(one_world(disclosure, "011"), HypothesisClass(max_parents=1))
    assert len(space) == len(list(space)) == space.count() == 8
    assert space
    assert repr(space) == "<Boolean space of p, hidden-order: at most 1 cause each>"
    nobody = Disclosure(Setting.ORDERED, ("A", "R"), ("R",), order=("A", "R"))
    assert not open_space(one_world(nobody, "01"))


def test_a_space_says_that_it_does_not_know_its_length() -> None:
    names = tuple(f"X{i}" for i in range(1, 41))
    space = open_space(one_world(Disclosure(Setting.HIDDEN_ORDER, names, names[:4]), "01" * 20))
    assert space  # SAT finds a member
    with pytest.raises(TypeError, match="unknown"):
        len(space)


def test_objections_name_their_place() -> None:
    disclosure = Disclosure(Setting.HIDDEN_ORDER, ("A", "B", "C"), ("A",))
    space = open_space(one_world(disclosure, "011"), HypothesisClass(max_parents=1))
    copies = BooleanSCM(("A",), {"B": Function(("A",), 0b10), "C": Function(("A", "B"), 0b1110)})
    wrong, many = space.objections(copies)[0], space.objections(copies)[-1]
    assert str(wrong) == "world w, row 1: B is 1 there, the mechanism gives 0"
    assert str(many) == "C: 2 parents, the class allows 1"
    around = BooleanSCM(("A",), {"B": Function(("C",), 0b10), "C": Function(("B",), 0b10)})
    assert [str(o) for o in space.objections(around)] == [
        "the mechanisms form a cycle: C -> B -> C"
    ]
    stranger = BooleanSCM(("A",), {"B": Function(("Z",), 0b10), "C": Function((), 1)})
    assert [str(o) for o in space.objections(stranger)] == ["B: Z is no admissible parent"]
    assert "are not admitted" in str(space.objections(BooleanSCM(("B",), {}))[0])
