"""The answer scorer: one text graph answer read, compared with gold and judged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symcause.answers import Unknown
from symcause.families.textgraph.documents.score_parts import FAMILY
from symcause.families.textgraph.files.answer.answer_reader import AnswerReading, read_answer
from symcause.families.textgraph.files.answer.answer_response import Response
from symcause.families.textgraph.files.answer.released_reader import released_reading
from symcause.families.textgraph.models.digraph import Digraph
from symcause.families.textgraph.problem.problem import TextGraph
from symcause.families.textgraph.scoring.answer.causal_distances import causal_distances
from symcause.families.textgraph.scoring.answer.edge_metrics import score_edges
from symcause.families.textgraph.scoring.answer.released_numbers import ReleasedRow, released_row
from symcause.families.textgraph.scoring.answer.score_fields import (
    adjustment_part,
    gold_errors_part,
    judge_part,
    released_fields,
    score_fields,
)
from symcause.families.textgraph.scoring.gold_errors.error_allowance import read_allowance
from symcause.families.textgraph.scoring.gold_errors.score_ranges import score_ranges
from symcause.families.textgraph.scoring.judges.label_scores import Judgement

NOTHING = Digraph((), ())
"""What a text without a graph is scored as."""


@dataclass(frozen=True)
class GraphScorer:
    """What it takes to score answers about one gold graph."""

    id: str
    gold: Digraph
    names: tuple[str, ...]
    allowed: tuple[tuple[str, str], ...] | None = None  # pairs of names that may be matched

    @staticmethod
    def of(problem: TextGraph) -> GraphScorer:
        return GraphScorer(problem.id, problem.graph, problem.names, problem.allowed)

    def read(self, text: str, task: str | None) -> AnswerReading:
        written = text.written if isinstance(text, Response) else None
        return read_answer(text, self.names, task, written)

    def row(self, answer: str, task: str | None) -> ReleasedRow:
        """What the released scorer makes of an answer to this *task*."""
        about = answer if isinstance(answer, Response) else Response(answer)
        text = str(about) if about.row is None else about.row
        return released_row(self.gold, released_reading(text, self.names, task, about.path))

    def fields(
        self,
        reading: AnswerReading,
        row: ReleasedRow,
        judgement: Judgement | None = None,
        evaluator: str | None = None,
        gold_errors: str | None = None,
    ) -> dict[str, Any]:
        """All scores of an answer, by the keys of :class:`~documents.score_parts.ScoredAnswer`.

        *gold_errors* states how many gold edges may be wrong.
        """
        answer = NOTHING if reading.graph is None else reading.graph
        scores = score_edges(self.gold, answer)
        far = causal_distances(self.gold, answer) if reading.graph is not None else None
        ranged: dict[str, Any] = {}
        if gold_errors is not None:
            allowed = read_allowance(gold_errors)
            ranges = score_ranges(self.gold, answer, allowed)
            ranged = {"gold_errors": gold_errors_part(allowed, ranges)}
        known = None if far is None or isinstance(far, Unknown) else adjustment_part(far)
        return {
            "family": FAMILY,
            "problem": self.id,
            "right": reading.graph is not None and self.gold.edge_set == answer.edge_set,
            "parsed": reading.graph is not None,
            "shape": reading.shape,
            "task": reading.task,
            "valid_format": reading.valid_format,
            "repeated": reading.repeated,
            "predicted_edges": len(answer.edges),
            **score_fields(scores),
            **released_fields(row),
            "judge": judge_part(judgement, len(self.gold.ends)),
            "evaluator": None if judgement is None else evaluator,
            "sid": None if known is None else known.parent,
            "aid": known,
            "reason": reading.reason if far is None or far.reason is None else far.reason,
            **ranged,
        }
