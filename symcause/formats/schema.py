"""The JSON Schema of each file format, generated from its type.

A family names its types in the registry. :mod:`symcause.audits.schemas` has those of documents, too.

>>> sorted(generate("prediction")["properties"])[:3]
['attempt', 'extractedAnswer', 'id']
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import msgspec

from symcause.formats.shared_entries import SCHEMAS
from symcause.registry import families

if TYPE_CHECKING:
    from symcause.capabilities import Dotted, FileClass

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
