"""The contrast figure of a scenario report: what data show of a trap, against its effect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symcause.families.scenario.documents.question_documents import Bounds, TrapPart
from symcause.families.scenario.report.plot_bounds import ends, spelled_datum, spelled_ends
from symcause.reports.figures.axes import Scale, spelled, ticks
from symcause.reports.figures.figure import Figure
from symcause.reports.svg import drawing, number, tag

if TYPE_CHECKING:
    from markupsafe import Markup

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 340.0, 150.0, 12.0, 328.0, 40.0, 122.0


def contrast_figure(name: str, trap: TrapPart) -> Figure | None:
    """Association and effect with their intervals; None where one of them is not known."""
    if trap.association is None or trap.effect is None or trap.pair is None:
        return None
    rows = (("in the data", trap.association, 1), ("when it is set", trap.effect, 0))
    every = [0.0, *(end for _, bounds, _ in rows for end in ends(bounds))]
    most = max(map(abs, every)) * 1.15 or 0.01
    across = Scale(-most, most, _LEFT, _RIGHT)
    first, last = map(spelled_datum, trap.pair)
    title = f"{name}: {first} → {last}"
    parts = [tag("text", title, x=0.0, y=13.0)]
    for tick in ticks(across.low, across.high, 5):
        x = across(tick)
        parts.append(tag("path", d=f"M{number(x)} {_TOP - 8}V{_BOTTOM}", class_="grid"))
        parts.append(tag("text", spelled(tick), x=x, y=_BOTTOM + 17, class_="small middle"))
    zero = number(across(0.0))
    parts.append(tag("path", d=f"M{zero} {_TOP - 12}V{_BOTTOM}", class_="cursor"))
    for i, (label, bounds, style) in enumerate(rows):
        parts += _row(label, bounds, style, _TOP + 40 * i, across)
    text = f"{title}: " + "; ".join(f"{label} {spelled_ends(ends(b), 4)}" for label, b, _ in rows)
    table = tuple((label, *ends(bounds)) for label, bounds, _ in rows)
    drawn = drawing(_WIDTH, _HEIGHT, text, *parts)
    return Figure(f"contrast-{name}", title, drawn, ("what", "low", "high"), table)


def _row(label: str, bounds: Bounds, style: int, top: float, across: Scale) -> list[Markup]:
    """An arrow from zero to a contrast, with its interval."""
    low, high = (across(end) for end in ends(bounds))
    middle, y = (low + high) / 2, top + 20
    line = f"M{number(across(0.0))} {number(y)}H{number(middle)}"
    svg = tag("title", f"{label}: {spelled_ends(ends(bounds), 4)}")
    span = f"M{number(low)} {number(y)}H{number(high)}"
    dash = "6 4" if style else None
    return [
        tag("text", f"{label} ", _number(bounds), x=_LEFT, y=top + 8, class_="label"),
        tag("path", d=line, class_=f"series s{style}", stroke_dasharray=dash),
        tag("path", d=span, class_=f"span s{style}", opacity="0.35"),
        tag("circle", svg, cx=middle, cy=y, r=4.5, class_=f"d{style}"),
    ]


def _number(bounds: Bounds) -> Markup:
    return tag("tspan", spelled_ends(ends(bounds)).replace("-", "−"), class_="value")
