"""The evidence board of linear spaces: records and readings of the chain as pieces, graphs as members.

Members are the same if their graphs are. What a graph reads after an intervention is one value only where
the evidence leaves one model a graph; elsewhere it is told which readings may move.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from symcause.answers import Unknown
from symcause.families.linear.audits.next.intervention_outcomes import after, outcome
from symcause.families.linear.bounds import DRAWN_GRAPHS, PIECE_VALUES
from symcause.families.linear.documents.alternatives_document import (
    LinearAlternatives,
    LinearSeparation,
)
from symcause.families.linear.documents.disambiguation_document import LinearDisambiguate
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.problem.evidence_replay import current_crystal
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.space.graph_space import GraphSpace, Masks
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.models.exact_numbers import print_number
from symcause.models.prose.intervention_text import done_words, intervention_text
from symcause.reports.figures.model_contrast import Contrast
from symcause.reports.space_drawing.drawn_space import Mechanism, Member
from symcause.reports.space_drawing.evidence_board import EvidenceBoard, Parting, Piece, Trial

STEP = Fraction(10)
"""By how much an experiment moves a variable."""


def board(space: GraphSpace) -> LinearBoard | Unknown:
    """The board of a space, or why it has none."""
    if not isinstance(space, LinearSpace):
        return Unknown("a hidden disturbance acts: its graphs are not drawn one by one")
    return LinearBoard(space)


class LinearBoard(EvidenceBoard[LinearSpace]):
    """The chain reading by reading, every record, and interventions on one variable."""

    noun: ClassVar[tuple[str, str]] = ("graph", "graphs")
    piece: ClassVar[tuple[str, str]] = ("reading", "readings")
    joint = True  # a graph may fit each of two readings and not both
    timeless = False  # the crystal is another one after every step

    def __init__(self, space: LinearSpace, further: int = 0) -> None:
        super().__init__(space)
        self.further = further
        self._task: LinearProblem = space.problem
        self._models: dict[tuple[int, Masks], CrystalModel | Unknown] = {}

    @property
    def variables(self) -> tuple[str, ...]:
        return self._task.variables

    @cached_property
    def _parts(self) -> tuple[tuple[str, int], ...]:
        """The pieces by kind and place: the first reading of the chain, the records, further readings."""
        chain = [("chain", i) for i in range(len(self._task.chain))]
        records = [("record", i) for i in range(len(self._task.records))]
        return (*chain[:1], *records, *chain[1:])

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        pieces = []
        for kind, i in self._parts:
            if kind == "record":
                record = self._task.records[i]
                pieces.append(Piece(f"record {record.id}", _values(record.values)))
                continue
            state = self._task.chain[i]
            name = done_words(state.action_text) or (
                "first reading" if not i else "one more reading"
            )
            after = None if not i else self._parts.index(("chain", i - 1))
            pieces.append(Piece(name, _values(state.values), after))
        return tuple(pieces)

    def problem(self, on: Sequence[int]) -> LinearProblem:
        kept = {self._parts[i] for i in on}
        task = self._task
        records = tuple(r for i, r in enumerate(task.records) if ("record", i) in kept)
        chain = tuple(s for i, s in enumerate(task.chain) if ("chain", i) in kept)
        return replace(task, records=records, chain=chain, metadata={})

    def listed(self, space: LinearSpace) -> Iterator[Any]:
        if isinstance(space.choices, Unknown):
            return iter((space.choices,))
        return space.masks()

    def told(self, member: Masks | CrystalModel) -> Member:
        masks = self.space.masks_of(member.edges) if isinstance(member, CrystalModel) else member
        return tuple(
            Mechanism(tuple(p for i, p in enumerate(self.variables) if mask >> i & 1))
            for mask in masks
        )

    def gold(self) -> CrystalModel | None:
        return self._task.gold_model()

    def trials(self, space: LinearSpace) -> Iterator[Trial]:
        free = [name for name in self.variables if name in self._task.controllable]
        now = self._now(space)
        if now is None:
            yield from (Trial(f"change {name}", name, exact=False) for name in free)
        else:
            for name in free:
                yield _setting(name, now[name] + STEP)

    def advised(self, space: LinearSpace, experiment: Mapping[str, Any]) -> Trial | None:
        given = experiment.get("intervene") or {}
        if len(given) != 1 or self._now(space) is None:
            return None
        ((name, value),) = given.items()
        return _setting(name, Fraction(str(value)))

    def strengthened(self, answer: LinearDisambiguate) -> LinearBoard | None:
        """The board with what gold would read after each intervention of the plan."""
        gold, problem = self.gold(), self._task
        if gold is None or answer.truth != "gold" or not answer.plan or problem.hidden is not None:
            return None
        for part in answer.plan:
            ((name, value),) = part.intervene.items()
            step = Manipulation(name, Fraction(value))
            problem = after(problem, step, outcome(problem, gold, step))
        return LinearBoard(self.space.reopened(problem), len(answer.plan))

    def begun(self, answer: LinearDisambiguate) -> Trial | None:
        first = next(iter(answer.plan), None)
        return None if first is None else self.advised(self.space, {"intervene": first.intervene})

    def spelled(self, model: CrystalModel) -> Member:
        texts = model.equations.texts()
        return tuple(
            Mechanism(made.parents, texts.get(name) if made.parents else None)
            for name, made in zip(self.variables, self.told(model), strict=True)
        )

    def parting(self, answer: LinearSeparation) -> Parting | None:
        if answer.experiment is None or answer.readings is None:
            return None
        done = intervention_text(answer.experiment.assignments)
        first, second = (
            " and ".join(f"{name} reads {reads[name]}" for name in answer.differing)
            for reads in answer.readings
        )
        return Parting(done, first, second)

    def contrast(self, answer: Any, models: tuple[Any, ...]) -> Contrast | None:
        from symcause.families.linear.report.page.model_pair import compared, rival

        if isinstance(answer, LinearAlternatives):
            return rival(self._task, answer)
        return compared(self._task, answer)

    def _now(self, space: LinearSpace) -> Mapping[str, Fraction] | None:
        """What is read now, where every graph has one model, hence one outcome; None elsewhere."""
        problem, count = space.problem, space.count()
        few = isinstance(count, int) and count <= DRAWN_GRAPHS
        if not few or problem.hidden is not None or problem.unforeseeable is not None:
            return None
        if problem.rounding or space.unsettled() is not None:
            return None
        first = next(space.members(), None)
        if not isinstance(first, CrystalModel):
            return None
        crystal = current_crystal(problem, first)
        return None if crystal is None else dict(problem.laboratory(first).measure(crystal))

    def outcome(self, space: LinearSpace, member: Masks, trial: Trial) -> Mapping[str, Any]:
        if isinstance(trial.experiment, str):
            return {"moved": self._moved(member, trial.experiment)}
        name, value = trial.experiment
        key = id(space), member
        if key not in self._models:
            self._models[key] = space.at(member)
        model = self._models[key]
        if isinstance(model, Unknown):
            return {"unknown": model.reason}
        return space.outcome(model, {name: value})

    def _moved(self, masks: Masks, name: str) -> tuple[str, ...]:
        """The other variables that a change of one can reach."""
        start = self.variables.index(name)
        reached = 1 << start
        for _ in masks:
            for i, parents in enumerate(masks):
                if parents & reached and i != start:
                    reached |= 1 << i
        return tuple(v for i, v in enumerate(self.variables) if reached >> i & 1 and i != start)

    def words(self, outcome: Mapping[str, Any]) -> Mapping[str, str]:
        if "moved" in outcome:
            return {"moved": f"{', '.join(outcome['moved']) or 'nothing else'} may move"}
        if "unknown" in outcome:
            return {"unknown": "not known"}
        return {name: f"{name} reads {print_number(value)}" for name, value in outcome.items()}


def _setting(name: str, value: Fraction) -> Trial:
    return Trial(intervention_text({name: print_number(value)}), (name, value))


def _values(values: Mapping[str, Fraction]) -> str:
    few = [f"{name} {print_number(value)}" for name, value in list(values.items())[:PIECE_VALUES]]
    return ", ".join(few) + (" …" if len(values) > PIECE_VALUES else "")
