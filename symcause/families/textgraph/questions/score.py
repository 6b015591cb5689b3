"""The textgraph question ``score``: answers by the released formulas and by ours."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from msgspec import UnsetType

from symcause.audits.question import option
from symcause.errors import UsageError
from symcause.families.textgraph.documents.score_document import (
    ScoreFailure,
    TextGraphScore,
    line_of,
    score_of,
)
from symcause.families.textgraph.questions.check import GOLD_ERRORS_HELP
from symcause.families.textgraph.scoring.system_metrics import METRICS
from symcause.release_lookup import released_part
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.comparison.system_scores import Metric
from symcause.scoring.comparison.system_tables import interval_table
from symcause.scoring.paper_list import Paper
from symcause.scoring.score_table import Table
from symcause.scoring.scoring_protocol import Answer, Line, Means, Scoring

if TYPE_CHECKING:
    from symcause.families.textgraph.documents.score_parts import RealisablePart
    from symcause.families.textgraph.problem.problem import TextGraph
    from symcause.families.textgraph.scoring.answer.answer_scorer import GraphScorer
    from symcause.families.textgraph.scoring.gold_errors.robust_table import AnswerBook, Rivals
    from symcause.families.textgraph.scoring.judges.annotator_agreement import Annotated
    from symcause.families.textgraph.scoring.judges.evaluation_files import Evaluations, Judgements
    from symcause.families.textgraph.scoring.tables.cluster_tables import SampleClusters
    from symcause.families.textgraph.scoring.tables.model_summary import TextGraphSummary
    from symcause.reports.figures.figure import Figure


_INTERVALS = "Means over the answers that have a number, with intervals over samples"


@dataclass
class TextGraphScoring(Scoring["TextGraph", "GraphScorer"]):
    """Set-based scores, the released numbers, and judged scores where there are evaluations."""

    document: ClassVar[type[TextGraphScore]] = TextGraphScore

    metrics: ClassVar[tuple[Metric, ...]] = METRICS
    stratum: ClassVar[str] = "Task"

    evaluations: str | None = option(
        None, "Published judge labels, by response (text graphs).", "file", metavar="FILE"
    )
    judge: str | None = option(
        None,
        "Whose labels count, by evaluator_type (default: fine_grained, else the only judge there is).",
        metavar="TYPE",
    )
    split_date: str | None = option(
        None, "Compare samples published before this day with later ones.", metavar="YYYY-MM-DD"
    )
    matched: bool = option(
        False, "Compare judges on the responses that all of them judged (text graphs).", "flag"
    )
    clusters: str | None = option(
        None,
        "Clusters of samples: a CSV file (sample_id,cluster), or a key of their metadata (text graphs).",
        metavar="FILE",
    )
    annotations: str | None = option(
        None,
        "Graphs annotated twice: a CSV file (article,nodes,edges,node_fp,node_fn,edge_fp,edge_fn).",
        "file",
        metavar="FILE",
    )
    realisable: str | None = option(
        None,
        "Can some one-to-one reading of the nodes give the judge's labels? With --evaluations.",
        "choice",
        choices=("one",),
    )
    gold_errors: str | None = option(None, f"{GOLD_ERRORS_HELP} (Text graphs.)", metavar="K")
    _labelled: dict[tuple[str, str], list[RealisablePart]] = field(default_factory=dict)
    _book: AnswerBook | None = None
    _rivals: list[Rivals] | None = None
    _summary: TextGraphSummary | None = None
    _evaluations: Evaluations | None = None
    _judged: Judgements | None = None
    _pool: str = ""
    _clusters: SampleClusters | None = None
    _annotated: Sequence[Annotated] = ()

    def __post_init__(self) -> None:
        if self.split_date is not None and not _is_day(self.split_date):
            raise UsageError("no day", place="--split-date", value=self.split_date, remedy=_DAY)
        if self.clusters and "." in self.clusters and not Path(self.clusters).is_file():
            raise UsageError("no such file", place="--clusters", value=self.clusters)
        if self.realisable is not None and self.realisable != "one":
            raise UsageError("only one-to-one readings are tried", place="--realisable")
        if self.gold_errors is not None:
            from symcause.families.textgraph.scoring.gold_errors.error_allowance import (
                read_allowance,
            )

            read_allowance(self.gold_errors)
        if self.annotations is not None:
            from symcause.families.textgraph.scoring.judges.annotator_agreement import (
                read_annotations,
            )

            self._annotated = read_annotations(self.annotations)

    @property
    def summary(self) -> TextGraphSummary:
        """The summary that the tables are made of."""
        if self._summary is None:
            from symcause.families.textgraph.scoring.tables.model_summary import TextGraphSummary

            self._summary = TextGraphSummary()
        return self._summary

    @property
    def book(self) -> AnswerBook:
        """The graphs that rankings under errors of gold are about."""
        if self._book is None:
            from symcause.families.textgraph.scoring.gold_errors.robust_table import AnswerBook

            self._book = AnswerBook()
        return self._book

    @classmethod
    def paper(cls) -> Paper:
        from symcause.families.textgraph.scoring.tables.paper_index import PAPER

        return PAPER

    def enter(self, problem: TextGraph, pool: str, file: str = "") -> None:
        self._pool = pool
        self.summary.add_problem(_key(pool, problem.id), problem, self._cluster(problem))
        if self.gold_errors is not None:
            self.book.gold[_key(pool, problem.id)] = problem.graph

    def _cluster(self, problem: TextGraph) -> str | None:
        if self.clusters is None:
            return None
        if self._clusters is None:
            from symcause.families.textgraph.scoring.tables.cluster_tables import SampleClusters

            self._clusters = SampleClusters(self.clusters)
        return self._clusters.of(problem.id, problem.metadata)

    def scorer(self, problem: TextGraph) -> GraphScorer:
        from symcause.families.textgraph.scoring.answer.answer_scorer import GraphScorer

        return GraphScorer.of(problem)

    def prepare(self, find: Callable[[str], GraphScorer], ids: list[str], means: Means) -> None:
        """Evaluations are read before workers start, so that all share them; a database has its own."""
        if self.evaluations is not None and self._evaluations is None:
            self._judge(self.evaluations, "", means)
        elif (
            self.evaluations is None
            and ids
            and released_part("textgraph", "is_database")(self._pool)
        ):
            self._judge(self._pool, self._pool, means)
        elif self.evaluations is None and self.realisable is not None:
            raise UsageError("--realisable goes with --evaluations FILE")

    def _judge(self, path: str, scope: str, means: Means) -> None:
        """Read evaluations, whose ids belong to the *scope*, and choose the judge that counts."""
        from symcause.families.textgraph.scoring.judges.evaluation_files import read_evaluations

        evaluations = self._evaluations = read_evaluations(path, self._evaluations, scope)
        chosen, before = evaluations.chosen(self.judge), self._judged
        if before is not None and chosen != before.evaluator:
            text = f"not only {before.evaluator} judged"
            raise UsageError(text, file=path, remedy="name one judge: --judge TYPE")
        if chosen is None and evaluations.labelling:
            judges = ", ".join(evaluations.labelling)
            means.complain(f"several judges, none chosen: --judge takes one of {judges}")
        self._judged = None if chosen is None else evaluations.of(chosen, scope)

    def about(self, id: str, answers: Sequence[Answer] = ()) -> TextGraphScoring:
        from symcause.families.textgraph.files.answer.node_names import TASKS

        bare = replace(
            self,
            _summary=None,
            _labelled={},
            _book=None,
            _evaluations=None,
            _clusters=None,
            annotations=None,
            _annotated=(),
        )
        if self._judged is None:
            return bare
        tasks = ("", *TASKS.values())
        keys = [(id, model, task) for model, _ in answers for task in tasks]
        names = (getattr(text, "response_id", None) for _, text in answers)
        return replace(bare, _judged=self._judged.only(filter(None, names), keys))

    def score(self, scorer: GraphScorer, model: str, response: str) -> Line:
        from symcause.families.textgraph.files.answer.answer_response import Response

        about = response if isinstance(response, Response) else Response(response)
        reading = scorer.read(response, about.task_type)
        row = scorer.row(response, reading.task)
        judgement, judge = None, self._judged
        if judge is not None:
            judgement = judge.about(about.response_id, scorer.id, model, reading.task or "")
        by = None if judge is None else judge.evaluator
        fields = scorer.fields(reading, row, judgement, by, self.gold_errors)
        if self.gold_errors is not None and reading.graph is not None:
            fields["read"] = reading.graph.edges
        if self.realisable is not None and judgement is not None:
            from symcause.families.textgraph.scoring.judges.realisable_labels import realisable_part

            fields["realisable"] = realisable_part(scorer, reading, judgement)
        return line_of(TextGraphScore(**fields, model=model, reasoning=about.reasoning))

    def fits(self, line: Mapping[str, object]) -> str | None:
        if "error" in line:
            return None
        from symcause.families.textgraph.scoring.earlier_results import misfit

        return misfit(score_of(line), self._judged, self.gold_errors, self.realisable)

    def take(self, line: Mapping[str, object], pool: str) -> None:
        from symcause.families.textgraph.scoring.tables.model_summary import numbers_of

        score = score_of(line)
        if isinstance(score, ScoreFailure):
            return
        self.summary.add(_key(pool, score.problem), score)
        self.compare(line, numbers_of(score), pool=pool, stratum=score.task or "free")
        if self.realisable is not None and not isinstance(score.realisable, UnsetType):
            group = self._labelled.setdefault((score.task or "free", score.model), [])
            group.append(score.realisable)
        if self.gold_errors is not None and not isinstance(score.read, UnsetType):
            self.book.add(_key(pool, score.problem), score.task or "free", score.model, score.read)

    def tables(self, bootstrap: Bootstrap) -> list[Table]:
        from symcause.families.textgraph.scoring.judges.annotator_agreement import annotator_tables
        from symcause.families.textgraph.scoring.judges.judge_agreement import agreement_tables
        from symcause.families.textgraph.scoring.tables.run_tables import tables

        judge = None if self._judged is None else self._judged.evaluator
        found = tables(self.summary, bootstrap, self._evaluations, self.split_date, judge)
        if self.realisable is not None and self._labelled:
            from symcause.families.textgraph.scoring.judges.realisable_labels import (
                realisable_table,
            )

            found.append(realisable_table(self._labelled))
        if self._evaluations is not None:
            found += agreement_tables(self._evaluations, self.matched)
        if bootstrap.resamples and self.systems.systems:
            found.append(interval_table(self.systems, bootstrap, _INTERVALS))
        if self._annotated:
            found += annotator_tables(self._annotated)
        if self.gold_errors is not None:
            from symcause.families.textgraph.scoring.gold_errors.robust_table import robust_table

            self._rivals = list(self.book.rivals())
            found += [robust_table(self._rivals)] if self._rivals else []
        return found

    def figures(self, tables: list[Table], bootstrap: Bootstrap) -> list[Figure]:
        from symcause.families.textgraph.report.lead_figure import lead_figures
        from symcause.families.textgraph.report.score_figures import score_figures
        from symcause.reports.figures.scores.system_differences import system_figures

        return [
            *score_figures(self.summary, bootstrap),
            *lead_figures(self._rivals or ()),
            *system_figures(self.systems, bootstrap),
        ]


_DAY = "write YYYY-MM-DD, as in 2024-06-30"


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _key(pool: str, problem: object) -> str:
    return f"{pool}\n{problem}"
