"""The dag ``separate`` question: which interventions tell two graphs of a class apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

from msgspec.structs import replace

from symcause.answers import Unknown, Unsat
from symcause.audits.of_space.separate import SeparateOfSpace
from symcause.audits.of_space.space_question import GOLD, REFERENCE
from symcause.audits.space import ExperimentForm
from symcause.audits.story import Story, Tone
from symcause.errors import UsageError
from symcause.families.dag.documents import FAMILY, GraphSeparate, as_told
from symcause.families.dag.questions.options import Informed
from symcause.models.number_phrases import joined_names
from symcause.models.prose.intervention_text import intervention_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from symcause.families.dag.problem import GraphProblem
    from symcause.families.dag.space.class_space import ClassSpace
    from symcause.models.dags import DAG


@dataclass(frozen=True)
class Separate(
    SeparateOfSpace[GraphSeparate, "GraphProblem", "ClassSpace", "DAG"],
    Informed,
):
    """A variable at which edges point in different ways; the one with most such edges first."""

    document: ClassVar[type[GraphSeparate]] = GraphSeparate

    def stated(self, problem: GraphProblem) -> dict[str, object]:
        return {
            "family": FAMILY,
            "problem": problem.id,
            "targets": problem.targets,
            "knowledge": as_told(self.background(problem)[0]),
        }

    def opened(self, problem: GraphProblem) -> ClassSpace:
        from symcause.families.dag.space.space_choice import opened

        return opened(self.applied(problem))

    def model(self, space: ClassSpace, text: str, place: str) -> DAG:
        from symcause.families.dag.files import read_answer_graph

        problem = space.problem
        if text == REFERENCE or (text == GOLD and problem.partly):
            raise UsageError(
                f"the problem has no {text}",
                value=problem.id,
                remedy="give a DAG; gold is the graph itself, where all its edges are directed",
            )
        try:
            graph = problem.dag if text == GOLD else read_answer_graph(problem, text)
        except UsageError as error:
            raise error.placed(place) from None
        for objection in space.objections(graph):
            raise UsageError(f"this graph is no member: {objection}", place=place)
        return graph

    def parted(
        self, document: GraphSeparate, space: ClassSpace, first: DAG, second: DAG
    ) -> GraphSeparate:
        best = space.separate(first, second)
        if isinstance(best, Unknown):
            return replace(document, reason=best.reason)
        if isinstance(best, Unsat):
            return replace(document, separated=False, reason="they are the same graph")
        one, other = (dict(reading) for reading in best.readings)
        return replace(
            document, separated=True, experiment=dict(best.experiment), readings=(one, other)
        )

    def words(self, experiment: ExperimentForm) -> str:
        return intervention_text(experiment["targets"])

    def best_story(self, document: GraphSeparate) -> Story:
        title = document.problem or ""
        if document.readings is None:
            return Story(title, document.reason or "unknown", tone=Tone.SOME)
        target = joined_names(cast("Sequence[str]", (document.experiment or {})["targets"]))
        text = f"Intervening on {target} tells them apart: {_responses(*document.readings)}"
        return Story(title, text, tone=Tone.GOOD)


def _responses(first: ExperimentForm, second: ExperimentForm) -> str:
    """Which neighbours respond in one graph only."""
    one, other = (
        [name for name in first if reading[name] == "effect" and first[name] != second[name]]
        for reading in (first, second)
    )
    if not one:
        return f"{joined_names(other)} {_respond(other)} in the second, not in the first"
    rest = f"{joined_names(other)} in the second" if other else "not in the second"
    return f"{joined_names(one)} {_respond(one)} in the first, {rest}"


def _respond(names: list[str]) -> str:
    return "responds" if len(names) == 1 else "respond"
