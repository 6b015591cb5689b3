"""The disclosure ladder: a metric against what is disclosed, one line a model, with bootstrap intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from symcause.families.boolean.scoring.summary import Answers
from symcause.reports.figures.axes import Scale, spelled, ticks
from symcause.reports.figures.figure import Figure
from symcause.reports.svg import drawing, number, tag
from symcause.scoring.statistics import LEVEL, Bootstrap, Interval

if TYPE_CHECKING:
    from markupsafe import Markup

MOST_MODELS = 6
"""Models with a line of their own, those with most answers first; the data hold all."""

_LEFT, _TOP, _BOTTOM, _HEIGHT = 44.0, 34.0, 250.0, 296.0
_STEP, _LEGEND = 118.0, 190.0

Point = tuple[str, str, Interval]  # group, model, interval


def ladder_figure(
    groups: Sequence[Answers], bootstrap: Bootstrap, metric: str, title: str
) -> Figure | None:
    """Means with intervals along the ladder."""
    points: list[Point] = []
    for answers in groups:
        interval = bootstrap.mean(answers.by_latent(metric))
        if interval is not None:
            points.append((answers.group, answers.model, interval))
    if not points:
        return None
    settings = list(dict.fromkeys(group for group, _, _ in points))
    models = _ranked(points, groups)
    across = Scale(0, 1, _LEFT + _STEP / 2, _LEFT + _STEP * 1.5)
    up = Scale(0, 1, _BOTTOM, _TOP)
    right = _LEFT + _STEP * len(settings)
    parts = _frame(settings, across, up, right, title)
    for i, model in enumerate(models):
        own = [(settings.index(g), interval) for g, m, interval in points if m == model]
        parts += _line(own, i, (i - (len(models) - 1) / 2) * 9, across, up)
        parts += _entry(model, i, right + 18, _TOP + 12 + 20 * i)
    told = f"{title} by setting, with {LEVEL:.0%} bootstrap intervals: " + "; ".join(
        f"{m} in {g} {i.value:.2f}" for g, m, i in points[:40]
    )
    hidden = len({m for _, m, _ in points}) - len(models)
    note = f"; {hidden} further models are in the data" if hidden else ""
    return Figure(
        f"ladder-{metric.replace('_', '-')}",
        title,
        drawing(right + _LEGEND, _HEIGHT, told, *parts),
        ("setting", "model", "mean", "low", "high", "problems"),
        tuple((g, m, i.value, i.low, i.high, i.problems) for g, m, i in points),
        f"{title} with {LEVEL:.0%} bootstrap intervals over problems{note}.",
    )


def _ranked(points: Sequence[Point], groups: Sequence[Answers]) -> list[str]:
    """The models with most answers, in the order of appearance."""
    sizes: dict[str, int] = {}
    for answers in groups:
        sizes[answers.model] = sizes.get(answers.model, 0) + len(answers.answered)
    order = list(dict.fromkeys(model for _, model, _ in points))
    kept = set(sorted(order, key=lambda m: -sizes.get(m, 0))[:MOST_MODELS])
    return [model for model in order if model in kept]


def _frame(
    settings: Sequence[str], across: Scale, up: Scale, right: float, title: str
) -> list[Markup]:
    parts = [tag("text", title, x=_LEFT, y=16.0, class_="label")]
    for tick in ticks(0, 1):
        y = up(tick)
        parts.append(tag("path", d=f"M{_LEFT} {number(y)}H{number(right)}", class_="grid"))
        parts.append(tag("text", spelled(tick), x=_LEFT - 8, y=y + 4, class_="small end"))
    for i, name in enumerate(settings):
        shown = name if len(name) <= 17 else name[:16] + "…"
        label = tag("text", tag("title", name), shown, x=across(i), y=_BOTTOM + 22, class_="middle")
        parts.append(label)
    return parts


def _line(
    own: Sequence[tuple[int, Interval]], i: int, shift: float, across: Scale, up: Scale
) -> list[Markup]:
    places = [(across(at) + shift, interval) for at, interval in sorted(own, key=lambda p: p[0])]
    path = "M" + "L".join(f"{number(x)} {number(up(v.value))}" for x, v in places)
    parts = [tag("path", d=path, class_=f"series s{i}")] if len(places) > 1 else []
    for x, interval in places:
        if interval.low is not None and interval.high is not None:
            low, high = up(interval.low), up(interval.high)
            bar = f"M{number(x)} {number(low)}V{number(high)}M{number(x - 3)} {number(low)}h6"
            parts.append(
                tag("path", d=f"{bar}M{number(x - 3)} {number(high)}h6", class_=f"whisker s{i}")
            )
        told = tag("title", interval.shown())
        parts.append(tag("circle", told, cx=x, cy=up(interval.value), r=4.0, class_=f"d{i}"))
    return parts


def _entry(model: str, i: int, x: float, y: float) -> list[Markup]:
    shown = model if len(model) <= 22 else model[:21] + "…"
    return [
        tag("circle", cx=x, cy=y - 4, r=4.0, class_=f"d{i}"),
        tag("text", tag("title", model), shown, x=x + 12, y=y),
    ]
