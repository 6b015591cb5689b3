"""The evidence board of Boolean spaces: worlds or single rows as pieces, mechanisms in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from msgspec import UnsetType

from symcause.answers import Unknown
from symcause.errors import LimitError
from symcause.families.boolean.bounds import PIECE_ROWS
from symcause.families.boolean.catalogue import catalogue
from symcause.families.boolean.catalogue.expression_writer import write
from symcause.families.boolean.documents.disambiguation_document import (
    BooleanDisambiguate,
    WorldPart,
)
from symcause.families.boolean.documents.question_results import (
    BooleanAlternatives,
    BooleanSeparate,
    WitnessPart,
)
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import IDENTITY, BooleanSCM
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.boolean_space import BooleanSpace
from symcause.models.expressions import spell
from symcause.models.prose.intervention_text import intervention_text
from symcause.models.variable_names import OPERATORS
from symcause.reports.figures.model_contrast import Contrast
from symcause.reports.space_drawing.drawn_space import Mechanism, Member
from symcause.reports.space_drawing.evidence_board import EvidenceBoard, Parting, Piece, Trial
from symcause.reports.space_drawing.world_pieces import Cut, column_words, cuts_of, rows_kept


def board(space: BooleanSpace) -> BooleanBoard | Unknown:
    """The board of a space, or why it has none."""
    if space.identity != IDENTITY:
        return Unknown("models that behave alike are one here: they are not drawn one by one")
    return BooleanBoard(space)


class BooleanBoard(EvidenceBoard[BooleanSpace]):
    """Worlds, the first of them row by row where there are few, and experiments on one variable."""

    piece: ClassVar[tuple[str, str]] = ("world", "worlds")

    def __init__(self, space: BooleanSpace, further: int = 0) -> None:
        super().__init__(space)
        self.further = further
        self._task: BooleanProblem = space.problem
        self.joint = space.noisy  # a model may leave cells unexplained, wherever they are
        self._texts: dict[tuple[str | None, Function], str] = {}

    @property
    def variables(self) -> tuple[str, ...]:
        return self._task.variables

    @cached_property
    def _cuts(self) -> tuple[Cut[World], ...]:
        return cuts_of(self._task.training, self.further)

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        return tuple(Piece(cut.name, _rows(cut)) for cut in self._cuts)

    def problem(self, on: Sequence[int]) -> BooleanProblem:
        kept = {world.id: rows for world, rows in rows_kept([self._cuts[i] for i in on])}
        worlds = [_part(w, kept[w.id]) for w in self._task.training if w.id in kept]
        return replace(self._task, worlds=tuple(worlds), metadata={})

    def told(self, member: BooleanSCM) -> Member:
        return tuple(self._mechanism(member, name) for name in self.variables)

    def _mechanism(self, member: BooleanSCM, name: str) -> Mechanism:
        function = member.functions.get(name)
        if function is None:
            return Mechanism((), "a root")
        return Mechanism(function.parents, self._text(function, next(iter(member.roots), None)))

    def _text(self, function: Function, root: str | None) -> str:
        """The shortest expression that is known; a table where none can be written."""
        via = None if function.parents else root
        if (via, function) not in self._texts:
            book = catalogue(OPERATORS, constants=root is None)
            try:
                text = spell(write(function, book, via=root))
            except LimitError:
                text = f"table {function.table:x}"
            self._texts[via, function] = text
        return self._texts[via, function]

    def inputs(self, name: str, made: Sequence[Mechanism]) -> tuple[str, Sequence[str]] | None:
        from symcause.families.boolean.report.page.unseen_inputs import where_they_differ

        known = {text: function for (_, function), text in self._texts.items()}
        functions = [known.get(one.text or "") for one in made]
        return where_they_differ(name, made[0].parents, functions)

    def gold(self) -> BooleanSCM | None:
        return self._task.gold_scm

    @cached_property
    def _seen(self) -> World | None:
        """The first world that was only observed, and in full: experiments are made in its rows."""
        plain = (w for w in self._task.training if w.mode is Mode.NONE and w.holes is None)
        return next(plain, None)

    def trials(self, space: BooleanSpace) -> Iterator[Trial]:
        if self._seen is not None:
            for name in (name for name in self.variables if name not in self._task.latent):
                yield from (_setting({name: bit}) for bit in (0, 1))

    def advised(self, space: BooleanSpace, experiment: Mapping[str, Any]) -> Trial | None:
        given = experiment.get("do")
        return _setting(given) if self._seen is not None and given else None

    def strengthened(self, answer: BooleanDisambiguate) -> BooleanBoard | None:
        """The board with further worlds; cells that are to be read are no pieces of their own."""
        if not answer.worlds:
            return None
        worlds = tuple(map(_world, answer.worlds))
        return BooleanBoard(self.space.reopened(self._task.with_worlds(worlds)), len(worlds))

    def parting(self, answer: BooleanSeparate) -> Parting | None:
        if answer.experiment is None or answer.witness is None:
            return None
        given = answer.experiment.assignments
        return Parting(_setting(given).name if given else "look only", *_shown(answer.witness))

    def contrast(self, answer: Any, models: tuple[Any, ...]) -> Contrast | None:
        from symcause.families.boolean.report.page.model_pair import compared, rival

        if isinstance(answer, BooleanAlternatives):
            return rival(self, answer)
        return compared(self, answer, models)

    def outcome(self, space: BooleanSpace, member: BooleanSCM, trial: Trial) -> Mapping[str, Any]:
        """The column of every variable, one bit a row."""
        assert self._seen is not None, "no trial without a world to make it in"
        bits: Mapping[str, int] = trial.experiment
        given = self._seen.by_name(self.variables)
        given |= {name: self._seen.mask * bit for name, bit in bits.items()}
        return member.run(given, tuple(bits), self._seen.mask)

    def words(self, outcome: Mapping[str, Any]) -> Mapping[str, str]:
        assert self._seen is not None
        rows = range(len(self._seen.rows))
        shown = (name for name in self.variables if name not in self._task.latent)
        return {n: f"{n} {column_words([outcome[n] >> row & 1 for row in rows])}" for n in shown}


def _setting(bits: Mapping[str, int]) -> Trial:
    return Trial(intervention_text(bits), dict(bits))


def _world(part: WorldPart) -> World:
    units = None if isinstance(part.units, UnsetType) else part.units
    return World(part.id, Split(part.split), Mode(part.mode), part.targets, part.rows, units)


def _shown(witness: WitnessPart) -> tuple[str, str]:
    """What the two models show where they differ, or the state that only one of them can be in."""
    if not isinstance(witness.state, UnsetType):
        state = " ".join(f"{name}={bit}" for name, bit in witness.state.items())
        only = witness.possible_in == "reference"
        words = (f"{state} is possible", f"{state} is impossible")
        return words if only else (words[1], words[0])
    assert not isinstance(witness.differences, UnsetType), "a witness has cells or a state"
    roots = {} if isinstance(witness.root_assignment, UnsetType) else witness.root_assignment
    where = " and ".join(f"{name} is {bit}" for name, bit in roots.items())
    texts = (
        " and ".join(f"{cell.variable} is {value}" for cell, value in cells)
        for cells in (
            [(cell, cell.reference) for cell in witness.differences],
            [(cell, cell.alternative) for cell in witness.differences],
        )
    )
    first, second = (f"{one} where {where}" if where else one for one in texts)
    return first, second


def _part(world: World, rows: Sequence[int]) -> World:
    if len(rows) == len(world.rows):
        return world
    units = None if world.units is None else tuple(world.units[i] for i in rows)
    return replace(world, rows=tuple(world.rows[i] for i in rows), units=units)


def _rows(cut: Cut[World]) -> str:
    rows = cut.world.rows[cut.first : cut.last]
    return " ".join(rows[:PIECE_ROWS]) + (" …" if len(rows) > PIECE_ROWS else "")
