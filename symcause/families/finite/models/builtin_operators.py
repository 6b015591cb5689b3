"""Built-in operators of finite models: arguments and meaning of each, as data.

An operator is *strict* if an argument without a value leaves it without one; the others look at what they
need. Nothing raises: what has no value is None.

>>> BUILT_INS["mod"].value((-1, 3)), BUILT_INS["mod"].value((5, 0)), BUILT_INS["if"].value((1, 5, None))
(2, None, 5)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import TypeAlias, cast

from symcause.families.finite.bounds import TERM_INTEGER
from symcause.families.finite.models.finite_values import Value

Maybe: TypeAlias = Value | None
Values: TypeAlias = Sequence[Maybe]


@dataclass(frozen=True)
class BuiltIn:
    """An operator that the language has: how many arguments, what it is of them, and where it may stand."""

    name: str
    value: Callable[[Values], Maybe]
    least: int
    most: int | None  # None: any number
    strict: bool = True
    even: bool = False  # only even numbers of arguments
    alone: bool = True  # a grammar may have it as it is
    spread: bool = False  # ``...`` may be its last argument
    meant: bool = True  # it may stand in the meaning of another

    def takes(self, count: int) -> bool:
        """May it have so many arguments?"""
        return self.least <= count <= (self.most or count) and not (self.even and count % 2)

    @property
    def arity(self) -> int | None:
        """How many arguments it has in a grammar; None: one or more."""
        return self.most

    @property
    def needs(self) -> str:
        """The number of its arguments in words."""
        if self.even:
            return f"an even number, {self.least} or more"
        return str(self.least) if self.most == self.least else f"{self.least} or more"


def bounded(value: Maybe) -> Maybe:
    """The value, unless it is an integer that is too large."""
    return None if isinstance(value, int) and not -TERM_INTEGER <= value <= TERM_INTEGER else value


_INTEGERS, _TRUTHS = {int}, frozenset((0, 1))


def _integers(compute: Callable[[Sequence[int]], int | None]) -> Callable[[Values], Maybe]:
    def value(arguments: Values) -> Maybe:
        if {*map(type, arguments)} != _INTEGERS:
            return None
        return bounded(compute(cast("Sequence[int]", arguments)))

    return value


def _truths(compute: Callable[[Sequence[int]], int]) -> Callable[[Values], Maybe]:
    def value(arguments: Values) -> Maybe:
        if not _TRUTHS.issuperset(arguments):
            return None
        return compute(cast("Sequence[int]", arguments))

    return value


def _divided(compute: Callable[[int, int], int]) -> Callable[[Values], Maybe]:
    return _integers(lambda both: compute(*both) if both[1] > 0 else None)


def _at_least(arguments: Values) -> Maybe:
    least, *truths = arguments
    if not isinstance(least, int) or not _TRUTHS.issuperset(truths):
        return None
    return int(truths.count(1) >= least)


def _chosen(arguments: Values) -> Maybe:
    condition, then, other = arguments
    if condition not in (0, 1):
        return None
    return then if condition == 1 else other


def _labelled(arguments: Values) -> Maybe:
    label = arguments[0]
    if label is None:
        return None
    for at in range(1, len(arguments) - 1, 2):
        if arguments[at] is None:
            return None
        if arguments[at] == label:
            return arguments[at + 1]
    return arguments[-1]


def _matched(arguments: Values) -> Maybe:
    parent, value, then, other = arguments
    if parent is None or value is None:
        return None
    return then if parent == value else other


_ALL = (
    BuiltIn("add", _integers(sum), 1, None, spread=True),
    BuiltIn("mul", _integers(prod), 1, None, spread=True),
    BuiltIn("min", _integers(min), 1, None, spread=True),
    BuiltIn("max", _integers(max), 1, None, spread=True),
    BuiltIn("sub", _integers(lambda both: both[0] - both[1]), 2, 2),
    BuiltIn("neg", _integers(lambda one: -one[0]), 1, 1),
    BuiltIn("abs", _integers(lambda one: abs(one[0])), 1, 1),
    BuiltIn("mod", _divided(lambda a, b: a % b), 2, 2),
    BuiltIn("div", _divided(lambda a, b: a // b), 2, 2),
    BuiltIn(
        "eq", lambda values: int(all(one == values[0] for one in values)), 1, None, spread=True
    ),
    BuiltIn("ne", lambda values: int(values[0] != values[1]), 2, 2),
    BuiltIn("lt", _integers(lambda both: int(both[0] < both[1])), 2, 2),
    BuiltIn("le", _integers(lambda both: int(both[0] <= both[1])), 2, 2),
    BuiltIn("gt", _integers(lambda both: int(both[0] > both[1])), 2, 2),
    BuiltIn("ge", _integers(lambda both: int(both[0] >= both[1])), 2, 2),
    BuiltIn("not", _truths(lambda one: 1 - one[0]), 1, 1),
    BuiltIn("and", _truths(min), 1, None, spread=True),
    BuiltIn("or", _truths(max), 1, None, spread=True),
    BuiltIn("xor", _truths(lambda values: sum(values) % 2), 1, None, spread=True),
    BuiltIn("at_least", _at_least, 2, None, alone=False, spread=True),
    BuiltIn("count", lambda values: values[1:].count(values[0]), 2, None, alone=False, spread=True),
    BuiltIn("if", _chosen, 3, 3, strict=False),
    BuiltIn("case", _labelled, 4, None, strict=False, even=True, alone=False),
    BuiltIn("when", _matched, 4, 4, strict=False, meant=False),
)

BUILT_INS = {one.name: one for one in _ALL}
"""Every operator of the language; ``table`` is a form of its own."""

MEANT = tuple(one.name for one in _ALL if one.meant)
"""Those that may stand in the meaning of another."""

TABLE = "table"
WHEN = "when"

LANGUAGE = (*BUILT_INS, TABLE)
"""The words of the language: no variable, no value."""

PARAMETERS = ("a", "b", "c", "d")
"""The arguments of an operator inside its meaning."""

SPREAD = "..."
"""All arguments of an operator that takes any number, inside its meaning."""

JUDGEMENTS = ("undetermined", "impossible", "yes", "no")
"""What is said of queries, so no values."""
