"""Packed Boolean models for a page: truth tables as hexadecimal text, variables by position.

The page simulates models itself, from these tables. Bit *i* of a table is the output for the input pattern
*i*, as in :class:`~models.functions.Function`, so the page needs no expression evaluator and no
second semantics.

>>> from symcause.families.boolean.models.functions import Function
>>> model = BooleanSCM(("A",), {"B": Function(("A",), 1)})
>>> packed(model, ("A", "B"))
{'roots': [0], 'f': {'1': [[0], '1']}}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from symcause.errors import SymcauseError
from symcause.families.boolean.bounds import PAGE_INPUTS, PAGE_MECHANISM_LENGTH
from symcause.families.boolean.models.functions import compile_expression
from symcause.families.boolean.models.scm import BooleanSCM, find_cycle
from symcause.grammar import parse, to_infix


def packed(model: BooleanSCM, variables: Sequence[str]) -> dict[str, object] | None:
    """Roots and truth tables by position; None if a table is too large or the model is cyclic."""
    place = {name: i for i, name in enumerate(variables)}
    wide = any(len(f.parents) > PAGE_INPUTS for f in model.functions.values())
    if wide or find_cycle({v: f.parents for v, f in model.functions.items()}):
        return None
    return {
        "roots": sorted(place[root] for root in model.roots),
        "f": {
            str(place[v]): [[place[p] for p in f.parents], f"{f.table:x}"]
            for v, f in model.functions.items()
        },
    }


def read_model(mechanisms: Mapping[str, str], roots: Sequence[str]) -> BooleanSCM | None:
    """The model that a document spells out; None if it cannot be read back."""
    try:
        read = {v: parse(text, constants=True) for v, text in mechanisms.items()}
        return BooleanSCM(tuple(roots), {v: compile_expression(e) for v, e in read.items()})
    except SymcauseError:
        return None


def mechanism_texts(text: str) -> list[str]:
    """A mechanism for people and as written, both shortened where they are endless."""
    try:
        infix = to_infix(parse(text, constants=True), symbols=True)
    except SymcauseError:
        infix = text
    return [_short(infix), _short(text)]


def _short(text: str) -> str:
    return text if len(text) <= PAGE_MECHANISM_LENGTH else text[: PAGE_MECHANISM_LENGTH - 1] + "…"
