"""The cpt ``score`` question: answers against what is proved and what is recorded as right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from symcause.attempts.scored_baselines import BaselineScoring
from symcause.audits.question import option
from symcause.families.cpt.audits.heard_answer import standing
from symcause.families.cpt.audits.table_audit import Found, gold_right, judged
from symcause.families.cpt.documents.score_document import CptScore
from symcause.families.cpt.problem.problem import CptProblem
from symcause.families.cpt.questions.table_question import MODELS, PRINTED
from symcause.families.cpt.scoring.answer_summary import TableSummary
from symcause.families.cpt.scoring.system_metrics import METRICS
from symcause.release_lookup import released_part
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.comparison.system_scores import Metric
from symcause.scoring.score_table import Table
from symcause.scoring.scoring_protocol import Line

if TYPE_CHECKING:
    from symcause.reports.figures.figure import Figure


@dataclass(frozen=True)
class Judged:
    """A problem and what is proved about it."""

    problem: CptProblem
    found: Found


@dataclass
class CptScoring(BaselineScoring[CptProblem, Judged]):
    """Yes, no and cannot tell."""

    document: ClassVar[type[CptScore]] = CptScore
    metrics: ClassVar[tuple[Metric, ...]] = METRICS
    last: ClassVar[bool] = True
    stratum: ClassVar[str] = "Query"

    models: str | None = option(None, MODELS, "file", metavar="FILE")
    printed: bool = option(False, PRINTED, "flag")
    _summary: TableSummary = field(default_factory=TableSummary)

    @property
    def family_name(self) -> str:
        return "cpt"

    def answered_by(self, scorer: Judged) -> CptProblem:
        return scorer.problem

    def enter(self, problem: CptProblem, pool: str, file: str = "") -> None:
        self.refuse_others()
        self.doubts.enter(problem.id, problem.metadata, dict)

    def scorer(self, problem: CptProblem) -> Judged:
        ready: CptProblem = released_part("cpt", "opened")(problem, self.models, self.printed)
        return Judged(ready, judged(ready))

    def score(self, scorer: Judged, model: str, response: str) -> Line:
        problem = scorer.problem
        keys: dict[str, Any] = standing(problem, scorer.found, response)
        rung = problem.metadata.get("rung")
        return CptScore(
            family="cpt",
            problem=problem.id,
            model=model,
            query=problem.query.type,
            rung=rung if isinstance(rung, int) else None,
            gold_right=gold_right(problem, scorer.found.answer),
            **keys,
        ).to_dict()

    def take(self, line: Mapping[str, object], pool: str) -> None:
        self.doubts.take(line, "cpt")
        self._summary.take(line)
        self.compare(line, line, pool=pool, stratum=str(line.get("query")))

    def tables(self, bootstrap: Bootstrap) -> list[Table]:
        return [*self._summary.tables(), *self.doubts.tables()]

    def figures(self, tables: list[Table], bootstrap: Bootstrap) -> list[Figure]:
        from symcause.families.cpt.report.score_figures import score_figures
        from symcause.reports.figures.scores.abstention_rates import doubt_figures
        from symcause.reports.figures.scores.system_differences import system_figures

        systems = system_figures(self.systems, bootstrap)
        return [*score_figures(self._summary), *doubt_figures(self.doubts), *systems]
