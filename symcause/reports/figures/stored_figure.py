"""The stored figure of reports: one box an item, then what shows whether its answer follows.

Members that fit are squares, filled where what is asked is true; a range of values is a bar before those
that the stored answer claims. Of many items the boxes become counts by kind, and nothing more is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import copysign, log10
from typing import TYPE_CHECKING

from symcause.bounds.reports_bounds import STORED_BOXES, STORED_LINES, STORED_SQUARES
from symcause.reports.figures.axes import Scale
from symcause.reports.figures.figure import LETTER, NARROW, WIDE, Figure
from symcause.reports.figures.stored_answers import (
    Range,
    Shares,
    StoredAnswer,
    by_gravity,
    counted,
    stored_headline,
)
from symcause.reports.svg import drawing, number, tag

if TYPE_CHECKING:
    from markupsafe import Markup

_BOX, _ROW, _SQUARE, _GAP = 30.0, 44.0, 13.0, 4.0
_TOUCHED = 27.0  # a box that a finger finds, and its gap
_SMALLEST = 0.001  # a value is drawn apart from 0 from here on
_MARKS = (-1.0, -0.1, -0.01, 0.0, 0.01, 0.1, 1.0)
_SHARES = (
    "A square is one {noun} that fits: filled, what is asked is true in it; empty, it is false."
)
_RANGE = (
    "Shaded: values that the stored answer claims. Bar: every value that is possible; inside of the shade "
    "it proves the answer, outside it refutes it, across its end it settles nothing. A hollow end is "
    "approached and not reached. The scale is logarithmic on both sides of 0."
)


@dataclass(frozen=True)
class _Columns:
    """Where things lie in a row; a narrow row has them below each other."""

    shown: tuple[float, float]
    pair: float
    kind: float
    right: float
    narrow: bool

    @property
    def row(self) -> float:
        return 92.0 if self.narrow else _ROW

    @property
    def scale(self) -> Scale:
        return Scale(-1.0, 1.0, *self.shown)


_WIDE = _Columns((270.0, 640.0), 672.0, 850.0, WIDE, False)
_SLIM = _Columns((10.0, NARROW - 10), 0.0, 168.0, NARROW, True)


def stored_figure(items: Sequence[StoredAnswer], places: Sequence[int]) -> Figure:
    """The picture; *places* are those of the items in their pool, where a click leads."""
    title = "What is stored, against what follows"
    columns = ("item", "asked", "stored", "follows", "comes to", "shown by", "note")
    rows = tuple(
        (one.name, one.asked, one.stored, one.follows, one.words, _told(one), one.note)
        for one in (items[place] for place in by_gravity(items))
    )
    wide, slim = (_drawn(items, places, columns) for columns in (_WIDE, _SLIM))
    caption = _caption(items)
    return Figure(
        "stored",
        title,
        wide,
        columns,
        rows,
        caption,
        finding=stored_headline(items),
        narrow=slim,
        sheet=wide,
    )


def kinds_drawing(items: Sequence[StoredAnswer], *, narrow: bool = False) -> Markup:
    """How many items are of each kind, and nothing of the items themselves."""
    columns = _SLIM if narrow else _WIDE
    key, y = _key(items, columns, _BOX)
    strip = _shares_strip(items, columns)
    return drawing(columns.right, y, stored_headline(items), *strip, *key, class_="stored")


def _told(item: StoredAnswer) -> str:
    return "" if item.shown is None else item.shown.words


def _caption(items: Sequence[StoredAnswer]) -> str:
    if len(items) > STORED_BOXES:
        return ""
    nouns = {one.shown.noun for one in items if isinstance(one.shown, Shares)}
    texts = [_SHARES.format(noun=nouns.pop())] if len(nouns) == 1 else []
    texts += [_RANGE] if any(isinstance(one.shown, Range) for one in items) else []
    return " ".join(texts)


def _drawn(items: Sequence[StoredAnswer], places: Sequence[int], columns: _Columns) -> Markup:
    order = by_gravity(items)
    many = len(items) > STORED_BOXES
    if many:
        parts, low = _shares_strip(items, columns), _BOX
    else:
        parts, low = _strip([(items[at], places[at]) for at in order], columns)
    key, y = _key(items, columns, low)
    parts += key
    if not many:
        if any(isinstance(one.shown, Range) for one in items):
            parts += _marks(columns, y + 14)
            y += 22
        for place in order:
            parts += _row(items[place], places[place], y, columns)
            y += columns.row
    return drawing(columns.right, y + 4, stored_headline(items), *parts, class_="stored")


def _strip(
    items: Sequence[tuple[StoredAnswer, int]], columns: _Columns
) -> tuple[list[Markup], float]:
    """One box an item, which leads to it; in lines where names need that. And where the boxes end."""
    longest = LETTER * max(len(one.name) for one, _ in items) + 14
    named = max(1, int(columns.right // longest))
    in_line = named if -(-len(items) // named) <= STORED_LINES else int(columns.right // _TOUCHED)
    lines = -(-len(items) // in_line)
    in_line = -(-len(items) // lines)  # as many in each
    wide = columns.right / in_line
    parts = []
    for at, (one, place) in enumerate(items):
        x, y = at % in_line * wide, at // in_line * (_BOX + 3)
        hover = tag("title", f"{one.name}: {one.words}")
        box = tag("rect", hover, x=x, y=y, width=wide - 3, height=_BOX, rx=3.0, class_=one.tone)
        inside = tag("text", one.name, x=x + (wide - 3) / 2, y=y + 20, class_="inside middle")
        link = {"href": f"#p{place}", "tabindex": "-1", "data_place": place}
        shown = [inside] if longest <= wide else []
        parts.append(tag("a", box, *shown, **link, class_="mote-link"))
    return parts, lines * (_BOX + 3) - 3


def _shares_strip(items: Sequence[StoredAnswer], columns: _Columns) -> list[Markup]:
    """One bar a kind, as long as it is frequent."""
    parts, x = [], 0.0
    for kind, number_of in counted(items):
        one = next(item for item in items if item.kind == kind)
        wide = columns.right * number_of / len(items)
        box = {"x": x, "y": 0.0, "width": max(1.5, wide - 2), "height": _BOX, "rx": 3.0}
        parts.append(
            tag("rect", tag("title", f"{one.words}: {number_of:,}"), **box, class_=one.tone)
        )
        text = f"{number_of:,}"
        if wide > LETTER * len(text) + 10:
            parts.append(tag("text", text, x=x + wide / 2, y=20.0, class_="inside middle"))
        x += wide
    return parts


def _key(
    items: Sequence[StoredAnswer], columns: _Columns, low: float
) -> tuple[list[Markup], float]:
    """The kinds that occur, with their number, below what ends there; and where the rows begin."""
    parts: list[Markup] = []
    x, y = 0.0, low + 22
    for kind, number_of in counted(items):
        one = next(item for item in items if item.kind == kind)
        text = f"{one.sign} {one.words} {number_of:,}"
        long = LETTER * len(text) + 22
        if x and x + long > columns.right:
            x, y = 0.0, y + 20
        parts.append(tag("text", text, x=x, y=y, class_=f"strong {one.tone}"))
        x += long
    return parts, y + 18


def _marks(columns: _Columns, y: float) -> list[Markup]:
    """The values of the scale above the rows."""
    texts = ((_place(mark, columns.scale), f"{mark:g}".replace("-", "−")) for mark in _MARKS)
    return [tag("text", text, x=x, y=y, class_="small middle") for x, text in texts]


def _row(item: StoredAnswer, place: int, top: float, columns: _Columns) -> list[Markup]:
    """An item: its name and question, what shows the answer, what is stored and follows, and the kind."""
    line = tag("path", d=f"M0 {number(top)}H{number(columns.right)}", class_="grid")
    room = columns.right if columns.narrow else columns.shown[0] - 20
    name = tag("text", _cut(item.name, room), x=0.0, y=top + 18, class_="strong")
    link = {"href": f"#p{place}", "tabindex": "-1", "data_place": place}
    asked = _cut(item.asked, room)
    touched = tag("rect", x=0.0, y=top + 1, width=min(room, 200.0), height=24.0, class_="column")
    parts = [line, tag("a", touched, name, **link, class_="mote-link")]
    parts.append(tag("text", tag("title", item.asked), asked, x=0.0, y=top + 34, class_="small"))
    at = top + 38 if columns.narrow else top + 4
    parts += _evidence(item, at, columns)
    base = top + 86 if columns.narrow else top + 20
    pair = f"stored {item.stored} · follows {item.follows or '–'}"
    parts.append(tag("text", _cut(pair, columns.kind - columns.pair), x=columns.pair, y=base))
    parts.append(
        tag(
            "text",
            tag("title", item.note or item.words),
            _cut(f"{item.sign} {item.words}", columns.right - columns.kind),
            x=columns.kind,
            y=base,
            class_=f"strong {item.tone}",
        )
    )
    if item.note and not columns.narrow:
        note = _cut(item.note, 1.1 * (columns.right - columns.pair))  # letters of notes are small
        parts.append(
            tag("text", tag("title", item.note), note, x=columns.pair, y=base + 16, class_="small")
        )
    return parts


def _evidence(item: StoredAnswer, top: float, columns: _Columns) -> list[Markup]:
    match item.shown:
        case Shares() as shares:
            return _squares(shares, top, columns)
        case Range() as shown:
            return _bar(shown, top, columns)
        case None:
            return []


def _squares(shares: Shares, top: float, columns: _Columns) -> list[Markup]:
    """Every member, or one bar with the share of those in which it is true."""
    left, right = columns.shown
    words = tag("text", shares.words, x=left, y=top + 30, class_="small")
    if shares.number == 0 or shares.holds is None:
        return [tag("text", shares.words, x=left, y=top + 16)]
    parts = [words]
    if shares.number <= STORED_SQUARES:
        for place in range(shares.number):
            style = "mark" if place < shares.holds else "ring"
            box = {"x": left + place * (_SQUARE + _GAP), "y": top + 4, "rx": 2.0}
            parts.append(tag("rect", **box, width=_SQUARE, height=_SQUARE, class_=style))
        return parts
    whole = right - left
    box = {"x": left, "y": top + 4, "height": _SQUARE, "rx": 2.0}
    parts.append(tag("rect", **box, width=whole, class_="ring"))
    share = whole * shares.holds / shares.number
    parts.append(tag("rect", **box, width=share, class_="mark"))
    return parts


def _bar(shown: Range, top: float, columns: _Columns) -> list[Markup]:
    """The range on its scale, before what is claimed."""
    scale, y = columns.scale, top + 16
    zero = scale(0.0)
    low, high = _place(shown.low, scale), _place(shown.high, scale)
    shades: list[Markup] = []
    for ends in shown.claimed:
        start, end = (_place(value, scale) for value in ends)
        box = {"x": start, "y": y - 12, "width": max(1.0, end - start), "height": 24.0, "rx": 3.0}
        shades.append(tag("rect", tag("title", shown.words), **box, class_="bar none"))
    rule = f"M{number(zero)} {number(y - 15)}V{number(y + 15)}"
    line = f"M{number(low)} {number(y)}H{number(high)}"
    dots = [
        tag("circle", cx=x, cy=y, r=4.0, class_="mark" if reached else "ring")
        for x, reached in zip((low, high), shown.attained, strict=True)
    ]
    return [
        *shades,
        tag("path", d=rule, class_="rule"),
        tag("path", d=line, class_="axis"),
        *dots,
    ]


def _place(value: float, scale: Scale) -> float:
    """Where a value from -1 to 1 lies: a logarithm on both sides of 0."""
    return scale(copysign(log10(1 + abs(value) / _SMALLEST) / log10(1 + 1 / _SMALLEST), value))


def _cut(text: str, width: float) -> str:
    """As much of a text as has room."""
    most = max(1, int(width / LETTER))
    return text if len(text) <= most else f"{text[: max(0, most - 1)].rstrip()}…"
