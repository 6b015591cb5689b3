"""What is done on whole arrays is what is done entry by entry: neighbours of floats, kinds of rows."""

from __future__ import annotations

import numpy as np
import pytest

from symcause.families.scenario.value.enclosure import interval_arithmetic as a
from symcause.families.scenario.value.enclosure import set_columns as c
from symcause.families.scenario.value.enclosure.probability_bounds import _descending
from symcause.families.scenario.value.enclosure.row_groups import grouped
from symcause.families.scenario.value.enclosure.set_columns import Array, Floats, Numbers

_LEAST, _MOST = 5e-324, np.finfo(np.float64).max
_EDGES = {
    "positive": [_LEAST, 2.2250738585072014e-308, 0.1, 1.0, 2.0**52, _MOST],
    "zero": [0.0, _LEAST, 1.0],
    "infinite": [_MOST, np.inf, 1.0],
    "signed": [-np.inf, -1.0, -_LEAST, -0.0, 0.0, 1.0, np.inf],
    "nothing known": [np.nan, 1.0],
}


@pytest.mark.parametrize("edges", _EDGES.values(), ids=_EDGES)
@pytest.mark.parametrize("size", [0, 1, 5, c.MANY, 1_000])
def test_neighbours(edges: list[float], size: int) -> None:
    x = np.resize(np.array(edges), size)
    with np.errstate(over="ignore"):
        assert c.down(x).tobytes() == np.nextafter(x, -np.inf).tobytes()
        assert c.up(x).tobytes() == np.nextafter(x, np.inf).tobytes()


@pytest.mark.parametrize("kind", ["positive", "zero", "infinite", "signed"])
def test_nothing_below_zero(kind: str) -> None:
    x = np.resize(np.array(_EDGES[kind]), 1_000)
    found = c.down_to_zero(x)
    assert (found == np.maximum(np.nextafter(x, -np.inf), 0.0)).all() and not np.signbit(
        found
    ).any()


def _parts(rng: np.random.Generator, rows: int) -> list[Array]:
    """Truths, close, far and equal whole numbers, floats, and upper ends that go with lower ones."""
    low: Floats = rng.choice(rng.normal(size=7), rows)
    far = rng.choice(rng.integers(-(2**40), 2**40, 5), rows)
    every: list[Array] = [
        rng.random(rows) < 0.5,
        rng.integers(-3, 4, rows),
        rng.integers(0, 3 * rows, rows),
        np.full(rows, 7),
        far,
        far * 2,
        low,
        np.nextafter(low, np.inf),
        rng.random(rows),
        np.zeros(rows, dtype=bool),
    ]
    return [every[place] for place in rng.permutation(len(every))[: rng.integers(1, 9)]]


@pytest.mark.parametrize("seed", range(60))
def test_kinds_in_order(seed: int) -> None:
    """The first row of each kind, and kinds in the order of their values."""
    rng = np.random.default_rng(seed)
    rows = int(rng.choice([0, 1, 2, 30, 400, 3_000]))
    parts = _parts(rng, rows)
    lines = list(zip(*(part.tolist() for part in parts), strict=True))
    kinds = sorted(set(lines))
    first, kind = grouped(parts)
    assert first.tolist() == [lines.index(line) for line in kinds]
    place = {line: at for at, line in enumerate(kinds)}
    assert kind.tolist() == [place[line] for line in lines]


def test_numbers_of_few_bits_are_counted_off_too() -> None:
    part = np.resize(np.array([-128, 127, 0], dtype=np.int8), 300)
    first, kind = grouped([part])
    assert part[first].tolist() == [-128, 0, 127]
    assert (part[first][kind] == part).all()


def test_of_no_rows_there_are_no_kinds() -> None:
    for dtype in (np.float64, np.int64, np.bool_):
        none = np.zeros(0, dtype=dtype)
        assert [len(found) for found in grouped([none, none])] == [0, 0]


@pytest.mark.parametrize("sorted_keys", [True, False])
def test_descending(sorted_keys: bool) -> None:
    rng = np.random.default_rng(1)
    key = rng.integers(0, 5, 2_000) * 2
    key = np.sort(key) if sorted_keys else key
    value = rng.choice(rng.random(40), 2_000)
    assert (_descending(key, value) == np.lexsort((-value, key))).all()


@pytest.mark.parametrize("tops", [[6, 12, 18], [6, 12, 19], [0, 0, 0], [4, 8, 1], [-6, 9, 3]])
@pytest.mark.parametrize("high", [0, 6, 7])
def test_divisors(tops: list[int], high: int) -> None:
    """A divisor of everything goes, wherever the entry that decides it stands."""
    low = np.resize(np.array(tops[:-1]), 500)
    low[-1] = tops[-1]
    upper = low if high == 0 else low + high
    column = a._reduced(Numbers(low, upper, 12))
    common = int(np.gcd.reduce([12, *low.tolist(), *upper.tolist()]))
    assert column.den == 12 // common
    assert (column.low == low // common).all() and (column.high == upper // common).all()
