"""Bottom-up search for Boolean formulas that fit rows, by size and within a budget, for baselines.

Expressions are built by increasing AST size. Two expressions with the same outputs on the rows at hand
are merged and the first is kept, so sizes of first hits are minimal as long as no budget bites; but
merged expressions can be different functions, so the search cannot count and may miss alternatives.
It is here as a baseline and a peer to compare with, always labelled as budgeted.

Published budgets are in seconds. Here a second is a million combinations tried, so that the same search
gives the same result on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from operator import and_, or_, xor
from typing import Any

from symcause.budgets import Meter
from symcause.models.expressions import (
    JOINS,
    Expression,
    Operation,
    Variable,
)
from symcause.models.operators.mechanism_operators import OPERATOR, Meaning

SECOND = 1_000_000
"""Combinations that stand for a second of a published budget."""


@dataclass(frozen=True)
class SearchLimits:
    """Limits of one search: AST cap, states kept a size, combinations tried."""

    cap: int
    states: int
    steps: int


@dataclass(frozen=True)
class Found:
    """An expression whose outputs are the wanted ones."""

    size: int
    expression: Expression


Key = int | tuple[int, ...]
"""What can still happen to a list of arguments: what its operator gathers, such as the outputs, or for iff
(all true, some true)."""

Gathers = tuple[Callable[[Any, Any], Any], ...]
State = tuple[Key, tuple[Expression, ...]]


def search(
    columns: Mapping[str, int],
    wanted: int,
    mask: int,
    operators: tuple[str, ...],
    limits: SearchLimits,
) -> Iterator[Found]:
    """Expressions over the columns whose output on the rows of *mask* is *wanted*, by size.

    Ends silently when a budget is spent.
    """
    run = _Search(columns, wanted, mask, operators, limits)
    for size in range(1, limits.cap + 1):
        yield from run.grow(size)
        if run.spent:
            return


class _Search:
    def __init__(
        self,
        columns: Mapping[str, int],
        wanted: int,
        mask: int,
        operators: tuple[str, ...],
        limits: SearchLimits,
    ) -> None:
        self._columns, self._wanted, self._mask = columns, wanted, mask
        self._operators = tuple(
            op for op in operators if OPERATOR[op].meaning.gathers
        )  # as published
        self._alone = tuple(op for op in operators if OPERATOR[op].meaning.most == 1)
        self._limits = limits
        self._tried = Meter(limits.steps + 1)
        self._seen: set[int] = set()
        self._levels: dict[int, list[tuple[int, Expression]]] = {}
        self._lists: dict[tuple[str, int], list[State]] = {}
        self.spent = False

    def grow(self, size: int) -> Iterator[Found]:
        """All new outputs of one size; hits are reported even if an equal output is known."""
        level: list[tuple[int, Expression]] = []
        self._levels[size] = level
        if size == 1:
            for name, column in self._columns.items():
                yield from self._met(column, Variable(name), size)
            return
        for operator in self._alone:
            join = JOINS[operator]
            for column, inner in self._levels[size - 1]:
                output = join([column], self._mask)
                yield from self._met(output, Operation(operator, (inner,)), size)
        for operator in self._operators:
            yield from self._joined(operator, size)

    def _met(self, column: int, expression: Expression, size: int) -> Iterator[Found]:
        level = self._levels[size]
        if column == self._wanted:
            yield Found(size, expression)
        if column not in self._seen and len(level) < self._limits.states:
            self._seen.add(column)
            level.append((column, expression))

    def _joined(self, operator: str, size: int) -> Iterator[Found]:
        """Two or more arguments under an operator; lists of them that are kept are remembered.

        Of lists with one key the first counts, so all later ones but hits are passed over.
        """
        kept: dict[Key, State] = {}
        total, most = size - 1, self._limits.states
        settled: set[Key] = set()
        meaning = OPERATOR[operator].meaning
        gathers, plain = meaning.gathers, meaning.value is None
        for last in range(1, total):
            states = self._open(operator, total - last)
            for column, argument in self._levels.get(last, ()) if states else ():
                room = max(1, self._tried.left or 0)
                tried = states if len(states) <= room else states[:room]
                if size == self._limits.cap:  # nothing is built of these
                    for arguments in self._hits(operator, tried, column):
                        yield Found(size, Operation(operator, (*arguments, argument)))
                else:
                    for key, arguments in self._fresh(gathers, tried, column, settled):
                        output = key if plain else self._output(meaning, key)
                        assert isinstance(output, int)
                        if output != self._wanted:
                            if key in settled:
                                continue
                            settled.add(key)
                        longer = (*arguments, argument)
                        yield from self._met(output, Operation(operator, longer), size)
                        if len(kept) < most:
                            kept.setdefault(key, (key, longer))
                self._tried.spend(len(tried))
                if self._tried.over:
                    self.spent = True
                    return
        self._lists[operator, total] = list(kept.values())

    def _open(self, operator: str, total: int) -> list[State]:
        """Lists of one argument or more."""
        number = len(OPERATOR[operator].meaning.gathers)
        alone: list[State] = [
            (column if number == 1 else (column,) * number, (argument,))
            for column, argument in self._levels.get(total, ())
        ]
        return [*alone, *self._lists.get((operator, total), ())]

    def _fresh(
        self, gathers: Gathers, states: list[State], column: int, settled: set[Key]
    ) -> list[State]:
        """The keys of lists with one more argument, without those that were settled before."""
        if gathers == (and_,):
            return [(j, a) for k, a in states if (j := k & column) not in settled]  # type: ignore[operator]
        if gathers == (or_,):
            return [(j, a) for k, a in states if (j := k | column) not in settled]  # type: ignore[operator]
        if gathers == (xor,):
            return [(j, a) for k, a in states if (j := k ^ column) not in settled]  # type: ignore[operator]
        if gathers == (and_, or_):
            keys = [(k[0] & column, k[1] | column) for k, _ in states]  # type: ignore[index]
        else:
            keys = [
                tuple(map(lambda g, value: g(value, column), gathers, k))  # type: ignore[arg-type]
                for k, _ in states
            ]
        return [(j, s[1]) for j, s in zip(keys, states, strict=True) if j not in settled]

    def _hits(
        self, operator: str, states: list[State], column: int
    ) -> list[tuple[Expression, ...]]:
        """The lists that give what is wanted with one more argument."""
        wanted, mask = self._wanted, self._mask
        if operator == "and":
            if column & wanted != wanted:
                return []
            return [a for k, a in states if k & column == wanted]  # type: ignore[operator]
        if operator == "or":
            if column | wanted != wanted:
                return []
            return [a for k, a in states if k | column == wanted]  # type: ignore[operator]
        if operator == "xor":
            rest = column ^ wanted
            return [a for k, a in states if k == rest]
        if operator == "iff":
            # All are true where the argument is true and wanted, some where it is false and not wanted.
            every, other = column & wanted, mask ^ column
            some = other & ~wanted
            return [
                a
                for k, a in states
                if k[0] & column == every and k[1] & other == some  # type: ignore[index]
            ]
        meaning = OPERATOR[operator].meaning
        fresh = self._fresh(meaning.gathers, states, column, set())
        return [a for key, a in fresh if self._output(meaning, key) == wanted]

    def _output(self, meaning: Meaning, key: Key) -> int:
        if isinstance(key, int) and meaning.value is None:
            return key
        assert meaning.value is not None
        parts = key if isinstance(key, tuple) else (key,)
        output: int = meaning.value(parts, self._mask)
        return output
