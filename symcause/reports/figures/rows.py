"""Figures that are rows of small marks: funnel bars, and paired differences as a forest plot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from symcause.reports.figures.axes import Scale, spelled, ticks
from symcause.reports.figures.figure import Figure
from symcause.reports.svg import drawing, number, tag
from symcause.scoring.statistics import LEVEL, Bootstrap, Interval, Total
from symcause.scoring.table import Table

if TYPE_CHECKING:
    from markupsafe import Markup

MOST_ROWS = 40
"""Rows drawn; the data hold all."""

_LABEL, _ROW, _TOP = 250.0, 26.0, 40.0


class Group(Protocol):
    """The answers of one model to one group of problems."""

    @property
    def group(self) -> str: ...

    @property
    def model(self) -> str: ...

    def by_latent(self, metric: str) -> Mapping[int, Total]: ...


FUNNEL = "Share of answers that pass each stage of validation, by setting and model"


def share_figure(
    table: Table, key: str = "funnel", told: str = FUNNEL, skipped: Sequence[str] = ("n",)
) -> Figure | None:
    """Shares as bars: one column a stage (or metric), one row a model and what it is grouped by."""
    stages = [i for i, head in enumerate(table.columns) if i >= 2 and head not in skipped]
    if not stages or not table.rows:
        return None
    wide, rows = 108.0, table.rows[:MOST_ROWS]
    parts: list[Markup] = []
    for place, i in enumerate(stages):
        x = _LABEL + place * wide
        parts.append(tag("text", table.columns[i], x=x, y=_TOP - 14, class_="label"))
    for r, row in enumerate(rows):
        y = _TOP + r * _ROW
        parts.append(_label(f"{row[0].shown} · {row[1].shown}", y + 13))
        for place, i in enumerate(stages):
            parts += _stage(row[i].value, _LABEL + place * wide, y, wide - 18)
    return Figure(
        key,
        table.title,
        drawing(_LABEL + wide * len(stages), _TOP + _ROW * len(rows) + 8, told, *parts),
        tuple(table.columns),
        tuple(tuple(cell.value for cell in row) for row in table.rows),
        told + _cut(len(table.rows)),
    )


def _stage(value: object, x: float, y: float, width: float) -> list[Markup]:
    share = float(value) if isinstance(value, int | float) else 0.0
    return [
        tag("rect", x=x, y=y + 14, width=width, height=5.0, class_="bar none"),
        tag("rect", x=x, y=y + 14, width=width * share, height=5.0, class_="bar"),
        tag("text", f"{share:.2f}" if value is not None else "–", x=x, y=y + 11, class_="small"),
    ]


def delta_figure(
    groups: Sequence[Group], bootstrap: Bootstrap, metric: str, title: str
) -> Figure | None:
    """First setting minus second on shared problems, for each pair of settings and each model."""
    found: list[tuple[str, str, Interval]] = []
    for position, first in enumerate(groups):
        for second in groups[position + 1 :]:
            if first.model == second.model and first.group != second.group:
                gap = bootstrap.difference(first.by_latent(metric), second.by_latent(metric))
                if gap is not None:
                    found.append((f"{first.group} − {second.group}", first.model, gap))
    if not found:
        return None
    rows = found[:MOST_ROWS]
    ends = (v for _, _, gap in rows for v in (gap.value, gap.low, gap.high) if v is not None)
    reach = max(0.1, *map(abs, ends))
    across, bottom = Scale(-reach, reach, _LABEL + 60, _LABEL + 460), _TOP + _ROW * len(rows)
    parts = [tag("text", title, x=_LABEL + 60, y=18.0, class_="label")]
    for tick in ticks(-reach, reach, 7):
        x, kind = across(tick), "axis" if tick == 0 else "grid"
        parts.append(tag("path", d=f"M{number(x)} {_TOP - 8}V{number(bottom)}", class_=kind))
        parts.append(tag("text", spelled(tick), x=x, y=bottom + 18, class_="small middle"))
    for r, (pair, model, gap) in enumerate(rows):
        parts += _gap(f"{pair} · {model}", gap, _TOP + r * _ROW + 10, across)
    told = f"{title}: paired differences between settings with {LEVEL:.0%} bootstrap intervals"
    return Figure(
        f"deltas-{metric.replace('_', '-')}",
        title,
        drawing(_LABEL + 480, bottom + 28, told, *parts),
        ("pair", "model", "difference", "low", "high", "problems"),
        tuple((p, m, g.value, g.low, g.high, g.problems) for p, m, g in found),
        told + _cut(len(found)),
    )


def _gap(label: str, gap: Interval, y: float, across: Scale) -> list[Markup]:
    parts = [_label(label, y + 4)]
    if gap.low is not None and gap.high is not None:
        line = f"M{number(across(gap.low))} {number(y)}H{number(across(gap.high))}"
        parts.append(tag("path", d=line, class_="whisker s0"))
    told = tag("title", gap.shown("+.3f"))
    return [*parts, tag("circle", told, cx=across(gap.value), cy=y, r=4.5, class_="d0")]


def _label(text: str, y: float) -> Markup:
    shown = text if len(text) <= 38 else text[:37] + "…"
    return tag("text", tag("title", text), shown, x=0.0, y=y)


def _cut(total: int) -> str:
    return f" (the first {MOST_ROWS} of {total})." if total > MOST_ROWS else "."
