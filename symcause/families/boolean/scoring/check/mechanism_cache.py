"""Mechanism cache of the Boolean check: mechanisms of answers, read and compiled once per text.

Systems often submit the same mechanism, so what a short text denotes, or what is wrong with it, is
remembered. The work that one
answer may cause is bounded: what is too large to be compiled with what is left still runs as it was
written, and only what it depends on stays unknown.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

import msgspec

from symcause.budgets import Meter
from symcause.errors import LimitError
from symcause.families.boolean.bounds import CACHED_LENGTH, COMPILED_ROWS
from symcause.families.boolean.models.functions import AsWritten, Function, compile_expression
from symcause.families.boolean.models.mechanism_tables import tabulate
from symcause.grammar import MechanismError, parse, parse_any, to_sexpr
from symcause.grammar.mechanisms.infix_scanner import scan_infix
from symcause.grammar.mechanisms.mechanism_parser import readable
from symcause.models.expressions import Expression
from symcause.models.variable_names import WORDS


class Mechanism(msgspec.Struct, frozen=True, dict=True):
    """A mechanism as written, and the function it denotes."""

    written: Expression | str  # the text of a plain one: whoever needs its tree has it built
    size: int
    variables: frozenset[str]
    known: Function | None = None  # what a plain one denotes

    @staticmethod
    def of(expression: Expression) -> Mechanism:
        return Mechanism(expression, expression.size, expression.variables)

    @cached_property
    def expression(self) -> Expression:
        """The tree."""
        if isinstance(self.written, str):
            return parse(self.written, operators=WORDS)
        return self.written

    def function(self, budget: Meter) -> Function:
        """The function, as far as the budget goes."""
        if self.known is not None:
            return self.known
        if self.size << len(self.variables) <= COMPILED_ROWS:
            return self._compiled
        try:
            return compile_expression(self.expression, budget)
        except LimitError:
            return AsWritten(self.expression)

    @cached_property
    def _compiled(self) -> Function:
        return compile_expression(self.expression)


def read(text: str, operators: tuple[str, ...], constants: bool, infix: bool) -> Mechanism | str:
    """The mechanism that *text* writes, if so in infix, too; or what is wrong with it."""
    return (_remembered if len(text) <= CACHED_LENGTH else _read)(text, operators, constants, infix)


def _read(text: str, operators: tuple[str, ...], constants: bool, infix: bool) -> Mechanism | str:
    plain = tabulate(text, operators) if len(text) <= CACHED_LENGTH else None
    if plain is not None:
        return Mechanism(text, *plain)
    reader = parse_any if infix else parse
    try:
        return Mechanism.of(reader(text, operators=operators, constants=constants))
    except MechanismError as mistake:
        return f"{mistake}{'' if infix else _prefixed(text, operators, constants)}"


_remembered = lru_cache(maxsize=4096)(_read)


def _prefixed(text: str, operators: tuple[str, ...], constants: bool) -> str:
    """For a text that is no S-expression but right in infix: how it would have counted."""
    if len(text) > CACHED_LENGTH:
        return ""
    meant = scan_infix(readable(text), operators, constants=constants)
    if meant is None:
        return ""
    return f"; answers are scored as S-expressions: {to_sexpr(meant)}"
