"""Values in lanes against lists of values."""

from __future__ import annotations

from itertools import product

import pytest

from symcause.mechanisms.value_lanes import ONE_BIT, Lanes


@pytest.mark.parametrize("values", [1, 2, 3, 4, 5, 8])
def test_columns_are_lists_of_values(values: int) -> None:
    lanes = Lanes.of(values)
    assert values <= 1 << lanes.width
    for column in product(range(values), repeat=3):
        packed = sum(value << place * lanes.width for place, value in enumerate(column))
        assert [lanes.at(packed, place) for place in range(3)] == list(column)
        for rows in product((0, 1), repeat=3):
            ones = sum(one << place * lanes.width for place, one in enumerate(rows))
            for value in range(values):
                shown = [one and held == value for one, held in zip(rows, column, strict=True)]
                expected = sum(bool(s) << place * lanes.width for place, s in enumerate(shown))
                assert lanes.equal(packed, value, ones) == expected


@pytest.mark.parametrize("width", [1, 2, 3])
def test_sets_are_spread_to_the_bits_of_their_lanes(width: int) -> None:
    lanes = Lanes(width)
    for places in range(1 << 5):
        bits = {p * width + i for p in range(5) if places >> p & 1 for i in range(width)}
        assert lanes.spread(places) == sum(1 << bit for bit in bits)
    assert lanes.ones(4) == sum(1 << place * width for place in range(4))
    assert [lanes.at(lanes.ones(4) * lanes.full, place) for place in range(5)] == [
        lanes.full
    ] * 4 + [0]


def test_two_values_take_one_bit() -> None:
    assert Lanes.of(2) is Lanes.of(1) is ONE_BIT
    assert Lanes.of(3) == Lanes.of(4) == Lanes(2)
    assert Lanes.of(5).width == 3
