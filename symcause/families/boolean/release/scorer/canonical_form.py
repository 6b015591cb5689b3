"""Canonical form of the ReplaySCM release: when two Boolean mechanism maps count as written alike.

It is a form of the writing, not of the function: nested ``and``, ``or``, ``xor`` are flattened, the order
of arguments does not matter, doubles are dropped (of ``xor`` in pairs), constants are folded, double
negation is removed. ``(or f (and X1 f))`` stays different from ``f``. Only whether two forms are equal
matters, so a form is a number: that of an operator and the set of its arguments' numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import assert_never

from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.models.expressions import Constant, Expression, Operation, Variable, fold
from symcause.models.operators.mechanism_operators import OPERATOR, Folding, Operator

_Key = tuple[str, tuple[int, ...]]
_OPERAND = re.compile(r"(?<![(\w])[A-Za-z_]\w*")
FALSE, TRUE = 0, 1


class Writings:
    """Forms by number; those of several answers can be compared."""

    def __init__(self) -> None:
        self._numbers: dict[_Key, int] = {("0", ()): FALSE, ("1", ()): TRUE}
        self._keys: list[_Key] = list(self._numbers)
        self._folds = {word: self._fold(operator) for word, operator in OPERATOR.items()}

    def of(self, answer: Answer) -> tuple[object, ...]:
        """The form of an answer: its roots, and the form of every mechanism."""
        forms = ((name, self.form(e)) for name, e in answer.mechanisms.items())
        return (frozenset(answer.roots or ()), *forms)

    def form(self, expression: Expression) -> int:
        """The number of an expression's form."""
        return fold(expression, self._leaf, self._join)

    def text(self, form: int) -> str:
        """A form in writing: names first, then operations, each by its text."""
        operator, arguments = self._keys[form]
        if not arguments:
            return operator.removeprefix("name ")
        parts = [self.text(argument) for argument in arguments]
        if OPERATOR[operator].symmetric:
            parts.sort(key=lambda part: (part.startswith("("), part))
        return f"({operator} {' '.join(parts)})"

    def renamed(self, expression: Expression) -> str:
        """The form in writing with its variables named V0, V1, … by first appearance."""
        names: dict[str, str] = {}
        written = self.text(self.form(expression))
        return _OPERAND.sub(lambda m: names.setdefault(m[0], f"V{len(names)}"), written)

    def _leaf(self, part: Variable | Constant) -> int:
        if isinstance(part, Constant):
            return TRUE if part.value else FALSE
        return self._number(f"name {part.name}", ())

    def _number(self, operator: str, arguments: tuple[int, ...]) -> int:
        key = operator, arguments
        if key not in self._numbers:
            self._numbers[key] = len(self._keys)
            self._keys.append(key)
        return self._numbers[key]

    def _join(self, part: Operation, values: list[int]) -> int:
        return self._folds[part.operator](values)

    def _fold(self, operator: Operator) -> Callable[[list[int]], int]:
        """How an operation is folded, by the forms of its arguments."""
        word = operator.word
        match operator.folding:
            case Folding.NEGATION:
                return lambda values: self._negated(values[0])
            case Folding.PARITY:
                return self._parity
            case Folding.ALL:
                return lambda values: self._chain(word, values, FALSE)
            case Folding.ANY:
                return lambda values: self._chain(word, values, TRUE)
            case Folding.EQUALITY:
                return partial(self._equality, word)
            case Folding.CHOICE:
                return partial(self._choice, word)
            case Folding.NOTHING:
                free = operator.symmetric
                return lambda values: self._number(word, tuple(sorted(values) if free else values))
            case other:
                assert_never(other)

    def _equality(self, operator: str, values: list[int]) -> int:
        kinds = set(values)
        if len(kinds) == 1 or {FALSE, TRUE} <= kinds:
            return TRUE if len(kinds) == 1 else FALSE
        return self._number(operator, tuple(sorted(kinds)))

    def _choice(self, operator: str, values: list[int]) -> int:
        test, yes, no = values
        if yes == no or test == TRUE:
            return yes
        return no if test == FALSE else self._number(operator, (test, yes, no))

    def _negated(self, value: int) -> int:
        if value in (FALSE, TRUE):
            return TRUE - value
        operator, arguments = self._keys[value]
        return arguments[0] if operator == "not" else self._number("not", (value,))

    def _flat(self, operator: str, values: list[int]) -> list[int]:
        found: list[int] = []
        for value in values:
            inner, arguments = self._keys[value]
            found += arguments if inner == operator else (value,)
        return found

    def _chain(self, operator: str, values: list[int], decides: int) -> int:
        """``and``, ``or``: one constant decides, the other is nothing."""
        kinds = set(self._flat(operator, values)) - {TRUE - decides}
        if decides in kinds:
            return decides
        if not kinds:
            return TRUE - decides
        return kinds.pop() if len(kinds) == 1 else self._number(operator, tuple(sorted(kinds)))

    def _parity(self, values: list[int]) -> int:
        odd: set[int] = set()
        for value in self._flat("xor", values):
            odd ^= {value}
        flipped = TRUE in odd
        odd -= {FALSE, TRUE}
        if not odd:
            return TRUE if flipped else FALSE
        rest = odd.pop() if len(odd) == 1 else self._number("xor", tuple(sorted(odd)))
        return self._negated(rest) if flipped else rest
