"""The drawn pair: two models as marks, what they differ in, and what tells them apart.

Nobody asks here whether the two explain the evidence: that is the question ``check``. Words of results are
those of the answer to ``separate``, so that picture and headline are about the same experiment.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.reports.space_drawing.drawn_space import AxisQuestion, Experiment, SpaceDrawing
from symcause.reports.space_drawing.evidence_board import EvidenceBoard
from symcause.reports.space_drawing.question_axes import axes, questions_of


def pair_drawing(
    board: EvidenceBoard, models: tuple[Any, Any], answer: Any, title: str
) -> SpaceDrawing | Unknown:
    """The first model is the first mark; without an experiment, the two and what they differ in."""
    members = tuple(map(board.spelled, models))
    if members[0] == members[1]:
        return Unknown("the two are told by the same mechanisms")
    tables = tuple(tuple(dict.fromkeys(both)) for both in zip(*members, strict=True))
    marks = tuple(tuple(map(tuple.index, tables, member)) for member in members)
    questions = tuple(map(_in_order, questions_of(board.variables, tables, marks, (0, 1))))
    rows, columns = axes(questions, marks, (0, 1))
    parted = board.parting(answer)
    experiments: tuple[Experiment, ...] = ()
    if parted is not None:
        results = (f"the first: {parted.first}", f"the second: {parted.second}")
        experiments = (Experiment(parted.name, results, (0, 1)),)
    return SpaceDrawing(
        title=title,
        noun=board.noun,
        variables=board.variables,
        mechanisms=tables,
        marks=marks,
        evidence=(),
        refuted=((), ()),
        questions=questions,
        columns=columns,
        rows=rows,
        experiments=experiments,
        chosen=0 if experiments else None,
        compared=True,
    )


def _in_order(question: AxisQuestion) -> AxisQuestion:
    """With the answer of the first model first: it has the first mechanism of every variable."""
    if question.of[0] == 0:
        return question
    return replace(question, answers=question.answers[::-1], of=question.of[::-1])
