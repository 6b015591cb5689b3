"""Heldout queries of Boolean audits: answers about cells of worlds that only score.

Whether some member has another value than those that were met is the question whether the problem has a
member if that value is seen in one more row, of which else nothing is known but roots and targets. Every
member that is met is run on all held-out rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import replace as evolve

from symcause.answers import Unknown
from symcause.audits.of_space.query_parts import (
    IMPOSSIBLE,
    NO_MODEL,
    UNDETERMINED,
    LeftBy,
    QueryPart,
    QueryStatus,
    QueryWitnessPart,
    refuse_hidden_roots,
)
from symcause.errors import UsageError
from symcause.families.boolean.models.scm import IDENTITY, BooleanSCM
from symcause.families.boolean.models.worlds import Split, World
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.member_answers import spelled
from symcause.families.boolean.space.space_choice import open_space

_ROOT_UNSEEN = "a root of this row was not observed"


@dataclass(frozen=True)
class _Cell:
    world: World
    row: int
    variable: str
    gold: int | None

    @property
    def id(self) -> str:
        return f"{self.world.id}[{self.row}].{self.variable}"


class HeldoutQueries:
    """The queries about one problem in one class. Raises UsageError where there are none to ask."""

    def __init__(self, problem: BooleanProblem, hypotheses: HypothesisClass) -> None:
        self._roots = refuse_hidden_roots(problem.disclosure)
        if problem.latent:
            raise UsageError(
                "variables that nobody observes are part of the state",
                place="--heldout",
                value=", ".join(problem.latent),
                remedy="leave it out",
            )
        self._problem, self._hypotheses = problem, hypotheses
        self._met: list[tuple[BooleanSCM, dict[tuple[str, int], str]]] = []

    def parts(self) -> Iterator[QueryPart]:
        """What follows about every cell that a mechanism computes."""
        space = open_space(self._problem, self._hypotheses, IDENTITY)
        first, count = space.pick(), space.count()
        if isinstance(first, BooleanSCM):
            self._meet(first)
        for cell in self._cells():
            if first is None:
                yield self._certain(cell, None)
            elif isinstance(first, Unknown):
                yield QueryPart(id=cell.id, reason=first.reason, gold=cell.gold)
            elif self._unseen(cell):
                yield QueryPart(id=cell.id, reason=_ROOT_UNSEEN, gold=cell.gold)
            else:
                yield self._part(cell, alone=count == 1)

    def _part(self, cell: _Cell, *, alone: bool) -> QueryPart:
        shown = self._shown(cell)
        if len(shown) == 1 and not alone:
            other = self._other(cell, next(iter(shown)))
            if isinstance(other, Unknown):
                return QueryPart(id=cell.id, reason=other.reason, gold=cell.gold)
            if other is not None:
                self._meet(other)
                shown = self._shown(cell)
        if len(shown) == 1:
            return self._certain(cell, next(iter(shown)))
        return QueryPart(
            id=cell.id,
            status=str(QueryStatus.UNDETERMINED),
            answer=UNDETERMINED,
            by=str(LeftBy.MODELS),
            witness=tuple(self._witness(cell, value, shown[value]) for value in (0, 1)),
            values=(0, 1),
            gold=cell.gold,
            gold_right=None if cell.gold is None else False,
        )

    def _certain(self, cell: _Cell, value: int | None) -> QueryPart:
        status = QueryStatus.IMPOSSIBLE if value is None else QueryStatus.SETTLED
        return QueryPart(
            id=cell.id,
            status=str(status),
            answer=IMPOSSIBLE if value is None else value,
            reason=NO_MODEL if value is None else None,
            values=() if value is None else (value,),
            gold=cell.gold,
            gold_right=None if cell.gold is None else cell.gold == value,
        )

    def _witness(self, cell: _Cell, value: int, model: BooleanSCM) -> QueryWitnessPart:
        state = next(states for one, states in self._met if one == model)
        row = state[cell.world.id, cell.row]
        return QueryWitnessPart(
            roots=model.roots,
            mechanisms=spelled(self._problem, model),
            value=value,
            state=tuple(map(int, row)),
        )

    def _cells(self) -> Iterator[_Cell]:
        for world in self._problem.heldout:
            for number, row in enumerate(world.rows):
                for name, bit in zip(self._problem.variables, row, strict=True):
                    if name not in self._roots and name not in world.targets:
                        yield _Cell(world, number, name, None if bit == "?" else int(bit))

    def _unseen(self, cell: _Cell) -> bool:
        return any(
            bit == "?" and name in self._roots
            for name, bit in zip(self._problem.variables, cell.world.rows[cell.row], strict=True)
        )

    def _shown(self, cell: _Cell) -> dict[int, BooleanSCM]:
        """The values that members have there that were met, each with the first of them."""
        at = self._problem.variables.index(cell.variable)
        shown: dict[int, BooleanSCM] = {}
        for model, states in self._met:
            shown.setdefault(int(states[cell.world.id, cell.row][at]), model)
        return shown

    def _meet(self, model: BooleanSCM) -> None:
        """Run a member on all held-out rows in which the roots were observed."""
        names, states = self._problem.variables, dict[tuple[str, int], str]()
        for world in self._problem.heldout:
            for number, row in enumerate(world.rows):
                given = {v: int(bit) for v, bit in zip(names, row, strict=True) if bit != "?"}
                if all(root in given for root in self._roots):
                    state = model.run(given, world.targets, 1)
                    states[world.id, number] = "".join(str(state[name]) for name in names)
        self._met.append((model, states))

    def _other(self, cell: _Cell, value: int) -> BooleanSCM | Unknown | None:
        """A member that has the other value there.

        A held-out cell is never disturbed: seen once more than cells may be, a wrong one is one too many.
        """
        known = {*self._roots, *cell.world.targets}
        row = "".join(
            str(1 - value) if name == cell.variable else bit if name in known else "?"
            for name, bit in zip(self._problem.variables, cell.world.rows[cell.row], strict=True)
        )
        asked = evolve(cell.world, split=Split.TRAIN, rows=(row,), units=None)
        again = tuple(
            evolve(asked, id=f"asked {time}") for time in range(self._hypotheses.errors + 1)
        )
        seen = evolve(self._problem, worlds=(*self._problem.training, *again))
        return open_space(seen, self._hypotheses, IDENTITY).pick()
