"""The statements ``score`` question: answers in a scoring run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.attempts.scored_baselines import BaselineScoring
from symcause.audits.document_json import revived
from symcause.families.statements.documents.audit_document import FAMILY
from symcause.families.statements.documents.question_documents import StatementsScore
from symcause.families.statements.problem.problem import StatementsProblem
from symcause.families.statements.scoring.system_metrics import METRICS, compared
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.comparison.system_scores import Metric
from symcause.scoring.score_table import Table
from symcause.scoring.scoring_protocol import Line

if TYPE_CHECKING:
    from symcause.families.statements.scoring.answer_summary import StatementsSummary
    from symcause.reports.figures.figure import Figure


@dataclass
class StatementsScoring(BaselineScoring[StatementsProblem, StatementsProblem]):
    """Yes, no and cannot tell against the verdict and the stored label."""

    document: ClassVar[type[StatementsScore]] = StatementsScore
    metrics: ClassVar[tuple[Metric, ...]] = METRICS
    last: ClassVar[bool] = True
    stratum: ClassVar[str] = "Relation"

    _summary: StatementsSummary | None = None

    @property
    def summary(self) -> StatementsSummary:
        """What the tables are made of."""
        if self._summary is None:
            from symcause.families.statements.scoring.answer_summary import StatementsSummary

            self._summary = StatementsSummary()
        return self._summary

    @property
    def family_name(self) -> str:
        return FAMILY

    def answered_by(self, scorer: StatementsProblem) -> StatementsProblem:
        return scorer

    def enter(self, problem: StatementsProblem, pool: str, file: str = "") -> None:
        from symcause.families.statements.scoring.shortcut_features import looks

        self.refuse_others()
        self.doubts.enter(problem.id, problem.metadata, lambda: looks(problem))

    def scorer(self, problem: StatementsProblem) -> StatementsProblem:
        return problem

    def score(self, scorer: StatementsProblem, model: str, response: str) -> Line:
        from symcause.families.statements.problem.verdict_kinds import gold_right
        from symcause.families.statements.scoring.answer_support import judged_answer
        from symcause.families.statements.space.hypothesis_verdict import judged

        verdict = judged(scorer).verdict
        return StatementsScore(
            family=FAMILY,
            problem=scorer.id,
            model=model,
            verdict=str(verdict),
            relation=scorer.hypothesis.relation,
            variables=len(scorer.variables),
            label=verdict.label,
            gold=scorer.gold,
            gold_right=gold_right(verdict, scorer.gold),
            **judged_answer(scorer, verdict, response),
        ).to_dict()

    def take(self, line: Mapping[str, object], pool: str) -> None:
        self.doubts.take(line, FAMILY)
        score = revived(line, StatementsScore)
        self.summary.take(score)
        self.compare(line, compared(score), pool=pool, stratum=score.relation)

    def tables(self, bootstrap: Bootstrap) -> list[Table]:
        return [*self.summary.tables(bootstrap), *self.doubts.tables()]

    def figures(self, tables: list[Table], bootstrap: Bootstrap) -> list[Figure]:
        from symcause.families.statements.report.score_figures import score_figures
        from symcause.reports.figures.scores.abstention_rates import doubt_figures
        from symcause.reports.figures.scores.system_differences import system_figures

        systems = system_figures(self.systems, bootstrap)
        return [*score_figures(self.summary), *doubt_figures(self.doubts), *systems]
