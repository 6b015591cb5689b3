"""The mechanism language: two notations of one abstract syntax, printed and parsed.

The definition is in ``sexpr.lark`` and ``infix.lark``, and fast readers are held to it; lark itself is
loaded only when a mistake is to be explained, and every name below on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'symcause.grammar' has no attribute {name!r}")
    homes = {"parse": "parsing", "to": "printing", "MAX": "rules"}
    home = homes.get(name.partition("_")[0], "mistakes")
    return getattr(import_module(f"symcause.grammar.{home}"), name)
