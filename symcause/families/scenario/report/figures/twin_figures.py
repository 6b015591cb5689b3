"""Twin figures of a scenario report: one history, two optima, and the experiment in each.

>>> round(_chance(10, 8, 0.05, more=True), 4), round(_chance(10, 8, 0.05, more=False), 4)
(0.4931, 0.9127)
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, exp, lgamma, log

from symcause.families.scenario.documents.question_documents import ExperimentPart, TwinPart
from symcause.families.scenario.report.figures.value_axis import (
    WIDE,
    Mark,
    Ranked,
    Room,
    Row,
    ranked_figure,
)
from symcause.reports.figures.axes import Scale, spelled, ticks
from symcause.reports.figures.figure import Figure
from symcause.reports.svg import drawing, number, tag

_HEIGHT, _LEFT, _TOP, _BOTTOM = 210.0, 12.0, 34.0, 180.0
HERE, TWIN = "this scenario", "its twin"


def twin_figures(twin: TwinPart, threshold: float | None, room: Room = WIDE) -> list[Figure]:
    """What there is to draw of a proven twin."""
    figures = [_history(twin, room), _designs(twin, threshold, room)]
    tried = next((d for d in twin.designs if d.name == "experiment"), None)
    if twin.active is not None and tried is not None:
        first, second = (Fraction(value) for value in tried.values)
        figures.append(_experiment(twin.active, first, second, room))
    return [figure for figure in figures if figure is not None]


def separation_figure(tried: ExperimentPart, here: Fraction, room: Room = WIDE) -> Figure:
    """The experiment in both, where the design is worth *here* in the first; the second by its error."""
    errors = [float(Fraction(error)) for error in tried.errors]
    likely = _tail(tried.n, tried.cut, float(here))
    second = _chance(
        tried.n, tried.cut, errors[1], more=abs(likely - errors[0]) > abs(1 - likely - errors[0])
    )
    return _experiment(tried, here, Fraction(second).limit_denominator(10**6), room)


def _chance(n: int, cut: int, error: float, *, more: bool) -> float:
    """How often a unit survives where the cut is reached (*more*), or is not, as often as an error says."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        reached = _tail(n, cut, middle)
        if reached < (error if more else 1 - error):
            low = middle
        else:
            high = middle
    return low


def _tail(n: int, cut: int, p: float) -> float:
    """The chance of that many survivors or more."""
    if not 0 < p < 1:
        return float(p >= 1)
    logs = (
        lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + k * log(p) + (n - k) * log(1 - p)
        for k in range(cut, n + 1)
    )
    return min(1.0, sum(map(exp, logs)))


def _history(twin: TwinPart, room: Room) -> Figure | None:
    rows = []
    for shown in twin.history:
        share = float(Fraction(shown.share))
        rows.append(Row(shown.record, (Mark((share, share), "both"),)))
    text = "How often the history shows a record: the same in both."
    return ranked_figure(rows, Ranked("twin-history", "One history", text), room)


def _designs(twin: TwinPart, threshold: float | None, room: Room) -> Figure | None:
    rows = []
    for design in twin.designs:
        first, second = (float(Fraction(value)) for value in design.values)
        marks = (Mark((first, first), HERE), Mark((second, second), TWIN, 4, hollow=True))
        rows.append(Row(design.name, marks))
    if not rows:
        return None
    text = "What designs are worth here and in the twin: none reaches the threshold in both."
    heads = tuple((mark.told, mark) for mark in rows[0].marks)
    return ranked_figure(
        rows, Ranked("twin-designs", "Two optima", text, threshold, heads=heads), room
    )


def _experiment(tried: ExperimentPart, first: Fraction, second: Fraction, room: Room) -> Figure:
    """How many survive in each, and where the cut is."""
    n, lines = tried.n, []
    for p, label, style in ((first, HERE, 0), (second, TWIN, 1)):
        chances = [float(comb(n, k) * p**k * (1 - p) ** (n - k)) for k in range(n + 1)]
        lines.append((label, chances, style))
    up = Scale(0.0, max(max(chances) for _, chances, _ in lines) * 1.05, _BOTTOM, _TOP)
    across = Scale(0.0, float(n), _LEFT, room.width - 12)
    title = f"{n} units of the experiment"
    parts = []
    for tick in ticks(0.0, float(n), 8):
        x = across(tick)
        parts.append(tag("path", d=f"M{number(x)} {_TOP}V{_BOTTOM}", class_="grid"))
        parts.append(tag("text", spelled(tick), x=x, y=_BOTTOM + 17, class_="small middle"))
    cut = across(tried.cut - 0.5)
    parts.append(tag("path", d=f"M{number(cut)} {_TOP - 10}V{_BOTTOM}", class_="cursor"))
    beside = "end" if cut > 0.75 * across.end else ""
    place = {"x": cut - 6 if beside else cut + 6, "y": _TOP}
    parts.append(tag("text", f"{tried.cut} or more", **place, class_=f"strong {beside}".strip()))
    for i, (label, chances, style) in enumerate(lines):
        path = "".join(
            f"{'L' if k else 'M'}{number(across(float(k)))} {number(up(chance))}"
            for k, chance in enumerate(chances)
        )
        parts.append(tag("path", d=path, class_=f"series s{style}"))
        x = _LEFT + 160 * i
        parts.append(tag("path", d=f"M{number(x)} 12h20", class_=f"series s{style}"))
        parts.append(tag("text", label, x=x + 26, y=16.0, class_="label"))
    errors = " and ".join(f"{float(Fraction(error)):.3f}" for error in tried.errors)
    text = (
        f"Survivors of {n} units here and in the twin; {tried.cut} or more name the one in which the "
        f"design is worth more. Errors {errors}."
    )
    rows = tuple((k, *(chances[k] for _, chances, _ in lines)) for k in range(n + 1))
    drawn = drawing(room.width, _HEIGHT, text, *parts)
    return Figure("twin-experiment", title, drawn, ("survivors", HERE, TWIN), rows, text)
