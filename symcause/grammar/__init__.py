"""The mechanism language: two notations of one abstract syntax, printed and parsed.

The definition is in ``sexpr.lark`` and ``infix.lark``; lark itself is loaded only when a grammar is
needed (infix notation, or a mistake to be explained).
"""

from __future__ import annotations

from symcause.grammar.mistakes import MechanismError, Mistake
from symcause.grammar.parsing import parse, parse_any, parse_infix
from symcause.grammar.printing import to_infix, to_latex, to_sexpr
from symcause.grammar.rules import MAX_LENGTH

__all__ = [
    "MAX_LENGTH",
    "MechanismError",
    "Mistake",
    "parse",
    "parse_any",
    "parse_infix",
    "to_infix",
    "to_latex",
    "to_sexpr",
]
