"""Text graphs in a run of ``symcause score``: the paper's tables, and honest ones beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.question import option
from symcause.families.textgraph.documents.score import (
    ScoreFailure,
    TextGraphScore,
    line_of,
    score_of,
)
from symcause.scoring.scoring import Line, Scoring
from symcause.scoring.statistics import Bootstrap
from symcause.scoring.table import Table

if TYPE_CHECKING:
    from symcause.families.textgraph.problem.problem import TextGraph
    from symcause.families.textgraph.scoring.checking import Scorer
    from symcause.families.textgraph.scoring.evaluations import Evaluations
    from symcause.families.textgraph.scoring.summary import Summary


@dataclass
class TextGraphScoring(Scoring["TextGraph", "Scorer"]):
    """Set-based scores, the released numbers, and judged scores where there are evaluations."""

    document: ClassVar[type[TextGraphScore]] = TextGraphScore

    evaluations: str | None = option(
        None, "Judge labels as published, by response (text graphs).", "file", metavar="FILE"
    )
    split_date: str | None = option(
        None, "Compare samples published before this day with later ones.", metavar="YYYY-MM-DD"
    )
    _summary: Summary | None = None
    _judged: Evaluations | None = None

    @property
    def summary(self) -> Summary:
        """What the tables are made of."""
        if self._summary is None:
            from symcause.families.textgraph.scoring.summary import Summary

            self._summary = Summary()
        return self._summary

    @property
    def judged(self) -> Evaluations | None:
        """What judges say; read when first needed."""
        if self._judged is None and self.evaluations is not None:
            from symcause.families.textgraph.scoring.evaluations import read_evaluations

            self._judged = read_evaluations(self.evaluations)
        return self._judged

    def enter(self, problem: TextGraph, pool: str) -> None:
        self.summary.add_problem(_key(pool, problem.id), problem)

    def scorer(self, problem: TextGraph) -> Scorer:
        from symcause.families.textgraph.scoring.checking import Scorer

        return Scorer.of(problem)

    def score(self, scorer: Scorer, model: str, response: str) -> Line:
        from symcause.families.textgraph.files.responses import Response

        about = response if isinstance(response, Response) else Response(response)
        reading = scorer.read(response, about.task_type)
        found = None
        if self.judged is not None:
            found = self.judged.judgement(about.response_id, scorer.id, model, reading.task)
        return line_of(TextGraphScore(**scorer.fields(reading, found), model=model))

    def fits(self, line: Mapping[str, object]) -> str | None:
        if self.evaluations is not None and "judge" not in line and "error" not in line:
            return "the results in --out were scored without --evaluations"
        return None

    def take(self, line: Mapping[str, object], pool: str) -> None:
        score = score_of(line)
        if not isinstance(score, ScoreFailure):
            self.summary.add(_key(pool, score.problem), score)

    def tables(self, bootstrap: Bootstrap) -> list[Table]:
        from symcause.families.textgraph.scoring.tables import tables

        return tables(self.summary, bootstrap, self.judged, self.split_date)


def _key(pool: str, problem: object) -> str:
    return f"{pool}\n{problem}"
