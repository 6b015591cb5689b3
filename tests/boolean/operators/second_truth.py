"""What operators mean, written down once more: truth values one by one, and everything by listing.

Nothing here reads the table of operators. An operator that is not listed below fails every check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product

from symcause.models.expressions import Constant, Expression, Operation, Variable

TRUTH: dict[str, tuple[range, Callable[[Sequence[bool]], bool]]] = {
    "not": (range(1, 2), lambda values: not values[0]),
    "and": (range(2, 9), all),
    "or": (range(2, 9), any),
    "xor": (range(2, 9), lambda values: sum(values) % 2 == 1),
    "iff": (range(2, 9), lambda values: len(set(values)) == 1),
    "if": (range(3, 4), lambda values: values[1] if values[0] else values[2]),
}
"""How many arguments an operator takes (up to eight are tried), and its value."""

NAMES = ("X1", "X2", "X3", "X4")


def value(expression: Expression, state: dict[str, bool]) -> bool:
    """The value of an expression, by recursion."""
    if isinstance(expression, Variable):
        return state[expression.name]
    if isinstance(expression, Constant):
        return expression.value
    return bool(TRUTH[expression.operator][1]([value(a, state) for a in expression.arguments]))


def table(expression: Expression, names: Sequence[str]) -> int:
    """The truth table: bit *i* is the value for pattern *i*, whose bit *j* is the value of name *j*."""
    rows = (
        {name: bool(pattern >> j & 1) for j, name in enumerate(names)}
        for pattern in range(1 << len(names))
    )
    return sum(value(expression, state) << i for i, state in enumerate(rows))


@cache
def columns(
    words: tuple[str, ...], constants: bool, count: int, size: int, depth: int
) -> frozenset[int]:
    """The truth tables of all expressions of exactly this size and at most this depth."""
    rows = 1 << count
    if size == 1:
        leaves = {sum(1 << i for i in range(rows) if i >> j & 1) for j in range(count)}
        return frozenset(leaves | ({0, (1 << rows) - 1} if constants else set()))
    found: set[int] = set()
    for word in words if depth > 1 else ():
        for arity in TRUTH[word][0]:
            for sizes in compositions(size - 1, arity):
                levels = [columns(words, constants, count, s, depth - 1) for s in sizes]
                found |= {applied(word, chosen, rows) for chosen in product(*levels)}
    return frozenset(found)


@cache
def applied(word: str, arguments: tuple[int, ...], rows: int) -> int:
    """The column of an operation, row by row."""
    meant = TRUTH[word][1]
    return sum(meant([bool(a >> i & 1) for a in arguments]) << i for i in range(rows))


def compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """The ways to write a total as so many positive parts."""
    for cuts in combinations(range(1, total), parts - 1):
        yield tuple(b - a for a, b in zip((0, *cuts), (*cuts, total), strict=True))


def closed(words: tuple[str, ...], constants: bool, count: int, depth: int | None) -> set[int]:
    """The truth tables of all expressions of at most this depth, whatever their size, by closing a set.

    Three arguments, of any depth, show all that two or more of a joined operator can give.
    """
    rows = 1 << count
    known = set(columns(words, constants, count, 1, 1))
    while depth is None or depth > 1:
        before = frozenset(known)
        for word in words:
            arities = TRUTH[word][0]
            if len(arities) == 1:
                for chosen in product(before, repeat=arities[0]):
                    known.add(applied(word, chosen, rows))
            else:
                known |= _joined(word, before, rows)
        if known == before:
            break
        depth = None if depth is None else depth - 1
    return known


def _joined(word: str, members: frozenset[int], rows: int) -> set[int]:
    """All sets of members that make a difference: one more argument changes nothing in the end."""
    found: set[int] = set()
    for number in range(2, 6):
        more = {applied(word, chosen, rows) for chosen in _multisets(members, number)}
        if more <= found and number > 4:
            break
        found |= more
    return found


def _multisets(members: frozenset[int], number: int) -> Iterator[tuple[int, ...]]:
    return combinations_with_replacement(sorted(members), number)


def samples(word: str) -> Iterator[Expression]:
    """Operations with an operator outside, inside another and under itself."""
    x = [Variable(name) for name in NAMES]
    arities = TRUTH[word][0]
    for arity in (arities[0], arities[min(1, len(arities) - 1)], arities[min(2, len(arities) - 1)]):
        own = Operation(word, tuple((x * 2)[:arity]))
        yield own
        yield Operation("not", (own,))
        yield Operation("or", (own, Operation("and", (x[1], Operation("not", (x[3],))))))
        yield Operation(word, (own, *(x[::-1] * 2)[: arity - 1]))
        yield Operation(word, (((x * 2)[:arity])[:-1] and (*((x * 2)[: arity - 1]), own)) or (own,))
        yield Operation(word, tuple([x[0]] * arity))
        yield Operation(word, (Constant(True), *(x * 2)[: arity - 1]))
        yield Operation(word, (*(x * 2)[: arity - 1], Constant(False)))
