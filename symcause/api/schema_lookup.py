"""Lookup of JSON Schemas in the Python API: of file formats and of documents."""

from __future__ import annotations

from symcause.audits.schemas import schema_of


def schema(name: str) -> dict[str, object]:
    """Give the JSON Schema of a file format or of a result: ``boolean``, ``boolean.audit``.

    Parameters
    ----------
    name : str
        One of the names that ``symcause schema`` lists.

    Returns
    -------
    dict
        The schema, as ``json.dumps`` takes it.

    Raises
    ------
    UsageError
        No schema has this name; the message gives the nearest.

    See Also
    --------
    symcause.problem : read a document.

    Examples
    --------
    >>> "verdict" in symcause.schema("boolean.audit")["properties"]
    True
    """
    return schema_of(name)
