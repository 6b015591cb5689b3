"""What is computed once a kind of rows is what is computed row by row: the same bits, the same steps."""

from __future__ import annotations

import numpy as np
import pytest

from symcause.families.scenario.bounds import GROUPED_ROWS
from symcause.families.scenario.value.enclosure import set_columns as c
from symcause.families.scenario.value.enclosure.row_groups import grouped
from symcause.families.scenario.value.enclosure.row_kinds import Kinds, unite
from symcause.families.scenario.value.enclosure.set_columns import Numbers, Options, Truths
from symcause.families.scenario.value.enclosure.set_terms import Words
from symcause.families.scenario.value.enclosure.state_table import Table
from symcause.grammar.scenario.term_parser import parse_term

TERMS = (
    "if(flag, 1, 2) * x / 7 + size",
    "exp(-x / 10) * 0.3",
    "clip((x - size) / (1 + x * x), 0.1, 0.9)",
    "floor(x / 3) + abs(x - 4) * 123456789123",
    "case(kind, a: x, b: x / 3, else: size)",
    "size * 3 - 1",
    "17",
)


def _table(seed: int, rows: int, wide: bool = False) -> Table:
    """Rows of three designs that agree in many columns; *wide*: some numbers are known within bounds."""
    rng, words = np.random.default_rng(seed), Words()
    table = Table({"size": c.whole(np.array([3, 5, 8]))}, 3, words)
    table.key = rng.integers(0, 3, rows)
    table.low = table.high = np.ones(rows)
    low = rng.integers(0, 9, rows)
    flags = rng.random(rows) < 0.5
    bits = np.array([words.bit(option) for option in "abc"])
    table.add("x", Numbers(low, low + rng.integers(0, 2, rows) if wide else low, 4))
    table.add("flag", Truths(flags, flags))
    table.add("kind", Options(bits[rng.integers(0, 3, rows)]))
    table.add("unused", c.whole(np.arange(rows)))
    return table


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_kinds_are_rows(seed: int, wide: bool) -> None:
    table = _table(seed, 4 * GROUPED_ROWS + 100 * seed, wide)
    terms = [parse_term(text) for text in TERMS]
    kinds = Kinds(table, terms)
    assert not kinds.all and len(kinds) < len(table) // 2
    tally = table.words.tally
    for term in terms:
        before = tally._operations, tally._entries, tally.steps
        row_by_row = table.numbers(term)
        between = tally._operations, tally._entries, tally.steps
        by_kind = kinds.numbers(term)
        after = tally._operations, tally._entries, tally.steps
        assert [y - x for x, y in zip(before[:2], between[:2], strict=True)] == [
            y - x for x, y in zip(between[:2], after[:2], strict=True)
        ]
        assert by_kind.den == row_by_row.den
        for own, whole in zip(c.as_floats(by_kind), c.as_floats(row_by_row), strict=True):
            spread = own if len(own) == 1 else kinds.spread(own)
            assert np.array_equal(spread, whole)


def test_small_tables_and_floats_are_left_alone() -> None:
    term = parse_term("x + 1")
    assert Kinds(_table(1, GROUPED_ROWS - 1), [term]).all
    table = _table(1, GROUPED_ROWS)
    x = np.zeros(GROUPED_ROWS)
    table.add("x", c.floats(x, x))
    kinds = Kinds(table, [term])
    assert kinds.all
    low, high = kinds.chance(term)
    assert np.array_equal(low, table.chance(term)[0]) and np.array_equal(
        high, np.ones(GROUPED_ROWS)
    )


@pytest.mark.parametrize("seed", range(40))
def test_rows_told_apart_in_order(seed: int) -> None:
    """Kinds are numbered as their rows sort; arrays after the last that tells rows apart change nothing."""
    rng = np.random.default_rng(seed)
    rows = int(rng.integers(1, 60))
    parts = [
        [
            rng.integers(0, 3, rows),
            rng.random(rows) < rng.choice([0.0, 0.5, 1.0]),
            rng.random(rows),
        ][int(rng.integers(0, 3))]
        for _ in range(int(rng.integers(1, 6)))
    ]
    first, of = grouped(parts)
    listed = [tuple(part[i].item() for part in parts) for i in range(rows)]
    order = sorted(set(listed))
    assert of.tolist() == [order.index(row) for row in listed]
    assert first.tolist() == [listed.index(row) for row in order]


@pytest.mark.parametrize("rows", [GROUPED_ROWS, 2 * GROUPED_ROWS])
def test_options_met_first_in_a_kind_are_forgotten(rows: int) -> None:
    """Options are numbered in the order in which rows meet them: what kinds meet is not numbered."""
    table = _table(3, rows)
    known = dict(table.words.codes)
    assert list(known) == [*"abc"]
    told = unite(table, [parse_term('if(flag, "d", "a") == kind'), parse_term('kind == "e"')])
    assert np.array_equal(told, np.arange(rows))
    assert table.words.codes == known
    unite(table, [parse_term('kind == "b"')])
    assert table.words.codes == known and len(table) < rows
