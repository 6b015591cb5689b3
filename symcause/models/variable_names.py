"""Variable names: what is allowed, and their natural order (X2 before X10)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

OPERATORS: tuple[str, ...] = ("not", "and", "or", "xor", "iff")
"""The operators of the mechanism language that every problem has unless it says otherwise."""

CONDITIONAL = "if"
"""``(if c t e)``: only where a problem names it among its operators."""

WORDS: tuple[str, ...] = (*OPERATORS, CONDITIONAL)
"""All operator words; reserved, so no variable may bear one."""

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

_DIGITS = re.compile(r"([0-9]+)")


def is_name(text: str) -> bool:
    """True if *text* may name a variable (ASCII identifier, no operator word)."""
    return NAME.fullmatch(text) is not None and text not in WORDS


@lru_cache(maxsize=8192)
def natural_key(name: str) -> tuple[tuple[int, int, str], ...]:
    """Sort key of the natural order: runs of digits compare as numbers.

    >>> sorted(["X10", "X2", "X1"], key=natural_key)
    ['X1', 'X2', 'X10']
    """
    return tuple(
        (0, int(part), part) if part.isdigit() else (1, 0, part)
        for part in _DIGITS.split(name)
        if part
    )


def natural(names: Iterable[str]) -> tuple[str, ...]:
    """The names in natural order."""
    return tuple(sorted(names, key=natural_key))
