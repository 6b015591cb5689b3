"""Minus signs of negative numbers, in what is read and not typed."""

from __future__ import annotations

import re

_NEGATIVE = re.compile(r"(?<![^\s(\[=,;±…–])-(?=\.?\d)")


def signed(text: str) -> str:
    """The text with a minus sign in place of a hyphen before every negative number.

    >>> signed("-0.03 to 0.05, world-3, 2026-11-02, X1 := -2")
    '−0.03 to 0.05, world-3, 2026-11-02, X1 := −2'
    """
    return _NEGATIVE.sub("\N{MINUS SIGN}", text)
