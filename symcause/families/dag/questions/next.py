"""The dag ``next`` question: which variable to intervene on to learn most about the graph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.audits.experiments.experiment_document import NextExperiment
from symcause.audits.experiments.next_advice import unlisted
from symcause.audits.question import Question, option
from symcause.audits.story import Grid, Right, Section, Story, Tone
from symcause.families.dag.bounds import SHOWN_EXPERIMENTS
from symcause.families.dag.documents import FAMILY, GraphNext, as_told, exact, fraction
from symcause.families.dag.questions.options import TargetOptions
from symcause.families.dag.report import targets_in_words
from symcause.models.number_phrases import mean, number_of, plural, upper, whole

if TYPE_CHECKING:
    from symcause.equivalence.restricted_classes import KnownClass
    from symcause.equivalence.target_choice import NextTarget
    from symcause.families.dag.problem import GraphProblem
    from symcause.families.dag.space.class_space import ClassSpace


@dataclass(frozen=True)
class Next(TargetOptions, Question["GraphProblem", GraphNext]):
    """The variables that can split the class, fewest members left in the worst case first."""

    name: ClassVar[str] = "next"
    document: ClassVar[type[GraphNext]] = GraphNext

    among: tuple[str | tuple[str, ...], ...] = option(
        (), "Only these variables can be intervened on (default: all).", "many", metavar="A,B"
    )

    def frame(self, problem: GraphProblem) -> GraphNext:
        self._among(problem)
        return GraphNext(
            family=FAMILY,
            problem=problem.id,
            targets=self.applied(problem).targets,
            knowledge=as_told(self.background(problem)[0]),
        )

    def opened(self, problem: GraphProblem) -> ClassSpace:
        from symcause.families.dag.space.space_choice import opened

        return opened(self.applied(problem))

    def _among(self, problem: GraphProblem) -> list[str] | None:
        from symcause.families.dag.problem import name_set

        sets = [name_set(given, problem.dag, "--among") for given in self.among]
        return [name for names in sets for name in names] if sets else None

    def answers(self, problem: GraphProblem) -> Iterator[GraphNext]:
        from symcause.equivalence.class_sizes import class_size
        from symcause.equivalence.target_choice import next_target

        frame, asked = self.frame(problem), self.applied(problem)
        respecting = None
        if asked.knowledge:
            from symcause.equivalence.essential_graphs import essential_graph
            from symcause.equivalence.restricted_classes import KnownClass

            respecting = KnownClass(essential_graph(asked.dag, asked.targets), asked.knowledge)
        size = respecting.size if respecting else class_size(asked.dag, asked.targets)
        frame = replace(frame, count=size, settled=size == 1)
        yield frame
        chosen = self._among(problem)
        if respecting:
            target = known_values(respecting, chosen)
        else:
            target = next_target(asked.dag, asked.targets, candidates=chosen)
        experiments = tuple(_experiments(target))
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
            sentence = f"Intervene on {_variable(best[0])}: {_left(best[0])}."
        rows = tuple(
            (_variable(experiment), number_of(experiment.worst), _about(experiment.expected))
            for experiment in document.experiments[:SHOWN_EXPERIMENTS]
        )
        table = Grid.of(("variable", Right("at most"), Right("expected")), rows)
        rest = unlisted(len(document.experiments), SHOWN_EXPERIMENTS)
        return Story(
            document.problem or "",
            sentence,
            tone=Tone.GOOD if document.settled else Tone.PLAIN,
            facts=(
                ("class", "unknown" if document.count is None else plural(document.count, "graph")),
                ("targets", targets_in_words(document.targets)),
            ),
            sections=(Section("Graphs left by an intervention", (table, *rest)),) if rows else (),
        )


def known_values(respecting: KnownClass, candidates: list[str] | None) -> NextTarget:
    """Every variable that can split what respects the knowledge, and the best by either measure."""
    from fractions import Fraction

    from symcause.equivalence.target_choice import TargetValue, best_targets

    nodes, size = respecting.essential.nodes, respecting.size
    values = []
    for at in range(len(nodes)) if size else ():
        if not respecting.essential.neighbours[at] or (candidates and nodes[at] not in candidates):
            continue
        left = list(respecting.split(at).values())
        if len(left) > 1:
            expected = Fraction(sum(n * n for n in left), size)
            values.append(TargetValue(nodes[at], len(left), max(left), expected))
    return best_targets(size, values)


def _left(found: NextExperiment) -> str:
    if found.worst == 1:
        return "one graph is left, whatever is seen"
    return f"at most {upper(found.worst)} graphs are left"


def _experiments(found: NextTarget) -> Iterator[NextExperiment]:
    for value in sorted(found.values, key=lambda value: (value.worst, value.expected)):
        yield NextExperiment(
            experiment={"targets": [value.variable]},
            worst=value.worst,
            expected=exact(value.expected),
            settles=value.worst == 1,
        )


def _nothing(size: int) -> str:
    if size == 0:
        return "no graph of the class respects the knowledge: nothing to learn"
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
    average = fraction(expected)
    return mean(float(average)) if average < 10**12 else whole(int(average))
