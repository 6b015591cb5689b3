"""Spaces of finite problems: orders beyond lists, limits, existence, holes, what is learnt."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, pairwise, product
from typing import Any

import pytest

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.errors import UsageError
from symcause.families.finite.problem.problem import FiniteProblem, Split
from symcause.families.finite.space import finite_space, hole_space
from symcause.families.finite.space.class_choices import Caps, possible_parents
from symcause.families.finite.space.finite_space import FiniteSpace
from symcause.families.finite.space.hole_space import HoleSpace
from symcause.families.finite.space.space_choice import open_space
from symcause.mechanisms.tables.table_models import TableModel
from symcause.models.background_knowledge import Knowledge
from tests.amounts import amount
from tests.finite.space_cases import problem

BITS = [0, 1]
PLUS = {"arity": 2, "means": "(mod (add a b) 3)"}
GRAMMAR = {"max_size": 5, "constants": [0, 1, 2], "operators": {"plus": PLUS, "min": True}}

PROBLEMS = {
    "any": problem(
        [BITS, [0, 1, 2], BITS, BITS], [[0, 1, 0, 1], [1, 2, 1, 1]], {"functions": "any"}
    ),
    "two parents": problem(
        [BITS] * 5, ["00000", "11110", "01101"], {"functions": "any", "max_parents": 2}
    ),
    "grammar": problem(
        [[0, 1, 2]] * 4, [[0, 1, 1, 2], [1, 1, 2, 0]], {"grammar": GRAMMAR, "max_parents": 2}
    ),
    "threshold": problem([BITS] * 5, ["00000", "11111", "01010"], {"functions": "threshold"}),
    "hidden": problem(
        [BITS] * 4,
        ["0000", "0111"],
        {"functions": ["disjunctive", "parity"], "max_parents": 2},
        setting="hidden-roots",
        root_count=2,
    ),
}


def members(space: FiniteSpace | HoleSpace, number: int) -> list[TableModel]:
    """The first members."""
    listed = list(islice(space.members(), number))
    assert all(isinstance(one, TableModel) for one in listed)
    return [one for one in listed if isinstance(one, TableModel)]


@pytest.mark.parametrize("name", PROBLEMS)
def test_orders_are_those_of_lists(name: str) -> None:
    space = open_space(PROBLEMS[name])
    assert isinstance(space, FiniteSpace)
    count = space.count()
    assert isinstance(count, int)
    listed = members(space, 4_000)
    keys = list(map(space.order.key, listed))
    assert all(a < b for a, b in pairwise(keys))
    assert all(one in space for one in listed[:50])
    if count > 4_000:
        return
    assert len(listed) == count == len(set(listed))
    assert set(listed) == set(space.exact.members())  # type: ignore[union-attr]
    assert list(space.simplest()) == sorted(listed, key=space.order.size)
    assert members(space.reopened(space.problem), 5) == listed[:5]
    assert list(space.members(after=listed[2])) == listed[3:]
    for than in (listed[0], listed[-1], listed[count // 2]):
        ranked = sorted((one for one in listed if one != than), key=lambda o: far(space, o, than))
        assert list(space.others(than)) == ranked


def far(space: FiniteSpace, one: TableModel, other: TableModel) -> Any:
    """How far two models are from each other, as the reference says it."""
    changed, entries = [], 0
    for at, name in enumerate(space.over):
        pair = one.functions.get(name), other.functions.get(name)
        if pair[0] == pair[1]:
            continue
        changed.append(at)
        if None in pair:
            entries += sum([len(f.outputs) for f in pair if f is not None])
            continue
        names = sorted({p for f in pair if f is not None for p in f.parents})
        sizes = [space.problem.sizes[space.over.index(p)] for p in names]
        states = (dict(zip(names, s, strict=True)) for s in product(*map(range, sizes)))
        entries += sum([pair[0](state) != pair[1](state) for state in states])  # type: ignore[misc]
    return len(changed), entries, changed, space.order.key(one)


def test_orders_need_no_list() -> None:
    asked = problem([[0, 1, 2]] * 12, [[0] * 12, [1] * 12], {"functions": "any", "max_parents": 3})
    space = open_space(asked)
    count = space.count()
    assert isinstance(count, int)
    assert count > 10**40
    first = members(space, 3)
    simplest = next(iter(space.simplest()))
    assert simplest == first[0]
    assert isinstance(simplest, TableModel)
    assert space.order.size(simplest) == 20
    near = list(islice(space.alternatives(simplest), 3))
    assert all(not isinstance(one, Unknown) and len(one.changed) == 1 for one in near)
    assert space.separable() is True
    assert isinstance(space.ranks(), Unknown)


def test_ties_beyond_a_bound_are_not_put_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    space = open_space(PROBLEMS["two parents"])
    gold = members(space, 1)[0]
    monkeypatch.setattr(finite_space, "ORDERED_MEMBERS", 3)
    *_, last = space.others(gold)
    assert isinstance(last, Unknown)


@pytest.mark.parametrize("name", PROBLEMS)
def test_smaller_classes(name: str) -> None:
    space = open_space(PROBLEMS[name])
    whole = space.count()
    assert isinstance(whole, int)
    if whole > 4_000:
        return
    listed = members(space, whole)
    for most in range(4):
        within = [m for m in listed if all(len(f.parents) <= most for f in m.functions.values())]
        assert space.capped(Caps(parents=most)).count() == len(within)
    if space.problem.model_class.shared.grammar:
        for size in range(1, 6):
            small = [
                m
                for m in listed
                if all(space.order.function_key(v, f)[0] <= size for v, f in m.functions.items())
            ]
            assert space.capped(Caps(size=size)).count() == len(small)


@pytest.mark.parametrize("name", PROBLEMS)
@pytest.mark.parametrize("order", [(0, 2, 1, 3), (3, 2, 1, 0), (1, 3, 0, 2), (2, 0, 3, 1)])
def test_smaller_classes_in_any_order(name: str, order: tuple[int, ...]) -> None:
    """Where the largest class is too large for tables, a smaller one serves those below it alone."""
    space = FiniteSpace(PROBLEMS[name])
    vars(space)["tally"] = Unknown("the lists are too long")
    counts = [space.count_capped(Caps(parents=most)) for most in order]
    assert counts == [FiniteSpace(PROBLEMS[name], Caps(parents=most)).count() for most in order]
    assert len(set(counts)) > 1


def test_parents_come_from_the_setting_the_class_and_knowledge() -> None:
    rules = {"functions": "any", "variables": {"D": {"functions": "any", "candidates": ["A", "C"]}}}
    asked = problem([BITS] * 4, ["0000"], rules)
    assert possible_parents(asked, "D") == ("A", "C")
    tiers = Knowledge(forbid=(("A", "D"),), tiers=(("A", "B"), ("C", "D")))
    assert possible_parents(replace(asked, knowledge=tiers), "D") == ("C",)
    some = Knowledge(candidates=(("A", "D"), ("B", "D")))
    assert possible_parents(replace(asked, knowledge=some), "D") == ("A",)


def test_required_edges_bar_roots() -> None:
    asked = replace(PROBLEMS["hidden"], knowledge=Knowledge(require=(("A", "C"),)))
    listed = members(open_space(asked), 10_000)
    assert listed
    assert all("C" not in one.roots and "A" in one.functions["C"].parents for one in listed)


# existence


@pytest.mark.parametrize("right", [0, 1])
def test_monotone_functions_of_many_parents(right: int) -> None:
    names = [BITS] * 9
    rows = ["000000001" if right else "000000000", "110000001", "100000000"]
    rules = {"functions": ["monotone"]}
    asked = problem(
        names, rows, rules, setting="ordered", roots=list("ABCDEFGH"), order=list("ABCDEFGHI")
    )
    space = open_space(asked)
    assert space.is_empty() is bool(right)
    if right:
        assert space.count() == 0
        assert list(space.members()) == list(space.simplest()) == []
    else:
        assert isinstance(space.count(), Unknown)
        assert isinstance(next(iter(space.members())), Unknown)
    both = problem(
        names, rows, {"functions": ["monotone", "disjunctive"], "min_parents": 9},
        setting="ordered", roots=list("ABCDEFGH"), order=list("ABCDEFGHI"),
    )  # fmt: skip
    assert open_space(both).is_empty() is True


def test_existence_is_what_counts_say() -> None:
    from symcause.families.finite.space.member_existence import some_member

    for functions in (["monotone"], ["monotone", "parity"], ["threshold"], ["parity"], ["any"]):
        for number in range(0, 64, 1 if amount(0, 1) else 5):
            bits = f"{number:06b}"
            rows = [f"01{bits[:3]}", f"11{bits[3:]}", "00000"]
            for more in ({}, {"max_parents": 1}, {"min_parents": 1, "max_parents": 2}):
                asked = problem([BITS] * 5, rows, {"functions": functions, **more})
                space = open_space(asked)
                assert isinstance(space, FiniteSpace)
                assert some_member(asked, space.tables) is bool(space.count())


# unobserved cells


def holed(problem: FiniteProblem, *cells: tuple[int, int]) -> FiniteProblem:
    """The problem without some cells of its first world."""
    first, *rest = problem.worlds
    rows = [list(row) for row in first.rows]
    for row, at in cells:
        rows[row][at] = None
    return replace(problem, worlds=(replace(first, rows=tuple(map(tuple, rows))), *rest))


@pytest.mark.parametrize("name", ["threshold", "grammar", "hidden"])
@pytest.mark.parametrize("cells", [[(0, 2)], [(0, 0)], [(0, 1), (1, 3)], [(1, 0), (1, 2), (0, 3)]])
def test_holes_are_all_ways_to_fill_them(name: str, cells: list[tuple[int, int]]) -> None:
    whole = PROBLEMS[name]
    space = open_space(holed(whole, *cells))
    assert isinstance(space, HoleSpace)
    right = set[TableModel]()
    domains = [range(whole.sizes[at]) for _, at in cells]
    first, *rest = whole.worlds
    for values in product(*domains):
        rows = [list(row) for row in first.rows]
        for (row, at), value in zip(cells, values, strict=True):
            rows[row][at] = value
        filled = replace(whole, worlds=(replace(first, rows=tuple(map(tuple, rows))), *rest))
        right |= set(members(open_space(filled), 100_000))
    listed = members(space, 100_000)
    assert set(listed) == right
    assert space.count() == len(listed) == len(right)
    assert [*map(space.order.key, listed)] == sorted(map(space.order.key, listed))
    assert list(space.simplest()) == sorted(listed, key=space.order.size)
    counts = space.function_counts()
    assert not isinstance(counts, Unknown)
    for v in space.over:
        assert counts[v] == len({m.functions[v] for m in listed if v in m.functions})


def test_too_many_choices_are_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hole_space, "HOLE_CHOICES", 10)
    space = open_space(holed(PROBLEMS["threshold"], (0, 2)))
    assert isinstance(space.count(), Unknown)
    assert isinstance(next(iter(space.members())), Unknown)
    assert isinstance(space.edges(), Unknown)
    assert isinstance(space.separable(), Unknown)
    assert isinstance(space.is_empty(), Unknown)


def test_held_out_holes_are_no_holes() -> None:
    asked = PROBLEMS["threshold"]
    later = replace(holed(asked, (0, 0)).worlds[0], split=Split.HELDOUT)
    assert isinstance(open_space(replace(asked, worlds=(*asked.worlds, later))), FiniteSpace)


# what is learnt


def test_what_is_learnt_shrinks_the_space() -> None:
    space = open_space(PROBLEMS["threshold"])
    gold = members(space, 7)[-1]
    for experiment in islice(space.experiments(), 3, 6):
        outcome = space.outcome(gold, experiment)
        after = space.given(experiment, outcome)
        kept = [m for m in members(space, 10**6) if space.outcome(m, experiment) == outcome]
        assert set(members(after, 10**6)) == set(kept)
    with pytest.raises(UsageError, match="not an outcome"):
        space.learnt({"do": {"A": 1}}, {"rows": [[1, 2]]})
    shown = space.outcome(gold, experiment)["rows"]
    assert isinstance(shown, list)
    with pytest.raises(UsageError, match="not an outcome"):
        space.learnt(experiment, {"rows": [*shown, 1]})


def test_work_is_charged_to_the_meter() -> None:
    meter = Meter(50)
    space = open_space(PROBLEMS["two parents"], meter=meter)
    *_, last = space.members()
    assert isinstance(last, Unknown)
    assert meter.over
