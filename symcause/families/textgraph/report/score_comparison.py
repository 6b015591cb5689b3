"""Score comparison in a text graph report: an answer beside answers that know nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from symcause.families.textgraph.audits.baseline_scores import BaselineScores, baselines
from symcause.families.textgraph.bounds import BASELINE_EDGES
from symcause.families.textgraph.documents.align_document import AlignDocument
from symcause.families.textgraph.documents.check_document import TextGraphCheck
from symcause.families.textgraph.problem.problem import TextGraph
from symcause.families.textgraph.report.align_story import rewired_span, span
from symcause.families.textgraph.report.edge_sections import rate

Row = Mapping[str, str]
"""What an answer scores, by column; nothing where a column is not about it."""


@dataclass(frozen=True)
class Table:
    """Rows of scores, the answer's own first, and what the columns mean."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...]

    def to_dict(self) -> dict[str, object]:
        """As the page's script reads it."""
        right = [place for place, head in enumerate(self.columns) if head != _ANSWER]
        rows = [[row.get(head, "") for head in self.columns] for row in self.rows]
        return {
            "table": {"columns": list(self.columns), "rows": rows, "right": right},
            "notes": list(self.notes),
        }


_ANSWER, _FAR, _RELEASED = "answer", "distance", "released F1*"
_COLUMNS = (_ANSWER, "precision", "recall", "F1", _FAR)
_RANDOM = "Random: as many edges as gold has, drawn from all pairs of its nodes; expected scores."
_DISTANCE = "Distance: edges to add, remove or turn (a reversed edge counts once)."
_APART = "Distance: edges to add or remove (a reversed edge counts twice)."
_STAR = "* What the released scorer prints as F1; an answer without edges gets about a half."


def check_table(d: TextGraphCheck, problem: TextGraph) -> Table:
    """The answer, and four others, under every metric."""
    released = "–" if d.released is None else rate(d.released.f1)
    shares = {"precision": rate(d.precision), "recall": rate(d.recall), "F1": rate(d.f1)}
    own = {_ANSWER: "this answer", **shares, _FAR: str(d.shd), _RELEASED: released}
    others = _baselines(problem)
    rows = tuple(
        {**_row(name, scores), _RELEASED: _released(scores)} for name, scores in others.items()
    )
    notes = (_RANDOM, _DISTANCE, _STAR) if others else (_DISTANCE, _STAR)
    return Table((*_COLUMNS, _RELEASED), (own, *rows), notes)


def align_table(d: AlignDocument, problem: TextGraph) -> Table:
    """The answer under its best map, and what rewired, empty and full answers reach."""
    far = "–" if d.shd is None else str(d.shd.low)
    if d.shd is not None and d.shd.low != d.shd.high:
        far = f"{d.shd.low} to {d.shd.high}"
    shares = {"precision": span(d.precision), "recall": span(d.recall), "F1": span(d.f1)}
    rows: list[Row] = [{_ANSWER: "under the best map", **shares, _FAR: far}]
    notes = [_APART]
    if d.rewired_f1 is not None:
        rows.append({_ANSWER: "rewired, on average", "F1": rewired_span(d.rewired_f1)})
        notes.insert(
            0,
            f"Rewired: {d.rewired_f1.runs} answers with the same degrees and edges at random, each "
            "under its own best map. A value near theirs says nothing.",
        )
    scores = _baselines(problem)
    for name in ("empty", "full"):
        if name in scores:
            far = _count(scores[name].shd_reversal_2)
            rows.append({**_row(name, scores[name]), _FAR: far})
    return Table(_COLUMNS, tuple(rows), tuple(notes))


def against_chance(d: TextGraphCheck, problem: TextGraph) -> str:
    """The F1 of an answer beside what a random one expects; nothing where that is not worked out."""
    scores = _baselines(problem).get("random")
    if scores is None:
        return ""
    return f": F1 {rate(d.f1)}, a random answer expects {rate(float(scores.f1))}"


def _baselines(problem: TextGraph) -> dict[str, BaselineScores]:
    return baselines(problem.graph) if len(problem.graph.edges) <= BASELINE_EDGES else {}


def _row(name: str, found: BaselineScores) -> Row:
    return {
        _ANSWER: name,
        "precision": rate(float(found.precision)),
        "recall": rate(float(found.recall)),
        "F1": rate(float(found.f1)),
        _FAR: _count(found.shd),
    }


def _count(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else f"{float(value):.1f}"


def _released(found: BaselineScores) -> str:
    return "–" if found.released is None else rate(float(found.released.f1))
