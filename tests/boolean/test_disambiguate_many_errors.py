"""Further worlds where absurdly many cells may be wrong: what cannot be done is said at once."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest

import symcause
from symcause.families.boolean.documents.disambiguate import BooleanDisambiguate
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.questions.disambiguate import Disambiguate

AMBIGUOUS = Path(__file__).parents[2] / "examples" / "ambiguous.json"


def asked(errors: int) -> BooleanDisambiguate:
    problem = symcause.load(str(AMBIGUOUS))
    assert isinstance(problem, BooleanProblem)
    *_, document = Disambiguate(errors=errors).answers(problem)
    assert isinstance(document, BooleanDisambiguate)
    return document


@pytest.mark.parametrize("errors", [10_000, 10**6])
def test_more_errors_than_cells_are_answered_at_once(errors: int) -> None:
    """All cells of the training and of all candidate worlds may be wrong: no world refutes anybody."""
    begun = process_time()
    document = asked(errors)
    assert process_time() - begun < 20
    assert (document.added, document.minimal) == (0, True)
    assert document.count_before == document.count_after == 136_384
    assert document.remaining and document.example is not None


def test_many_errors_end_with_a_bound() -> None:
    """Every world shows so many wrong cells at most: that bounds the fewest from below without a search."""
    begun = process_time()
    document = asked(50)
    assert process_time() - begun < 60
    assert document.count_after == 1 and not document.minimal
    assert (document.lower_bound, document.added) == (24, 91)
