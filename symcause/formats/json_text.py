"""Strict reading of JSON text: exactly what was written, or an error that names the place.

The standard decoder is lenient in ways that hide mistakes. Here duplicate keys, ``NaN`` and
``Infinity``, lone surrogates and numbers of absurd length are refused, and a number with a point or
an exponent becomes a :class:`decimal.Decimal`, so nothing passes through a binary float. The fast
decoder runs first; only a faulty text is decoded again, with markers that tell where the fault is.

>>> read_json('{"a": [1, 2.50]}')
{'a': [1, Decimal('2.50')]}
>>> read_json('{"a": {"b": 1, "b": 2}}')
Traceback (most recent call last):
...
symcause.errors.ProblemError: a.b: the key stands twice; keep one of the two
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from symcause.errors import LimitError, ProblemError, SymcauseError
from symcause.formats.json_syntax import syntax_error
from symcause.formats.strict_json import (
    MAX_DECIMAL,
    MAX_INTEGER,
    MAX_VALUES,
    Fault,
    below,
    decoder,
    exact_decimal,
    read_strict,
    too_many,
)
from symcause.models.exact_numbers import print_number

MARK = b"\xef\xbb\xbf"
_MARKS = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}


_PACKED = {
    b"\x1f\x8b": ("gzip", "gunzip"),
    b"PK\x03\x04": ("zip", "unzip"),
    b"\x28\xb5\x2f\xfd": ("zstd", "unzstd"),
    b"\xfd7zXZ": ("xz", "unxz"),
    b"BZh": ("bzip2", "bunzip2"),
}
"""First bytes of files that are no text: what they are, and what unpacks them."""


class _Mark(NamedTuple):
    """Stands in the slow pass for a value that is refused."""

    error: SymcauseError


class _Pairs(list[tuple[str, object]]):
    """An object as written, duplicates included."""


def refuse_mark(data: bytes, *, file: str | None = None) -> None:
    """Refuse a text whose first bytes are a byte order mark of UTF-16, or those of a packed file."""
    if data.startswith((b"{", b"[")):
        return
    for start, (kind, unpack) in _PACKED.items():
        if data.startswith(start):
            name = file if file and " " not in file else "FILE"
            remedy = f"unpack it first: {unpack} {name}"
            raise ProblemError(f"the file is packed ({kind})", file=file, remedy=remedy)
    for mark, encoding in _MARKS.items():
        if data.startswith(mark):
            raise ProblemError(
                f"the text starts with a byte order mark ({encoding})",
                file=file,
                remedy="save it as UTF-8 without one",
            )


def decode_text(data: bytes, *, file: str | None = None) -> str:
    """The text that *data* holds in UTF-8; a byte order mark is passed over."""
    refuse_mark(data := data.removeprefix(MARK), file=file)
    if b"\0" in data:
        raise ProblemError(
            "the file holds NUL bytes",
            file=file,
            place=f"byte {data.index(0)}",
            remedy="this is no text file",
        )
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ProblemError(
            f"not UTF-8: byte 0x{data[error.start]:02x}",
            file=file,
            place=f"byte {error.start}",
            remedy="save the text as UTF-8",
        ) from None


def read_json(text: str, *, file: str | None = None) -> object:
    """The one JSON value that *text* holds; decimal numbers become :class:`Decimal`."""
    _refuse_many(text, file)
    try:
        return _read(text)
    except SymcauseError as error:
        raise error.at(file=file) from None
    except json.JSONDecodeError as error:
        raise syntax_error(text, error).at(file=file) from None
    except RecursionError:
        raise LimitError(
            "the JSON is nested too deep", file=file, remedy="no format here needs such nesting"
        ) from None


def deeper_than(value: object, limit: int) -> bool:
    """True if lists and objects are nested in each other more than *limit* times."""
    level = [value]
    for _ in range(limit + 1):
        level = [
            part
            for outer in level
            if isinstance(outer, list | dict)
            for part in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(part, list | dict)
        ]
        if not level:
            return False
    return True


def _refuse_many(text: str, file: str | None) -> None:
    if too_many(text):
        raise LimitError(
            f"more than {MAX_VALUES:,} values in one document",
            file=file,
            remedy="write one problem per line",
        )


def _read(text: str) -> object:
    """The value, by the fast pass; a fault that it meets is placed by the slow one.

    A refused value may stand before a syntax error or in nesting without end: then that is what the slow
    pass meets, and raises like the fast one. Escaped surrogates may be whole pairs: nothing is wrong then.
    """
    try:
        return read_strict(text)
    except Fault:
        pass
    value = decoder(_Pairs, _constant_mark, _integer_mark, _decimal_mark).decode(text)
    error = _first_fault(value)
    if error is not None:
        raise error
    return _plain(value)


def _plain(value: object) -> object:
    """What the slow pass read, without a fault, as the fast one gives it."""
    if isinstance(value, _Pairs):
        return {key: _plain(part) for key, part in value}
    return [_plain(part) for part in value] if isinstance(value, list) else value


def _constant_mark(word: str) -> object:
    return _Mark(ProblemError("not a number of JSON", value=word, remedy="use null or text"))


def _integer_mark(digits: str) -> object:
    if len(digits) <= MAX_INTEGER:
        return int(digits)
    return _Mark(
        LimitError(f"an integer of {len(digits)} digits", remedy=f"at most {MAX_INTEGER} are read")
    )


def _decimal_mark(literal: str) -> object:
    number = exact_decimal(literal)
    if number is not None:
        return number
    return _Mark(
        LimitError(
            "a number too long or too large",
            value=literal,
            remedy=f"at most {MAX_DECIMAL} characters and powers of ten are read",
        )
    )


def _first_fault(value: object) -> SymcauseError | None:
    """The first refused value in the order of the text, with its place."""
    waiting = [("", value)]
    while waiting:
        place, value = waiting.pop()
        if isinstance(value, _Mark):
            return value.error.at(place=place or None)
        if isinstance(value, str) and _is_broken(value):
            return _broken(place)
        inner: list[tuple[str, object]] = []
        for key, part, again in _parts(value):
            where = below(place, key)
            if isinstance(key, str) and _is_broken(key):
                part, where = _Mark(_broken(place)), ""
            elif again:
                part = _Mark(ProblemError("the key stands twice", remedy="keep one of the two"))
            inner.append((where, part))
        waiting.extend(reversed(inner))
    return None


def _parts(value: object) -> Iterator[tuple[str | int, object, bool]]:
    """Key, value and "the key has been there before" of what a value holds."""
    if isinstance(value, _Pairs):
        seen: set[str] = set()
        for key, part in value:
            yield key, part, key in seen
            seen.add(key)
    elif isinstance(value, dict):
        for key, part in value.items():
            yield key, part, False
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield index, part, False


def _is_broken(text: str) -> bool:
    return any("\ud800" <= character <= "\udfff" for character in text)


def _broken(place: str) -> ProblemError:
    return ProblemError(
        "half of a surrogate pair", place=place or None, remedy="write the character itself"
    )


def plain_number(number: Fraction) -> int | float | str:
    """A number for JSON that is read back exactly: an integer, the float that is written so, else a text.

    >>> plain_number(Fraction(7)), plain_number(Fraction(1, 10)), plain_number(Fraction(1, 3))
    (7, 0.1, '1/3')
    """
    if number.denominator == 1:
        return int(number)
    text = print_number(number)
    try:
        near = float(number)
    except OverflowError:
        return text
    return near if Fraction(repr(near)) == number else text
