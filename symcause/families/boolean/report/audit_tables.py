"""The tables of an audit: one row a variable, and the ambiguity profile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from symcause.families.boolean.audits.verdicts import shown
from symcause.reports.sparks import bar, sparkline
from symcause.reports.terminal import table

if TYPE_CHECKING:
    from rich.console import RenderableType

Document = Mapping[str, Any]

LEGEND = """\
  support: share of the mechanism's input patterns that occur; cells: values that count
  short: other short functions that fit; local: other functions that fit, about as long as gold's
  fits: how many different mechanisms the explaining models have"""


def variable_rows(d: Document) -> list[tuple[str, ...]]:
    """The table of variables; nothing where no model explains the evidence."""
    gold = (d["gold"] or {}).get("mechanisms") or {}
    member = (d["member"] or {}).get("mechanisms") or {}
    coverage = (d["support"] or {}).get("parents") or {}
    exposure = (d["exposure"] or {}).get("variables") or {}
    strong = d["local_alternatives"][-1]["counts"] if d["local_alternatives"] else {}
    rows: list[tuple[str, ...]] = []
    for name, facts in (d["variables"] or {}).items():
        if name not in gold and name not in member and not facts["mechanisms"]:
            continue
        count = facts["mechanisms"]
        rows.append(
            (
                name,
                _short(gold.get(name) or member.get(name) or "(a root)"),
                _covered(coverage.get(name, {}).get("coverage")),
                str(exposure.get(name, {}).get("scored_cells", "–")),
                _number((d["shortcuts"] or {}).get(name)),
                _number(strong.get(name)),
                _number(count),
                _status(d, name, count),
            )
        )
    return rows


def _status(d: Document, name: str, mechanisms: int) -> str:
    """Settled: the same mechanism in every explaining model, and a root in none of them."""
    arrows = [status for edge, status in (d["edges"] or {}).items() if edge.endswith(f"->{name}")]
    if mechanisms == 1 and "open" not in arrows:
        return "settled"
    return "open" if mechanisms else "none"


_LONGEST = 120  # characters of a mechanism in the table


def _short(mechanism: str) -> str:
    return mechanism if len(mechanism) <= _LONGEST else f"{mechanism[: _LONGEST - 1]}…"


def variables_table(d: Document, rows: list[tuple[str, ...]]) -> RenderableType:
    gold = (d["gold"] or {}).get("mechanisms")
    first = "gold mechanism" if gold else "a fitting mechanism"
    headers = ("variable", first, "support", "cells", "short", "local", "fits", "status")
    return table(headers, rows, right=(2, 3, 4, 5, 6))


def profile_table(d: Document) -> RenderableType:
    rows = []
    for entry in d["profile"]:
        bound = (
            f"AST at most {entry['max_ast']}"
            if "max_ast" in entry
            else f"at most {plural(entry['max_parents'], 'parent')}"
        )
        count = entry["count"]
        rows.append((bound, "unknown" if count is None else shown(count), _bar(count)))
    return table(("class", "models", ""), rows, right=(1,))


def profile_sparks(entries: Sequence[Document]) -> str:
    """The whole profile in two words."""
    groups = (
        ("parents", [e["count"] for e in entries if "max_ast" not in e]),
        ("AST size", [e["count"] for e in entries if "max_ast" in e]),
    )
    return "   ".join(f"by {name} {sparkline(counts)}" for name, counts in groups if counts)


def _bar(count: int | None) -> str:
    """A bar on a logarithmic scale: one mark a factor of ten."""
    return "" if not count else "▏" + "▇" * min(len(str(count)) - 1 if count < 10**400 else 40, 40)


def percent(value: object) -> str:
    return f"{float(value):.1%}" if isinstance(value, int | float | Fraction) else "–"


def _covered(value: object) -> str:
    if not isinstance(value, int | float | Fraction):
        return "–"
    return f"{bar(float(value))} {percent(value):>6}"


def plural(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _number(value: object) -> str:
    return shown(value) if isinstance(value, int) else "–"
