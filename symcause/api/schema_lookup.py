"""Lookup of JSON Schemas in the Python API: of file formats and of documents."""

from __future__ import annotations

from symcause.audits.schemas import schema_of


def schema(name: str) -> dict[str, object]:
    """The JSON Schema of a file format or of a document: ``boolean``, ``boolean.audit``.

    Raises UsageError for a name that is none.

    >>> "verdict" in symcause.schema("boolean.audit")["properties"]
    True
    """
    return schema_of(name)
