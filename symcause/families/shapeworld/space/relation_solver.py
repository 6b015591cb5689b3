"""The relation solver of a ShapeWorld space: a SAT engine over the pairs of a relation.

Evidence is added step by step and never taken back. Every model that the solver finds is a relation of
the space; the last few are kept, because most questions ("is there a member with …?") are answered by
one of them. The status of all pairs is a backbone: a pair that has had both values is open, and only
pairs that always had the same one are asked about.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from symcause.answers import Sat
from symcause.audits.space import EdgeStatus
from symcause.families.shapeworld.bounds import KEPT_MEMBERS
from symcause.families.shapeworld.models.causal_relations import Effects
from symcause.families.shapeworld.problem.world_classes import WorldClass
from symcause.families.shapeworld.verifier.transcript_clauses import (
    Clause,
    base_clauses,
    decoded,
    literal,
    pairs,
    unknowns,
)
from symcause.solvers.sat.sat_engine import INCREMENTAL_ENGINE, PysatEngine


class RelationSolver:
    """The relations that satisfy some clauses; more can be added."""

    def __init__(self, size: int, clauses: Iterable[Clause], unknowns: int) -> None:
        self.size = size
        self._engine = PysatEngine(clauses, INCREMENTAL_ENGINE)
        self._unknowns = unknowns
        self._found: deque[tuple[bool, ...]] = deque(maxlen=KEPT_MEMBERS)

    @classmethod
    def started(cls, size: int, scope: WorldClass, state: int | None) -> RelationSolver:
        """The relations of a class that can show a start."""
        return cls(size, base_clauses(size, scope, state), unknowns(size, scope))

    def add(self, clauses: Sequence[Clause]) -> None:
        """More evidence."""
        for clause in clauses:
            self._engine.add(clause)
        kept = [model for model in self._found if all(_satisfied(model, c) for c in clauses)]
        self._found = deque(kept, maxlen=KEPT_MEMBERS)

    def literal(self, cause: int, effect: int) -> int:
        """The literal "cause < effect"."""
        return literal(self.size, cause, effect)

    def some(self, *assumptions: int) -> Effects | None:
        """A member with these literals, None if there is none."""
        model = self._model(assumptions)
        return None if model is None else decoded(self.size, model[: self.size * (self.size - 1)])

    def has(self, *assumptions: int) -> bool:
        """Is there a member with these literals?"""
        return self._model(assumptions) is not None

    def _model(self, assumptions: Sequence[int]) -> tuple[bool, ...] | None:
        for model in self._found:
            if all(model[abs(one) - 1] == (one > 0) for one in assumptions):
                return model
        return self._remember() if self.satisfiable(assumptions) else None

    def satisfiable(self, assumptions: Sequence[int]) -> bool:
        """Is there a model under these literals, which need not be about pairs?"""
        return isinstance(self._engine.solve(assumptions), Sat)

    @property
    def remembered(self) -> int:
        """How many unknowns of a model are kept: those that evidence speaks of."""
        return self.size * (self.size - 1)

    def _remember(self) -> tuple[bool, ...]:
        model = tuple(self._engine.value(i) for i in range(1, self.remembered + 1))
        self._found.appendleft(model)
        return model

    def escapes(self, clauses: Sequence[Clause]) -> bool:
        """Does some member violate one of the clauses: would they shrink the space?"""
        if not clauses:
            return False
        if any(not all(_satisfied(model, c) for c in clauses) for model in self._found):
            return True
        guard = self._fresh()
        broken = []
        for clause in clauses:
            one = self._fresh()
            broken.append(one)
            for lit in clause:
                self._engine.add((-one, -lit))
        self._engine.add((-guard, *broken))
        escaped = isinstance(self._engine.solve((guard,)), Sat)
        if escaped:
            self._remember()
        self._engine.add((-guard,))
        for one in broken:
            self._engine.add((-one,))
        return escaped

    def _fresh(self) -> int:
        self._unknowns += 1
        return self._unknowns

    def status(self, cause: int, effect: int) -> EdgeStatus | None:
        """The status of one pair; None if the space is empty."""
        one = self.literal(cause, effect)
        can, cannot = self.has(one), self.has(-one)
        if can and cannot:
            return EdgeStatus.OPEN
        return EdgeStatus.ALWAYS if can else EdgeStatus.NEVER if cannot else None

    def statuses(self) -> dict[tuple[int, int], EdgeStatus] | None:
        """The status of every ordered pair; None if the space is empty."""
        first = self._model(())
        if first is None:
            return None
        count = self.size * (self.size - 1)
        candidates = {i + 1 if first[i] else -(i + 1) for i in range(count)}
        for model in self._found:
            candidates = {one for one in candidates if model[abs(one) - 1] == (one > 0)}
        fixed: set[int] = set()
        for one in sorted(candidates, key=abs):
            if one not in candidates:
                continue
            candidates.discard(one)
            if isinstance(self._engine.solve((-one,)), Sat):
                model = self._remember()
                candidates = {c for c in candidates if model[abs(c) - 1] == (c > 0)}
            else:
                fixed.add(one)
                self._engine.add((one,))
        status = {True: EdgeStatus.ALWAYS, False: EdgeStatus.NEVER}
        return {
            pair: status[i > 0] if (i := self._settled(number, fixed)) else EdgeStatus.OPEN
            for number, pair in enumerate(pairs(self.size), 1)
        }

    @staticmethod
    def _settled(number: int, fixed: set[int]) -> int:
        return number if number in fixed else -number if -number in fixed else 0

    def members(self, after: Effects | None = None) -> Iterator[Effects]:
        """Every member once, in the order of their pairs (an earlier pair missing comes first)."""
        count = self.size * (self.size - 1)
        if after is None:
            chosen: list[int] | None = []
        else:
            last = [after[x] >> y & 1 for x, y in pairs(self.size)]
            chosen = self._advanced([i + 1 if bit else -(i + 1) for i, bit in enumerate(last)])
        while chosen is not None and self.has(*chosen):
            while len(chosen) < count:
                one = len(chosen) + 1
                chosen.append(-one if self.has(*chosen, -one) else one)
            yield decoded(self.size, [one > 0 for one in chosen])
            chosen = self._advanced(chosen)

    def _advanced(self, chosen: list[int]) -> list[int] | None:
        """The least prefix with members beyond all those that begin with *chosen*."""
        while chosen:
            one = chosen[-1]
            chosen = chosen[:-1]
            if one < 0 and self.has(*chosen, -one):
                return [*chosen, -one]
        return None


def _satisfied(model: Sequence[bool], clause: Clause) -> bool:
    return any(model[abs(one) - 1] == (one > 0) for one in clause)
