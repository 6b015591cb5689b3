"""Structs in plain Python: decoding of file formats where msgspec is not installed.

A struct is a frozen data class whose annotations say what a document holds. Decoding is strict: unknown
and missing keys, and values of another type, are refused with their place. Tests hold it to msgspec on
the documents of every family, right and damaged.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from symcause.errors import ProblemError
from symcause.formats.strict_json import below

T = TypeVar("T")
_SCALARS = {
    str: "text",
    int: "a whole number",
    Decimal: "a number",
    bool: "true or false",
    NoneType: "null",
}


class Meta:
    """What a JSON Schema says about a type; decoding does not look at it."""

    def __init__(self, **_: object) -> None: ...


class Struct:
    """A record whose annotated fields are the keys of a document."""

    def __init_subclass__(cls, *, frozen: bool = True, forbid_unknown_fields: bool = False) -> None:
        for name in inspect.get_annotations(cls):
            value = cls.__dict__.get(name)
            if isinstance(value, dict | list):
                setattr(cls, name, dataclasses.field(default_factory=type(value)))
        dataclasses.dataclass(frozen=frozen)(cls)


def field(*, default: object, name: str) -> Any:
    """A field with another name in the document."""
    return dataclasses.field(default=default, metadata={"name": name})


def decode(document: object, kind: type[T], *, file: str | None = None, place: str = "") -> T:
    """*document* as a *kind*; *place* is where it stands in the file."""
    try:
        found: T = _convert(document, kind, place)
    except ProblemError as error:
        raise error.at(file=file) from None
    return found


def _convert(value: object, hint: Any, place: str) -> Any:
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Any or hint is object:
        return value
    if origin is Annotated:
        return _convert(value, inner[0], place)
    if origin in (Union, UnionType):
        return _one_of(value, inner, place)
    if origin is Literal:
        if not isinstance(value, str) or value not in inner:
            raise ProblemError("unknown word", place=place or None, value=value)
        return value
    if origin in (tuple, list):
        return _items(value, origin, inner, place)
    if origin is dict:
        pairs = _object(value, place).items()
        return {key: _convert(part, inner[1], below(place, key)) for key, part in pairs}
    if hint in _SCALARS:
        if type(value) is not hint:
            raise ProblemError(f"expected {_SCALARS[hint]}", place=place or None, value=value)
        return value
    return _struct(_object(value, place), hint, place)


def _one_of(value: object, hints: tuple[Any, ...], place: str) -> Any:
    """The first alternative that fits; the complaint is that of the first that is not null."""
    mistakes: list[ProblemError] = []
    for hint in sorted(hints, key=lambda hint: hint is NoneType):
        try:
            return _convert(value, hint, place)
        except ProblemError as error:
            mistakes.append(error)
    raise mistakes[0]


def _items(value: object, kind: Any, hints: tuple[Any, ...], place: str) -> Any:
    if not isinstance(value, list):
        raise ProblemError("expected a list", place=place or None, value=value)
    if kind is list or hints[-1] is Ellipsis:
        hints = (hints[0],) * len(value)
    if len(hints) != len(value):
        raise ProblemError(f"expected a list of {len(hints)}", place=place or None, value=value)
    parts = enumerate(zip(value, hints, strict=True))
    return kind([_convert(part, hint, f"{place}[{i}]") for i, (part, hint) in parts])


def _object(value: object, place: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise ProblemError("expected an object", place=place or None, value=value)
    return value


@cache
def _fields(kind: Any) -> dict[str, tuple[str, Any, bool]]:
    """Key of the document -> name, type, whether it must be there."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        part.metadata.get("name", part.name): (
            part.name,
            hints[part.name],
            part.default is dataclasses.MISSING and part.default_factory is dataclasses.MISSING,
        )
        for part in dataclasses.fields(kind)
    }


def _struct(value: Mapping[str, object], kind: Any, place: str) -> Any:
    fields = _fields(kind)
    for key in value:
        if key not in fields:
            raise ProblemError("unknown key", place=below(place, key))
    given: dict[str, object] = {}
    for key, (name, hint, needed) in fields.items():
        if key in value:
            given[name] = _convert(value[key], hint, below(place, key))
        elif needed:
            raise ProblemError(f"the key {key!r} is missing", place=place or None)
    return kind(**given)
