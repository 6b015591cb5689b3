"""The sheet of a linear problem file: tables of records and of the chain, to be edited."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

from symcause.errors import ProblemError
from symcause.formats.sheets import CHOICE, NUMBER, Column, Field, Group, Row, Sheet

_SEMANTICS = ("set", "shift", "do", "hold")
_RECORDS, _CHAIN, _SET, _FREE = "records", "chain", "set before", "free"


def sheet_of(document: Mapping[str, Any]) -> Sheet:
    """The tables of a document in one of our formats."""
    names = tuple(document["variables"])
    columns = tuple(Column(name=name, kind=NUMBER) for name in names)
    records = tuple(
        Row(cells=_cells(names, record["values"]), label=record["id"])
        for record in document.get("records", ())
    )
    chain = tuple(
        Row(cells=(_spelled(state.get("intervene")), *_cells(names, state["values"])))
        for state in document.get("chain", ())
    )
    text = "What is set before the reading: density = 60; size = free releases it"
    return Sheet(
        fields=(
            Field(
                key="semantics",
                title="an intervention",
                value=document.get("semantics", "set"),
                kind=CHOICE,
                choices=_SEMANTICS,
                help="set, shift, do (until the next one) or hold (until it is released)",
            ),
            Field(
                key="rounding",
                title="printed unit",
                value=str(document.get("rounding", "0")),
                help="Values are within half of it; 0: exact",
            ),
        ),
        groups=(
            Group(
                key=_RECORDS,
                title=_RECORDS,
                columns=columns,
                rows=records,
                about="one crystal a row",
            ),
            Group(
                key=_CHAIN,
                title=_CHAIN,
                columns=(Column(name=_SET), *columns),
                rows=chain,
                about=text,
            ),
        ),
    )


def _cells(names: tuple[str, ...], values: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(str(values.get(name, "")) for name in names)


def _spelled(intervene: Mapping[str, Any] | None) -> str:
    parts = [
        f"{name} = {_FREE if value is None else value}" for name, value in (intervene or {}).items()
    ]
    return "; ".join(parts)


def edited(document: Mapping[str, Any], sheet: Sheet) -> dict[str, Any]:
    """The document with what the sheet says in the places that it shows."""
    fields = dict(document)
    names = tuple(document["variables"])
    groups = {group.key: group for group in sheet.lit}
    records, chain = groups.get(_RECORDS), groups.get(_CHAIN)
    fields["records"] = _records(names, records) if records is not None else []
    fields["chain"] = [_state(names, row) for row in chain.lit] if chain is not None else []
    for key in ("semantics", "rounding"):
        if any(field.key == key for field in sheet.fields):
            fields[key] = sheet.field(key)
    return fields


def _records(names: tuple[str, ...], group: Group) -> list[dict[str, Any]]:
    taken = {row.label for row in group.rows}
    fresh = (f"r{number}" for number in count() if f"r{number}" not in taken)
    return [
        {"id": row.label or next(fresh), "values": _values(names, row.cells)} for row in group.lit
    ]


def _state(names: tuple[str, ...], row: Row) -> dict[str, Any]:
    text, *cells = row.cells or ("",)
    state: dict[str, Any] = {"values": _values(names, tuple(cells))}
    intervene: dict[str, Any] = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, equals, value = (word.strip() for word in part.partition("="))
        if not equals or not value:
            raise ProblemError("not an intervention", place=_SET, value=part, remedy="density = 60")
        intervene[name] = None if value == _FREE else value
    return {**state, "intervene": intervene} if intervene else state


def _values(names: tuple[str, ...], cells: tuple[str, ...]) -> dict[str, str]:
    return {name: cell.strip() for name, cell in zip(names, cells, strict=False) if cell.strip()}
