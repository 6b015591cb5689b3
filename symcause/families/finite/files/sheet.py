"""The sheet of a finite problem file: a table for each world and one for the queries, values from lists.

A variable that is set to a constant has one value in all rows of its world. In the row of a query a
variable is set to a value, seen with one, or neither.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from symcause.errors import ProblemError
from symcause.families.finite.bounds import LISTED_EDGES
from symcause.families.finite.models.finite_values import Value
from symcause.formats.sheets import (
    CHOICE,
    DISCLOSURE_KEYS,
    NAMES,
    NUMBER,
    TEXT,
    Column,
    Field,
    Group,
    Row,
    Sheet,
    disclosed,
    disclosure_fields,
    names_of,
    number_of,
)

_SPLITS = ("train", "heldout")
_UNSEEN, _SET, _SEEN = "?", "set to ", "seen as "
_OF, _LABEL = "asked for", "label"
_WORDS = ("yes", "no", "undetermined", "impossible")


def sheet_of(document: Mapping[str, Any]) -> Sheet:
    """The tables of a document in our format."""
    values = _values(document)
    names = tuple(values)
    most = document["class"].get("max_parents")
    bound = Field(
        key="max_parents",
        title="most parents",
        value="" if most is None else str(most),
        kind=NUMBER,
        help="Bound on the parents of a mechanism, unless its variable has its own; empty: none",
    )
    worlds = tuple(_world(values, world) for world in document["worlds"])
    return Sheet(
        fields=(*disclosure_fields(document, names), bound),
        groups=(*worlds, _queries(values, document.get("queries", ()))),
        blank=_world(values, {"id": "", "rows": ()}),
        group="world",
    )


def edited(document: Mapping[str, Any], sheet: Sheet) -> dict[str, Any]:
    """The document with what the sheet says in the places that it shows."""
    values = _values(document)
    changed = {
        key: value for key, value in document.items() if key not in (*DISCLOSURE_KEYS, "queries")
    }
    changed |= disclosed(document, tuple(values), sheet)
    most = number_of(sheet.field("max_parents"), "most parents")
    declared = {k: v for k, v in document["class"].items() if k != "max_parents"}
    changed["class"] = declared if most is None else {"max_parents": most, **declared}
    worlds = [group for group in sheet.lit if not _asks(group)]
    changed["worlds"] = [_edited_world(values, group, at) for at, group in enumerate(worlds)]
    queries = [
        _edited_query(values, row, at)
        for group in sheet.lit
        if _asks(group)
        for at, row in enumerate(group.lit)
    ]
    return changed | ({"queries": queries} if queries else {})


Values = Mapping[str, Mapping[str, Value]]
"""The values of each variable, by what a cell says."""


def _values(document: Mapping[str, Any]) -> Values:
    listed = document["variables"]
    return {one["name"]: {str(value): value for value in one["values"]} for one in listed}


def _world(values: Values, world: Mapping[str, Any]) -> Group:
    constants, assigned = world.get("do", {}), world.get("assigned", ())
    targets, names = (*constants, *assigned), tuple(values)
    labels = world.get("units") or [""] * len(world["rows"])
    split = world.get("split", "train")
    return Group(
        key=world["id"],
        title=world["id"],
        columns=tuple(
            Column(name=name, kind=CHOICE, choices=(*known, _UNSEEN))
            for name, known in values.items()
        ),
        rows=tuple(
            Row(cells=tuple(_UNSEEN if cell is None else str(cell) for cell in row), label=label)
            for row, label in zip(world["rows"], labels, strict=True)
        ),
        fields=(
            Field(key="targets", title="set", value=",".join(targets), kind=NAMES, choices=names),
            Field(
                key="assigned",
                title="of these row by row",
                value=",".join(assigned),
                kind=NAMES,
                choices=names,
                help="What is set and not named here has one value in all rows",
            ),
            Field(key="split", title="split", value=split, kind=CHOICE, choices=_SPLITS),
        ),
        marked=targets,
        about="" if split == "train" else "held out: no evidence",
        evidence=split == "train",
    )


def _edited_world(values: Values, group: Group, place: int) -> dict[str, Any]:
    where = f"world {group.title}"
    rows = [
        [_cell(values, name, cell, f"{where}, row {at}") for name, cell in _cells(values, row)]
        for at, row in enumerate(group.lit, 1)
    ]
    assigned = names_of(group.field("assigned"))
    constants = [name for name in names_of(group.field("targets")) if name not in assigned]
    world: dict[str, Any] = {"id": group.title or f"world_{place:02d}"}
    world["split"] = group.field("split") or "train"
    world["do"] = {name: _constant(values, name, rows, where) for name in constants}
    world |= {"assigned": assigned, "rows": rows}
    if any(row.label for row in group.lit):
        world["units"] = [row.label for row in group.lit]
    return {key: value for key, value in world.items() if value or key == "rows"}


def _cells(values: Values, row: Row) -> Iterator[tuple[str, str]]:
    if len(row.cells) != len(values):
        raise ProblemError("not a cell for every variable", value=",".join(row.cells))
    return zip(values, row.cells, strict=True)


def _cell(values: Values, name: str, text: str, where: str) -> Value | None:
    if text == _UNSEEN:
        return None
    if text not in values[name]:
        known = ", ".join((*values[name], _UNSEEN))
        raise ProblemError(f"{name} has no such value", place=where, value=text, remedy=known)
    return values[name][text]


def _constant(
    values: Values, name: str, rows: Sequence[Sequence[Value | None]], where: str
) -> Value | None:
    if name not in values:
        raise ProblemError("no such variable", place=where, value=name)
    shown = list(dict.fromkeys(row[list(values).index(name)] for row in rows))
    if len(shown) != 1:
        raise ProblemError(
            f"{name} is set to a constant, and its cells differ",
            place=where,
            value=", ".join(map(str, shown)),
            remedy="give all rows one value, or name it as set row by row",
        )
    return shown[0]


def _queries(values: Values, queries: Sequence[Mapping[str, Any]]) -> Group:
    names = tuple(values)
    edges = tuple(f"{a}->{b}" for a in names for b in names if a != b)
    listed = CHOICE if len(names) <= LISTED_EDGES else TEXT
    every = dict.fromkeys(text for known in values.values() for text in known)
    return Group(
        key="queries",
        title="queries",
        columns=(
            Column(name=_OF, kind=listed, choices=(*names, *edges) if listed == CHOICE else ()),
            *(
                Column(
                    name=name,
                    kind=CHOICE,
                    choices=("", *(how + one for how in (_SET, _SEEN) for one in known)),
                )
                for name, known in values.items()
            ),
            Column(name=_LABEL, kind=CHOICE, choices=("", *every, *_WORDS)),
        ),
        rows=tuple(Row(cells=_query_cells(names, query), label=query["id"]) for query in queries),
        about="a row a query, and what the file says of it",
        evidence=False,
    )


def _query_cells(names: tuple[str, ...], query: Mapping[str, Any]) -> tuple[str, ...]:
    done, seen, label = query.get("do", {}), query.get("given", {}), query.get("gold")
    said = (
        f"{_SET}{done[name]}" if name in done else f"{_SEEN}{seen[name]}" if name in seen else ""
        for name in names
    )
    asked = query.get("edge") or query["of"]
    return (asked, *said, "" if label is None else str(label))


def _asks(group: Group) -> bool:
    """Is this the table of queries? Worlds have other columns."""
    return group.columns[:1] != () and group.columns[0].name == _OF


def _edited_query(values: Values, row: Row, place: int) -> dict[str, Any]:
    where = f"queries, row {place + 1}"
    if len(row.cells) != len(values) + 2:
        raise ProblemError("not a cell for every variable", place=where)
    asked, *cells, label = row.cells
    query: dict[str, Any] = {"id": row.label or f"query_{place:02d}"}
    query["edge" if "->" in asked else "of"] = asked
    for name, text in zip(values, cells, strict=True):
        for key, how in (("do", _SET), ("given", _SEEN)):
            if text.startswith(how):
                value = _cell(values, name, text.removeprefix(how), where)
                query.setdefault(key, {})[name] = value
    known = values.get(asked, {})
    return query | ({"gold": known.get(label, label)} if label else {})
