"""JSON Schemas of the formats, generated from the types that read them and shipped beside them.

``python -m symcause.formats.schema`` writes the files in ``symcause/formats/schemas`` anew; a test fails
when they are out of date. A family names its types in the registry.

>>> shipped("prediction")["required"]
['instanceId', 'response']
"""

from __future__ import annotations

import json
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from symcause.errors import UsageError, did_you_mean
from symcause.registry import families

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def schemas() -> dict[str, str]:
    """Where the type of each file format is defined."""
    found = {"prediction": "symcause.formats.predictions:PredictionDocument"}
    for family in families():
        found |= family.schemas
    return found


def generate(name: str) -> dict[str, Any]:
    """The JSON Schema of a format, from its type.

    A module may have ``RULES``: parts of a schema that types cannot express, by the name of the type.
    """
    module, _, kind = schemas()[name].partition(":")
    home = import_module(module)
    _, parts = msgspec.json.schema_components((getattr(home, kind),), ref_template="#/$defs/{name}")
    main = parts.pop(kind)
    rules: dict[str, Any] = getattr(home, "RULES", {}).get(kind, {})
    schema = {"$schema": DRAFT, "$id": f"symcause:{name}", **main, **rules}
    return {**schema, "$defs": parts} if parts else schema


def spelled(name: str) -> str:
    """The text of the shipped file."""
    return json.dumps(generate(name), indent=2, ensure_ascii=False) + "\n"


def shipped(name: str) -> dict[str, Any]:
    """The JSON Schema of a format, as shipped."""
    if name not in schemas():
        raise UsageError("no such schema", value=name, remedy=did_you_mean(name, schemas()))
    text = files("symcause.formats").joinpath("schemas", f"{name}.json").read_text("utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def main() -> None:
    """Write every schema into the package."""
    folder = Path(__file__).parent / "schemas"
    folder.mkdir(exist_ok=True)
    for name in schemas():
        (folder / f"{name}.json").write_text(spelled(name), encoding="utf-8")


if __name__ == "__main__":
    main()
