"""The answer figure of a settled ShapeWorld question: the relations left in two blocks, yes and no."""

from __future__ import annotations

from symcause.families.shapeworld.documents.audit_document import ShapeWorldAudit
from symcause.families.shapeworld.documents.question_documents import ShapeWorldCheck
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.problem.verdict_kinds import Support, TranscriptVerdict
from symcause.reports.figures.answer_blocks import Block, answer_blocks
from symcause.reports.figures.figure import NARROW, WIDE, Figure
from symcause.reports.svg import drawing

_ANSWERS = (TranscriptVerdict.YES, TranscriptVerdict.NO)
_NOUN = "relation"


def answer_figure(
    document: ShapeWorldAudit | ShapeWorldCheck, problem: ShapeWorldProblem
) -> Figure | None:
    """The picture; None while the question is open, or where the relations were not counted."""
    if document.verdict not in _ANSWERS or not document.count:
        return None
    yes, no = (_block(answer, document) for answer in _ANSWERS)
    title = f"Does {problem.cause} make {problem.effect} move?"
    summary = f"{title} {document.verdict} in every relation that fits"
    wide, slim = (
        drawing(right, end, summary, *parts)
        for narrow, right in ((False, WIDE), (True, NARROW))
        for parts, end in (answer_blocks((yes, no), _NOUN, narrow=narrow),)
    )
    rows = tuple((block.answer, block.number, block.stored) for block in (yes, no))
    caption = f"A square is one {_NOUN} that fits." if yes.number + no.number > 1 else ""
    columns = ("answer", "relations", "given")
    return Figure("answers", title, wide, columns, rows, caption, narrow=slim)


def _block(answer: TranscriptVerdict, document: ShapeWorldAudit | ShapeWorldCheck) -> Block:
    """The relations with an answer, and the answer that was given, where it is this one."""
    assert document.count is not None
    number = document.count if document.verdict == answer else 0
    if document.answer != answer:
        return Block(str(answer), number)
    return Block(str(answer), number, "the answer given", document.support == Support.REFUTED)
