"""Small parts of finite files: bounds of integers, arguments of meanings, counts, and what has holes."""

from __future__ import annotations

import pytest

from symcause.errors import ProblemError
from symcause.families.finite.files.boolean_export import boolean_document
from symcause.families.finite.files.dataset_view import tally
from symcause.families.finite.files.frame_rows import operators_of
from symcause.families.finite.files.placed_values import Placed
from symcause.models.prose.value_line import LONGEST, cut
from tests.finite.space_cases import problem

BITS = [0, 1]


@pytest.mark.parametrize(("least", "most"), [(0, None), (1, 3), (2, 2)])
def test_integers_within_their_bounds(least: int, most: int | None) -> None:
    """Both ends are inside; a truth value is no integer."""
    for value in range(-1, 5):
        placed = Placed(value, "place")
        if value >= least and (most is None or value <= most):
            assert placed.integer(least, most, "number") == value
        else:
            with pytest.raises(ProblemError, match="is no number"):
                placed.integer(least, most, "number")
    with pytest.raises(ProblemError):
        Placed(True, "place").integer(least, most, "number")


@pytest.mark.parametrize(
    ("means", "arity"),
    [("(sub b a)", 2), ("(if a b c)", 3), ("(not a)", 1), ("(add b b)", 2), ("1", 1)],
)
def test_a_meaning_has_as_many_arguments_as_it_names(means: str, arity: int) -> None:
    assert operators_of({"new": means}) == {"new": {"arity": arity, "means": means}}


def test_the_largest_domain_is_counted() -> None:
    for values in ([BITS, [0, 1, 2, 3], [0, 1, 2]], [[0, 1, 2, 3], BITS, BITS]):
        asked = problem(values, [[0, 0, 0], [1, 1, 1]], {"functions": "any"})
        assert tally(asked)["values"] == "4"


@pytest.mark.parametrize(
    ("rows", "form"),
    [
        ([[0, 1, 0], [1, 0, 1]], 1),
        ([[0, 1, None], [1, 0, 1]], 2),
        ([[0, None, 0], [1, None, 1]], 2),
    ],
)
def test_one_hole_makes_another_format(rows: list[list[int | None]], form: int) -> None:
    """Files of the first format know none."""
    document = boolean_document(problem([BITS] * 3, rows, {"functions": "any"}))
    assert document["format"] == f"symcause.boolean/{form}"


@pytest.mark.parametrize("more", [-1, 0, 1, 40])
def test_a_line_is_cut_where_it_is_too_long(more: int) -> None:
    text = "<" + "a" * (LONGEST + more - 2) + ">"
    shown = cut(text)
    assert (shown == text) is (more <= 0)
    assert len(shown) == min(LONGEST, len(text)) and shown[-1] == ">"
