"""The textgraph question ``check``: whether an answer has the edges of gold and no other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.question import Question, option
from symcause.audits.story import Story
from symcause.families.textgraph.documents.check_document import TextGraphCheck
from symcause.families.textgraph.documents.score_parts import FAMILY

if TYPE_CHECKING:
    from symcause.families.textgraph.problem.problem import TextGraph
    from symcause.families.textgraph.scoring.judges.label_scores import Judgement

TASK_HELP = "How nodes are named: freely, or by the numbers of the given names (default: guessed)."

GOLD_ERRORS_HELP = (
    "Worst and best scores if at most K gold edges are wrong; missing=A,spurious=B: of each kind."
)


@dataclass(frozen=True)
class Check(Question["TextGraph", TextGraphCheck]):
    """Right if the answer has the edges of gold and no other."""

    name: ClassVar[str] = "check"
    document: ClassVar[type[TextGraphCheck]] = TextGraphCheck

    answer: str = option("", "The answer: a graph file, or the raw text of a model.", hidden=True)
    task: str | None = option(None, TASK_HELP, "choice", choices=("free", "names"))
    labels: str | None = option(
        None, "A judge's labels for the answer, as YAML.", "file", metavar="FILE"
    )

    gold_errors: str | None = option(
        None,
        GOLD_ERRORS_HELP,
        metavar="K",
        check="symcause.families.textgraph.scoring.gold_errors.error_allowance:read_allowance",
    )

    def frame(self, problem: TextGraph) -> TextGraphCheck:
        if self.gold_errors is not None:
            from symcause.families.textgraph.scoring.gold_errors.error_allowance import (
                read_allowance,
            )

            read_allowance(str(self.gold_errors))
        return TextGraphCheck(family=FAMILY, problem=problem.id)

    def answers(self, problem: TextGraph) -> Iterator[TextGraphCheck]:
        from symcause.families.textgraph.scoring.answer.answer_scorer import NOTHING, GraphScorer
        from symcause.families.textgraph.scoring.answer.edge_metrics import differences

        scorer = GraphScorer.of(problem)
        reading = scorer.read(self.answer, self.task)
        graph = NOTHING if reading.graph is None else reading.graph
        found = differences(problem.graph, graph)
        row, errors = scorer.row(self.answer, reading.task), self.gold_errors
        yield TextGraphCheck(
            **scorer.fields(
                reading,
                row,
                self._judgement(),
                gold_errors=None if errors is None else str(errors),
            ),
            read=graph.edges,
            missing=found.missing,
            extra=found.extra,
            reversed=found.reversed,
            paths=found.paths,
        )

    def _judgement(self) -> Judgement | None:
        if self.labels is None:
            return None
        from symcause.errors import ProblemError
        from symcause.families.textgraph.scoring.judges.judge_replies import read_labels
        from symcause.families.textgraph.scoring.judges.label_scores import judged
        from symcause.formats.pools.problem_files import named_by_option, read_text

        with named_by_option():
            labels = read_labels(read_text(self.labels))
        if labels is None:
            raise ProblemError("no labels in it", file=self.labels, remedy="give a YAML mapping")
        return judged(labels)

    def story(self, document: TextGraphCheck) -> Story:
        from symcause.families.textgraph.report.check_story import check_story

        return check_story(document)
