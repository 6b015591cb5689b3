"""Nested tables, ranges of one value and lists of claims, as files have them."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from symcause.errors import ProblemError
from symcause.families.cpt.files.network_tables import _leaves, _row, nested
from symcause.families.scenario.files.claim_documents import _ends, _named, write_claims


def test_tables_are_nested_and_taken_apart() -> None:
    shown = nested(range(6), (2, 3))
    assert shown == [[0, 1, 2], [3, 4, 5]]
    assert _row("1/4", "here") == (Fraction(3, 4), Fraction(1, 4)) == _row(["3/4", "1/4"], "here")
    assert _leaves(shown, (2, 3), "here") == _leaves(((0, 1, 2), (3, 4, 5)), (2, 3), "here")
    for wrong in (1, [0], [[0, 1, 2], 3]):
        with pytest.raises(ProblemError, match="wrong nesting"):
            _leaves(wrong, (2, 3), "here")


def test_a_range_may_be_one_value() -> None:
    assert _ends((2, 2), "here", "gap") == (Fraction(2), Fraction(2))
    assert _named([2, 2], "here") == (2, 2)
    for read in ((3, 2), (2,)):
        with pytest.raises(ProblemError):
            _ends(read, "here", "gap")
        with pytest.raises(ProblemError):
            _named([*read], "here")


def test_claims_of_both_kinds_are_written() -> None:
    claim = SimpleNamespace(id="c", text="so it is", predicate=None)
    empty = dict.fromkeys(("optimum", "value", "gap"))
    claims: Any = SimpleNamespace(
        **empty, traps=(), gold=(claim,), distractors=(claim, claim), strategies=(), sources={}
    )
    written = write_claims(claims, str)
    assert {key: len(listed) for key, listed in written.items()} == {  # type: ignore[arg-type]
        "gold": 1,
        "distractors": 2,
    }
