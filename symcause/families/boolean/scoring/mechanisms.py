"""Read and compile the mechanisms of answers, once per text.

Systems often submit the same mechanism, so what a short text denotes is remembered. The work that
one answer may cause is bounded: a mechanism of size *s* that mentions *k* variables costs about
``s * 2^k`` bit operations to compile.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from symcause.errors import LimitError
from symcause.families.boolean.models.functions import MAX_MENTIONED, Function, compile_expression
from symcause.grammar import parse
from symcause.models.expressions import Expression

MAX_WORK = 1 << 31
"""Most bit operations spent on compiling the mechanisms of one answer: a fraction of a second."""

_SHORT = 256  # only texts up to this length are remembered, so hostile ones cannot fill the memory


@dataclass(frozen=True)
class Mechanism:
    """A mechanism as written, and the function it denotes."""

    expression: Expression

    @cached_property
    def function(self) -> Function:
        return compile_expression(self.expression)

    @property
    def work(self) -> int:
        """The bit operations that compiling costs; raises if too many variables are mentioned."""
        mentioned = len(self.expression.variables)
        if mentioned > MAX_MENTIONED:
            raise LimitError(
                f"the mechanism mentions {mentioned} variables",
                remedy=f"at most {MAX_MENTIONED} are supported in one mechanism",
            )
        return self.expression.size << mentioned


def read(text: str, operators: tuple[str, ...], constants: bool) -> Mechanism:
    """The mechanism that *text* writes; raises a mistake of stage ``parse``."""
    return (_remembered if len(text) <= _SHORT else _read)(text, operators, constants)


def _read(text: str, operators: tuple[str, ...], constants: bool) -> Mechanism:
    return Mechanism(parse(text, operators=operators, constants=constants))


_remembered = lru_cache(maxsize=4096)(_read)
