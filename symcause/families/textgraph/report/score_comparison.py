"""Score comparison in a text graph report: an answer beside answers that know nothing."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from symcause.families.textgraph.audits.baseline_scores import BaselineScores, baselines
from symcause.families.textgraph.bounds import BASELINE_EDGES
from symcause.families.textgraph.documents.align_document import AlignDocument
from symcause.families.textgraph.documents.check_document import TextGraphCheck
from symcause.families.textgraph.problem.problem import TextGraph
from symcause.families.textgraph.report.align_story import rewired_span, span
from symcause.families.textgraph.report.edge_sections import rate

Row = tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """Rows of scores, the answer's own first, and what the columns mean."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...]

    def to_dict(self) -> dict[str, object]:
        """As the page's script reads it."""
        right = list(range(1, len(self.columns)))
        rows = [list(row) for row in self.rows]
        return {
            "table": {"columns": list(self.columns), "rows": rows, "right": right},
            "notes": list(self.notes),
        }


_COLUMNS = ("answer", "precision", "recall", "F1", "distance")
_RANDOM = "Random: as many edges as gold has, drawn from all pairs of its nodes; expected scores."
_DISTANCE = "Distance: edges to add, remove or turn (a reversed edge counts once)."
_APART = "Distance: edges to add or remove (a reversed edge counts twice)."
_STAR = "* What the released scorer prints as F1; an answer without edges gets about a half."


def check_table(d: TextGraphCheck, problem: TextGraph) -> Table:
    """The answer, and four others, under every metric."""
    released = "–" if d.released is None else rate(d.released.f1)
    own = ("this answer", rate(d.precision), rate(d.recall), rate(d.f1), str(d.shd), released)
    others = _baselines(problem)
    rows = tuple((*_row(name, found), _released(found)) for name, found in others.items())
    notes = (_RANDOM, _DISTANCE, _STAR) if others else (_DISTANCE, _STAR)
    return Table((*_COLUMNS, "released F1*"), (own, *rows), notes)


def align_table(d: AlignDocument, problem: TextGraph) -> Table:
    """The answer under its best map, and what rewired, empty and full answers reach."""
    far = "–" if d.shd is None else str(d.shd.low)
    if d.shd is not None and d.shd.low != d.shd.high:
        far = f"{d.shd.low} to {d.shd.high}"
    rows: list[Row] = [("under the best map", span(d.precision), span(d.recall), span(d.f1), far)]
    notes = [_APART]
    if d.rewired_f1 is not None:
        rows.append(("rewired, on average", "", "", rewired_span(d.rewired_f1), ""))
        notes.insert(
            0,
            f"Rewired: {d.rewired_f1.runs} answers with the same degrees and edges at random, each "
            "under its own best map. A value near theirs says nothing.",
        )
    found = _baselines(problem)
    for name in ("empty", "full"):
        if name in found:
            rows.append((*_row(name, found[name])[:-1], _count(found[name].shd_reversal_2)))
    return Table(_COLUMNS, tuple(rows), tuple(notes))


def against_chance(d: TextGraphCheck, problem: TextGraph) -> str:
    """The F1 of an answer beside what a random one expects; nothing where that is not worked out."""
    found = _baselines(problem).get("random")
    if found is None:
        return ""
    return f": F1 {rate(d.f1)}, a random answer expects {rate(float(found.f1))}"


def _baselines(problem: TextGraph) -> dict[str, BaselineScores]:
    return baselines(problem.graph) if len(problem.graph.edges) <= BASELINE_EDGES else {}


def _row(name: str, found: BaselineScores) -> Row:
    scores = (rate(float(x)) for x in (found.precision, found.recall, found.f1))
    return (name, *scores, _count(found.shd))


def _count(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else f"{float(value):.1f}"


def _released(found: BaselineScores) -> str:
    return "–" if found.released is None else rate(float(found.released.f1))
