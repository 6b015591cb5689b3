"""Decision diagrams: which variables a Boolean expression depends on, without its truth table.

A *reduced ordered decision diagram* asks for the variables in one fixed order and merges what is alike;
the diagram of a function is unique, so a variable matters iff some node of the diagram asks for it, and
two expressions denote the same function iff their exclusive or is the diagram 0. Variables are asked for
in the order in which the expression first mentions them: a formula that mentions each of them once, and
a parity of any number, then have small diagrams. Other functions have large ones in every order, so the
steps are counted and end at a bound. Before that, inputs at random show of most variables that they
matter: two that differ in one variable and give different values are a proof.

>>> from symcause.models.expressions import Operation, Variable
>>> x, y = Variable("X1"), Variable("X2")
>>> sorted(dependencies(Operation("xor", (x, y, x)), dependence_meter()))
['X2']
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import and_, or_, xor
from random import Random
from typing import Any, Literal, assert_never

from symcause.budgets import Meter, StrictMeter
from symcause.models.expressions import (
    MAX_STEPS,
    Constant,
    Expression,
    Operation,
    Variable,
    evaluate,
    fold,
)
from symcause.models.operators.mechanism_operators import OPERATOR, Meaning
from symcause.models.variable_names import natural

TRIED = (1 << 4096) - 1
"""A one for each input of a trial."""

ZERO, ONE = 0, 1

Join = Literal["and", "or", "xor"]
"""How two diagrams are joined; the meanings of operators come down to these."""

Step = tuple[Join, int, int]
"""How to join two diagrams, given by their places in a list, at the end of which the new one goes."""

_JOINS: Mapping[Callable[[Any, Any], Any], Join] = {and_: "and", or_: "or", xor: "xor"}


def dependence_meter() -> Meter:
    """For finding out what expressions depend on; several of them may share one."""
    text = "the mechanism is too large to find out what it depends on"
    return StrictMeter(MAX_STEPS, text)


def dependencies(expression: Expression, budget: Meter) -> frozenset[str]:
    """The variables that can change the value of the expression."""
    names = natural(expression.variables)
    budget.spend((expression.size * (len(names) + 1)) >> 4)
    if all(_shown(expression, name, names) for name in names):
        return frozenset(names)
    diagrams = _Diagrams(_order(expression), budget)
    return diagrams.asked(diagrams.of(expression))


def trials(names: Sequence[str]) -> Iterator[dict[str, int]]:
    """Columns of random inputs: even ones, mostly zeros, mostly ones."""
    rng, count = Random(len(names)), TRIED.bit_length()

    def draw() -> int:
        return rng.getrandbits(count)

    yield {name: draw() for name in names}
    yield {name: draw() & draw() & draw() for name in names}
    yield {name: draw() | draw() | draw() for name in names}


def _shown(expression: Expression, name: str, names: Sequence[str]) -> bool:
    """True if a trial shows that the variable matters."""
    return any(
        evaluate(expression, {**columns, name: 0}, TRIED)
        != evaluate(expression, {**columns, name: TRIED}, TRIED)
        for columns in trials(names)
    )


def equivalent(left: Expression, right: Expression, budget: Meter) -> bool:
    """True if the two expressions denote the same function."""
    difference = Operation("xor", (left, right))
    return _Diagrams(_order(difference), budget).of(difference) == ZERO


def _order(expression: Expression) -> dict[str, int]:
    """The place of each variable in the order of first mention."""
    counts: dict[str, int] = {}

    def leaf(part: Variable | Constant) -> None:
        if isinstance(part, Variable):
            counts.setdefault(part.name, len(counts))

    fold(expression, leaf, lambda part, values: None)
    return counts


class _Recorder:
    """A diagram that is not there yet: writes down how all of them are joined."""

    def __init__(self, known: list[_Recorder], step: Step | None = None) -> None:
        self.place, self.step, self._known = len(known), step, known
        known.append(self)

    def _joined(self, join: Join, other: _Recorder) -> _Recorder:
        return _Recorder(self._known, (join, self.place, other.place))

    def __and__(self, other: _Recorder) -> _Recorder:
        return self._joined("and", other)

    def __or__(self, other: _Recorder) -> _Recorder:
        return self._joined("or", other)

    def __xor__(self, other: _Recorder) -> _Recorder:
        return self._joined("xor", other)


def _recipe(meaning: Meaning) -> tuple[tuple[Join, ...], tuple[Step, ...]]:
    """What an operator gathers, and the steps from that and a one to its value."""
    gathers = tuple(_JOINS[gather] for gather in meaning.gathers)
    if meaning.value is None:
        return gathers, ()
    known: list[_Recorder] = []
    parts = [_Recorder(known) for _ in gathers or range(meaning.least)]
    value = meaning.value(parts, _Recorder(known))
    assert value is known[-1], "a value is worked out in steps, and nothing in vain"
    return gathers, tuple(made.step for made in known if made.step is not None)


_RECIPES = {word: _recipe(operator.meaning) for word, operator in OPERATOR.items()}


class _Diagrams:
    """Diagrams over one order; a node is a number, and 0 and 1 are the constants."""

    def __init__(self, order: dict[str, int], budget: Meter) -> None:
        self._order = order
        self._budget = budget
        last = len(order)
        self._nodes = [(last, ZERO, ZERO), (last, ONE, ONE)]  # variable, diagram for 0, for 1
        self._numbers: dict[tuple[int, int, int], int] = {}
        self._joined: dict[tuple[Join, int, int], int] = {}

    def of(self, expression: Expression) -> int:
        """The diagram of an expression."""
        return fold(expression, self._leaf, self._operation)

    def asked(self, diagram: int) -> frozenset[str]:
        """The variables that a diagram asks for."""
        seen, waiting = {ZERO, ONE}, [diagram]
        places: set[int] = set()
        while waiting:
            node = waiting.pop()
            if node not in seen:
                seen.add(node)
                place, low, high = self._nodes[node]
                places.add(place)
                waiting += (low, high)
        return frozenset(name for name, place in self._order.items() if place in places)

    def _leaf(self, part: Variable | Constant) -> int:
        if isinstance(part, Constant):
            return ONE if part.value else ZERO
        return self._node(self._order[part.name], ZERO, ONE)

    def _operation(self, part: Operation, values: list[int]) -> int:
        gathers, steps = _RECIPES[part.operator]
        if not steps:
            return self._chain(gathers[0], values)
        if gathers:
            values = [self._chain(join, values) for join in gathers]
        values.append(ONE)
        for join, left, right in steps:
            values.append(self.join(join, values[left], values[right]))
        return values[-1]

    def _chain(self, operator: Join, values: list[int]) -> int:
        chain, *rest = values
        for value in rest:
            chain = self.join(operator, chain, value)
        return chain

    def join(self, operator: Join, left: int, right: int) -> int:
        """The diagram of an operation on two, worked out from the ends of the order upwards."""
        waiting = [(left, right)]
        while waiting:
            pair = waiting[-1]
            if self._known(operator, *pair) is not None:
                waiting.pop()
                continue
            first, second = self._nodes[pair[0]], self._nodes[pair[1]]
            place = min(first[0], second[0])
            a = first[1:] if first[0] == place else (pair[0], pair[0])
            b = second[1:] if second[0] == place else (pair[1], pair[1])
            low, high = self._known(operator, a[0], b[0]), self._known(operator, a[1], b[1])
            if low is None:
                waiting.append((a[0], b[0]))
            elif high is None:
                waiting.append((a[1], b[1]))
            else:
                self._budget.spend(1)
                self._joined[operator, *pair] = self._node(place, low, high)
                waiting.pop()
        found = self._known(operator, left, right)
        assert found is not None
        return found

    def _known(self, operator: Join, left: int, right: int) -> int | None:
        """What is plain to see, or worked out already."""
        if operator == "and":
            if left == ZERO or right == ZERO:
                return ZERO
            if left == right or right == ONE:
                return left
            if left == ONE:
                return right
        elif operator == "or":
            if left == ONE or right == ONE:
                return ONE
            if left == right or right == ZERO:
                return left
            if left == ZERO:
                return right
        elif operator == "xor":
            if left == right:
                return ZERO
            if left == ZERO or right == ZERO:
                return left or right
        else:
            assert_never(operator)
        return self._joined.get((operator, left, right))

    def _node(self, place: int, low: int, high: int) -> int:
        if low == high:
            return low
        key = (place, low, high)
        if key not in self._numbers:
            self._numbers[key] = len(self._nodes)
            self._nodes.append(key)
        return self._numbers[key]
