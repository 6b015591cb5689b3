"""Further worlds where absurdly many cells may be wrong: what cannot be done is said."""

from __future__ import annotations

from pathlib import Path

import pytest

import symcause
from symcause.families.boolean.documents.disambiguation_document import BooleanDisambiguate
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.questions.disambiguate import Disambiguate

AMBIGUOUS = Path(__file__).parents[3] / "examples" / "ambiguous.json"


def asked(errors: int) -> BooleanDisambiguate:
    problem = symcause.load(str(AMBIGUOUS))
    assert isinstance(problem, BooleanProblem)
    *_, document = Disambiguate(errors=errors).answers(problem)
    assert isinstance(document, BooleanDisambiguate)
    return document


@pytest.mark.parametrize("errors", [10_000, 10**6])
def test_more_errors_than_cells_refute_nobody(errors: int) -> None:
    """All cells of the training and of all candidate worlds may be wrong: no world refutes anybody."""
    document = asked(errors)
    assert (document.added, document.minimal) == (0, True)
    assert document.count_before == document.count_after == 136_384
    assert document.remaining and document.example is not None


@pytest.mark.few(2)
@pytest.mark.parametrize(("errors", "added"), [(3, 5), (5, 9), (10, 17), (15, 25), (50, 84)])
def test_many_errors_are_answered_with_a_proof(errors: int, added: int) -> None:
    """A bound by linear programmes, checked with integers, meets what is found."""
    document = asked(errors)
    assert document.count_after == 1
    assert (document.lower_bound, document.added, document.minimal) == (added, added, True)


def test_what_is_not_proved_is_between_bounds() -> None:
    """A gap that bounded work does not close is told, and the choice suffices all the same."""
    problem = symcause.load(str(AMBIGUOUS.with_name("ordered.json")))
    assert isinstance(problem, BooleanProblem)
    *_, document = Disambiguate(errors=5, strengthen=True).answers(problem)
    assert isinstance(document, BooleanDisambiguate)
    assert document.lower_bound is not None and document.added is not None
    assert 10 <= document.lower_bound <= document.added == 11
    assert document.minimal == (document.lower_bound == 11)
    stronger = symcause.problem(document.strengthened)
    assert symcause.count(stronger, errors=5).count == 1
