"""One-step repairs in the Boolean bundle: a small formula over nearly the same parents that fits.

Formulas have an AST of at most six, the problem's operators without ``if``, and two or three arguments;
constants only where the problem has them. The listing is complete: of all formulas with the same column the
smallest is kept. Only whether there is a repair matters; which one is named is free.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, product

from symcause.families.boolean.bounds import REPAIR_NODES
from symcause.families.boolean.problem.evaluator_order import fault_order, kept_order
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.check.replay_scores import ReplayEvidence
from symcause.models.expressions import JOINS, Constant, Expression, Operation, Variable
from symcause.models.operators.mechanism_operators import OPERATOR

Fix = tuple[str, str, tuple[str, ...], Expression]
"""The variable, what is done to its parents, the parents then, and a formula over them."""


class Repairs:
    """The repairs of one problem; what was looked for once is remembered."""

    def __init__(self, problem: BooleanProblem, evidence: ReplayEvidence) -> None:
        self._problem, self._evidence = problem, evidence
        self._known: dict[tuple[str, tuple[str, ...]], Expression | None] = {}
        self.names = fault_order(problem, problem.disclosure.roots or ())
        kept = kept_order(problem)
        self.before = {name: kept[: kept.index(name)] for name in self.names}

    def fits(self, name: str, parents: Sequence[str]) -> Expression | None:
        """A small formula over these parents that gives every cell of a variable, which must have one."""
        key = name, tuple(sorted(parents))
        if key not in self._known:
            self._known[key] = self._search(*key)
        return self._known[key]

    def _search(self, name: str, parents: tuple[str, ...]) -> Expression | None:
        rows, seen = self._evidence.free[name], self._evidence.observed
        if not rows:
            return None
        operators = [o for o in self._problem.operators if OPERATOR[o].symmetric]
        leaves = {seen[p] & rows: Variable(p) for p in parents}
        return smallest(seen[name] & rows, leaves, rows, operators, self._problem.constants)

    def one_parent(self, parents: dict[str, tuple[str, ...]]) -> Fix | None:
        """Of an answer with these mentioned parents."""
        for name in self.names:
            for edit, changed in self._edits(name, parents[name]):
                expression = self.fits(name, changed)
                if expression is not None:
                    return name, edit, tuple(sorted(changed)), expression
        return None

    def _edits(self, name: str, parents: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
        others = [other for other in self.before[name] if other not in parents]
        for old in parents:
            yield "remove", tuple(p for p in parents if p != old)
        for new in others:
            yield "add", (*parents, new)
        for old, new in product(parents, others):
            yield "swap", (*(p for p in parents if p != old), new)

    def one_mechanism(self) -> tuple[str, Expression] | None:
        """Over all predecessors of a variable."""
        for name in self.names:
            expression = self.fits(name, self.before[name])
            if expression is not None:
                return name, expression
        return None


def smallest(
    wanted: int, leaves: dict[int, Variable], rows: int, operators: Sequence[str], constants: bool
) -> Expression | None:
    """The smallest formula with a column, within the cap."""
    first: dict[int, Expression] = dict(leaves)
    if constants:
        first = {0: Constant(False), rows: Constant(True), **first}
    known: dict[int, Expression] = dict(first)
    levels: list[dict[int, Expression]] = [{}, first]
    if wanted in known:
        return known[wanted]
    for size in range(2, REPAIR_NODES + 1):
        level: dict[int, Expression] = {}
        for operator, parts in _joined(levels, size, operators):
            column = JOINS[operator]([value for value, _ in parts], rows)
            if column not in known:
                known[column] = level[column] = Operation(operator, tuple(e for _, e in parts))
                if column == wanted:
                    return known[column]
        levels.append(level)
    return None


def _joined(
    levels: Sequence[dict[int, Expression]], size: int, operators: Sequence[str]
) -> Iterator[tuple[str, tuple[tuple[int, Expression], ...]]]:
    """An operator with arguments whose sizes add up."""
    alone = [operator for operator in operators if not OPERATOR[operator].meaning.gathers]
    yield from ((operator, (part,)) for operator in alone for part in levels[size - 1].items())
    others = [operator for operator in operators if operator not in alone]
    for count in (2, 3):
        for sizes in combinations_with_replacement(range(1, size), count):
            if sum(sizes) == size - 1:
                for parts in product(*(levels[n].items() for n in sizes)):
                    yield from ((operator, parts) for operator in others)
