"""The finite ``score`` question: answers in a scoring run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import UNSET

from symcause.attempts.scored_difficulty import DifficultyScoring
from symcause.audits.document_json import revived
from symcause.audits.of_space.query_parts import UNDETERMINED
from symcause.families.finite.documents.check_document import FiniteScore
from symcause.families.finite.documents.scope_part import FAMILY
from symcause.families.finite.scoring.answer_check import PREDICT
from symcause.families.finite.scoring.answer_summary import METRICS, FiniteSummary, compared
from symcause.scoring.abstention_rule import JUSTIFIED, PREMATURE
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.comparison.system_scores import Metric
from symcause.scoring.difficulty.difficulty_study import Case
from symcause.scoring.score_table import Table
from symcause.scoring.scoring_protocol import Answer, Line, Means

if TYPE_CHECKING:
    from symcause.families.finite.problem.problem import FiniteProblem
    from symcause.families.finite.scoring.scorer import Scorer
    from symcause.reports.figures.figure import Figure
    from symcause.scoring.difficulty.success_record import Measures


@dataclass
class FiniteScoring(DifficultyScoring["FiniteProblem", "Scorer"]):
    """Models against rows, gold and class; predictions against what follows and the stored labels."""

    document: ClassVar[type[FiniteScore]] = FiniteScore
    metrics: ClassVar[tuple[Metric, ...]] = METRICS
    stratum: ClassVar[str] = "Setting"

    success: ClassVar[str] = "right answers"
    only_answers: ClassVar[bool] = True

    _summary: FiniteSummary | None = None
    _entered: list[str] = field(default_factory=list)

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
        self._entered.append(problem.id)
        self.doubts.enter(problem.id, problem.metadata, lambda: _looks(problem))

    def measures(self) -> tuple[tuple[str, ...], Callable[[FiniteProblem], Measures]]:
        from symcause.families.finite.audits.problem_measures import NAMES, problem_measures

        return NAMES, problem_measures

    def measured_case(self, problem: FiniteProblem, measures: Measures) -> tuple[Case, bool]:
        latent, level = self.doubts.latent(problem.id), str(problem.metadata.get("level", ""))
        return Case(problem.id, latent, level, str(problem.setting), measures), True

    def solved(self, line: Mapping[str, Any]) -> bool | None:
        """A success is right; whoever abstains solves nothing."""
        return None if "error" in line else line.get("right") is True

    def known_ids(self) -> list[str]:
        return list(self._entered)

    def prepare(self, find: Callable[[str], Scorer], ids: list[str], means: Means) -> None:
        if self.difficulty:
            self.measure(self.hardness, find, ids, means)

    def about(self, id: str, answers: Sequence[Answer] = ()) -> FiniteScoring:
        return replace(self, _summary=None, _entered=[])

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
        if self.difficulty:
            self.hardness.take(line, self.solved(line))
        self.compare(line, compared(score), pool=pool, stratum=score.setting)

    def tables(self, bootstrap: Bootstrap) -> list[Table]:
        hard = self.hardness.tables(bootstrap) if self.difficulty else []
        return [*self.summary.tables(bootstrap), *hard, *self.doubts.tables()]

    def figures(self, tables: list[Table], bootstrap: Bootstrap) -> list[Figure]:
        from symcause.families.finite.report.score_figures import score_figures
        from symcause.reports.figures.scores.abstention_rates import doubt_figures
        from symcause.reports.figures.scores.difficulty_panels import difficulty_figures
        from symcause.reports.figures.scores.system_differences import system_figures

        systems = system_figures(self.systems, bootstrap)
        hard = self.hardness.lines(bootstrap) if self.difficulty else []
        drawn = difficulty_figures(hard, f"with {self.success}")
        return [*score_figures(self.summary), *doubt_figures(self.doubts), *drawn, *systems]


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
