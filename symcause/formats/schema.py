"""The JSON Schema of each file format, generated from its type.

A family names its types in the registry. :mod:`symcause.audits.schemas` has those of documents, too.
A field is described once, where it is declared: by the string below it, or by the comment beside it.
The schemas and the tables of docs/results.md have their texts from there; without its source a package
has none.

>>> sorted(generate("prediction")["properties"])[:3]
['attempt', 'extractedAnswer', 'id']
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec

from symcause.formats.shared_entries import SCHEMAS
from symcause.registry import families

if TYPE_CHECKING:
    from symcause.capabilities import Dotted, FileClass

_SIGN, _FOR_CHECKERS = "# ", ("noqa", "type:")
_INNER = ("types", "item_type", "item_types", "key_type", "value_type", "type")
"""Where a type of msgspec has the types that it is made of."""

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def schemas() -> dict[str, Dotted[FileClass]]:
    """Where the type of each file format is defined."""
    found: dict[str, Dotted[FileClass]] = {
        "prediction": "symcause.formats.answer_files.prediction_document:PredictionDocument",
        "study": "symcause.formats.answer_files.study_file:StudyDocument",
        **SCHEMAS,
    }
    for family in families():
        for name, dotted in family.schemas.items():
            found.setdefault(name, dotted)  # nobody replaces what is there
    return found


def generate(name: str) -> dict[str, Any]:
    """The JSON Schema of a format, from its type.

    A module may have ``RULES``: parts of a schema that types cannot express, by the name of the type.
    """
    module, _, kind = schemas()[name].partition(":")
    home = import_module(module)
    rules: dict[str, Any] = getattr(home, "RULES", {}).get(kind, {})
    return {**described(getattr(home, kind), name), **rules}


def described(kind: type[Any], name: str) -> dict[str, Any]:
    """The JSON Schema of a type, under this name."""
    _, parts = msgspec.json.schema_components(
        (kind,), schema_hook=_anything, ref_template="#/$defs/{name}"
    )
    main = parts.pop(kind.__name__)
    for own, struct in structs_of(kind).items():
        part = main if own == kind.__name__ else parts.get(own, {})
        for key, text in field_texts(struct).items():
            part.get("properties", {}).get(key, {})["description"] = text
    schema = {"$schema": DRAFT, "$id": f"symcause:{name}", **main}
    found: dict[str, Any] = _null_last({**schema, "$defs": parts} if parts else schema)
    return found


def _null_last(part: Any) -> Any:
    """A part of a schema with ``null`` at the end of alternatives, whatever the version of msgspec."""
    if isinstance(part, list):
        return [_null_last(own) for own in part]
    if not isinstance(part, dict):
        return part
    found = {key: _null_last(own) for key, own in part.items()}
    either = found.get("anyOf")
    if isinstance(either, list):
        found["anyOf"] = sorted(either, key=lambda own: own == {"type": "null"})
    return found


def _anything(kind: type[Any]) -> dict[str, Any]:
    """Values that may be whatever JSON has."""
    if kind is object:
        return {"description": "any JSON value"}
    raise NotImplementedError


def field_texts(kind: type[Any]) -> dict[str, str]:
    """The texts of a struct's fields, by the name that JSON has; fields without one are left out."""
    said: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        own = _texts_of_module(base.__module__).get(base.__qualname__, {})
        for name in inspect.get_annotations(base):
            said.pop(name, None)  # declared anew: what a base says need not hold
            said |= {name: own[name]} if name in own else {}
    names = {field.name: field.encode_name for field in msgspec.structs.fields(kind)}
    return {names[name]: text for name, text in said.items() if name in names}


@cache
def _texts_of_module(name: str) -> dict[str, dict[str, str]]:
    """By class and field: what the source of a module says."""
    module = sys.modules.get(name)
    try:
        source = inspect.getsource(module) if module is not None else ""
    except (OSError, TypeError):
        return {}
    lines = source.splitlines()
    classes: dict[str, dict[str, str]] = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef):
            classes[node.name] = dict(_texts(node, lines))
    return classes


def _texts(node: ast.ClassDef, lines: list[str]) -> Iterator[tuple[str, str]]:
    for field, after in pairwise([*node.body, ast.Pass()]):
        if not (isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)):
            continue
        below = after.value if isinstance(after, ast.Expr) else None
        if isinstance(below, ast.Constant) and isinstance(below.value, str):
            yield field.target.id, " ".join(below.value.split())
            continue
        first, last = field.lineno - 1, field.end_lineno or field.lineno
        beside = [line.partition(f" {_SIGN}")[2] for line in lines[first:last]]
        above = lines[first - 1].strip()
        text = " ".join(part for part in beside if part and not part.startswith(_FOR_CHECKERS))
        if not text and above.startswith(_SIGN):
            text = above.removeprefix(_SIGN)
        if text:
            yield field.target.id, text


def structs_of(kind: Any) -> dict[str, type[Any]]:
    """The structs that a type is made of, by name."""
    structs: dict[str, type[Any]] = {}
    waiting: list[Any] = [msgspec.inspect.type_info(kind)]
    while waiting:
        part = waiting.pop()
        if isinstance(part, msgspec.inspect.StructType):
            if part.cls.__name__ in structs:
                continue
            structs[part.cls.__name__] = part.cls
            waiting += [field.type for field in part.fields]
        elif isinstance(part, msgspec.inspect.Type):
            inner = (getattr(part, name, None) for name in _INNER)
            for one in inner:
                waiting += one if isinstance(one, tuple) else [] if one is None else [one]
    return structs
