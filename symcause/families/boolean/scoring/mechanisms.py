"""Read and compile the mechanisms of answers, once per text.

Systems often submit the same mechanism, so what a short text denotes, or what is wrong with it, is
remembered. The effort that one
answer may cause is bounded: what is too large to be compiled with what is left still runs as it was
written, and only what it depends on stays unknown.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from symcause.errors import LimitError
from symcause.families.boolean.models.functions import AsWritten, Function, compile_expression
from symcause.grammar import MechanismError, parse, parse_any, parse_infix, to_sexpr
from symcause.models.expressions import Effort, Expression

_SHORT = 256  # only texts up to this length are remembered, so hostile ones cannot fill the memory


@dataclass(frozen=True)
class Mechanism:
    """A mechanism as written, and the function it denotes."""

    expression: Expression

    def function(self, effort: Effort) -> Function:
        """The function, as far as the effort goes."""
        if self._is_small:
            return self._compiled
        try:
            return compile_expression(self.expression, effort)
        except LimitError:
            return AsWritten(self.expression)

    @property
    def _is_small(self) -> bool:
        return self.expression.size << len(self.expression.variables) <= 1 << 20

    @cached_property
    def _compiled(self) -> Function:
        return compile_expression(self.expression)


def read(text: str, operators: tuple[str, ...], constants: bool, infix: bool) -> Mechanism | str:
    """The mechanism that *text* writes, if so in infix, too; or what is wrong with it."""
    return (_remembered if len(text) <= _SHORT else _read)(text, operators, constants, infix)


def _read(text: str, operators: tuple[str, ...], constants: bool, infix: bool) -> Mechanism | str:
    reader = parse_any if infix else parse
    try:
        return Mechanism(reader(text, operators=operators, constants=constants))
    except MechanismError as mistake:
        return f"{mistake}{'' if infix else _prefixed(text, operators, constants)}"


_remembered = lru_cache(maxsize=4096)(_read)


def _prefixed(text: str, operators: tuple[str, ...], constants: bool) -> str:
    """For a text that is no S-expression but right in infix: how it would have counted."""
    if len(text) > _SHORT:
        return ""
    try:
        meant = parse_infix(text, operators=operators, constants=constants)
    except MechanismError:
        return ""
    return f"; answers are scored as S-expressions: {to_sexpr(meant)}"
