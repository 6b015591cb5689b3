"""The tables of an audit: one row a variable, and the ambiguity profile."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UnsetType

from symcause.audits.story import Grid
from symcause.families.boolean.documents.audit import BooleanAudit, ProfilePart
from symcause.families.boolean.report.facts import variable_facts
from symcause.models.words import UNDEFINED, number_of, percent, plural
from symcause.reports.sparks import bar, sparkline

LEGEND = """\
  support: share of the mechanism's input patterns that occur
  cells: values that count; short: other short functions that fit
  local: other functions, about as long as gold's, that fit while gold keeps
    all other mechanisms, in the class or not
  fits: different functions in the explaining models of the class (1: settled)"""

_LONGEST = 120  # characters of a mechanism in the table


def variables_table(d: BooleanAudit) -> Grid | None:
    """One row a variable; None where no model explains the evidence."""
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
    columns = ("variable", first, "support", "cells", "short", "local", "fits", "status")
    return Grid(columns, tuple(rows), right=(2, 3, 4, 5, 6))


def _row(d: BooleanAudit, name: str, mechanism: str) -> tuple[str, ...]:
    facts = variable_facts(d, name)
    share = facts.coverage
    return (
        name,
        mechanism if len(mechanism) <= _LONGEST else f"{mechanism[: _LONGEST - 1]}…",
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
    return Grid(("class", "models", ""), rows, right=(1,))


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
