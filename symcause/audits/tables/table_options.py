"""Table options: which family makes problems of a table of rows, by the options that are given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from symcause.audits.question import options, refuse_values
from symcause.audits.tables.row_tables import RowTables, Taker
from symcause.errors import UsageError
from symcause.formats.problems import Problem
from symcause.formats.shared_entries import each


def titled_rows() -> list[tuple[str, type[RowTables[Problem, Taker]]]]:
    """The titles of the families that make problems of rows, with the classes that do."""
    return [(family.title, kind) for family, kind in each("rows")]


def row_options() -> frozenset[str]:
    """The names of the options that only tables of rows have."""
    own = {name for _, kind in titled_rows() for name in options(kind)}
    others = each("questions", "convert")
    return frozenset(own - {name for _, kind in others for name in options(kind)})


def tables_of(given: Mapping[str, object]) -> tuple[RowTables[Problem, Taker], dict[str, object]]:
    """The family's reader of rows that the options name, and the options that are left for convert.

    A family that wants an option of its own (a target) has the table if that is given.
    """
    for family, kind in sorted(each("rows"), key=lambda able: -len(able[1].wanted)):
        if not set(kind.wanted) <= set(given):
            continue
        own = {field.name for field in fields(kind)} & set(given)
        refuse_values(kind, {name: given[name] for name in own})
        for name in set(given) & row_options() - own:
            raise UsageError(f"--{name.replace('_', '-')} does not apply to {family.title}")
        stated: dict[str, Any] = {name: given[name] for name in own}
        made = kind(**stated)
        return made, {name: value for name, value in given.items() if name not in own}
    raise UsageError("no family makes problems of rows")
