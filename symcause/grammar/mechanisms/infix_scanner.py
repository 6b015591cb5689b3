"""The infix scanner: a fast reader of Boolean mechanisms in infix notation.

People write in infix, and so do systems that were told not to: what a refused answer would have meant is
looked up for each of them. So :func:`scan_infix` only answers "this expression" or None, in one pass
without recursion; what is wrong with a refused text the grammar says
(:mod:`symcause.grammar.mechanisms.lark_reader`).

>>> scan_infix("a and b or not c", ("not", "and", "or"), constants=False) is not None
True
>>> scan_infix("a iff b iff c", ("iff",), constants=False) is None
True
"""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import pairwise

from symcause.models.expressions import MAX_DEPTH, Expression, Operation
from symcause.models.mechanism_scanner import fits, leaf_of
from symcause.models.operators.mechanism_operators import OPERATOR, Infix, between

BINDING = between()
"""Operators between operands, from the tightest to the loosest."""

_SIGNS = {sign: word for word, operator in OPERATOR.items() for sign in operator.signs}
_OPERATORS = _SIGNS | {word: word for word in OPERATOR}
_LONGEST_FIRST = sorted((re.escape(sign) for sign in _SIGNS), key=len, reverse=True)
_TOKEN = re.compile(
    rf"[A-Za-z_][A-Za-z0-9_]*|[01](?![A-Za-z0-9_])|{'|'.join(_LONGEST_FIRST)}|[(),]"
)
_PREFIXES = frozenset(word for word, operator in OPERATOR.items() if operator.infix is Infix.PREFIX)
_CALLED = frozenset(word for word, operator in OPERATOR.items() if operator.called)
_CHAINS = frozenset(word for word, operator in OPERATOR.items() if operator.infix is Infix.CHAIN)
_TIGHTEST, _LOOSEST = BINDING[0], BINDING[-1]
_STEPS = tuple(pairwise(BINDING))


class _Level:
    """An open bracket: the operator before it, its arguments, and the operands of what is not complete."""

    def __init__(self, operator: str = "") -> None:
        self.operator = operator
        self.arguments: list[Expression] = []
        self.operands: dict[str, list[Expression]] = {infix: [] for infix in BINDING}
        self.prefixes: list[str] = []

    def take(self, operand: Expression) -> None:
        """One more operand, under what stands before it."""
        while self.prefixes:
            operand = Operation(self.prefixes.pop(), (operand,))
        self.operands[_TIGHTEST].append(operand)

    def follows(self, operator: str) -> bool:
        """An operator comes, so all that binds tighter is complete; can it? Not all chain."""
        for tighter, looser in _STEPS:
            if tighter == operator:
                break
            complete, self.operands[tighter] = self.operands[tighter], []
            self.operands[looser].append(_joined(tighter, complete))
        return operator in _CHAINS or len(self.operands[operator]) == 1

    def argument(self) -> None:
        """What was read is one complete argument."""
        self.follows(_LOOSEST)
        complete, self.operands[_LOOSEST] = self.operands[_LOOSEST], []
        self.arguments.append(_joined(_LOOSEST, complete))

    def closed(self) -> Expression | None:
        """What the bracket denotes, if it holds as many arguments as belong there."""
        self.argument()
        if not fits(self.operator, len(self.arguments)):
            return None
        return (
            Operation(self.operator, tuple(self.arguments)) if self.operator else self.arguments[0]
        )


def _joined(operator: str, operands: list[Expression]) -> Expression:
    return operands[0] if len(operands) == 1 else Operation(operator, tuple(operands))


def scan_infix(text: str, operators: Collection[str], *, constants: bool) -> Expression | None:
    """The expression that *text* denotes, or None if it is no expression of the language."""
    if _TOKEN.sub("", text).strip(" "):
        return None
    level, outer = _Level(), list[_Level]()
    wanted, prefix = True, ""  # is an operand to come; the operator that a bracket must follow
    for token in _TOKEN.findall(text):
        operator = _OPERATORS.get(token, "")
        if operator and operator not in operators:
            return None
        if token == "(" and wanted and len(outer) < MAX_DEPTH:
            outer.append(level)
            level, prefix = _Level(prefix), ""
        elif prefix:
            return None
        elif wanted:
            leaf = None if operator else leaf_of(token, constants)
            if leaf is not None:
                level.take(leaf)
                wanted = False
            elif operator in _PREFIXES and len(level.prefixes) + 1 < MAX_DEPTH:
                level.prefixes.append(operator)
            elif operator in _CALLED:
                prefix = operator
            else:
                return None
        elif token == ")" and outer:
            expression = level.closed()
            if expression is None:
                return None
            level = outer.pop()
            level.take(expression)
        elif token == ",":
            level.argument()
            wanted = True
        elif operator in BINDING and level.follows(operator):
            wanted = True
        else:
            return None
    expression = None if wanted or outer else level.closed()
    deep = expression is not None and len(text) > MAX_DEPTH and expression.depth > MAX_DEPTH
    return None if deep else expression
