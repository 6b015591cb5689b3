"""The fast pass of strict JSON: exactly what was written, or a fault for others to explain.

Duplicate keys, ``NaN`` and ``Infinity``, numbers of absurd length and escaped surrogates are faults; a
number with a point or an exponent becomes a :class:`decimal.Decimal`, so nothing passes through a binary
float. :mod:`symcause.formats.json_text` says what a fault is and where, or that it is none.

>>> read_strict('{"a": [1, 2.50]}')
{'a': [1, Decimal('2.50')]}
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from decimal import Decimal, InvalidOperation

from symcause.errors import shorten

MAX_INTEGER = 4_300  # digits
"""Most digits of an integer."""

MAX_VALUES = 2_000_000  # values
"""Most values in one document: a short text of many numbers takes a hundred times its size in memory."""

MAX_DECIMAL = 300  # characters
"""Most characters of a decimal number, and the largest power of ten in it."""

_TEXTS = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"')  # possessive: no memory for every character
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


class Fault(Exception):
    """The fast pass met something to refuse; the slow pass will say what and where."""


def read_strict(text: str) -> object:
    """The one JSON value that *text* holds. Raises Fault, JSONDecodeError or RecursionError."""
    if too_many(text) or _SURROGATE.search(text):
        raise Fault
    value: object = _STRICT.decode(text)
    return value


def too_many(text: str) -> bool:
    """Values are parted by commas; those inside of texts are left out only where it matters."""
    return text.count(",") >= MAX_VALUES and _TEXTS.sub("", text).count(",") >= MAX_VALUES


def decoder(
    pairs: Callable[[list[tuple[str, object]]], object],
    constant: Callable[[str], object],
    integer: Callable[[str], object],
    decimal: Callable[[str], object],
) -> json.JSONDecoder:
    """The standard decoder with hooks for all that it is lenient about."""
    return json.JSONDecoder(
        object_pairs_hook=pairs, parse_constant=constant, parse_int=integer, parse_float=decimal
    )


def _dict(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Fault
    return found


def _fail(_: str) -> object:
    raise Fault


def _integer(digits: str) -> object:
    return int(digits) if len(digits) <= MAX_INTEGER else _fail(digits)


def _decimal(literal: str) -> object:
    number = exact_decimal(literal)
    return _fail(literal) if number is None else number


def exact_decimal(literal: str) -> Decimal | None:
    """The number as written, None if it is too long or too large."""
    try:
        if len(literal) <= MAX_DECIMAL:
            number = Decimal(literal)
            if not number or abs(number.adjusted()) <= MAX_DECIMAL:
                return number
    except InvalidOperation:
        pass  # the exponent alone is beyond what a decimal can hold
    return None


_STRICT = decoder(_dict, _fail, _integer, _decimal)


def below(place: str, key: str | int) -> str:
    """The place of a part: ``worlds`` and 3 give ``worlds[3]``.

    >>> below("worlds[3]", "rows")
    'worlds[3].rows'
    """
    if isinstance(key, int):
        return f"{place}[{key}]"
    name = key if key.isidentifier() and len(key) <= 60 else shorten(key)
    return f"{place}.{name}" if place else name
