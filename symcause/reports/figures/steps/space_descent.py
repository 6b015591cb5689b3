"""The descent of the version space, step by step, as a curve of bits left.

In the column of a step the solid line is what it left; the dashed one is what the best step at the time
leaves in its worst case. Where the solid line lies above, the gap is regret; where it lies below, luck. A
number that nobody counted is a band: between the bounds that are proven, and never below what a later step
left nor above what an earlier one did, because evidence only ever rules out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

from symcause.models.number_phrases import fixed
from symcause.reports.figures.axes import Scale, spelled, ticks
from symcause.reports.figures.figure import LETTER, NARROW, WIDE, Figure
from symcause.reports.figures.steps.step_columns import BOTTOM, LEFT, TOP, Column, Columns
from symcause.reports.svg import drawing, number, tag

if TYPE_CHECKING:
    from markupsafe import Markup

Span = tuple[float, float]
"""Least and most bits; equal where a number is known."""


@dataclass(frozen=True)
class Moment:
    """The start or a step: bits left by it, and by the best one in its worst case."""

    column: Column
    left: Span | None
    count: str | None = None  # in words
    best: Span | None = None
    empty: bool = False  # nothing is left at all


@dataclass(frozen=True)
class Descent:
    """An episode's moments; *unit* names what is counted, *settled* is the moment that settles it."""

    moments: Sequence[Moment]
    unit: str = "models"
    settled: int | None = None
    key: str = "descent"

    @property
    def title(self) -> str:
        return f"{self.unit[0].upper()}{self.unit[1:]} left after each step"


def descent_figure(descent: Descent) -> Figure | None:
    """The curve; None where nothing was ever counted."""
    spans = bands(descent.moments)
    known = [span for span in spans if span is not None]
    if not known:
        return None
    top = max(1.0, *(high for _, high in known))
    rows = tuple(
        (i, m.column.action, *(m.left or (None, None)), *(m.best or (None, None)))
        for i, m in enumerate(descent.moments)
    )
    heads = ("step", "action", "bits left, low", "high", "best worst case, low", "high")
    wide, narrow = (_Canvas(descent, spans, top, width).drawn() for width in (WIDE, NARROW))
    return Figure(descent.key, descent.title, wide, heads, rows, narrow=narrow)


def bands(moments: Sequence[Moment]) -> list[Span | None]:
    """Bits left at every moment; what was not counted lies between its neighbours.

    >>> m = [Moment(Column(""), left) for left in ((5.0, 5.0), None, (2.0, 2.0), None)]
    >>> bands(m)[1], bands(m)[3], bands([Moment(Column(""), None)])
    ((2.0, 5.0), (0.0, 2.0), [None])
    """
    highs: list[float] = []
    for moment in moments:
        above = highs[-1] if highs else inf
        highs.append(above if moment.left is None else min(above, moment.left[1]))
    lows: list[float] = []
    for moment in reversed(moments):
        below = lows[-1] if lows else 0.0
        lows.append(below if moment.left is None else max(below, moment.left[0]))
    found = zip(moments, reversed(lows), highs, strict=True)
    return [_band(moment, low, high) for moment, low, high in found]


def _band(moment: Moment, low: float, high: float) -> Span | None:
    if moment.empty or high == inf:
        return None
    known = moment.left is not None and moment.left[0] == moment.left[1]
    return moment.left if known else (min(low, high), high)


