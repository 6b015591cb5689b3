"""The evidence board of classes of DAGs: interventions and known edges as pieces beside independences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from symcause.answers import Unknown
from symcause.families.dag.bounds import ASKED_NODES
from symcause.families.dag.problem import GraphProblem
from symcause.families.dag.space.class_space import ClassSpace
from symcause.families.dag.space.space_choice import opened
from symcause.models.background_knowledge import Knowledge
from symcause.models.dags import DAG
from symcause.models.prose.intervention_text import intervention_text
from symcause.reports.space_drawing.drawn_space import Mechanism, Member
from symcause.reports.space_drawing.evidence_board import EvidenceBoard, Piece, Trial


def board(space: ClassSpace) -> ClassBoard | Unknown:
    """The board of a class, or why it has none."""
    class_board = ClassBoard(space)
    if len(class_board.variables) > ASKED_NODES:
        text = f"{len(class_board.variables)} nodes have edges that may point either way"
        return Unknown(f"{text}: more than {ASKED_NODES} are not drawn")
    return class_board


class ClassBoard(EvidenceBoard[ClassSpace]):
    """What is independent, then every intervention, then every edge that is known."""

    noun: ClassVar[tuple[str, str]] = ("graph", "graphs")

    def __init__(self, space: ClassSpace) -> None:
        super().__init__(space)
        self._task: GraphProblem = space.problem
        self._known = self._task.knowledge or Knowledge()

    @cached_property
    def variables(self) -> tuple[str, ...]:
        """The nodes; of many, those at edges that may point either way before anything else is known."""
        names = self._task.dag.nodes
        if len(names) <= ASKED_NODES:
            return names
        asked = {name for edge in self.opened((0,)).edges().having("open") for name in edge}
        return tuple(name for name in names if name in asked)

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        targets = [Piece(intervention_text(t)) for t in self._task.targets]
        required = [Piece(f"{a} → {b} is known") for a, b in self._known.require]
        other = replace(self._known, require=())
        text = "skeleton and colliders" + (f"; {other}" if other else "")
        settled = len(self._task.dag.nodes) - len(self.variables)
        text += f"; it settles {settled} other nodes" * bool(settled)
        return (Piece("what is independent", text), *targets, *required)

    def problem(self, on: Sequence[int]) -> GraphProblem:
        after = 1 + len(self._task.targets)
        targets = tuple(t for i, t in enumerate(self._task.targets, 1) if i in on)
        require = tuple(e for i, e in enumerate(self._known.require, after) if i in on)
        known = replace(self._known, require=require)
        return replace(self._task, targets=targets, knowledge=known or None)

    def opened(self, on: Sequence[int]) -> ClassSpace:
        return opened(self.problem(on), self.space.engine)

    def told(self, member: DAG) -> Member:
        names = self._task.dag.nodes
        causes = dict(zip(names, member.in_order(names).parents, strict=True))
        return tuple(
            Mechanism(tuple(p for i, p in enumerate(names) if causes[name] >> i & 1))
            for name in self.variables
        )

    def gold(self) -> DAG | None:
        """The DAG itself, unless the file holds a class and no DAG."""
        return None if self._task.drawn is not None else self._task.dag

    def trials(self, space: ClassSpace) -> Iterator[Trial]:
        open_ = {name for edge in self.space.edges().having("open") for name in edge}
        for name in (name for name in self.variables if name in open_):
            yield Trial(intervention_text([name]), {"targets": [name]})

    def advised(self, space: ClassSpace, experiment: Mapping[str, Any]) -> Trial | None:
        return next((one for one in self.trials(space) if one.experiment == experiment), None)

    def words(self, outcome: Mapping[str, Any]) -> Mapping[str, str]:
        effects = ", ".join(name for name, said in outcome.items() if said == "effect")
        return {"effects": f"{effects or 'nothing'} affected"}
