"""Text graphs in a run of ``symcause score``: the paper's tables, and honest ones beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.question import option
from symcause.errors import UsageError
from symcause.families.textgraph.documents.score import (
    ScoreFailure,
    TextGraphScore,
    line_of,
    score_of,
)
from symcause.scoring.scoring import Answer, Line, Means, Scoring
from symcause.scoring.statistics import Bootstrap
from symcause.scoring.table import Table

if TYPE_CHECKING:
    from symcause.families.textgraph.problem.problem import TextGraph
    from symcause.families.textgraph.scoring.checking import GraphScorer
    from symcause.families.textgraph.scoring.evaluations import Evaluations
    from symcause.families.textgraph.scoring.summary import TextGraphSummary
    from symcause.reports.figures.figure import Figure


@dataclass
class TextGraphScoring(Scoring["TextGraph", "GraphScorer"]):
    """Set-based scores, the released numbers, and judged scores where there are evaluations."""

    document: ClassVar[type[TextGraphScore]] = TextGraphScore

    evaluations: str | None = option(
        None, "Judge labels as published, by response (text graphs).", "file", metavar="FILE"
    )
    split_date: str | None = option(
        None, "Compare samples published before this day with later ones.", metavar="YYYY-MM-DD"
    )
    _summary: TextGraphSummary | None = None
    _judged: Evaluations | None = None

    def __post_init__(self) -> None:
        if self.split_date is not None and not _is_day(self.split_date):
            raise UsageError("no day", place="--split-date", value=self.split_date, remedy=_DAY)

    @property
    def summary(self) -> TextGraphSummary:
        """What the tables are made of."""
        if self._summary is None:
            from symcause.families.textgraph.scoring.summary import TextGraphSummary

            self._summary = TextGraphSummary()
        return self._summary

    def enter(self, problem: TextGraph, pool: str) -> None:
        self.summary.add_problem(_key(pool, problem.id), problem)

    def scorer(self, problem: TextGraph) -> GraphScorer:
        from symcause.families.textgraph.scoring.checking import GraphScorer

        return GraphScorer.of(problem)

    def prepare(self, find: Callable[[str], GraphScorer], ids: list[str], means: Means) -> None:
        """Evaluations are read before workers start, so that all share them."""
        if self.evaluations is not None and self._judged is None:
            from symcause.families.textgraph.scoring.evaluations import read_evaluations

            self._judged = read_evaluations(self.evaluations)

    def about(self, id: str, answers: Sequence[Answer] = ()) -> TextGraphScoring:
        from symcause.families.textgraph.files.naming import TASKS
        from symcause.families.textgraph.scoring.evaluations import Evaluations

        if self._judged is None:
            return replace(self, _summary=None)
        tasks = ("", *TASKS.values())
        keys: list[tuple[str, ...]] = [(id, model, task) for model, _ in answers for task in tasks]
        keys += [(name,) for _, text in answers if (name := getattr(text, "response_id", None))]
        known = self._judged.sides
        judged = Evaluations({key: known[key] for key in keys if key in known})
        return replace(self, _summary=None, _judged=judged)

    def score(self, scorer: GraphScorer, model: str, response: str) -> Line:
        from symcause.families.textgraph.files.responses import Response

        about = response if isinstance(response, Response) else Response(response)
        reading = scorer.read(response, about.task_type)
        found = None
        if self._judged is not None:
            found = self._judged.judgement(about.response_id, scorer.id, model, reading.task)
        return line_of(TextGraphScore(**scorer.fields(reading, found), model=model))

    def fits(self, line: Mapping[str, object]) -> str | None:
        if self._judged is None or "error" in line or line.get("judge") is not None:
            return None
        score = score_of(line)
        assert isinstance(score, TextGraphScore)
        if self._judged.judgement(None, str(score.problem), score.model, score.task) is None:
            return None
        return "the results in --out were scored without these --evaluations"

    def take(self, line: Mapping[str, object], pool: str) -> None:
        score = score_of(line)
        if not isinstance(score, ScoreFailure):
            self.summary.add(_key(pool, score.problem), score)

    def tables(self, bootstrap: Bootstrap) -> list[Table]:
        from symcause.families.textgraph.scoring.tables import tables

        return tables(self.summary, bootstrap, self._judged, self.split_date)

    def figures(self, tables: list[Table], bootstrap: Bootstrap) -> list[Figure]:
        from symcause.families.textgraph.report.score_figures import score_figures

        return score_figures(self.summary, bootstrap)


_DAY = "write YYYY-MM-DD, as in 2024-06-30"


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _key(pool: str, problem: object) -> str:
    return f"{pool}\n{problem}"
