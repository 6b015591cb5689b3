"""Moves of a member in general position, worked out by hand: in lowest terms, over denominators above 0."""

from __future__ import annotations

from fractions import Fraction

from symcause.families.linear.episode.general_outcomes import GeneralMember

MEMBER = GeneralMember(((), (0,), (0, 1)), (((), 1), ((-4,), 6), ((2, 3), 5)))
"""b = -4/6 a, c = (2 a + 3 b) / 5."""


def test_moves_are_in_lowest_terms() -> None:
    assert MEMBER.moves(0, Fraction(3)) == (3, 1, -2, 1, 0, 1)
    assert MEMBER.moves(0, Fraction(-1, 2)) == (-1, 2, 1, 3, 0, 1)
    assert MEMBER.moves(1, Fraction(10, 4)) == (0, 1, 5, 2, 3, 2)
    assert MEMBER.moves(2, Fraction(7)) == (0, 1, 0, 1, 7, 1)
