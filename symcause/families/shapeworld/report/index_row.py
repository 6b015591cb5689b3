"""The index row of a ShapeWorld report: a transcript in the table of its pool."""

from __future__ import annotations

from symcause.families.shapeworld.audits.verdict_sentences import WORDS
from symcause.families.shapeworld.documents.audit_document import ShapeWorldAudit
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.problem.transcript_evidence import numbered
from symcause.families.shapeworld.problem.verdict_kinds import Support, TranscriptVerdict
from symcause.reports.views.verdict_looks import look


def index_row(document: ShapeWorldAudit, problem: ShapeWorldProblem) -> dict[str, object]:
    """The row of a transcript in the table of its pool."""
    structure, system = problem.metadata.get("structure"), problem.metadata.get("model")
    more: dict[str, object] = {"answer": _answered(document)}
    if isinstance(system, str):
        more["system"] = system
    more["settled after"] = document.decided_at
    verdict = TranscriptVerdict(document.verdict or TranscriptVerdict.UNKNOWN)
    return {
        "setting": structure if isinstance(structure, str) else None,
        "variables": problem.size,
        "rows": numbered(problem),
        "coverage": None,
        "unit": "relations",
        "tone": look(WORDS[verdict]),
        "words": {
            "setting": "structure",
            "variables": "shapes",
            "rows": "steps",
            "separable": "",
        },
        "more": more,
        "cross": ["system", "answer"] if isinstance(system, str) else [],
    }


def _answered(document: ShapeWorldAudit) -> str | None:
    """How the answer stands to the transcript, in the words of a pool's table."""
    if document.verdict == TranscriptVerdict.INCONSISTENT:
        return "impossible"
    if document.contradicts_key:
        return "contradicts key"
    if document.support is None:
        return "no answer"
    if document.support == Support.UNSUPPORTED and document.lucky:
        return "lucky"
    return document.support
