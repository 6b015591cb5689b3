"""Spaces of tables of one variable against all functions, written down one by one."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod
from random import Random

import pytest

from symcause.budgets import Meter, StrictMeter
from symcause.errors import LimitError
from symcause.mechanisms.tables import table_rows
from symcause.mechanisms.tables.free_outputs import completions
from symcause.mechanisms.tables.table_branches import TableBranches, TableChoice
from symcause.mechanisms.tables.table_distance import TableDistances, table_distance
from symcause.mechanisms.tables.table_evidence import TableEvidence, TableWorld
from symcause.mechanisms.tables.table_functions import (
    TableFunction,
    all_matter,
    outputs_of,
    pattern_of,
    reduced,
    table_of,
)
from symcause.mechanisms.tables.table_list import TableList
from symcause.mechanisms.tables.table_models import TableModel
from symcause.mechanisms.tables.table_refutation import TABLE_REFUTATION
from symcause.mechanisms.tables.table_rows import TableRows
from symcause.mechanisms.tables.table_sizes import TableSizes
from symcause.mechanisms.tables.table_space import ParentBounds, TableSpace
from symcause.mechanisms.tables.table_worlds import TableWorldPool
from tests.amounts import amount
from tests.mechanisms.table_listing import mechanisms, table
from tests.mechanisms.toy_tables import Toy, toy, world


def spaces(seed: int) -> list[tuple[Toy, str, TableSpace, dict[int, list[TableFunction]]]]:
    """The spaces of a case, each with its functions by parent set, ascending."""
    (case, *_), found = toy(seed), []
    for v in case.space().choices:
        space = case.space().local(v)
        listed: dict[int, list[TableFunction]] = {}
        for plain in mechanisms(case, v):
            function = table(case, v, plain)
            listed.setdefault(space.group(function), []).append(function)
        for functions in listed.values():
            functions.sort(key=lambda f: f.table)
        found.append((case, v, space, listed))
    return found


SEEDS = range(amount(10, 400))


def test_functions_are_those_of_a_list() -> None:
    for seed in SEEDS:
        for case, v, space, listed in spaces(seed):
            assert space.weights == {group: len(f) for group, f in listed.items()}
            assert space.total == sum(map(len, listed.values()))
            for group, functions in listed.items():
                assert list(space.functions(group)) == functions
                assert set(space.parents(group)) == set(functions[0].parents)
            fitting = {f for functions in listed.values() for f in functions}
            for plain in mechanisms(case, v, fitting=False):
                assert (table(case, v, plain) in space) == (table(case, v, plain) in fitting)
            assert list(space.functions(1 << len(case.evidence.variables))) == []


def test_a_listing_starts_at_any_table() -> None:
    for seed in SEEDS:
        for _, _, space, listed in spaces(seed):
            for group, functions in listed.items():
                last = functions[-1].table
                rng = Random(seed)
                for start in {0, last, last + 1, *[rng.randint(0, last + 2) for _ in range(5)]}:
                    behind = [f for f in functions if f.table >= start]
                    assert list(space.functions(group, start)) == behind


@pytest.mark.parametrize("drawn_from", [0, 4_096])
def test_every_function_is_drawn_as_often(drawn_from: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symcause.mechanisms.tables.table_space.DRAWN_TABLES", drawn_from)
    for seed in range(amount(5, 60)):
        for _, _, space, listed in spaces(seed):
            rng = Random(seed)
            for group, functions in listed.items():
                if len(functions) > 20:
                    assert space.draw(group, rng) in functions
                    continue
                each = 200
                drawn = Counter(space.draw(group, rng) for _ in range(each * len(functions)))
                assert set(drawn) == set(functions)
                assert all(abs(n - each) < 6 * each**0.5 for n in drawn.values())


@pytest.mark.parametrize("entries", [False, True])
def test_nearest_functions_come_first(entries: bool) -> None:
    distances = TableDistances(entries)
    for seed in range(amount(7, 300)):
        rng = Random(seed)
        for case, v, space, listed in spaces(seed):
            every = [table(case, v, plain) for plain in mechanisms(case, v, fitting=False)]
            for reference in [rng.choice(every), None] if every else [None]:
                near = distances.near(space, reference)
                assert near.keyed(listed) == {
                    near.key(group): [g for g in listed if near.key(g) == near.key(group)]
                    for group in listed
                }
                for group, functions in listed.items():
                    found = list(distances.by_distance(space, group, reference))
                    asked = [(_far(f, reference, case, entries), f) for f in functions]
                    assert Counter(found) == Counter([one for one in asked if one[1] != reference])
                    assert [d for d, _ in found] == sorted(d for d, _ in found)
                    assert all(near.bound(near.key(group)) <= d for d, _ in found)


def _far(f: TableFunction, other: TableFunction | None, case: Toy, entries: bool) -> Fraction:
    if other is None:
        return Fraction(len(f.outputs) if entries else 0)
    joint = [v for v in case.evidence.variables if v in {*f.parents, *other.parents}]
    states = [
        dict(zip(joint, x, strict=True)) for x in product(*[range(case.size[v]) for v in joint])
    ]
    differing = sum(f(s) != other(s) for s in states)
    share = Fraction(differing, len(states))
    assert share == table_distance(f, other) == table_distance(other, f)
    return Fraction(differing) if entries else share


def test_sizes_are_lengths_or_numbers_of_parents() -> None:
    for seed in SEEDS:
        for case, _, space, listed in spaces(seed):
            sized = TableSizes().sized(space, tuple(listed))
            by_size: dict[int, list[tuple[int, TableFunction]]] = {}
            for group, functions in listed.items():
                for f in functions:
                    size = 1 + sum(f.outputs) if case.listed else 1 + len(f.parents)
                    by_size.setdefault(size, []).append((group, f))
            assert sized.horizon is None
            assert sized.largest == max(by_size, default=sized.largest)
            for size in range(sized.largest + 2):
                assert Counter(sized.of_size(size)) == Counter(by_size.get(size, ()))


def test_listed_functions_agree_with_further_patterns() -> None:
    for seed in range(4, 5 * amount(20, 100), 5):
        rng = Random(seed)
        for _, _, space, listed in spaces(seed):
            for group, functions in listed.items():
                pattern = rng.randrange(space.patterns(group))
                for output in range(space.values):
                    agreeing = [f for f in functions if f.output(pattern) == output]
                    if space.fixed(group).get(pattern, output) == output:
                        assert space.agreeing(group, {pattern: output}) == len(agreeing)


def test_tables_are_numbers_in_base_d() -> None:
    rng = Random(3)
    for _ in range(100):
        values, sizes = rng.randint(1, 5), [rng.randint(1, 4) for _ in range(rng.randint(0, 4))]
        inputs = [tuple(reversed(x)) for x in product(*[range(s) for s in reversed(sizes)])]
        outputs = tuple(rng.randrange(values) for _ in inputs)
        table = table_of(outputs, values)
        assert table == sum(y * values**p for p, y in enumerate(outputs))
        assert outputs_of(table, len(outputs), values) == outputs
        assert [pattern_of(x, sizes) for x in inputs] == list(range(len(inputs)))
        names = tuple("ABCDEF"[: len(sizes)])
        function = reduced(names, outputs, sizes, values)
        assert all_matter(function.outputs, function.sizes)
        assert all_matter(outputs, sizes) == (function.parents == names)
        for x, output in zip(inputs, outputs, strict=True):
            assert function(dict(zip(names, x, strict=True))) == output


def test_completions_from_any_table() -> None:
    rng = Random(4)
    for _ in range(200):
        values, patterns = rng.randint(1, 4), rng.randint(1, 4)
        places = rng.sample(range(patterns), rng.randint(0, patterns))
        known = {p: rng.randrange(values) for p in places}
        start = rng.randint(0, values**patterns + 1)
        fitting = [
            table
            for table in range(start, values**patterns)
            if all(outputs_of(table, patterns, values)[p] == y for p, y in known.items())
        ]
        found = [
            (table, tuple(outputs))
            for table, outputs in completions(known, patterns, values, start)
        ]
        assert found == [(table, outputs_of(table, patterns, values)) for table in fitting]


def test_a_model_runs_under_an_intervention() -> None:
    plus = TableFunction(("A", "B"), table_of((0, 1, 2, 1, 2, 0, 2, 0, 1), 3), (3, 3), 3)
    copy = TableFunction(("C",), table_of((0, 1, 1), 2), (3,), 2)
    model = TableModel(("B", "A"), {"D": copy, "C": plus})
    assert model.order == ("C", "D") == model.endogenous
    assert (
        model == TableModel(("A", "B"), {"C": plus, "D": copy}) != TableModel(("A",), {"C": plus})
    )
    assert model.run({"A": 2, "B": 2}) == {"A": 2, "B": 2, "C": 1, "D": 1}
    assert model.run({"A": 2, "B": 2}, {"A": 1}) == {"A": 1, "B": 2, "C": 0, "D": 0}
    assert model.run({"A": 2, "B": 2}, {"C": 0})["D"] == 0
    other = model.replaced("D", TableFunction((), 1, (), 2))
    assert model.changed(other) == ("D",) and other != model
    assert len({model, other, TableModel(("A", "B"), {"C": plus, "D": copy})}) == 2
    circle = TableModel((), {"D": copy, "C": TableFunction(("D",), 5, (2,), 3)})
    with pytest.raises(ValueError, match="a circle among C, D"):
        _ = circle.order


ROWS = TableRows("C", ("A", "B", "C"), (2, 3, 3), ((0, 1, 2), (1, 1, 2)), (0, 1))


def test_what_is_beyond_reach_is_refused_before_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    names = tuple(f"X{i}" for i in range(40))
    many = TableRows("X0", names, (64,) * 40, (), tuple(range(1, 40)))
    assert len(many.fitting(1)) == 40
    with pytest.raises(LimitError, match="X0 has 9,920 candidate parent sets: too many to count"):
        many.fitting(3)
    monkeypatch.setattr(table_rows, "TABLE_LOOKS", 11)
    with pytest.raises(LimitError, match="C has 4 candidate parent sets"):
        ROWS.fitting(2)
    assert len(ROWS.fitting(1)) == 3


@pytest.mark.parametrize("most", [0, 1, 2])
@pytest.mark.parametrize("name", ["TABLE_SETS", "TABLE_BITS", "TABLE_LOOKS"])
def test_only_what_is_asked_for_is_in_reach(
    name: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sets of at most so many parents: one, A and B, both; of their patterns each takes two bits."""
    sets, patterns = sum((1, 2, 1)[: most + 1]), sum((1, 2 + 3, 2 * 3)[: most + 1])
    need = {"TABLE_SETS": sets, "TABLE_BITS": 2 * patterns, "TABLE_LOOKS": sets * (1 + 2)}[name]
    monkeypatch.setattr(table_rows, name, need)
    assert len(ROWS.fitting(most)) == sets
    monkeypatch.setattr(table_rows, name, need - 1)
    with pytest.raises(LimitError, match=f"C has {sets} candidate parent sets"):
        ROWS.fitting(most)


