"""Set terms in the enclosure of scenario values: all that a term can be, by row.

Constants and what depends on the design alone are columns of one row and spread over the table by numpy.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from symcause.families.scenario.models.model_components import Value
from symcause.families.scenario.value.enclosure import interval_arithmetic as a
from symcause.families.scenario.value.enclosure import set_columns as c
from symcause.families.scenario.value.enclosure.set_columns import Column, Numbers, Options, Truths
from symcause.families.scenario.value.event_clauses import Unsupported
from symcause.families.scenario.value.work_tally import PASSES, Tally
from symcause.grammar.scenario.scenario_terms import (
    Case,
    Name,
    Number,
    Term,
    Text,
    Truth,
)
from symcause.grammar.scenario.term_operators import COMPARISONS
from symcause.solvers.ball_arithmetic import exp_bounds, sigmoid_bounds

MAX_OPTIONS = 62
"""Most different options of a scenario: one bit each."""

Lookup = Callable[[str], Column]


class Words:
    """The options of a scenario, numbered; *tally* is what was computed with them.

    Where a table is computed by kinds of rows, *kinds* are how many there are of these and of the rows.
    """

    def __init__(self, tally: Tally | None = None) -> None:
        self.codes: dict[str, int] = {}
        self.tally = tally or Tally()
        self.kinds = (0, 0)
        self.given: Callable[[Term], Column | None] | None = None  # terms that are known already

    def rows(self, column: Column) -> int:
        """How many rows of a table a column stands for: that is what its work is counted by."""
        size = len(column.bits) if isinstance(column, Options) else len(column.low)
        return self.kinds[1] if size == self.kinds[0] else size

    def learn(self, options: Collection[str]) -> None:
        """Number options in this order; those that are numbered already come first."""
        if len(options) > len(self.codes):
            for option in options:
                self.bit(option)

    def bit(self, option: str) -> int:
        """The bit of an option."""
        code = self.codes.setdefault(option, len(self.codes))
        if code >= MAX_OPTIONS:
            raise Unsupported(f"more than {MAX_OPTIONS} different options")
        return 1 << code

    def column(self, value: Value) -> Column:
        """One value for all rows."""
        if isinstance(value, bool):
            flag = np.array([value])
            return Truths(flag, flag)
        if isinstance(value, str):
            return Options(np.array([self.bit(value)], dtype=np.int64))
        return c.exact(value)


def evaluate(term: Term, lookup: Lookup, words: Words) -> Column:
    """The column of a term."""
    if isinstance(term, Name):
        return lookup(term.name)
    if isinstance(term, Number):
        return c.exact(term.value)
    if isinstance(term, Truth | Text):
        return words.column(term.value)
    if words.given is not None and (known := words.given(term)) is not None:
        return known
    if isinstance(term, Case):
        return _case(term, lookup, words)
    found = _OPERATIONS[term.op]([evaluate(arg, lookup, words) for arg in term.args], words)
    words.tally.count(1, PASSES * words.rows(found))
    return found


def _case(term: Case, lookup: Lookup, words: Words) -> Column:
    subject = lookup(term.subject)
    assert isinstance(subject, Options)
    tests, evaluates, left = [], [], ~np.int64(0)
    for option, arm in term.arms:
        bit = words.bit(option)
        tests.append((subject.bits & bit) != 0)
        evaluates.append(evaluate(arm, lookup, words))
        left &= ~np.int64(bit)
    if term.otherwise is not None:
        tests.append((subject.bits & left) != 0)
        evaluates.append(evaluate(term.otherwise, lookup, words))
    possible = [i for i, test in enumerate(tests) if test.any()] or [0]
    words.tally.count(len(tests), 8 * len(tests) * words.rows(subject))
    return select([tests[i] for i in possible], [evaluates[i] for i in possible])


def select(tests: Sequence[c.Flags], columns: Sequence[Column]) -> Column:
    """The hull of the columns whose test says that they are possible."""
    first = columns[0]
    if isinstance(first, Options):
        bits = np.zeros(1, dtype=np.int64)
        for test, column in zip(tests, columns, strict=True):
            assert isinstance(column, Options)
            bits = bits | np.where(test, column.bits, 0)
        return Options(bits)
    if isinstance(first, Truths):
        sure, may = np.ones(1, dtype=bool), np.zeros(1, dtype=bool)
        for test, column in zip(tests, columns, strict=True):
            assert isinstance(column, Truths)
            sure, may = sure & (column.low | ~test), may | (column.high & test)
        return Truths(sure & may, may)
    numbers = [column for column in columns if isinstance(column, Numbers)]
    lined, den = c.aligned(numbers)
    single = den != 0 and all(x.low is x.high for x in lined) and _disjoint(tests)
    most = c.LIMIT if den else np.inf
    low = np.full(1, most, dtype=np.int64 if den else np.float64)
    high = -low
    for test, number in zip(tests, lined, strict=True):
        low = np.where(test, np.minimum(low, number.low), low)
        if not single:
            high = np.where(test, np.maximum(high, number.high), high)
    return Numbers(low, low if single else high, den)


def _disjoint(tests: Sequence[c.Flags]) -> bool:
    if len(tests) == 2:
        return not bool((tests[0] & tests[1]).any())
    return int(np.max(sum(test.astype(np.int64) for test in tests))) <= 1


def _if(args: list[Column], _: Words) -> Column:
    test = args[0]
    assert isinstance(test, Truths)
    if test.low.all():
        return args[1]
    if not test.high.any():
        return args[2]
    return select([test.high, ~test.low], args[1:])


def _joined(args: list[Column], join: Callable[..., Any]) -> Truths:
    first, last = args
    assert isinstance(first, Truths) and isinstance(last, Truths)
    low = join(first.low, last.low)
    if first.low is first.high and last.low is last.high:
        return Truths(low, low)
    return Truths(low, join(first.high, last.high))


def _clip(args: list[Any], _: Words) -> Numbers:
    return a.extreme([a.extreme(args[:2], largest=True), args[2]], largest=False)


Operation = Callable[[list[Any], Words], Column]

_OPERATIONS: dict[str, Operation] = {
    "if": _if,
    "not": lambda args, _: c.invert(args[0]),
    "and": lambda args, _: _joined(args, np.logical_and),
    "or": lambda args, _: _joined(args, np.logical_or),
    "+": lambda args, _: a.add(args[0], args[1]),
    "-": lambda args, _: a.add(args[0], args[1], -1),
    "*": lambda args, _: a.multiply(args[0], args[1]),
    "/": lambda args, _: a.divide(args[0], args[1]),
    "min": lambda args, _: a.extreme(args, largest=False),
    "max": lambda args, _: a.extreme(args, largest=True),
    "clip": _clip,
    "exp": lambda args, words: a.monotone(args[0], exp_bounds, words.tally),
    "sigmoid": lambda args, words: a.monotone(args[0], sigmoid_bounds, words.tally),
    "neg": lambda args, _: a.negate(args[0]),
    "floor": lambda args, _: a.floor(args[0]),
    "abs": lambda args, _: a.absolute(args[0]),
}
"""What an operation makes of the columns of its arguments."""


def _comparison(op: str) -> Operation:
    return lambda args, _: c.compare(op, args[0], args[1])


_OPERATIONS |= {op: _comparison(op) for op in COMPARISONS}


def design_column(values: list[Value], words: Words) -> Column:
    """A design variable over a batch of designs."""
    if isinstance(values[0], bool):
        flags = np.array(values, dtype=bool)
        return Truths(flags, flags)
    if isinstance(values[0], str):
        return Options(np.array([words.bit(str(v)) for v in values], dtype=np.int64))
    numbers = np.array([int(Fraction(v)) for v in values if not isinstance(v, str)], dtype=np.int64)
    return c.whole(numbers)
