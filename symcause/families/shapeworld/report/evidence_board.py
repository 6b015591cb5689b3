"""The evidence board of ShapeWorld spaces: the steps of a transcript as pieces, causes of every shape."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from symcause.families.shapeworld.bounds import BOARD_STEPS
from symcause.families.shapeworld.documents.question_documents import (
    ShapeWorldAlternatives,
    ShapeWorldDisambiguate,
    ShapeWorldSeparate,
)
from symcause.families.shapeworld.models.causal_relations import Relation
from symcause.families.shapeworld.models.dynamics import Action
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem, Step
from symcause.families.shapeworld.space.shapeworld_space import ShapeWorldSpace
from symcause.reports.figures.model_contrast import Contrast
from symcause.reports.space_drawing.drawn_space import Mechanism, Member
from symcause.reports.space_drawing.evidence_board import (
    Asked,
    EvidenceBoard,
    Parting,
    Piece,
    Trial,
)


def board(space: ShapeWorldSpace) -> ShapeWorldBoard:
    """The board of a space."""
    return ShapeWorldBoard(space)


class ShapeWorldBoard(EvidenceBoard[ShapeWorldSpace]):
    """The start, then step after step; and what one may do next."""

    noun: ClassVar[tuple[str, str]] = ("relation", "relations")
    piece: ClassVar[tuple[str, str]] = ("step", "steps")
    joint = True  # a step stands only with those before it
    timeless = False  # what moves after an action depends on what moves now
    questioned = True

    def __init__(self, space: ShapeWorldSpace) -> None:
        super().__init__(space)
        self._task: ShapeWorldProblem = space.problem

    @property
    def variables(self) -> tuple[str, ...]:
        return self._task.shapes

    @cached_property
    def _ends(self) -> tuple[int, ...]:
        """After how many lines each piece ends; the first holds the start and the earlier steps."""
        lines = self._task.transcript
        seen = [i + 1 for i, step in enumerate(lines) if step.is_numbered]
        *before, first = (0, *seen[: max(0, len(seen) - BOARD_STEPS)])
        ends = [first, *seen[len(before) :]]
        return (*ends[:-1], len(lines))

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        first = self._ends[0] if len(self._ends) > 1 else len(self._task.transcript)
        initial = self._task.initial
        start = "nobody looked" if initial is None else _moving(initial)
        name = "the start" if not first else f"the start and {first} lines"
        pieces = [Piece(name, start)]
        for i, end in enumerate(self._ends[1:]):
            lines = self._task.transcript[self._ends[i] : end]
            step = next(one for one in lines if one.is_numbered)
            pieces.append(Piece(_named(step), _moving(step.moving or ()), i))
        return tuple(pieces)

    def problem(self, on: Sequence[int]) -> ShapeWorldProblem:
        return self._task.cut(self._ends[max(on)])

    def told(self, member: Relation) -> Member:
        causes, names = member.causes, member.shapes
        return tuple(
            Mechanism(tuple(name for x, name in enumerate(names) if causes[y] >> x & 1))
            for y in range(len(self.variables))
        )

    @property
    def asked(self) -> Asked | None:
        cause, effect = self._task.cause, self._task.effect

        def answer(made: Mechanism) -> str:
            return "yes" if cause in made.parents else "no"

        return Asked(f"does {cause} make {effect} move?", self.variables.index(effect), answer)

    def gold(self) -> Relation | None:
        gold = self._task.gold_relation
        return gold if gold is not None and gold.shapes == self.space.case.shapes else None

    def trials(self, space: ShapeWorldSpace) -> Iterator[Trial]:
        if space.problem.initial is not None:
            for action in Action:
                for shape in self.variables:
                    yield Trial(f"{action} {shape}", (str(action), shape))

    def advised(self, space: ShapeWorldSpace, experiment: Mapping[str, Any]) -> Trial | None:
        done = experiment.get("action"), experiment.get("shape")
        return next((trial for trial in self.trials(space) if trial.experiment == done), None)

    def begun(self, answer: ShapeWorldDisambiguate) -> Trial | None:
        first = None if answer.policy is None else answer.policy.action
        if first is None:
            return None
        return self.advised(self.space, {"action": first.action, "shape": first.shape})

    def parting(self, answer: ShapeWorldSeparate) -> Parting | None:
        if not answer.actions or answer.states is None:
            return None
        return Parting(", then ".join(map(str, answer.actions)), *map(_moving, answer.states))

    def contrast(self, answer: Any, models: tuple[Any, ...]) -> Contrast | None:
        from symcause.families.shapeworld.report.relation_pair import compared, rival

        if isinstance(answer, ShapeWorldAlternatives):
            return rival(self, answer)
        return compared(self, answer, models)

    def words(self, outcome: Mapping[str, Any]) -> Mapping[str, str]:
        return {"moving": _moving(outcome["moving"])}

    def outcome(self, space: ShapeWorldSpace, member: Relation, trial: Trial) -> Mapping[str, Any]:
        shown: Mapping[str, Any] = space.outcome(member, trial.experiment)
        return {"moving": tuple(shown["moving"])}


def _named(step: Step) -> str:
    return f"{step.action} {step.shape}"


def _moving(shapes: Sequence[str]) -> str:
    return f"{', '.join(shapes)} moving" if shapes else "nothing moving"