def test_looks_at_listed_tables_are_counted() -> None:
    def listing(parents: tuple[str, ...]) -> TableList:
        shape = tuple({"A": 2, "B": 3}[p] for p in parents)
        return TableList.of(shape, 3, product(range(3), repeat=prod(shape)))

    bounds = ParentBounds(2)
    space = TableSpace.of(ROWS, bounds, listing)
    assert space.weights == TableSpace.of(ROWS, bounds).weights
    with pytest.raises(LimitError, match="too many looks"):
        TableSpace.of(ROWS, bounds, listing, StrictMeter(100, "too many looks"))


def test_lists_are_checked() -> None:
    with pytest.raises(ValueError, match=r"has 4 outputs, each from 0 to 1"):
        TableList.of((2, 2), 2, [(0, 1, 1, 2)])
    with pytest.raises(ValueError, match=r"has 2 outputs"):
        TableList.of((2,), 2, [(0, 1, 1)])
    assert TableList.of((2,), 2, [(1, 0), (0, 0), (0, 1), (1, 0)], [3, 1, 1, 2]).lengths == (2, 1)
    wrong = TableList.of((3,), 2, [(0, 1, 1)])
    with pytest.raises(ValueError, match=r"the list of C for the parents \(\) has tables of 2"):
        TableSpace.of(ROWS, ParentBounds(0), lambda _: wrong)


