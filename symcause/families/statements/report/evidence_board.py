"""The evidence board of spaces of statements: what is stated of each pair of variables is a piece.

A pair that is switched off is not stated at all: in a complete list, too, where a triple that is merely
left out would be stated dependent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from symcause.families.statements.bounds import PIECE_CONDITIONS
from symcause.families.statements.documents.question_documents import StatementsSeparate
from symcause.families.statements.models.separations import pairs
from symcause.families.statements.problem.problem import Statement, StatementsProblem
from symcause.families.statements.space.statement_space import DO, OBSERVE, StatementSpace
from symcause.models.bit_sets import bits
from symcause.models.dags import DAG
from symcause.models.prose.intervention_text import intervention_text
from symcause.reports.space_drawing.drawn_space import Mechanism, Member
from symcause.reports.space_drawing.evidence_board import EvidenceBoard, Parting, Piece, Trial


def board(space: StatementSpace) -> StatementBoard:
    """The board of a space."""
    return StatementBoard(space)


class StatementBoard(EvidenceBoard[StatementSpace]):
    """Pairs of variables with what is stated about them, and perfect interventions."""

    noun: ClassVar[tuple[str, str]] = ("DAG", "DAGs")
    piece: ClassVar[tuple[str, str]] = ("pair", "pairs")
    questioned = True

    def __init__(self, space: StatementSpace) -> None:
        super().__init__(space)
        self._task: StatementsProblem = space.problem

    @property
    def variables(self) -> tuple[str, ...]:
        return self._task.variables

    @cached_property
    def _pairs(self) -> tuple[int, ...]:
        """The pairs of which something is stated, those that are independent somehow first."""
        premise = self._task.premise
        told = [i for i, sets in enumerate(premise.independent) if sets]
        other = [i for i, sets in enumerate(premise.dependent) if sets or premise.complete]
        return tuple(dict.fromkeys((*told, *other)))

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        return tuple(Piece(*self._about(pair)) for pair in self._pairs)

    def _about(self, pair: int) -> tuple[str, str]:
        x, y = (self.variables[i] for i in pairs(len(self.variables))[pair])
        premise = self._task.premise
        given = [self._task.statement(pair, z).given for z in bits(premise.independent[pair])]
        if not given:
            word = "always dependent" if premise.complete else "dependent"
            return f"{x} and {y}", word
        few = " or ".join(", ".join(names) or "nothing" for names in given[:PIECE_CONDITIONS])
        return f"{x} and {y}", f"independent given {few}" + (
            " …" if len(given) > PIECE_CONDITIONS else ""
        )

    def problem(self, on: Sequence[int]) -> StatementsProblem:
        kept = [self._pairs[i] for i in on]
        if len(kept) == len(self._pairs):
            return self._task
        premise = self._task.premise
        independent = premise.independent
        refused = [
            ~independent[p] & self._conditions(p) if premise.complete else premise.dependent[p]
            for p in kept
        ]
        return replace(
            self._task,
            independent=self._named(zip(kept, (independent[p] for p in kept), strict=True)),
            dependent=self._named(zip(kept, refused, strict=True)),
            complete=False,
        )

    def _conditions(self, pair: int) -> int:
        """All sets that one can condition on for a pair, as bits."""
        x, y = pairs(len(self.variables))[pair]
        both = 1 << x | 1 << y
        return sum(1 << z for z in range(1 << len(self.variables)) if not z & both)

    def _named(self, stated: Iterator[tuple[int, int]]) -> tuple[Statement, ...]:
        return tuple(self._task.statement(pair, z) for pair, sets in stated for z in bits(sets))

    def told(self, member: DAG) -> Member:
        ordered = member.in_order(self.variables)
        return tuple(
            Mechanism(tuple(p for i, p in enumerate(self.variables) if parents >> i & 1))
            for parents in ordered.parents
        )

    def trials(self, space: StatementSpace) -> Iterator[Trial]:
        return (Trial(intervention_text([name]), {DO: name}) for name in self.variables)

    def advised(self, space: StatementSpace, experiment: Mapping[str, Any]) -> Trial | None:
        return next((one for one in self.trials(space) if one.experiment == experiment), None)

    def parting(self, answer: StatementsSeparate) -> Parting | None:
        done: Mapping[str, Any] = answer.experiment or {}
        if answer.readings is None:
            return None
        if DO in done:
            first, second = (self.words(shown)["parents"] for shown in answer.readings)
            return Parting(intervention_text([done[DO]]), first, second)
        x, y, given = done[OBSERVE]
        first, second = (
            "independent" if shown["independent"] else "dependent" for shown in answer.readings
        )
        beside = f" given {', '.join(given)}" if given else ""
        return Parting(f"look at {x} and {y}{beside}", first, second)

    def outcome(self, space: StatementSpace, member: DAG, trial: Trial) -> Mapping[str, Any]:
        shown: Mapping[str, Any] = space.outcome(member, trial.experiment)
        return {"parents": tuple(shown["parents"])}

    def words(self, outcome: Mapping[str, Any]) -> Mapping[str, str]:
        return {"parents": f"caused by {', '.join(outcome['parents']) or 'nothing'}"}
