"""Audit documents as plain JSON, and read back from it.

>>> plain({"share": Fraction(1, 4), "count": Fraction(3)})
{'share': 0.25, 'count': 3}
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from sys import get_int_max_str_digits
from typing import Any, TypeVar, cast, get_args, get_type_hints

import msgspec
from msgspec import UNSET, UnsetType

from symcause.answers import Cut
from symcause.bounds.audits_bounds import MAX_DIGITS
from symcause.errors import UsageError
from symcause.version import __version__

_TOO_LONG = 10**MAX_DIGITS
_ATOMS = frozenset((str, float, bool, type(None)))  # the most common values, plain already
_SHORT = 1 << 64  # integers below it need no closer look

_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False)

S = TypeVar("S", bound=msgspec.Struct)

TIMES = frozenset({"seconds", "cpu", "memory_mb"})
"""Keys that tell what something took: all that may differ between two runs that ask the same."""


def plain(value: object) -> Any:
    """A document as plain JSON values.

    Fractions become numbers; integers beyond the decimal bound are null beside ``KEY_hex``.
    """
    kind = type(value)
    if kind in _ATOMS or kind is int:
        return value
    if kind is tuple or kind is list:
        return _plain_list(cast("Sequence[object]", value))
    if isinstance(value, msgspec.Struct):
        held = map(value.__getattribute__, value.__struct_fields__)
        return _entries(zip(value.__struct_encode_fields__, held, strict=True))
    if kind is dict or isinstance(value, Mapping):
        return _entries(cast("Mapping[str, object]", value).items())
    if isinstance(value, list | tuple):
        return _plain_list(value)
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    return value


def _plain_list(values: Sequence[object]) -> list[object]:
    return [entry if type(entry) in _ATOMS else plain(entry) for entry in values]


def _entries(named: Iterable[tuple[str, object]]) -> dict[str, object]:
    entries: dict[str, object] = {}
    for key, entry in named:
        kind = type(entry)
        if kind in _ATOMS or (type(entry) is int and -_SHORT < entry < _SHORT):
            entries[key] = entry
        elif entry is UNSET:
            continue
        elif kind is dict:
            entries[key] = _entries(cast("dict[str, object]", entry).items())
        elif isinstance(entry, int) and abs(entry) >= _TOO_LONG:
            entries |= {key: None, f"{key}_hex": hex(entry)}
        else:
            entries[key] = plain(entry)
    return entries


def dumps(document: msgspec.Struct | Mapping[str, object]) -> str:
    """A document as one line of JSON, stamped with the version."""
    if type(document) is dict and get_int_max_str_digits() == MAX_DIGITS:  # most are plain already
        try:
            return stamped(document)
        except (TypeError, ValueError):
            pass
    return stamped(cast("dict[str, object]", plain(document)))


def stamped(body: Mapping[str, object]) -> str:
    """The line of a document that is plain already."""
    return _ENCODER.encode({"symcause": __version__, **body})


class NotOfThisKind(UsageError):
    """A line that holds something else than a document of the kind that is wanted, as it is today."""


@cache
def required_keys(kind: type[msgspec.Struct]) -> set[str]:
    """The keys that every document of a kind has in JSON."""
    named = zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True)
    types = get_type_hints(kind)
    return {key for key, name in named if UnsetType not in get_args(types[name])}


def revived(data: Mapping[str, object], kind: type[S]) -> S:
    """A document read back from JSON. Raises NotOfThisKind if it is none, or lacks what every one has."""
    if missing := required_keys(kind) - data.keys():
        raise NotOfThisKind(f"not a result of this kind: without {min(missing)}")
    body = {key: value for key, value in data.items() if key != "symcause"}
    try:
        return msgspec.convert(_exact(body), kind, strict=False)
    except (msgspec.ValidationError, ValueError) as error:
        raise NotOfThisKind(f"not a result of this kind: {error}") from None


def _exact(value: object) -> object:
    """Plain values with the integers that :func:`plain` wrote in hexadecimal, and words of today."""
    if isinstance(value, list):
        return [_exact(entry) for entry in value]
    if not isinstance(value, dict):
        return value
    found = {k: _exact(v) if isinstance(v, (list, dict)) else v for k, v in value.items()}
    if "stopped" in found and "family" in found:
        found = _of_today(found)
    for key in [key for key in value if key.endswith("_hex")]:
        short, text = key.removesuffix("_hex"), value[key]
        if isinstance(text, str) and value.get(short, text) is None:
            found[short] = int(text, 16)
            del found[key]
    return found


def _of_today(document: dict[str, object]) -> dict[str, object]:
    """A document of an earlier version said in words what ended it; now that is its reason.

    >>> _of_today({"family": "dag", "stopped": "time limit of 2 s"})
    {'family': 'dag', 'stopped': 'time', 'reason': 'time limit of 2 s'}
    """
    value = document["stopped"]
    if value in get_args(Cut) or not isinstance(value, str):
        return document
    kept = {key: value for key, value in document.items() if key != "stopped"}
    by = next((word for word in ("time", "memory") if f"{word} limit" in value), None)
    by = "memory" if value == "out of memory" else "lost" if document.get("lost") else by
    return kept | ({} if by is None else {"stopped": by}) | {"reason": kept.get("reason") or value}