def test_evidence_and_choices_are_checked() -> None:
    names, sizes = ("A", "B"), (2, 3)
    with pytest.raises(ValueError, match=r"worlds\[0\].rows\[0\]: A is 2, not one of 0 to 1"):
        TableEvidence(names, sizes, (TableWorld(((2, 0),)),))
    with pytest.raises(ValueError, match=r"\(2, 3, 2\): one number of values, from 1 on"):
        TableEvidence(names, (2, 3, 2), ())
    evidence = TableEvidence(names, sizes, (TableWorld(((1, 2),)),))
    with pytest.raises(ValueError, match="B is no root and has no choice of parents"):
        TableBranches(evidence, ("A",), {})
    with pytest.raises(ValueError, match="B is a candidate parent of itself"):
        TableBranches(evidence, ("A",), {"B": TableChoice(("A", "B"), 1)})
    space = TableBranches(evidence, ("A",), {"B": TableChoice(("A",), 1)})
    reference = TableFunction(("B", "A"), 1, (3, 2), 3)
    with pytest.raises(ValueError, match="B, A: parents of a table stand in the order"):
        _ = reference in space.local("B")
    assert TableFunction(("A",), 1, (3,), 3) not in space.local("B")
    assert TableFunction(("Z",), 1, (3,), 3) not in space.local("B")
    assert TableFunction((), 2, (), 4) not in space.local("B")
    assert TableFunction(("A",), 8, (2,), 3) not in space.local("B")  # A does not matter
    assert TableFunction((), 2, (), 3) in space.local("B")
    many = TableEvidence(tuple(f"X{i}" for i in range(40)), (2,) * 40, ())
    hidden = TableBranches(many, 20, {v: TableChoice((), 0) for v in many.variables})
    with pytest.raises(LimitError, match="possible root sets"):
        _ = hidden.branches


