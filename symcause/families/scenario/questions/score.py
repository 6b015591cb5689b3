"""The scenario ``score`` question: every run in a scoring run, against its scenario."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from symcause.attempts.scored_baselines import BaselineScoring
from symcause.audits.document_json import plain, revived
from symcause.audits.question import option
from symcause.families.scenario.documents.score_document import BudgetPart, RunScore
from symcause.families.scenario.scoring.system_metrics import METRICS, compared
from symcause.release_lookup import released_part
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.comparison.system_scores import Metric
from symcause.scoring.comparison.system_tables import interval_table
from symcause.scoring.paper_list import Paper
from symcause.scoring.score_table import Table
from symcause.scoring.scoring_protocol import Answer, Line

if TYPE_CHECKING:
    from symcause.families.scenario.models.agent_runs import Rubric
    from symcause.families.scenario.problem.problem import ScenarioProblem
    from symcause.families.scenario.scoring.run_scorer import RunScorer
    from symcause.families.scenario.scoring.run_summary import RunSummary
    from symcause.reports.figures.figure import Figure
    from symcause.reports.views.run_record import ToldRun


_INTERVALS = (
    "Runs by model: means over the runs where a number is known, with intervals over scenarios, all runs "
    "of a model in one scenario together"
)
_DESIGN_INTERVALS = (
    "Designs by model: means over the answers where a number is known, with intervals over scenarios, "
    "all answers of a model in one scenario together"
)


@dataclass
class ScenarioScoring(BaselineScoring["ScenarioProblem", "RunScorer"]):
    """Every run against its scenario."""

    document: ClassVar[type[RunScore]] = RunScore

    metrics: ClassVar[tuple[Metric, ...]] = METRICS

    rubric: str | None = option(
        None,
        "The judges' rubric: criteria with weights (default: the published one with 16 points).",
        "file",
        metavar="FILE",
    )
    published: str | None = option(
        None,
        "Published wins in results tables: a CSV with one row per model and one column per mode.",
        "file",
        metavar="FILE",
    )
    _summary: RunSummary | None = None
    _rubric: Rubric | None = None

    @property
    def summary(self) -> RunSummary:
        """What the tables are made of."""
        if self._summary is None:
            from symcause.families.scenario.scoring.run_summary import RunSummary

            self._summary = RunSummary()
        return self._summary

    @classmethod
    def paper(cls) -> Paper:
        from symcause.families.scenario.scoring.paper_index import PAPER

        return PAPER

    def enter(self, problem: ScenarioProblem, pool: str, file: str = "") -> None:
        self.refuse_others()

    @property
    def family_name(self) -> str:
        return "scenario"

    def answered_by(self, scorer: RunScorer) -> ScenarioProblem:
        return scorer.problem

    def scorer(self, problem: ScenarioProblem) -> RunScorer:
        from symcause.families.scenario.scoring.run_scorer import RunScorer

        own = problem.panel if self.rubric is None else None
        return RunScorer(problem, own or self._criteria())

    def _criteria(self) -> Rubric:
        if self._rubric is None:
            self._rubric = _read(self.rubric)
        return self._rubric

    def about(self, id: str, answers: Sequence[Answer] = ()) -> ScenarioScoring:
        return replace(self, _summary=None)

    def score(self, scorer: RunScorer, model: str, response: str) -> Line:
        line: Line = plain(_scored(scorer, model, response))
        return line

    def told(self, line: Mapping[str, object]) -> ToldRun | None:
        from symcause.families.scenario.report.run_view import run_record

        return run_record(revived(line, RunScore))

    def take(self, line: Mapping[str, object], pool: str) -> None:
        from symcause.families.scenario.scoring.run_summary import COMPARED, kind_of, numbers_of

        score = revived(line, RunScore)
        self.summary.take(score, pool)
        if kind_of(score) in COMPARED:
            self.compare(line, compared(numbers_of(score)))

    def tables(self, bootstrap: Bootstrap) -> list[Table]:
        from symcause.families.scenario.scoring.run_score_tables import tables

        read_wins = released_part("scenario", "wins")
        wins = None if self.published is None else read_wins(self.published)
        recounted = released_part("scenario", "recounts")(self.summary, wins)
        found = tables(self.summary)
        if bootstrap.resamples and self.systems.systems:
            note = _INTERVALS if self.summary.by("model") else _DESIGN_INTERVALS
            found.append(interval_table(self.systems, bootstrap, note))
        papers = released_part("scenario", "paper_tables")
        return [*found, *recounted, *papers(self.summary)]

    def figures(self, tables: list[Table], bootstrap: Bootstrap) -> list[Figure]:
        from symcause.families.scenario.report.score_figures import score_figures
        from symcause.reports.figures.scores.system_differences import system_figures

        return [*score_figures(self.summary, bootstrap), *system_figures(self.systems, bootstrap)]


def _scored(scorer: RunScorer, model: str, response: str) -> RunScore:
    """The score of a run, or of a design somewhere in a text."""
    from symcause.errors import SymcauseError
    from symcause.families.scenario.files.run_files import read_run_text

    try:
        run = read_run_text(response)
        if run is None:
            return scorer.design(response, model)
        return scorer.score(run if run.model else replace(run, model=model))
    except SymcauseError as error:
        return RunScore(
            family="scenario",
            problem=scorer.problem.id,
            run="",
            model=model,
            budget=BudgetPart(deployments=0, units=0),
            reason=str(error),
        )


def _read(path: str | None) -> Rubric:
    from symcause.families.scenario.models.agent_runs import DEFAULT_RUBRIC

    if path is None:
        return DEFAULT_RUBRIC
    from symcause.families.scenario.files.rubric_files import read_rubric
    from symcause.formats.json_text import read_json
    from symcause.formats.pools.problem_files import read_text

    return read_rubric(read_json(read_text(path), file=path), path).rubric
