"""Rows of a network as they are written: one number, or the numbers of all values."""

from __future__ import annotations

from fractions import Fraction

import pytest

from symcause.errors import SymcauseError
from symcause.families.cpt.files.network_tables import _row

F = Fraction


def test_one_number_is_the_probability_of_the_second_value() -> None:
    assert _row("1/4", "P(X)") == (F(3, 4), F(1, 4))
    assert _row(1, "P(X)") == (0, 1)
    for whole in (["1/4", "3/4"], ("1/4", "3/4")):
        assert _row(whole, "P(X)") == (F(1, 4), F(3, 4))
    assert _row(["1/2", "1/3", "1/6"], "P(X)") == (F(1, 2), F(1, 3), F(1, 6))


@pytest.mark.parametrize("wrong", [["1"], ["1/2", "1/3"], ["1/2", "1/2", "1/2"], "2", [], "x"])
def test_what_is_no_distribution_is_refused_with_its_place(wrong: object) -> None:
    with pytest.raises(SymcauseError, match=r"P\(X\)"):
        _row(wrong, "P(X)")
