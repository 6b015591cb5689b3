"""The dag ``look`` question: edges shared by all members, another member, and what differs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.of_space.look import LookDocument, LookOfSpace
from symcause.errors import UsageError
from symcause.families.dag.documents import FAMILY
from symcause.families.dag.questions.options import TargetOptions

if TYPE_CHECKING:
    from symcause.families.dag.problem import GraphProblem
    from symcause.families.dag.space.class_space import ClassSpace
    from symcause.models.dags import DAG


@dataclass(frozen=True)
class Look(LookOfSpace[LookDocument, "GraphProblem", "ClassSpace", "DAG"], TargetOptions):
    """The class of the graph, after the targets and with the knowledge of the options."""

    noun: ClassVar[str] = "graph"

    def stated(self, problem: GraphProblem) -> dict[str, object]:
        return {"family": FAMILY, "problem": problem.id}

    def opened(self, problem: GraphProblem) -> ClassSpace:
        from symcause.families.dag.space.space_choice import open_space

        return open_space(self.applied(problem))

    def shown(self, space: ClassSpace, model: DAG) -> object:
        return {"edges": [list(edge) for edge in model.edges]}

    def model(self, space: ClassSpace, text: str, place: str) -> DAG:
        from symcause.formats.json_text import read_json
        from symcause.models.dags import DAG

        document = read_json(text)
        pairs = document.get("edges") if isinstance(document, dict) else None
        if not isinstance(pairs, list):
            raise UsageError("not a graph", place=place, remedy='{"edges": [["A", "B"]]}')
        return DAG.of([(str(a), str(b)) for a, b in pairs], nodes=space.problem.dag.nodes)
