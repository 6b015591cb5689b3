"""The answer figure: the relations left in two blocks, and the answer that is judged in its own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import symcause
from symcause.families.shapeworld.documents.question_documents import ShapeWorldCheck
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.report.answer_figure import answer_figure

SHAPES = Path(__file__).resolve().parents[3] / "examples" / "shapes.json"


@pytest.mark.parametrize(
    ("answer", "given"), [("no", "● the answer given"), ("yes", "✗ the answer given")]
)
def test_an_answer_that_is_checked(answer: str, given: str) -> None:
    """The transcript says no: one relation is left, in which circle does not make triangle move."""
    problem = symcause.load(SHAPES)
    assert isinstance(problem, ShapeWorldProblem)
    document = symcause.check(problem, f'{{"answer": "{answer}"}}')
    assert isinstance(document, ShapeWorldCheck)
    figure = answer_figure(document, problem)
    assert figure is not None and figure.title == "Does circle make triangle move?"
    assert [row[:2] for row in figure.rows] == [("yes", 0), ("no", 1)]
    for svg in (str(figure.svg), str(figure.narrow)):
        yes, no = svg.split("no in 1 of 1 relation")
        here, other = (no, yes) if answer == "no" else (yes, no)
        assert given in here and "answer given" not in other
        assert len(re.findall(r'width="13"', no)) == 1 and 'width="13"' not in yes
