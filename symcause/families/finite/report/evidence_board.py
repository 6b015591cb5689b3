"""The evidence board of finite spaces: worlds or single rows as pieces, mechanisms in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import UnsetType

from symcause.families.finite.bounds import PIECE_ROWS
from symcause.families.finite.documents.question_documents import (
    FiniteAlternatives,
    FiniteDisambiguate,
    FiniteSeparate,
    WorldPart,
)
from symcause.families.finite.documents.separation_part import WitnessPart
from symcause.families.finite.models.finite_values import Value
from symcause.families.finite.problem.problem import FiniteProblem, FiniteWorld
from symcause.families.finite.scoring.answer_check import gold_model
from symcause.families.finite.space.space_choice import AnySpace
from symcause.mechanisms.tables.table_models import TableModel
from symcause.models.number_phrases import joined_names
from symcause.models.prose.intervention_text import intervention_text
from symcause.reports.figures.model_contrast import Contrast
from symcause.reports.space_drawing.drawn_space import Mechanism, Member
from symcause.reports.space_drawing.evidence_board import EvidenceBoard, Parting, Piece, Trial
from symcause.reports.space_drawing.world_pieces import Cut, column_words, cuts_of, rows_kept

if TYPE_CHECKING:
    from symcause.mechanisms.next.experiment_contexts import Outcome


def board(space: AnySpace) -> FiniteBoard:
    """The board of a space."""
    return FiniteBoard(space)


class FiniteBoard(EvidenceBoard[AnySpace]):
    """Worlds, the first of them row by row where there are few, and experiments on one variable."""

    piece: ClassVar[tuple[str, str]] = ("world", "worlds")

    def __init__(self, space: AnySpace, further: int = 0) -> None:
        super().__init__(space)
        self.further = further
        self._task: FiniteProblem = space.problem
        self._shown: dict[str, Callable[[TableModel], Outcome]] = {}

    @property
    def variables(self) -> tuple[str, ...]:
        return self._task.variables

    @cached_property
    def _cuts(self) -> tuple[Cut[FiniteWorld], ...]:
        return cuts_of(self._task.training, self.further)

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        return tuple(Piece(cut.name, self._rows(cut)) for cut in self._cuts)

    def _rows(self, cut: Cut[FiniteWorld]) -> str:
        """The first rows of a piece, with the values of all variables in their order."""
        rows = cut.world.rows[cut.first : cut.last]
        texts = [
            " ".join(
                "?" if cell is None else str(domain.values[cell])
                for domain, cell in zip(self._task.domains, row, strict=True)
            )
            for row in rows[:PIECE_ROWS]
        ]
        return "; ".join(texts) + (" …" if len(rows) > PIECE_ROWS else "")

    def problem(self, on: Sequence[int]) -> FiniteProblem:
        worlds = tuple(
            replace(world, rows=tuple(world.rows[row] for row in rows), units=None)
            for world, rows in rows_kept([self._cuts[i] for i in on])
        )
        return replace(self._task, worlds=worlds, metadata={})

    def told(self, member: TableModel) -> Member:
        texts = self.space.row(member)
        return tuple(
            Mechanism((), "a root")
            if (function := member.functions.get(name)) is None
            else Mechanism(function.parents, str(texts[name]))
            for name in self.variables
        )

    def gold(self) -> TableModel | None:
        judged = gold_model(self._task)
        return None if judged is None else judged.model

    def trials(self, space: AnySpace) -> Iterator[Trial]:
        for experiment in space.experiments():
            done: Any = experiment["do"]
            yield _setting(done)

    def advised(self, space: AnySpace, experiment: Mapping[str, Any]) -> Trial | None:
        given = experiment.get("do")
        return _setting(given) if given else None

    def strengthened(self, answer: FiniteDisambiguate) -> FiniteBoard | None:
        """The board with further worlds."""
        if not answer.worlds:
            return None
        worlds = (*self._task.training, *map(self._world, answer.worlds))
        stronger = replace(self._task, worlds=worlds)
        return FiniteBoard(self.space.reopened(stronger), len(answer.worlds))

    def _world(self, part: WorldPart) -> FiniteWorld:
        rows = [
            tuple(one.position(cell) for one, cell in zip(self._task.domains, row, strict=True))
            for row in part.rows
        ]
        return FiniteWorld(part.id, tuple(rows), part.do)

    def parting(self, answer: FiniteSeparate) -> Parting | None:
        if answer.experiment is None or answer.witness is None:
            return None
        given = answer.experiment.assignments
        name = _setting(given).name if given else "look only"
        return Parting(name, *_shown(answer.witness, self.variables))

    def contrast(self, answer: Any, models: tuple[Any, ...]) -> Contrast | None:
        from symcause.families.finite.report.model_pair import compared, rival

        if isinstance(answer, FiniteAlternatives):
            return rival(self, answer)
        return compared(self, answer, models)

    def outcome(self, space: AnySpace, member: TableModel, trial: Trial) -> Mapping[str, Any]:
        """The column of every variable on the contexts of the whole evidence."""
        if trial.name not in self._shown:
            self._shown[trial.name] = self.space.columns_of({"do": trial.experiment})
        return dict(zip(self.variables, self._shown[trial.name](member), strict=True))

    def words(self, outcome: Mapping[str, Any]) -> Mapping[str, str]:
        rows: Any = self.space.written(tuple([outcome[name] for name in self.variables]))["rows"]
        columns = zip(*rows, strict=True)
        return {
            name: f"{name} {column_words(column)}"
            for name, column in zip(self.variables, columns, strict=True)
        }


def _setting(values: Mapping[str, Value]) -> Trial:
    return Trial(intervention_text(values), dict(values))


def _shown(witness: WitnessPart, names: Sequence[str]) -> tuple[str, str]:
    """What the two models show where they differ, or the state that only one of them can be in."""
    if not isinstance(witness.state, UnsetType):
        state = " ".join(f"{n}={value}" for n, value in zip(names, witness.state, strict=True))
        words = (f"{state} is possible", f"{state} is impossible")
        return words if witness.possible_in == "reference" else (words[1], words[0])
    assert not isinstance(witness.differences, UnsetType), "a witness has cells or a state"
    roots = {} if isinstance(witness.root_assignment, UnsetType) else witness.root_assignment
    where = joined_names([f"{name} is {value}" for name, value in roots.items()])
    first = joined_names([f"{cell.variable} is {cell.reference}" for cell in witness.differences])
    second = joined_names(
        [f"{cell.variable} is {cell.alternative}" for cell in witness.differences]
    )
    behind = f" where {where}" if where else ""
    return f"{first}{behind}", f"{second}{behind}"
