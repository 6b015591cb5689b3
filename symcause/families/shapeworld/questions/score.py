"""The ShapeWorld ``score`` question: right or not, and proved by the steps or not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec import UNSET

from symcause.attempts.scored_baselines import BaselineScoring
from symcause.audits.document_json import revived
from symcause.audits.question import option
from symcause.families.shapeworld.documents.score_document import ShapeWorldScore
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.questions.options import (
    CLASS_HELP,
    CLASSES,
    START_HELP,
    STARTS,
)
from symcause.families.shapeworld.scoring.system_metrics import METRICS, compared
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.comparison.system_scores import Metric
from symcause.scoring.comparison.system_tables import interval_table
from symcause.scoring.paper_list import Paper
from symcause.scoring.score_table import Table
from symcause.scoring.scoring_protocol import Line

if TYPE_CHECKING:
    from symcause.families.shapeworld.scoring.answer_summary import ShapeWorldSummary
    from symcause.reports.figures.figure import Figure
    from symcause.reports.views.run_record import ToldRun

FAIRLY = (
    "fair",
    "closed",
)  # what was asked for, and what a log without a conflict was then read as

_INTERVALS = (
    "Right answers of cases with a known truth; of logged answers what the transcript proves, and steps: "
    "means over the answers where a number is known, with intervals over problems"
)


@dataclass
class ShapeWorldScoring(BaselineScoring[ShapeWorldProblem, ShapeWorldProblem]):
    """What transcripts prove, and the published tables."""

    document: ClassVar[type[ShapeWorldScore]] = ShapeWorldScore

    metrics: ClassVar[tuple[Metric, ...]] = METRICS

    scope: str | None = option(None, CLASS_HELP, "choice", choices=CLASSES, flags=("--class",))
    start: str | None = option(None, START_HELP, "choice", choices=STARTS)
    _summary: ShapeWorldSummary | None = None

    @property
    def family_name(self) -> str:
        return "shapeworld"

    def answered_by(self, scorer: ShapeWorldProblem) -> ShapeWorldProblem:
        return scorer

    @property
    def summary(self) -> ShapeWorldSummary:
        """The summary that the tables are made of."""
        if self._summary is None:
            from symcause.families.shapeworld.scoring.answer_summary import ShapeWorldSummary

            self._summary = ShapeWorldSummary()
        return self._summary

    @classmethod
    def paper(cls) -> Paper:
        from symcause.families.shapeworld.scoring.paper_index import PAPER

        return PAPER

    def enter(self, problem: ShapeWorldProblem, pool: str, file: str = "") -> None:
        """Nothing is needed of a problem before it is answered, but what siblings look like."""
        from symcause.families.shapeworld.scoring.shortcut_features import looks

        self.refuse_others()
        self.doubts.enter(problem.id, problem.metadata, lambda: looks(problem))

    def scorer(self, problem: ShapeWorldProblem) -> ShapeWorldProblem:
        return problem

    def score(self, scorer: ShapeWorldProblem, model: str, response: str) -> Line:
        from symcause.families.shapeworld.scoring.answer_score import score_answer

        return score_answer(scorer, model, response, self.scope, self.start).to_dict()

    def told(self, line: Mapping[str, object]) -> ToldRun | None:
        from symcause.families.shapeworld.report.run_view import run_record

        return run_record(revived(line, ShapeWorldScore))

    def fits(self, line: Mapping[str, object]) -> str | None:
        if "error" in line:
            return None
        done = revived(line, ShapeWorldScore)
        if self.scope is not None and done.scope.name != self.scope:
            return "the results in --out were judged in another --class"
        return (
            None if self._is_read(done) else "the results in --out were judged with another --start"
        )

    def _is_read(self, done: ShapeWorldScore) -> bool:
        """Was the start read as it would be now?"""
        own = done.start_conflicts is UNSET
        if self.start in ("closed", "any"):
            return done.start_read == self.start and own
        return not own or done.start_read is UNSET or (self.start, done.start_read) == FAIRLY

    def take(self, line: Mapping[str, object], pool: str) -> None:
        self.doubts.take(line, "shapeworld")
        score = revived(line, ShapeWorldScore)
        self.summary.take(score, pool)
        self.compare(line, compared(score), pool=pool)

    def tables(self, bootstrap: Bootstrap) -> list[Table]:
        from symcause.families.shapeworld.scoring.answer_tables import tables

        found = tables(self.summary, bootstrap)
        if bootstrap.resamples and self.systems.systems:
            found.append(interval_table(self.systems, bootstrap, _INTERVALS))
        return [*found, *self.doubts.tables()]

    def figures(self, tables: list[Table], bootstrap: Bootstrap) -> list[Figure]:
        from symcause.families.shapeworld.report.score_figures import score_figures
        from symcause.reports.figures.scores.abstention_rates import doubt_figures
        from symcause.reports.figures.scores.system_differences import system_figures

        systems = system_figures(self.systems, bootstrap)
        return [*score_figures(self.summary, bootstrap), *doubt_figures(self.doubts), *systems]
