"""Set terms in the enclosure of scenario values: all that a term can be, by row.

Constants and what depends on the design alone are columns of one row and spread over the table by numpy.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from symcause.families.scenario.models.model_components import Value
from symcause.families.scenario.value.enclosure import interval_arithmetic as a
from symcause.families.scenario.value.enclosure import set_columns as c
from symcause.families.scenario.value.enclosure.set_columns import Column, Numbers, Options, Truths
from symcause.families.scenario.value.event_clauses import Unsupported
from symcause.families.scenario.value.work_tally import PASSES, Tally
from symcause.grammar.scenario.scenario_terms import (
    COMPARISONS,
    Case,
    Name,
    Number,
    Term,
    Text,
    Truth,
)
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
        size = len(column)
        return self.kinds[1] if size == self.kinds[0] else size

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
    if isinstance(term, Number | Truth | Text):
        return words.column(term.value)
    if isinstance(term, Name):
        return lookup(term.name)
    if words.given is not None and (known := words.given(term)) is not None:
        return known
    if isinstance(term, Case):
        return _case(term, lookup, words)
    args = [evaluate(arg, lookup, words) for arg in term.args]
    found = _logic(term.op, args)
    if found is None:
        numbers = [arg for arg in args if isinstance(arg, Numbers)]
        found = _arithmetic(term.op, numbers, words.tally)
    words.tally.count(1, PASSES * words.rows(found))
    return found


def _case(term: Case, lookup: Lookup, words: Words) -> Column:
    subject = lookup(term.subject)
    assert isinstance(subject, Options)
    tests, found, left = [], [], ~np.int64(0)
    for option, arm in term.arms:
        bit = words.bit(option)
        tests.append((subject.bits & bit) != 0)
        found.append(evaluate(arm, lookup, words))
        left &= ~np.int64(bit)
    if term.otherwise is not None:
        tests.append((subject.bits & left) != 0)
        found.append(evaluate(term.otherwise, lookup, words))
    possible = [i for i, test in enumerate(tests) if test.any()] or [0]
    words.tally.count(len(tests), 8 * len(tests) * words.rows(subject))
    return c.select([tests[i] for i in possible], [found[i] for i in possible])


def _logic(op: str, args: list[Column]) -> Column | None:
    """Operations on or to truth values; None for arithmetic."""
    if op in COMPARISONS:
        return c.compare(op, args[0], args[1])
    if op == "if":
        test = args[0]
        assert isinstance(test, Truths)
        if test.low.all():
            return args[1]
        if not test.high.any():
            return args[2]
        return c.select([test.high, ~test.low], args[1:])
    truths = [arg for arg in args if isinstance(arg, Truths)]
    if op == "not":
        return c.invert(truths[0])
    if op not in ("and", "or"):
        return None
    join = np.logical_and if op == "and" else np.logical_or
    low = join(truths[0].low, truths[1].low)
    if all(t.low is t.high for t in truths):
        return Truths(low, low)
    return Truths(low, join(truths[0].high, truths[1].high))


def _arithmetic(op: str, args: list[Numbers], tally: Tally) -> Numbers:
    if op in ("+", "-"):
        return a.add(args[0], args[1], 1 if op == "+" else -1)
    if op == "*":
        return a.multiply(args[0], args[1])
    if op == "/":
        return a.divide(args[0], args[1])
    if op in ("min", "max"):
        return a.extreme(args, largest=op == "max")
    if op == "clip":
        return a.extreme([a.extreme(args[:2], largest=True), args[2]], largest=False)
    if op in ("exp", "sigmoid"):
        return a.monotone(args[0], exp_bounds if op == "exp" else sigmoid_bounds, tally)
    return {"neg": a.negate, "floor": a.floor, "abs": a.absolute}[op](args[0])


def design_column(values: list[Value], words: Words) -> Column:
    """A design variable over a batch of designs."""
    if isinstance(values[0], bool):
        flags = np.array(values, dtype=bool)
        return Truths(flags, flags)
    if isinstance(values[0], str):
        return Options(np.array([words.bit(str(v)) for v in values], dtype=np.int64))
    numbers = np.array([int(Fraction(v)) for v in values if not isinstance(v, str)], dtype=np.int64)
    return c.whole(numbers)
