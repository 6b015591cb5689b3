"""The grammars of mechanisms, equations and scenario terms: read, printed, mistakes explained.

The definition is in ``sexpr.lark`` and ``infix.lark``, and fast readers are held to it; lark itself is
loaded only when a mistake is to be explained, and every name below on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from symcause.bounds.grammar_bounds import MECHANISM_LENGTH as MAX_LENGTH
    from symcause.grammar.mechanisms.mechanism_mistakes import MechanismError, Mistake
    from symcause.grammar.mechanisms.mechanism_parser import parse, parse_any, parse_infix
    from symcause.grammar.mechanisms.mechanism_printer import to_infix, to_latex, to_sexpr

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
    if name == "MAX_LENGTH":
        return import_module("symcause.bounds.grammar_bounds").MECHANISM_LENGTH
    homes = {"parse": "mechanism_parser", "to": "mechanism_printer"}
    home = homes.get(name.partition("_")[0], "mechanism_mistakes")
    return getattr(import_module(f"symcause.grammar.mechanisms.{home}"), name)
