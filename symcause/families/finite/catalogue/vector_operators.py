"""Vector operators: what operators and meanings give, for all combinations of the parents' values at once.

A vector holds a number for each combination: integers stand for themselves, words are numbers beyond the
largest integer, and ``BOTTOM`` is no value. An operator of *many* arguments is computed argument by
argument: what is known of those so far is its *state*, one part for each ``...`` in its meaning; equal
states lead to equal values, whatever comes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symcause.errors import LimitError
from symcause.families.finite.bounds import TERM_INTEGER
from symcause.families.finite.models.builtin_operators import PARAMETERS, SPREAD
from symcause.families.finite.models.finite_values import Value
from symcause.families.finite.models.mechanism_class import DeclaredOperator
from symcause.families.finite.models.terms import Constant, Name, Operation, Term, mentioned

Vectors = NDArray[Any]
"""One vector a line; or one number for all of them."""

BOTTOM = np.int64(1 << 31)
_WORDS = TERM_INTEGER + 1
_DEAD = np.int64(1 << 40)  # in a state: an argument had no value
_STRANGE = np.int64(1 << 41)  # an argument was of the wrong kind, which matters if it is looked at
_LONG = TERM_INTEGER + 1  # a product beyond the largest integer, which only 0 brings back


@dataclass
class Codes:
    """Numbers of values, the same for all vectors that meet."""

    _words: dict[str, int] = field(default_factory=dict)

    def code(self, value: Value) -> int:
        """The number of a value."""
        if isinstance(value, str):
            return self._words.setdefault(value, _WORDS + len(self._words))
        return value if -TERM_INTEGER <= value <= TERM_INTEGER else int(BOTTOM)


def _chosen(good: Vectors | bool, value: Any) -> Vectors:
    return np.where(good, value, BOTTOM)


def _within(value: Vectors) -> Vectors:
    """Integers that are not too large."""
    return _chosen((value <= TERM_INTEGER) & (value >= -TERM_INTEGER), value)


def _integer(vector: Vectors) -> Vectors:
    return vector <= TERM_INTEGER


def _truth(vector: Vectors) -> Vectors:
    return np.asarray((vector == 0) | (vector == 1))


def _of_two(compute: Callable[[Vectors, Vectors], Any]) -> Callable[..., Vectors]:
    def value(a: Vectors, b: Vectors) -> Vectors:
        good = _integer(a) & _integer(b)
        return np.where(good, _within(np.asarray(compute(a, b))), BOTTOM)

    return value


def _divided(compute: Callable[[Vectors, Vectors], Any]) -> Callable[..., Vectors]:
    def value(a: Vectors, b: Vectors) -> Vectors:
        good = _integer(a) & _integer(b) & (b > 0)
        return _chosen(good, compute(a, np.where(good, b, 1)))

    return value


def _if(condition: Vectors, then: Vectors, other: Vectors) -> Vectors:
    return np.where(condition == 1, then, _chosen(condition == 0, other))


def _case(label: Vectors, *rest: Vectors) -> Vectors:
    result = rest[-1]
    for at in reversed(range(0, len(rest) - 1, 2)):
        passed = np.where(rest[at] == label, rest[at + 1], result)
        result = np.where(rest[at] == BOTTOM, BOTTOM, passed)
    return np.where(label == BOTTOM, BOTTOM, result)


_FIXED: dict[str, Callable[..., Vectors]] = {
    "sub": _of_two(np.subtract),
    "neg": lambda a: _chosen(_integer(a), -a),
    "abs": lambda a: _chosen(_integer(a), np.abs(a)),
    "mod": _divided(np.mod),
    "div": _divided(np.floor_divide),
    "ne": lambda a, b: _chosen((a != BOTTOM) & (b != BOTTOM), a != b),
    "lt": _of_two(np.less),
    "le": _of_two(np.less_equal),
    "gt": _of_two(np.greater),
    "ge": _of_two(np.greater_equal),
    "not": lambda a: _chosen(_truth(a), 1 - a),
    "if": _if,
    "case": _case,
}


@dataclass(frozen=True)
class _Fold:
    """An operator of any number of arguments, one after the other."""

    kind: Callable[[Vectors], Vectors] | None  # what every argument must be
    start: Callable[[Vectors], Vectors]
    step: Callable[[Vectors, Vectors], Vectors]
    end: Callable[[Vectors], Vectors] = lambda state: state

    def one(self, vector: Vectors) -> Vectors:
        """The state after one argument."""
        return self._marked(vector, np.asarray(self.start(vector)))

    def after(self, state: Vectors, vector: Vectors) -> Vectors:
        """The state after one more."""
        lost = state >= _DEAD
        further = self.step(np.where(lost, 0, state), np.where(vector == BOTTOM, 0, vector))
        marked = self._marked(vector, np.asarray(further))
        return np.where(lost, np.where(marked == _DEAD, _DEAD, state), marked)

    def _marked(self, vector: Vectors, state: Vectors) -> Vectors:
        if self.kind is not None:
            state = np.where(self.kind(vector), state, _STRANGE)
        return np.where(vector == BOTTOM, _DEAD, state)

    def value(self, state: Vectors) -> Vectors:
        """What the operator gives for a state."""
        lost = state >= _DEAD
        return np.where(lost, BOTTOM, self.end(np.where(lost, 0, state)))


def _same(vector: Vectors) -> Vectors:
    return vector


_UNEQUAL = np.int64(1 << 35)


def _times(state: Vectors, vector: Vectors) -> Vectors:
    return np.asarray(np.clip(state * np.where(_integer(vector), vector, 1), -_LONG, _LONG))


def _equal(state: Vectors, vector: Vectors) -> Vectors:
    return np.where(state == vector, state, _UNEQUAL)


def _counted(state: Vectors, vector: Vectors) -> Vectors:
    return np.asarray(state + (vector == 1))


_FOLDS: dict[str, _Fold] = {
    "add": _Fold(_integer, _same, np.add, _within),
    "mul": _Fold(_integer, _same, _times, _within),
    "min": _Fold(_integer, _same, np.minimum),
    "max": _Fold(_integer, _same, np.maximum),
    "and": _Fold(_truth, _same, np.minimum),
    "or": _Fold(_truth, _same, np.maximum),
    "xor": _Fold(_truth, _same, lambda state, vector: state ^ vector & 1),
    "eq": _Fold(None, _same, _equal, lambda state: (state != _UNEQUAL).astype(np.int64)),
    "at_least": _Fold(_truth, lambda vector: vector == 1, _counted),
}


def _fold(operator: str, leading: Sequence[Vectors]) -> _Fold:
    """How an operator goes through its arguments; ``count`` counts its first one."""
    if operator != "count":
        return _FOLDS[operator]
    (wanted,) = leading
    return _Fold(None, lambda v: v == wanted, lambda state, v: state + (v == wanted))


_LEADING = {"at_least": 1, "count": 1}
"""How many arguments say what is looked for among the others."""


def _built_in(operator: str, arguments: Sequence[Vectors]) -> Vectors:
    if operator in _FIXED:
        return _FIXED[operator](*arguments)
    leading = _LEADING.get(operator, 0)
    fold = _fold(operator, arguments[:leading] if operator == "count" else ())
    first, *rest = arguments[leading:]
    state = reduce(fold.after, rest, fold.one(first))
    return _ended(operator, fold, state, arguments[:leading])


def _ended(operator: str, fold: _Fold, state: Vectors, leading: Sequence[Vectors]) -> Vectors:
    value = fold.value(state)
    for one in leading:
        if operator == "at_least":
            value = _chosen((value != BOTTOM) & _integer(one), value >= one)
        else:
            value = np.where(one == BOTTOM, BOTTOM, value)
    return value


@dataclass(frozen=True)
class VectorOperator:
    """An operator of a grammar over vectors: all at once, or argument by argument."""

    operator: DeclaredOperator
    codes: Codes

    @property
    def _meaning(self) -> Term:
        """What an operator of many arguments means."""
        return self.operator.meaning or Operation(self.operator.name, (Name(SPREAD),))

    def value(self, arguments: Sequence[Vectors]) -> Vectors:
        """What it gives for so many arguments as it has."""
        operator = self.operator
        if operator.built_in:
            return _built_in(operator.name, arguments)
        if operator.table is not None:
            result = np.broadcast_arrays(np.full(1, BOTTOM), *arguments)[0]
            for given, value in operator.table.items():
                codes = [self.codes.code(one) for one in given]
                hit = reduce(np.logical_and, map(np.equal, arguments, codes))
                result = np.where(hit, self.codes.code(value), result)
        else:
            assert operator.meaning is not None
            named = dict(zip(PARAMETERS, arguments, strict=False))
            result = self._computed(operator.meaning, named, iter(()))
        lost = reduce(np.logical_or, [one == BOTTOM for one in arguments])
        return np.where(lost, BOTTOM, result)

    def start(self, vectors: Vectors) -> list[Vectors]:
        """The parts of the state after one argument."""
        return [fold.one(vectors) for fold in self._folds] or [
            np.where(vectors == BOTTOM, _DEAD, 0)
        ]

    def step(self, parts: Sequence[Vectors], vectors: Vectors) -> list[Vectors]:
        """The parts of the state after one more."""
        if not self._folds:
            return [np.where(vectors == BOTTOM, _DEAD, parts[0])]
        return [f.after(state, vectors) for f, state in zip(self._folds, parts, strict=True)]

    def end(self, parts: Sequence[Vectors]) -> Vectors:
        """What the operator gives for a state."""
        value = self._computed(self._meaning, {}, iter(parts))
        return np.where(parts[0] == _DEAD, BOTTOM, value)

    @property
    def _folds(self) -> list[_Fold]:
        return list(self._spread(self._meaning))

    def _spread(self, term: Term) -> Iterator[_Fold]:
        """How each ``...`` of a meaning is gone through."""
        if not isinstance(term, Operation):
            return
        for argument in term.arguments:
            if argument != Name(SPREAD):
                yield from self._spread(argument)
        if term.arguments and term.arguments[-1] == Name(SPREAD):
            yield _fold(term.operator, self._wanted(term))

    def _wanted(self, term: Operation) -> Sequence[Vectors]:
        """What ``count`` looks for, which must not depend on the arguments."""
        if term.operator != "count":
            return ()
        if SPREAD in mentioned(term.arguments[0]):
            raise LimitError("count of a value that depends on what is counted: not looked at")
        return [self._computed(term.arguments[0], {}, iter(()))]

    def _computed(self, term: Term, given: dict[str, Vectors], parts: Iterator[Vectors]) -> Vectors:
        """The value of a meaning; each ``...`` takes the next part of a state."""
        match term:
            case Name(name):
                return given[name]
            case Constant(value):
                return np.int64(self.codes.code(value))  # type: ignore[return-value]
            case Operation(name, arguments) if arguments and arguments[-1] == Name(SPREAD):
                before = [self._computed(one, given, parts) for one in arguments[:-1]]
                leading = before[: _LEADING.get(name, 0)]
                fold = _fold(name, leading if name == "count" else ())
                state = reduce(fold.after, before[len(leading) :], next(parts))
                return _ended(name, fold, state, leading)
            case Operation(name, arguments):
                return _built_in(name, [self._computed(one, given, parts) for one in arguments])
            case _:
                raise AssertionError("no table stands in a meaning")
