"""The decoder of documents into typed structs, with errors that name place, value and key.

The types of a format are :mod:`~msgspec` structs: the same definition decodes and yields the JSON
Schema. msgspec itself names only the kind of the first mistake, so a refused document is walked a
second time beside its type, to find the exact place and the keys that would have been known there.

>>> class Point(msgspec.Struct, forbid_unknown_fields=True):
...     x: int
...     label: str = ""
>>> decode({"x": 1, "lable": "p"}, Point)
Traceback (most recent call last):
...
symcause.errors.ProblemError: lable: unknown key; did you mean 'label'?
"""

from __future__ import annotations

import json
from decimal import Decimal
from typing import NamedTuple, TypeVar

import msgspec
from msgspec import UNSET, inspect

from symcause.errors import ProblemError, did_you_mean
from symcause.formats.strict_json import below

T = TypeVar("T")

_SCALARS: tuple[tuple[type[inspect.Type], tuple[type, ...], str], ...] = (
    (inspect.StrType, (str,), "text"),
    (inspect.IntType, (int,), "a whole number"),
    (inspect.DecimalType, (Decimal,), "a number"),
    (inspect.BoolType, (bool,), "true or false"),
    (inspect.NoneType, (type(None),), "null"),
)
_LISTS = (inspect.ListType, inspect.VarTupleType)


class _Shown(NamedTuple):
    """A value as a message shows it: JSON's words, and no more than the size of a container."""

    value: object

    def __str__(self) -> str:
        if isinstance(self.value, bool) or self.value is None:
            return {True: "true", False: "false", None: "null"}[self.value]
        if isinstance(self.value, dict):
            return f"an object with {len(self.value)} keys"
        return f"a list of {len(self.value)}" if isinstance(self.value, list) else str(self.value)


_SHAPES: dict[object, inspect.Type] = {}  # finding one out takes msgspec milliseconds


def _shape(kind: object) -> inspect.Type:
    if kind not in _SHAPES:
        _SHAPES[kind] = inspect.type_info(kind)
    return _SHAPES[kind]


def decode(document: object, kind: type[T], *, file: str | None = None, place: str = "") -> T:
    """*document* as a *kind*; *place* is where it stands in the file."""
    try:
        return msgspec.convert(document, kind)
    except (msgspec.ValidationError, UnicodeEncodeError) as error:  # a key may be half a character
        problem_error = _explain(document, _shape(kind), place)
        if problem_error is None:
            problem_error = ProblemError(str(error), place=place or None)
        raise problem_error.at(file=file) from None


def mismatch(expected: str, value: object, place: str, example: object = UNSET) -> ProblemError:
    """The complaint about a value of the wrong kind, with what would have been right."""
    shown = value if isinstance(value, str) else _Shown(value)
    remedy = None
    if example is not UNSET:
        remedy = f"for example: {json.dumps(example, ensure_ascii=False)}"
    elif expected == "text" and isinstance(value, int | Decimal) and not isinstance(value, bool):
        remedy = f'write it in quotes: "{value}"'
    return ProblemError(f"expected {expected}", place=place or None, value=shown, remedy=remedy)


def _explain(
    value: object, kind: inspect.Type, place: str, example: object = UNSET
) -> ProblemError | None:
    """The first mistake of *value* as a *kind*, None if there is none."""
    if isinstance(kind, inspect.Metadata):
        shown = (kind.extra_json_schema or {}).get("examples", [])
        return _explain(value, kind.type, place, next(iter(shown), example))
    if isinstance(kind, inspect.UnionType):
        return _explain_union(value, kind, place, example)
    if isinstance(kind, inspect.LiteralType):
        return _explain_literal(value, kind, place)
    if isinstance(kind, inspect.StructType):
        return _explain_struct(value, kind, place)
    for scalar, types, name in _SCALARS:
        if isinstance(kind, scalar):
            fits = isinstance(value, types) and isinstance(value, bool) == (bool in types)
            return None if fits else mismatch(name, value, place, example)
    parts: list[tuple[str | int, object, inspect.Type]] = []
    if isinstance(kind, _LISTS):
        if not isinstance(value, list):
            return mismatch("a list", value, place, example)
        parts = [(i, part, kind.item_type) for i, part in enumerate(value)]
    elif isinstance(kind, inspect.TupleType):
        size = len(kind.item_types)
        if not isinstance(value, list) or len(value) != size:
            return mismatch(f"a list of {size}", value, place, example)
        parts = [(i, *both) for i, both in enumerate(zip(value, kind.item_types, strict=True))]
    elif isinstance(kind, inspect.DictType):
        if not isinstance(value, dict):
            return mismatch("an object", value, place, example)
        parts = [(key, part, kind.value_type) for key, part in value.items()]
    errors = (_explain(part, inner, below(place, key)) for key, part, inner in parts)
    return next((error for error in errors if error is not None), None)


def _explain_union(
    value: object, kind: inspect.UnionType, place: str, example: object
) -> ProblemError | None:
    """The mistake as the alternative that is not null sees it (unions here have one or scalars)."""
    mistakes = [_explain(value, inner, place, example) for inner in kind.types]
    if None in mistakes:
        return None
    return next(
        error
        for error, inner in zip(mistakes, kind.types, strict=True)
        if not isinstance(inner, inspect.NoneType)
    )


def _explain_literal(value: object, kind: inspect.LiteralType, place: str) -> ProblemError | None:
    if value in kind.values and isinstance(value, str):
        return None
    if not isinstance(value, str):
        return mismatch("text", value, place, str(kind.values[0]))
    known = [str(word) for word in kind.values]
    return ProblemError(
        "unknown word", place=place or None, value=value, remedy=did_you_mean(value, known)
    )


def _explain_struct(value: object, kind: inspect.StructType, place: str) -> ProblemError | None:
    if not isinstance(value, dict):
        return mismatch("an object", value, place)
    fields = {field.encode_name: field for field in kind.fields}
    for key in value:
        if key not in fields and kind.forbid_unknown_fields:
            return ProblemError(
                "unknown key", place=below(place, key), remedy=did_you_mean(key, fields)
            )
    for key, field in fields.items():
        if key in value:
            error = _explain(value[key], field.type, below(place, key))
            if error is not None:
                return error
        elif field.required:
            return ProblemError(
                f"the key {key!r} is missing", place=place or None, remedy=f"add {key!r}"
            )
    return None