class _Canvas:
    """The picture at one width."""

    def __init__(
        self, descent: Descent, spans: Sequence[Span | None], top: float, width: float
    ) -> None:
        self._descent, self._spans, self._width = descent, spans, width
        self._columns = Columns([moment.column for moment in descent.moments], width)
        self._x, self._step, self._right = (
            self._columns.x,
            self._columns.step,
            self._columns.right,
        )
        self._y = Scale(0, top, BOTTOM, TOP)
        self._ticks = ticks(0, top)

    def drawn(self) -> Markup:
        legend, below = self._legend(self._columns.below + 8)
        gaps = [part for i in range(1, len(self._spans)) for part in self._gap(i)]
        parts = [*self._frame(), *gaps, *self._curve(), *self._counts(), *self._settled()]
        last = self._descent.moments[-1].count
        text = f"{self._descent.title}; at the end {last or 'not counted'}"
        return drawing(
            self._width,
            below,
            text,
            *parts,
            *self._columns.names(),
            *legend,
            *self._columns.areas(),
        )

    def _frame(self) -> Iterator[Markup]:
        head = f"bits: log2 of {self._descent.unit} left"
        yield tag("text", head, x=0.0, y=12.0, class_="label")
        for tick in self._ticks:
            y = self._y(tick)
            kind = "axis" if tick == 0 else "grid"
            yield tag("path", d=f"M{LEFT} {number(y)}H{number(self._right)}", class_=kind)
            yield tag("text", spelled(tick), x=LEFT - 6, y=y + 4, class_="small end")

    def _block(self, at: int, low: float, high: float, kind: str) -> Iterator[Markup]:
        y, height = self._y(high), self._y(low) - self._y(high)
        if height > 0.5:
            box = {"x": self._x(at), "y": y, "width": self._step, "height": height}
            yield tag("rect", **box, class_=kind)

    def _gap(self, at: int) -> Iterator[Markup]:
        """Regret and luck for sure, and what may be either; then the best worst case."""
        left, best = self._spans[at], self._descent.moments[at].best
        if best is None:
            return
        if left is not None:
            yield from self._block(at, best[1], max(left[0], best[1]), "regret")
            yield from self._block(at, min(left[1], best[0]), best[0], "luck")
            yield from self._amount(at, left, best)
        if best[1] > best[0]:
            yield from self._block(at, *best, "unsure")
        x, y = self._x(at), number(self._y(best[1]))
        yield tag("path", d=f"M{number(x)} {y}H{number(x + self._step)}", class_="ghost")

    def _amount(self, at: int, left: Span, best: Span) -> Iterator[Markup]:
        """How many bits, where the gap has room for it."""
        sign, low, high = "+", best[1], left[0]
        if left[1] < best[0]:
            sign, low, high = "−", left[1], best[0]
        room = self._y(low) - self._y(high)
        text = f"{sign}{fixed(high - low, 1)}"
        if room >= 15 and self._step >= LETTER * len(text) and left[0] == left[1]:
            middle = (self._y(low) + self._y(high)) / 2 + 4
            x = self._x(at) + self._step / 2
            yield tag("text", text, x=x, y=middle, class_="value middle")

    def _curve(self) -> Iterator[Markup]:
        path, height = "", None
        for i, span in enumerate(self._spans):
            if span is None or span[0] < span[1]:
                if span is not None:
                    yield from self._block(i, *span, "unsure")
                height = None
                continue
            y = number(self._y(span[0]))
            start = f"M{number(self._x(i))} {y}" if height is None else f"V{y}"
            path += f"{start}H{number(self._x(i) + self._step)}"
            height = span[0]
        if path:
            yield tag("path", d=path, class_="descent")

    def _counts(self) -> Iterator[Markup]:
        """How many are left, above the line; where columns are narrow, at the start and the end alone."""
        moments, last, shown = self._descent.moments, len(self._spans) - 1, ""
        for i, (moment, span) in enumerate(zip(moments, self._spans, strict=True)):
            if span is None:
                continue
            count = moment.count or "not counted"
            fits = self._step >= (LETTER - 0.6) * len(count) + 4
            if count == shown or (i not in (0, last) and not fits):
                continue
            shown = count
            lucky = moment.best is not None and span[1] < moment.best[0]
            y = self._y(span[0]) + 15 if lucky and span[0] > 0 else self._y(span[1]) - 5
            at, kind = self._x(i) + 3, "value strong"
            if i == last and not fits:
                at, kind = self._right, "value strong end"
            yield tag("text", count, x=at, y=y, class_=kind)

    def _settled(self) -> Iterator[Markup]:
        at = self._descent.settled
        if at is None or at >= len(self._spans):
            return
        x = self._x(at)
        yield tag("path", d=f"M{number(x)} {TOP - 12}V{BOTTOM}", class_="settled")
        end = x > self._width - 100
        kind = "strong settled-word end" if end else "strong settled-word"
        where = x - 5 if end else x + 5
        yield tag("text", "settled here", x=where, y=TOP - 4, class_=kind)

    def _legend(self, top: float) -> tuple[list[Markup], float]:
        """The signs in use, and where they end."""
        best = [(m.best, s) for m, s in zip(self._descent.moments, self._spans, strict=True)]
        both = [(b, s) for b, s in best if b is not None and s is not None]
        unsure = any(s is not None and s[0] < s[1] for s in self._spans)
        used = (
            ("ghost", "worst case of the best step", any(b is not None for b, _ in best)),
            ("regret", "regret: more is left", any(s[0] > b[1] + 1e-9 for b, s in both)),
            ("luck", "luck: less is left", any(s[1] < b[0] - 1e-9 for b, s in both)),
            ("unsure", "between proven bounds", unsure or any(b[0] < b[1] for b, _ in both)),
        )
        svgs: list[Markup] = []
        x, y = 0.0, top + 8
        for kind, words, there in used:
            if not there:
                continue
            wide = 30 + LETTER * len(words)
            if x and x + wide > self._width:
                x, y = 0.0, y + 20
            line = tag("path", d=f"M{number(x)} {number(y - 4)}h20", class_=kind)
            box = tag("rect", x=x, y=y - 10, width=20.0, height=11.0, class_=kind)
            svgs += [line if kind == "ghost" else box]
            svgs.append(tag("text", words, x=x + 26, y=y, class_="small"))
            x += wide + 10
        return svgs, (y if svgs else top - 12) + 10
