"""The sparkline of a run: a small figure of the bits or survivors left by every step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from symcause.reports.figures.axes import Scale
from symcause.reports.figures.steps.space_descent import Moment, bands
from symcause.reports.figures.steps.survival_dots import Tries
from symcause.reports.svg import drawing, number, tag

if TYPE_CHECKING:
    from markupsafe import Markup

_WIDTH, _HEIGHT = 132.0, 30.0


def course(moments: Sequence[Moment]) -> Markup | None:
    """The curve; None where nothing was ever counted or nothing was done."""
    spans = bands(moments)
    known = [span for span in spans if span is not None]
    if len(moments) < 2 or not known:
        return None
    y = Scale(0, max(1.0, *(high for _, high in known)), _HEIGHT - 2, 3)
    step, path, pen = (_WIDTH - 4) / len(spans), "", "M"
    parts = [tag("path", d=f"M2 {_HEIGHT - 1}H{_WIDTH - 2}", class_="grid")]
    for i, span in enumerate(spans):
        x = 2 + i * step
        if span is None or span[0] < span[1]:
            if span is not None:
                box = {"x": x, "y": y(span[1]), "width": step, "height": y(span[0]) - y(span[1])}
                parts.append(tag("rect", **box, class_="unsure"))
            pen = "M"
            continue
        at = number(y(span[0]))
        path += (f"M{number(x)} {at}" if pen == "M" else f"V{at}") + f"H{number(x + step)}"
        pen = "L"
    if path:
        parts.append(tag("path", d=path, class_="descent"))
    first, last = moments[0].count or "an unknown number", moments[-1].count or "an unknown number"
    text = f"from {first} to {last} in {len(moments) - 1} steps"
    return drawing(_WIDTH, _HEIGHT, text, *parts, class_="course-curve")


def tried(tries: Tries) -> Markup | None:
    """Of runs that count survivors: a dot per step, its share of units; None where no step tells it."""
    known = [(i, pair) for i, (_, pair) in enumerate(tries) if pair is not None]
    if not known:
        return None
    y, step = Scale(0, 1, _HEIGHT - 4, 4), (_WIDTH - 8) / len(tries)
    dots = [
        tag("circle", cx=4 + (i + 0.5) * step, cy=y(survived / units), r=2.5, class_="d0")
        for i, (survived, units) in known
    ]
    line = tag("path", d=f"M2 {_HEIGHT - 1}H{_WIDTH - 2}", class_="grid")
    shares = [f"{survived} of {units}" for _, (survived, units) in known]
    text = f"survivors: {', '.join(shares[:12])}{' …' if len(shares) > 12 else ''}"
    return drawing(_WIDTH, _HEIGHT, text, line, *dots, class_="course-curve")