def test_further_worlds_open_no_root_set() -> None:
    evidence = TableEvidence(("A", "B"), (2, 3), (TableWorld(((0, 1), (1, 2)), ("B",)),))
    choices = {v: TableChoice(tuple({"A", "B"} - {v}), 1) for v in ("A", "B")}
    space = TableBranches(evidence, 1, choices)
    assert [branch.roots for branch in space.branches] == [("B",)]
    after = space.after([TableWorld(((0, 1),))])
    assert [branch.roots for branch in after.branches] == [("B",)]
    assert 0 < after.count <= space.count
    told = TableEvidence(*(evidence.variables, evidence.sizes), after.evidence.worlds)
    assert len(TableBranches(told, 1, choices).branches) == 2
    assert after.local("A") is space.local("A")
    assert TableBranches(told, 1, choices, frozenset("A")).count == after.count


def test_functions_that_few_worlds_refute_are_in_the_space() -> None:
    found = 0
    for seed in range(amount(30, 300)):
        case, gold, rng = toy(seed)
        worlds = [world(rng, gold, case.size, (), rng.randint(1, 3)) for _ in range(5)]
        pool = TableWorldPool(case.evidence, worlds)
        seen = TableEvidence(*(case.evidence.variables, case.evidence.sizes), (worlds[0],))
        edges = [(p, v) for v, f in gold.functions.items() for p in f.parents]
        spaces = replace(case, evidence=seen, required=(*edges[:1],), least=seed % 2).space()
        for v in spaces.choices:
            space = spaces.local(v)
            for group in space.weights:
                cheapest = TABLE_REFUTATION.cheapest(space, group, pool, gold)
                least = TABLE_REFUTATION.least_refuted(space, group, pool, gold)
                found += len(cheapest)
                for function, refuters in [*cheapest, least]:
                    assert function in space
                    assert not space.group(function) & ~group
                    assert refuters == pool.refuters(space.rows.place, function)
                assert all(refuters for _, refuters in cheapest)
                refuted = [f for f in space.functions(group) if pool.refuters(space.rows.place, f)]
                assert cheapest or not refuted
    assert found > 30


@pytest.mark.parametrize("number", [0, 1, 5, 24, 25, 60])
def test_few_tables_are_looked_at_as_many_are(number: int) -> None:
    """The places and the looks: each table is looked at until it differs."""
    rng = Random(number)
    outputs = {tuple(rng.choices(range(3), k=6)) for _ in range(4 * number)}
    full = TableList.of((2, 3), 3, sorted(outputs)[:number])
    for _ in range(30):
        known = {at: rng.randrange(3) for at in rng.sample(range(6), rng.randrange(7))}
        lines = [outputs_of(table, 6, 3) for table in full.tables]
        alike = [[line[at] == output for at, output in known.items()] for line in lines]
        meter = Meter()
        assert full.places(known, meter) == [at for at, one in enumerate(alike) if all(one)]
        looks = sum(len(one) if all(one) else one.index(False) + 1 for one in alike)
        assert meter.steps == looks


def test_a_list_may_be_empty() -> None:
    nothing = TableList((2, 3), 3, (), ())
    assert nothing.places({0: 1}) == []
    assert nothing.agreeing({}) == ()
    evidence = TableEvidence(("A", "B"), (2, 3), (TableWorld(((0, 1), (1, 2))),))
    choice = TableChoice(("A",), 1, listing=lambda parents: TableList((2,) * len(parents), 3, ()))
    space = TableBranches(evidence, ("A",), {"B": choice})
    assert space.is_empty
    assert space.count == 0


def test_root_sets_leave_something_to_predict() -> None:
    evidence = TableEvidence(("A", "B", "C"), (2, 2, 2), (TableWorld(((0, 1, 1),), ("A",)),))
    others = {"A": ("B", "C"), "B": ("A", "C"), "C": ("A", "B")}
    choices = {name: TableChoice(causes, 2) for name, causes in others.items()}
    assert TableBranches(evidence, 2, choices).root_sets == (("A", "B"), ("A", "C"))
    needy = choices | {"C": TableChoice(("A", "B"), 2, required=("A",))}
    assert TableBranches(evidence, 2, needy).root_sets == (("A", "B"),)
    assert TableBranches(evidence, ("A",), choices).root_sets == (("A",),)
