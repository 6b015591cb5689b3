"""Audit tables in a Boolean story: one row per variable, and counts per class."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UnsetType

from symcause.audits.story import Grid, Right
from symcause.families.boolean.bounds import TABLE_MECHANISM_LENGTH
from symcause.families.boolean.documents.audit_document import BooleanAudit, ProfilePart
from symcause.families.boolean.report.story.variable_facts import variable_facts
from symcause.models.number_phrases import UNDEFINED, number_of, percent, plural
from symcause.reports.sparklines import bar, sparkline

_LEGEND = {
    "support": "support: share of the mechanism's input patterns that occur",
    "cells": "cells: values that count",
    "short": "short: other short functions that fit",
    "local": "local: other functions, about as long as gold's, that fit while gold keeps\n"
    "    all other mechanisms, in the class or not",
    "fits": "fits: different functions in the explaining models of the class (1: settled)",
}
"""What the columns mean."""

_WIDTH = 76  # of a line of meanings


def variables_table(d: BooleanAudit) -> Grid | None:
    """One row per variable, without columns that say nothing; None where no model explains the evidence."""
    gold = d.gold.mechanisms if d.gold is not None else {}
    member = d.member.mechanisms if d.member is not None else {}
    rows = [
        _row(d, name, gold.get(name) or member.get(name) or "(a root)")
        for name, facts in (d.variables or {}).items()
        if name in gold or name in member or facts.mechanisms
    ]
    if not rows:
        return None
    first = "gold mechanism" if gold else "a fitting mechanism"
    heads = ("variable", first, *map(Right, _LEGEND), "status")
    columns = [
        (head, cells)
        for head, *cells in zip(heads, *rows, strict=True)
        if any(cell != UNDEFINED for cell in cells)
    ]
    return Grid.of(
        (head for head, _ in columns), zip(*(cells for _, cells in columns), strict=True)
    )


def legend(table: Grid) -> str:
    """What the columns of the table mean; short meanings share a line."""
    lines: list[str] = []
    for name in table.columns:
        text = _LEGEND.get(name)
        if text is None:
            continue
        if lines and len(lines[-1]) + len(text) < _WIDTH:
            lines[-1] += f"; {text}"
        else:
            lines.append(text)
    return "\n".join(f"  {line}" for line in lines)


def _row(d: BooleanAudit, name: str, mechanism: str) -> tuple[str, ...]:
    facts = variable_facts(d, name)
    share = facts.coverage
    return (
        name,
        mechanism
        if len(mechanism) <= TABLE_MECHANISM_LENGTH
        else f"{mechanism[: TABLE_MECHANISM_LENGTH - 1]}…",
        UNDEFINED if share is None else f"{bar(share)} {percent(share):>6}",
        UNDEFINED if facts.cells is None else str(facts.cells),
        number_of(facts.shortcuts),
        number_of(facts.local),
        number_of(facts.mechanisms),
        facts.status or UNDEFINED,
    )


def profile_table(entries: Sequence[ProfilePart]) -> Grid:
    """The count of every class, with a bar on a logarithmic scale."""
    rows = tuple((_bound(e), number_of(e.count, "unknown"), _bar(e.count)) for e in entries)
    return Grid.of(("class", Right("models"), ""), rows)


def _bound(entry: ProfilePart) -> str:
    if not isinstance(entry.max_ast, UnsetType):
        return f"AST at most {entry.max_ast}"
    assert not isinstance(entry.max_parents, UnsetType)
    return f"at most {plural(entry.max_parents, 'parent')}"


def profile_sparks(entries: Sequence[ProfilePart]) -> str:
    """The whole profile in two words."""
    groups = (
        ("parents", [e.count for e in entries if isinstance(e.max_ast, UnsetType)]),
        ("AST size", [e.count for e in entries if not isinstance(e.max_ast, UnsetType)]),
    )
    return "   ".join(f"by {name} {sparkline(counts)}" for name, counts in groups if counts)


def _bar(count: int | None) -> str:
    """One mark a factor of ten."""
    return "" if not count else "▏" + "▇" * min(len(str(count)) - 1 if count < 10**400 else 40, 40)
