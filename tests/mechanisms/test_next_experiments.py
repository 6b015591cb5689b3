"""Next experiments with two to four values, mixed, against listing all members."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import pytest

from symcause.families.boolean.models.functions import Function, reduce
from symcause.families.boolean.space.outcomes.bit_evaluation import BITS
from symcause.mechanisms.next import experiment_ranks
from symcause.mechanisms.next.column_counts import column_counts
from symcause.mechanisms.next.experiment_batch import Showing
from symcause.mechanisms.next.experiment_contexts import Outcome
from symcause.mechanisms.next.experiment_ranks import Ranking, ranked
from symcause.mechanisms.next.further_rows import Mechanisms, states_of
from symcause.mechanisms.next.member_outcomes import shown_by_all
from symcause.mechanisms.next.outcome_paths import InOrder
from symcause.mechanisms.next.table_evaluation import TableEvaluation
from symcause.mechanisms.value_lanes import Lanes
from tests.amounts import amount
from tests.mechanisms.listed_worlds import (
    Listed,
    ListedCells,
    Local,
    Model,
    Setting,
    State,
    Worlds,
    random_contexts,
    random_worlds,
    settings,
)

KINDS = [(False, False), (True, False), (False, True), (True, True)]  # listed class, hidden roots


def rows_shown(worlds: Worlds, model: Model, contexts: list[State], one: Setting) -> list[State]:
    return [worlds.shown(model, context, one) for context in contexts]


def packed(worlds: Worlds, rows: list[State]) -> Outcome:
    width = Lanes.of(max(worlds.sizes.values())).width
    return tuple(sum(s[v] << r * width for r, s in enumerate(rows)) for v in worlds.names)


def left(worlds: Worlds, members: list[Model], one: Setting, rows: list[State]) -> int:
    """Members whose mechanisms give what the rows have, whatever the roots."""

    @cache
    def agrees(v: str, function: Listed) -> bool:
        return all(worlds.output(v, function, state) == state[v] for state in rows)

    return sum(
        all(v in one.targets or agrees(v, f) for v, f in member.functions.items())
        for member in members
    )


Expected = dict[Setting, tuple[int, Fraction, int, int]]


def by_listing(worlds: Worlds, members: list[Model], contexts: list[State]) -> Expected:
    """Worst case, average, best case and number of outcomes of every experiment, by definition."""
    found = {}
    for one in settings(worlds):
        shows = [rows_shown(worlds, member, contexts, one) for member in members]
        known = {packed(worlds, rows): left(worlds, members, one, rows) for rows in shows}
        numbers = [known[packed(worlds, rows)] for rows in shows]
        average = Fraction(sum(numbers), len(numbers))
        found[one] = max(numbers), average, min(numbers), len(known)
    return found


@pytest.mark.parametrize(("listed", "hidden"), KINDS)
def test_members_show_what_they_compute_row_by_row(listed: bool, hidden: bool) -> None:
    rng = Random(f"showing {listed} {hidden}")
    for _ in range(amount(4, 60)):
        worlds = random_worlds(rng, listed=listed, hidden=hidden)
        contexts, rows = random_contexts(worlds, rng, rng.randint(1, 4))
        cells = ListedCells(worlds, contexts)
        members = list(cells.space.members())
        assert len(members) == len({str(m) for m in members}) == cells.space.count
        asked = settings(worlds)
        showing = Showing(cells.variables, asked, contexts)
        counted: Counter[Outcome] = Counter()
        for member in members[: amount(200, 2_000)]:
            outcomes = [packed(worlds, rows_shown(worlds, member, rows, one)) for one in asked]
            assert showing.outcomes(member) == outcomes
        for member in members:
            counted[showing.columns(member)] += 1
        assert shown_by_all(showing, cells.branches) == counted


@pytest.mark.parametrize(("listed", "hidden"), KINDS)
def test_outcomes_leave_the_members_that_agree(listed: bool, hidden: bool) -> None:
    rng = Random(f"counts {listed} {hidden}")
    for _ in range(amount(4, 60)):
        worlds = random_worlds(rng, listed=listed, hidden=hidden)
        contexts, rows = random_contexts(worlds, rng, rng.randint(1, 3))
        cells = ListedCells(worlds, contexts)
        members = list(cells.space.members())
        if len(members) > amount(500, 2_000):
            continue
        for one in settings(worlds)[:4]:
            shows = [rows_shown(worlds, member, rows, one) for member in members]
            shown = Counter(packed(worlds, some) for some in shows)
            known = {packed(worlds, some): some for some in shows}
            for outcome in list(shown)[: amount(12, 100)]:
                expected = shown[outcome], left(worlds, members, one, known[outcome])
                assert cells.count(one, outcome) == expected


@pytest.mark.parametrize("listed", [False, True])
def test_further_rows_leave_the_mechanisms_that_agree(listed: bool) -> None:
    rng = Random(f"rows {listed}")
    for _ in range(amount(6, 100)):
        worlds = random_worlds(rng, listed=listed)
        contexts, _ = random_contexts(worlds, rng, 1)
        cells = ListedCells(worlds, contexts)
        for v, local in cells.space.local.items():
            new = [{w: rng.randrange(d) for w, d in worlds.sizes.items()} for _ in range(2)]
            states = states_of(packed(worlds, new), len(new), contexts.lanes)
            read = [tuple(contexts.lanes.at(s, i) for i in range(3)) for s in states]
            assert read == list(dict.fromkeys(tuple(s.values()) for s in new))
            expected = {
                group: sum(
                    all(worlds.output(v, f, state) == state[v] for state in new)
                    for f in local.functions(group)
                )
                for group in local.weights
            }
            after = cells.mechanisms(v).after(states)
            assert dict(after) == {g: n for g, n in expected.items() if n}


def last(cells: ListedCells, asked: tuple[Setting, ...], effort: int) -> Ranking[Setting]:
    *_, ranking = ranked(cells, asked, effort=effort)
    return ranking


@pytest.mark.parametrize(("listed", "hidden"), KINDS)
def test_ranks_are_those_of_listing(
    listed: bool, hidden: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = Random(f"ranks {listed} {hidden}")
    for _ in range(amount(6, 30)):
        worlds = random_worlds(rng, listed=listed, hidden=hidden)
        contexts, rows = random_contexts(worlds, rng, 2)
        members = list(ListedCells(worlds, contexts).space.members())
        if not 1 < len(members) <= amount(100, 200):
            continue
        expected = by_listing(worlds, members, rows)
        for most in (1 << 30, 0):
            monkeypatch.setattr(experiment_ranks, "LISTED_OUTCOMES", most)
            ranking = last(ListedCells(worlds, contexts), settings(worlds), 60_000)
            assert ranking.count == len(members)
            for one in ranking.ranked:
                worst, _, least, outcomes = expected[one.experiment]
                assert one.low <= worst <= one.high and least <= one.least
                assert one.outcomes <= outcomes
                if one.expected is not None:
                    found = one.low, one.expected, one.least, one.outcomes
                    assert found == expected[one.experiment]
                assert not most or one.expected is not None


def test_paths_along_an_order_are_those_of_listing() -> None:
    rng = Random("paths")
    walked = 0
    for _ in range(amount(6, 40)):
        worlds = random_worlds(rng, ordered=True)
        contexts, rows = random_contexts(worlds, rng, rng.randint(1, 3))
        cells = ListedCells(worlds, contexts)
        walk, members = InOrder.of(cells, 0), list(cells.space.members())
        if walk is None or len(members) > amount(300, 400):
            continue
        for one, (worst, average, least, outcomes) in by_listing(worlds, members, rows).items():
            found = walk.outcomes(one, 10_000_000)
            assert found.exact
            assert (found.worst, found.least, found.outcomes) == (worst, least, outcomes)
            assert Fraction(found.squares, len(members)) == average
            walked += 1
    assert walked


def test_tables_of_two_values_give_what_bits_give() -> None:
    rng = Random("bits")
    names = ("A", "B", "C", "D")
    tables = TableEvaluation(dict.fromkeys((*names, "E"), 2))
    for _ in range(amount(50, 1_000)):
        rows = rng.getrandbits(12)
        columns = {v: rng.getrandbits(12) for v in names}
        function = reduce(names, rng.getrandbits(16))
        assert isinstance(function, Function)
        column = tables.column("E", function, columns, rows)
        assert column == BITS.column("E", function, columns, rows) & rows
        inputs, some = [columns[v] for v in names], [rng.getrandbits(16) for _ in range(5)]
        assert tables.columns("E", names, inputs, some, rows) == BITS.columns(
            "E", names, inputs, some, rows
        )


@pytest.mark.parametrize("values", [1, 2, 3])
@pytest.mark.parametrize("width", [2, 8])
def test_columns_in_wide_lanes_are_counted(values: int, width: int) -> None:
    """Lanes are as wide as another variable needs: eleven rows of eight bits fit into no word."""
    rows, read = (11 if values < 3 else 6), min(1 << width, 16)  # values of the only parent
    fitting = {0: values, 1: values**read}
    space = Local(Worlds({"B": values}, ("B",), (), 0, False, {"B": ()}), "B")
    mechanisms = Mechanisms(space, fitting, 1, (), values, Lanes(width))
    classes = [row % read for row in range(rows)]
    counts = column_counts(mechanisms, 1, classes)
    columns = {
        sum(outputs[c] << row * width for row, c in enumerate(classes))
        for outputs in product(range(values), repeat=len(set(classes)))
    }
    number = values ** (read - len(set(classes)))
    assert sorted(counts) == sorted((column, number) for column in columns)
