"""Bottom-up formula search with row-equivalence pruning and budgets: what published audits do.

Expressions are built by increasing AST size. Two expressions with the same outputs on the rows at hand
are merged and the first is kept, so sizes of first hits are minimal as long as no budget bites; but
merged expressions can be different functions, so the search cannot count and may miss alternatives.
It is here as a baseline and a peer to compare with, always labelled as budgeted.

Published budgets are in seconds. Here a second is a million combinations tried, so that the same search
gives the same result on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from symcause.models.expressions import Expression, Operation, Variable

SECOND = 1_000_000
"""Combinations that stand for a second of a published budget."""


@dataclass(frozen=True)
class Budget:
    """Limits of one search: AST cap, states kept a size, combinations tried."""

    cap: int
    states: int
    steps: int


@dataclass(frozen=True)
class Found:
    """An expression whose outputs are the wanted ones."""

    size: int
    expression: Expression


@dataclass(frozen=True)
class _State:
    """Argument lists by what can still happen to them: outputs, or (all true, some true) for iff."""

    key: int | tuple[int, int]
    arguments: tuple[Expression, ...]


def search(
    columns: Mapping[str, int], wanted: int, mask: int, operators: tuple[str, ...], budget: Budget
) -> Iterator[Found]:
    """Expressions over the columns whose output on the rows of *mask* is *wanted*, by size.

    Ends silently when a budget is spent.
    """
    run = _Search(columns, wanted, mask, operators, budget)
    for size in range(1, budget.cap + 1):
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
        budget: Budget,
    ) -> None:
        self._columns, self._wanted, self._mask = columns, wanted, mask
        self._operators = tuple(op for op in operators if op not in ("not", "if"))  # as published
        self._negation = "not" in operators
        self._budget = budget
        self.steps = 0
        self._seen: set[int] = set()
        self._levels: dict[int, list[tuple[int, Expression]]] = {}
        self._lists: dict[tuple[str, int], list[_State]] = {}
        self.spent = False

    def grow(self, size: int) -> Iterator[Found]:
        """All new outputs of one size; hits are reported even if an equal output is known."""
        level: list[tuple[int, Expression]] = []
        self._levels[size] = level
        for column, expression in self._candidates(size):
            if column == self._wanted:
                yield Found(size, expression)
            if column not in self._seen and len(level) < self._budget.states:
                self._seen.add(column)
                level.append((column, expression))

    def _candidates(self, size: int) -> Iterator[tuple[int, Expression]]:
        if size == 1:
            yield from ((column, Variable(name)) for name, column in self._columns.items())
            return
        if self._negation:
            for column, inner in self._levels[size - 1]:
                yield self._mask ^ column, Operation("not", (inner,))
        for operator in self._operators:
            for state in self._complete(operator, size - 1):
                yield self._output(operator, state), Operation(operator, state.arguments)

    def _complete(self, operator: str, total: int) -> Iterator[_State]:
        """Argument lists of two or more arguments with this total size; kept ones are remembered."""
        kept: dict[int | tuple[int, int], _State] = {}
        for last in range(1, total):
            for column, argument in self._levels.get(last, ()):
                for state in self._open(operator, total - last):
                    longer = _State(
                        self._join(operator, state.key, column), (*state.arguments, argument)
                    )
                    yield longer
                    if len(kept) < self._budget.states:
                        kept.setdefault(longer.key, longer)
                    self.steps += 1
                    if self.steps > self._budget.steps:
                        self.spent = True
                        return
        self._lists[operator, total] = list(kept.values())

    def _open(self, operator: str, total: int) -> Iterator[_State]:
        for column, argument in self._levels.get(total, ()):
            key = (column, column) if operator == "iff" else column
            yield _State(key, (argument,))
        yield from self._lists.get((operator, total), ())

    def _join(
        self, operator: str, key: int | tuple[int, int], column: int
    ) -> int | tuple[int, int]:
        if isinstance(key, tuple):
            return key[0] & column, key[1] | column
        if operator == "and":
            return key & column
        return key | column if operator == "or" else key ^ column

    def _output(self, operator: str, state: _State) -> int:
        if isinstance(state.key, tuple):
            every, some = state.key
            return every | (self._mask ^ some)
        return state.key
