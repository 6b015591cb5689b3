"""The ambiguity profile as bars on a logarithmic scale: how the count grows with the class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log10
from typing import TYPE_CHECKING, Any

from symcause.families.boolean.audits.verdicts import shown
from symcause.reports.figures.axes import Scale, power_label, powers
from symcause.reports.figures.figure import Figure
from symcause.reports.svg import drawing, number, tag

if TYPE_CHECKING:
    from markupsafe import Markup

_LEFT, _TOP, _BOTTOM, _HEIGHT = 50.0, 26.0, 190.0, 234.0
_BAR, _STEP, _GROUP = 34.0, 58.0, 44.0

Entry = Mapping[str, Any]


def profile_figure(
    entries: Sequence[Entry], own: Mapping[str, Any], unit: str = "models"
) -> Figure | None:
    """Bars for each parent bound and each AST cap; the class of the verdict is marked."""
    groups = [
        ("parents at most", "max_parents", [e for e in entries if "max_ast" not in e]),
        ("AST size at most", "max_ast", [e for e in entries if "max_ast" in e]),
    ]
    groups = [group for group in groups if group[2]]
    if not groups:
        return None
    known = [e["count"] for e in entries if e["count"]]
    marks = powers(max((log10(c) for c in known), default=0.0))
    scale = Scale(0.0, float(marks[-1]), _BOTTOM - 10, _TOP)
    parts: list[Markup] = []
    x = _LEFT + 12
    for title, key, members in groups:
        first = x
        for entry in members:
            mine = entry[key] is not None and own.get(key) == entry[key]
            parts += _bar(entry, str(entry[key]), x, scale, mine)
            x += _STEP
        middle = (first + x - _STEP + _BAR) / 2
        parts.append(tag("text", title, x=middle, y=_BOTTOM + 36, class_="label middle"))
        x += _GROUP - (_STEP - _BAR)
    width = x - _GROUP + _BAR + 4
    parts[:0] = _grid(marks, scale, width)
    title = f"How many {unit} explain the evidence, by class: " + ", ".join(
        f"{_bound(e)}: {_told(e)}" for e in entries
    )
    return Figure(
        "profile",
        "Ambiguity profile",
        drawing(width, _HEIGHT, title, *parts, class_="profile"),
        ("bound", "value", unit),
        tuple((key, e[key], e["count"]) for _, key, members in groups for e in members),
    )


def _grid(marks: Sequence[int], scale: Scale, width: float) -> list[Markup]:
    lines = []
    for exponent in marks:
        y = scale(exponent)
        lines.append(tag("path", d=f"M{_LEFT} {number(y)}H{number(width)}", class_="grid"))
        lines.append(power_label(exponent, _LEFT - 6, y + 4))
    return lines


def _bar(entry: Entry, bound: str, x: float, scale: Scale, mine: bool) -> list[Markup]:
    count = entry["count"]
    middle = x + _BAR / 2
    top = scale(log10(count)) - 2 if count else scale(0.0)
    parts = []
    if count:
        parts.append(
            tag(
                "rect",
                tag("title", f"{_bound(entry)}: {_told(entry)}"),
                x=x,
                y=top,
                width=_BAR,
                height=_BOTTOM - top,
                class_="bar own" if mine else "bar",
            )
        )
    else:
        parts.append(tag("rect", x=x, y=_BOTTOM - 2, width=_BAR, height=2.0, class_="bar none"))
        top = _BOTTOM - 2
    label = "?" if count is None else shown(count)
    parts.append(tag("text", label, x=middle, y=top - 5, class_="value middle"))
    parts.append(tag("text", bound, x=middle, y=_BOTTOM + 16, class_="value middle"))
    return parts


def _bound(entry: Entry) -> str:
    if "max_ast" in entry:
        return f"AST size at most {entry['max_ast']}"
    return f"at most {entry['max_parents']} parents"


def _told(entry: Entry) -> str:
    return "unknown" if entry["count"] is None else shown(entry["count"])
