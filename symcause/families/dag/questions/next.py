"""``next``: which single variable should be intervened on to learn most about the graph?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.audits.documents import NextExperiment
from symcause.audits.question import Question, option
from symcause.audits.story import Grid, Section, Story, Tone
from symcause.audits.words import number_of, plural, whole
from symcause.families.dag.documents import FAMILY, GraphNext, exact, fraction
from symcause.families.dag.questions.options import TargetOptions
from symcause.families.dag.words import targets_in_words

if TYPE_CHECKING:
    from symcause.equivalence.design import NextTarget
    from symcause.families.dag.problem import GraphProblem

_SHOWN = 20  # experiments in a report


@dataclass(frozen=True)
class Next(TargetOptions, Question["GraphProblem", GraphNext]):
    """The variables that can split the class, fewest members left in the worst case first."""

    name: ClassVar[str] = "next"
    document: ClassVar[type[GraphNext]] = GraphNext

    among: tuple[str | tuple[str, ...], ...] = option(
        (), "Only these variables can be intervened on (default: all).", "many", metavar="A,B"
    )

    def frame(self, problem: GraphProblem) -> GraphNext:
        self._candidates(problem)
        return GraphNext(family=FAMILY, problem=problem.id, targets=self.applied(problem).targets)

    def _candidates(self, problem: GraphProblem) -> list[str] | None:
        from symcause.families.dag.problem import name_set

        sets = [name_set(given, problem.dag, "--among") for given in self.among]
        return [name for names in sets for name in names] if sets else None

    def answers(self, problem: GraphProblem) -> Iterator[GraphNext]:
        from symcause.equivalence.design import next_target
        from symcause.equivalence.sizes import class_size

        frame, asked = self.frame(problem), self.applied(problem)
        size = class_size(asked.dag, asked.targets)
        frame = replace(frame, count=size, settled=size == 1)
        yield frame
        found = next_target(asked.dag, asked.targets, candidates=self._candidates(problem))
        experiments = tuple(_experiments(found))
        reason = None if experiments else _nothing(size)
        yield replace(
            frame,
            experiments=experiments,
            status="exact",
            shrinks=bool(experiments),
            reason=reason,
        )

    def story(self, document: GraphNext) -> Story:
        best = document.experiments[:1]
        if not best:
            sentence = document.reason or "unknown"
        else:
            sentence = f"intervene on {_variable(best[0])}: at most {number_of(best[0].worst)} left"
        rows = tuple(
            (_variable(found), number_of(found.worst), _about(found.expected))
            for found in document.experiments[:_SHOWN]
        )
        table = Grid(("variable", "at most", "expected"), rows, right=(1, 2))
        return Story(
            document.problem or "",
            sentence,
            tone=Tone.GOOD if document.settled else Tone.PLAIN,
            facts=(
                ("class", "unknown" if document.count is None else plural(document.count, "graph")),
                ("targets", targets_in_words(document.targets)),
            ),
            sections=(Section("Graphs left by an intervention", (table,)),) if rows else (),
        )


def _experiments(found: NextTarget) -> Iterator[NextExperiment]:
    for value in sorted(found.values, key=lambda value: (value.worst, value.expected)):
        yield NextExperiment(
            experiment={"targets": [value.variable]},
            worst=value.worst,
            expected=exact(value.expected),
            settles=value.worst == 1,
        )


def _nothing(size: int) -> str:
    if size == 1:
        return "one graph is left: nothing to learn"
    return "no variable that can be intervened on is at an undirected edge"


def _variable(found: NextExperiment) -> str:
    names = found.experiment["targets"]
    assert isinstance(names, list | tuple)
    return ", ".join(map(str, names))


def _about(expected: str | float | None) -> str:
    if not isinstance(expected, str):
        return str(expected)
    mean = fraction(expected)
    return f"{float(mean):.6g}" if mean < 10**12 else whole(int(mean))
