"""The finite ``score`` question: answers in a scoring run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec import UNSET

from symcause.attempts.scored_baselines import BaselineScoring
from symcause.audits.document_json import revived
from symcause.audits.of_space.query_parts import UNDETERMINED
from symcause.families.finite.documents.check_document import FiniteScore
from symcause.families.finite.documents.scope_part import FAMILY
from symcause.families.finite.scoring.answer_check import PREDICT
from symcause.families.finite.scoring.answer_summary import METRICS, FiniteSummary, compared
from symcause.scoring.abstention_rule import JUSTIFIED, PREMATURE
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.comparison.system_scores import Metric
from symcause.scoring.score_table import Table
from symcause.scoring.scoring_protocol import Line

if TYPE_CHECKING:
    from symcause.families.finite.problem.problem import FiniteProblem
    from symcause.families.finite.scoring.scorer import Scorer
    from symcause.reports.figures.figure import Figure


@dataclass
class FiniteScoring(BaselineScoring["FiniteProblem", "Scorer"]):
    """Models against rows, gold and class; predictions against what follows and the stored labels."""

    document: ClassVar[type[FiniteScore]] = FiniteScore
    metrics: ClassVar[tuple[Metric, ...]] = METRICS
    stratum: ClassVar[str] = "Setting"

    _summary: FiniteSummary | None = None

    @property
    def family_name(self) -> str:
        return FAMILY

    def answered_by(self, scorer: Scorer) -> FiniteProblem:
        return scorer.problem

    @property
    def summary(self) -> FiniteSummary:
        """What the tables are made of."""
        if self._summary is None:
            self._summary = FiniteSummary()
        return self._summary

    def enter(self, problem: FiniteProblem, pool: str, file: str = "") -> None:
        self.doubts.enter(problem.id, problem.metadata, lambda: _looks(problem))

    def scorer(self, problem: FiniteProblem) -> Scorer:
        from symcause.families.finite.scoring.scorer import Scorer

        return Scorer(problem)

    def score(self, scorer: Scorer, model: str, response: str) -> Line:
        problem, known = scorer.problem, set(FiniteScore.__struct_fields__)
        fields = {k: value for k, value in scorer.fields(response).items() if k in known}
        return FiniteScore(
            family=FAMILY,
            problem=problem.id,
            model=model,
            task=problem.task,
            setting=str(problem.setting),
            queries=len(problem.queries) if problem.task == PREDICT else UNSET,
            labels=sum(query.gold is not None for query in problem.queries),
            **fields,
        ).to_dict()

    def take(self, line: Mapping[str, object], pool: str) -> None:
        score = revived(line, FiniteScore)
        self.doubts.take({**line, **_doubt(score)}, FAMILY)
        self.summary.take(score)
        self.compare(line, compared(score), pool=pool, stratum=score.setting)

    def tables(self, bootstrap: Bootstrap) -> list[Table]:
        return [*self.summary.tables(bootstrap), *self.doubts.tables()]

    def figures(self, tables: list[Table], bootstrap: Bootstrap) -> list[Figure]:
        from symcause.families.finite.report.score_figures import score_figures
        from symcause.reports.figures.scores.abstention_rates import doubt_figures
        from symcause.reports.figures.scores.system_differences import system_figures

        systems = system_figures(self.systems, bootstrap)
        return [*score_figures(self.summary), *doubt_figures(self.doubts), *systems]


def _doubt(score: FiniteScore) -> dict[str, object]:
    """Whoever calls every query undetermined claims nothing, in whichever words."""
    said = {part.said for part in score.predictions or ()}
    if said != {UNDETERMINED} or score.abstained:
        return {}
    support = {True: JUSTIFIED, False: PREMATURE, None: None}[score.open]
    return {"abstained": True, "claimed": False, "support": support}


def _looks(problem: FiniteProblem) -> dict[str, float]:
    """What one sees of a problem without reasoning."""
    rows = sum(len(world.rows) for world in problem.training)
    return {"variables": len(problem.variables), "training rows": rows}
