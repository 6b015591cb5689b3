"""The textgraph question ``align``: how well an answer could do, whatever its nodes are called."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.question import Question, option
from symcause.audits.story import Story
from symcause.errors import UsageError, did_you_mean
from symcause.families.textgraph.documents.align_document import AlignDocument
from symcause.families.textgraph.documents.score_parts import FAMILY
from symcause.families.textgraph.problem.node_partners import ANY, ONE, SHAPES, STARS
from symcause.families.textgraph.questions.check import TASK_HELP

if TYPE_CHECKING:
    from symcause.families.textgraph.problem.problem import TextGraph


@dataclass(frozen=True)
class Align(Question["TextGraph", AlignDocument]):
    """The injective partial map of gold nodes to answer nodes that keeps most edges."""

    name: ClassVar[str] = "align"
    document: ClassVar[type[AlignDocument]] = AlignDocument

    answer: str = option("", "The answer: a graph file, or the raw text of a model.", hidden=True)
    task: str | None = option(None, TASK_HELP, "choice", choices=("free", "names"))
    pairs: str | None = option(
        None,
        "Which names may be matched: exact, normalised (spelling), all, or a JSON file of pairs "
        "[gold, answer] (default: the pairs in the gold file, else normalised).",
        metavar="exact|normalised|all|FILE",
    )
    similarity: str | None = option(
        None,
        "A CSV file of similarities, gold names as rows, answer names as columns.",
        "file",
        metavar="FILE",
    )
    threshold: float | None = option(
        None, "Match names that are at least this similar.", "number", metavar="T"
    )
    top: int | None = option(
        None,
        "Match the K most similar names of each gold node, ties kept.",
        "integer",
        least=1,
        metavar="K",
    )
    merge: str | None = option(
        None,
        "Also take several nodes for one: stars (the default), coarse (several gold nodes for one of the "
        "answer), fine (the converse), one, or any (every allowed pair).",
        "choice",
        choices=SHAPES,
        alone=STARS,
    )
    merges: int | None = option(
        None, "At most K merges, with --merge.", "integer", least=0, metavar="K"
    )
    seed: int = option(
        0, "Seed of the search and the rewirings (0).", "integer", least=0, metavar="N"
    )
    effort: int | None = option(
        None,
        "Work to spend on the whole question, in steps of about a microsecond.",
        "integer",
        metavar="STEPS",
        least=1,
    )
    seconds: float | None = option(
        None, "A time limit, instead of --effort.", "number", metavar="S"
    )

    def frame(self, problem: TextGraph) -> AlignDocument:
        if self.seconds is not None and not 0 < self.seconds < 1e9:
            raise UsageError("not a time", place="--seconds", value=self.seconds)
        if self.similarity is None and (self.threshold is not None or self.top is not None):
            raise UsageError("--threshold and --top go with --similarity FILE")
        if self.similarity is not None:
            if self.pairs is not None:
                raise UsageError("--pairs and --similarity exclude each other")
            if (self.threshold is None) == (self.top is None):
                raise UsageError("--similarity needs --threshold T or --top K, one of the two")
        self._refuse_merges(problem)
        return AlignDocument(family=FAMILY, problem=problem.id)

    def _refuse_merges(self, problem: TextGraph) -> None:
        """Refuse what has no answer, or an answer that says nothing."""
        if self.merge is None:
            if self.merges is not None:
                raise UsageError("--merges goes with --merge")
            return
        if self.merge not in SHAPES:
            remedy = did_you_mean(self.merge, SHAPES)
            raise UsageError("no such shape", place="--merge", value=self.merge, remedy=remedy)
        if self.merge == ANY and self.merges is not None:
            raise UsageError(
                "--merge any reads every allowed pair: no merge is chosen",
                remedy="leave out --merges, or give --merge stars",
            )
        if self.pairs == "all" and self.merges is None and self.merge != ONE:
            raise UsageError(
                "with --pairs all everything can be read into everything",
                place="--merge",
                remedy="bound the merges with --merges K, or allow fewer pairs",
            )

    def answers(self, problem: TextGraph) -> Iterator[AlignDocument]:
        from symcause.families.textgraph.audits.alignment_audit import aligned

        return aligned(problem, self, self.frame(problem))

    def story(self, document: AlignDocument) -> Story:
        from symcause.families.textgraph.report.align_story import align_story

        return align_story(document)
