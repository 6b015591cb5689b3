"""The linear ``score`` question: right or wrong, justified or lucky."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from dataclasses import replace as replaced
from typing import TYPE_CHECKING, ClassVar

from msgspec import UnsetType
from msgspec.structs import replace

from symcause.attempts.scored_baselines import BaselineScoring
from symcause.audits.document_json import plain, revived
from symcause.audits.question import option
from symcause.families.linear.documents.score_document import LinearScore
from symcause.families.linear.scoring.system_metrics import METRICS, compared
from symcause.release_lookup import released_part
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.comparison.system_scores import Metric
from symcause.scoring.comparison.system_tables import interval_table
from symcause.scoring.paper_list import Paper
from symcause.scoring.score_table import Table
from symcause.scoring.scoring_protocol import Answer, Line, Means, group_of

if TYPE_CHECKING:
    from symcause.families.linear.audits.verdict.open_question import Left
    from symcause.families.linear.problem.problem import LinearProblem
    from symcause.families.linear.scoring.score_summary import ScoreSummary
    from symcause.reports.figures.figure import Figure
    from symcause.reports.views.run_record import ToldRun


_INTERVALS = (
    "Answers against gold, and what the evidence says of them: means over the answers where a number is "
    "known, with intervals over problems. Justified: the answer fits, and what it says of what is asked "
    "(the reactor's target; without a reactor the graph) is all that the evidence admits, whatever else "
    "is open; lucky: the target is right (less than 5 away), and the evidence admits others; refuted: no "
    "model that explains the evidence agrees, or the answer is no model. At the end of logs only the "
    "number counts"
)


@dataclass
class LinearScoring(BaselineScoring["LinearProblem", "LinearProblem"]):
    """Every answer against gold and against how many graphs the evidence leaves, counted once."""

    document: ClassVar[type[LinearScore]] = LinearScore

    counts: ClassVar[bool] = True
    metrics: ClassVar[tuple[Metric, ...]] = METRICS
    stratum: ClassVar[str] = "Suite"

    group_by: str | None = option(
        None,
        "What names the suites in the tables: a metadata key, or 'file' for the file name.",
        metavar="KEY",
    )
    _left: dict[str, Left] = field(default_factory=dict)
    _summary: ScoreSummary | None = None

    @property
    def family_name(self) -> str:
        return "linear"

    def answered_by(self, scorer: LinearProblem) -> LinearProblem:
        return scorer

    @property
    def summary(self) -> ScoreSummary:
        """Means per model and graph size."""
        if self._summary is None:
            from symcause.families.linear.scoring.score_summary import ScoreSummary

            self._summary = ScoreSummary()
        return self._summary

    @classmethod
    def paper(cls) -> Paper:
        from symcause.families.linear.scoring.paper_index import PAPER

        return PAPER

    def enter(self, problem: LinearProblem, pool: str, file: str = "") -> None:
        """What siblings look like, and the gold graph; see :meth:`prepare` for the graphs left."""
        from symcause.families.linear.scoring.shortcut_features import looks

        self.refuse_others()
        self.doubts.enter(problem.id, problem.metadata, lambda: looks(problem))
        self.summary.enter(problem, pool, group_of(problem.metadata, self.group_by, file))

    def scorer(self, problem: LinearProblem) -> LinearProblem:
        return problem

    def prepare(self, find: Callable[[str], LinearProblem], ids: list[str], means: Means) -> None:
        from symcause.families.linear.audits.verdict.open_question import Left, left
        from symcause.processes.pools import pool

        problems = map(find, ids)
        counting = pool(left, problems, jobs=means.jobs, on=means.on, seconds=means.seconds)
        with closing(counting) as outcomes:
            for index, outcome in outcomes:
                self._left[ids[index]] = outcome if isinstance(outcome, Left) else Left()

    def about(self, id: str, answers: Sequence[Answer] = ()) -> LinearScoring:
        left = {id: self._left[id]} if id in self._left else {}
        return replaced(self, _left=left, _summary=None)

    def score(self, scorer: LinearProblem, model: str, response: str) -> Line:
        from symcause.families.linear.audits.verdict.open_question import Left, answer_standing
        from symcause.families.linear.scoring.abstention import heard
        from symcause.families.linear.scoring.answer_score import score_claim

        (claim, said), found = heard(scorer, response), self._left.get(scorer.id, Left())
        score = score_claim(scorer, claim, model=model)
        keys = answer_standing(scorer, claim, said, found, score.fits)
        line: Line = plain(replace(score, final_graphs=found.graphs, **keys))
        return line

    def log(self, scorer: LinearProblem, model: str, text: str, place: str = "") -> Line:
        score = released_part("linear", "score_log")(scorer, text, model, place)
        line: Line = plain(score)
        return line

    def told(self, line: Mapping[str, object]) -> ToldRun | None:
        from symcause.families.linear.report.page.run_view import told_run

        score = revived(line, LinearScore)
        return None if isinstance(score.run, UnsetType) else told_run(score.run, str(score.problem))

    def take(self, line: Mapping[str, object], pool: str) -> None:
        score = revived(line, LinearScore)
        assert isinstance(score, LinearScore)
        self.summary.take(score, pool)
        suite = self.summary.suite(score, pool)
        self.compare(line, compared(score), pool=pool, stratum=suite)
        self.doubts.take(line, "linear")

    def tables(self, bootstrap: Bootstrap) -> list[Table]:
        own = self.summary
        tables = (own.table(), own.runs_table(), own.commitment_table(), own.graphs_table())
        found = [table for table in tables if table.rows]
        if bootstrap.resamples and self.systems.systems:
            found.append(interval_table(self.systems, bootstrap, _INTERVALS))
        return [*found, *self.doubts.tables()]

    def figures(self, tables: list[Table], bootstrap: Bootstrap) -> list[Figure]:
        from symcause.families.linear.report.page.score_figures import score_figures
        from symcause.reports.figures.scores.abstention_rates import doubt_figures
        from symcause.reports.figures.scores.system_differences import system_figures

        systems = system_figures(self.systems, bootstrap)
        return [*score_figures(self.summary, bootstrap), *doubt_figures(self.doubts), *systems]
