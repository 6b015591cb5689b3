"""The swarm figure of a pool: one dot per problem, by the number of its members.

The axis is a log scale. Dots that would lie on one another are stacked, so that the height of a heap says
how many there are; what has no logarithm stands beside the axis, 0 on the left and an unknown number on the
right. Filled is settled, a ring is open, a small square is unknown, a cross is broken: what the colour says
is said once more. Rows with the largest share of settled problems come first, of equal ones those with the
fewest members. A dot of a page opens its problem.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from statistics import median
from textwrap import wrap
from typing import TYPE_CHECKING

from symcause.audits.story import CLASSES, Tone
from symcause.bounds.reports_bounds import SWARM_ROWS
from symcause.models.number_phrases import plural
from symcause.reports.figures.axes import Scale, powers
from symcause.reports.figures.figure import LETTER, NARROW, WIDE, Figure
from symcause.reports.svg import drawing, number, tag

if TYPE_CHECKING:
    from markupsafe import Markup

UNREAD = "could not be read"
"""The group of the problems that gave an error; it comes last."""

GOOD, SOME, UNKNOWN, BAD = (
    CLASSES[tone] for tone in (Tone.GOOD, Tone.SOME, Tone.UNKNOWN, Tone.BAD)
)

KINDS = {GOOD: "settled", SOME: "open", UNKNOWN: "unknown", BAD: "broken"}
"""What the colour and shape of a dot mean, in the order of the key."""


@dataclass(frozen=True)
class Terms:
    """What one dot is called, what its kinds mean, and what the rows are counted by: the first of those.

    *within* is what the second kind is called where it is a part of the first: right, by luck.
    """

    noun: str = "problem"
    kinds: Mapping[str, str] = field(default_factory=lambda: KINDS)
    title: str = "Every problem, by the number of {} that explain its evidence"
    within: str = ""

    def of(self, mote: Mote) -> str:
        """What a dot means."""
        return self.kinds[_tone(mote)]

    def counted(self, motes: Sequence[Mote], noun: str = "") -> str:
        """How many, of what if a *noun* says so, are of the first kind.

        >>> runs = [Mote(0, "a", "", "unique", None, None), Mote(1, "b", "", "ambiguous", None, None)]
        >>> Terms().counted(runs), Terms("run", {"unique": "right"}, within="by luck").counted(runs)
        ('1 of 2 settled', '2 of 2 right, 1 by luck')
        """
        tones = [mote.tone for mote in motes]
        good, lucky = tones.count(GOOD), tones.count(SOME) if self.within else 0
        text = f"{good + lucky} of {len(motes)} {noun}{self.kinds[GOOD]}"
        return f"{text}, {lucky} {self.within}" if lucky else text


_RADIUS, _STEP, _TALLEST, _LINE = 4.6, 10.5, 116.0, 16.0
_TOUCH = 24.0  # pixels of a mark to touch, while heaps are low enough for it
_SETTLED, _ASIDE = 112.0, 46.0


@dataclass(frozen=True)
class Mote:
    """A problem: its place in the pool, name, group, what its verdict means, and its number (log 10).

    *count* is that number in words, "0" where there is none; None where it is not known.
    """

    place: int
    name: str
    group: str
    tone: str
    count: str | None
    size: float | None


@dataclass(frozen=True)
class _Page:
    """Where things lie: the axis, and the columns of what has no logarithm."""

    across: Scale
    none: float
    unknown: float
    right: float
    narrow: bool
    step: float  # between marks that would lie on one another

    def x(self, mote: Mote) -> float:
        if mote.size is not None:
            return self.across(mote.size)
        return self.unknown if mote.count is None else self.none


def swarm_figure(motes: Sequence[Mote], unit: str, terms: Terms | None = None) -> Figure | None:
    """The picture; None where no problem has a number, as in families that count nothing."""
    if not any(mote.count is not None for mote in motes):
        return None
    terms = terms or Terms()
    groups: dict[str, list[Mote]] = defaultdict(list)
    for mote in motes:
        groups[mote.group].append(mote)
    order = sorted(groups, key=lambda name: (name == UNREAD, *_standing(groups[name]), name))
    shown = [(name, groups[name]) for name in order[:SWARM_ROWS]]
    hidden = len(order) - len(shown)
    return Figure(
        f"{terms.noun}s",
        terms.title.format(unit),
        _drawn(shown, unit, terms, narrow=False),
        (terms.noun, "group", "verdict", unit),
        tuple((m.name, m.group, terms.of(m), m.count) for name in order for m in groups[name]),
        _caption(motes, hidden, terms),
        narrow=_drawn(shown, unit, terms, narrow=True),
    )


def _caption(motes: Sequence[Mote], hidden: int, terms: Terms) -> str:
    texts = [f"One mark a {terms.noun}."]
    if any(mote.count is None for mote in motes):
        texts.append("?: the number is not known.")
    if hidden:
        texts.append(f"{plural(hidden, 'further group')} in the data.")
    return " ".join(texts)


def _standing(motes: Sequence[Mote]) -> tuple[float, float]:
    """The share of the first kind, largest first; then what is left in the middle, least first."""
    share = sum(mote.tone == GOOD for mote in motes) / len(motes)
    sizes = [0.0 if m.count is not None and m.size is None else m.size for m in motes]
    return -share, median(inf if size is None else size for size in sizes)


def _drawn(
    groups: Sequence[tuple[str, list[Mote]]], unit: str, terms: Terms, *, narrow: bool
) -> Markup:
    motes = [mote for _, found in groups for mote in found]
    marks = powers(max((m.size for m in motes if m.size is not None), default=0.0))
    page = _page(groups, marks, terms, narrow)
    parts, y = _key(motes, 0.0 if narrow else page.none - 10, page.right, terms)
    parts.append(tag("text", f"{unit}, log scale", x=page.across.start, y=y + 4, class_="small"))
    head = y + 24
    y = head + 10
    rows: list[Markup] = []
    for name, found in groups:
        row, y = _row(name, found, y, page, terms)
        rows += row
    lines = [*((page.across(mark), mark) for mark in marks)]
    for x, exponent in lines:
        parts += [tag("path", d=f"M{number(x)} {number(head + 6)}V{number(y)}", class_="grid")]
        parts.append(_power(exponent, x, head))
    if any(m.count is not None and m.size is None for m in motes):
        parts.append(tag("text", "0", x=page.none, y=head, class_="small middle"))
    if any(m.count is None for m in motes):
        parts.append(tag("text", "?", x=page.unknown, y=head, class_="small middle"))
    counted = terms.counted(motes, f"{terms.noun}s ")
    text = f"{counted}; number of {unit} of each {terms.noun}, on a log scale"
    return drawing(page.right, y + 4, text, *parts, *rows, class_="swarm")


def _page(
    groups: Sequence[tuple[str, list[Mote]]], marks: list[int], terms: Terms, narrow: bool
) -> _Page:
    """Room for the names first; columns beside the axis only where something stands in them."""
    motes = [mote for _, found in groups for mote in found]
    right = NARROW if narrow else WIDE
    names = 0.0 if narrow else min(360.0, 20 + LETTER * max(len(name) for name, _ in groups))
    none = any(m.count is not None and m.size is None for m in motes)
    unknown = any(m.count is None for m in motes)
    counted = max(_SETTLED, 30 + LETTER * max(len(terms.counted(found)) for _, found in groups))
    end = right - (22.0 if narrow else counted) - (_ASIDE if unknown else 0.0)
    start = names + 12 + (_ASIDE if none else 0.0)
    across = Scale(0.0, float(marks[-1]), start, end)
    page = _Page(across, names + 12, end + _ASIDE * 0.8, right, narrow, _TOUCH)
    heaps = Counter((m.group, round(page.x(m) / _TOUCH)) for m in motes)
    dense = max(heaps.values()) * _TOUCH > 2 * _TALLEST
    step = _STEP if dense else _TOUCH
    return _Page(across, names + 12, end + _ASIDE * 0.8, right, narrow, step)


def _key(
    motes: Sequence[Mote], left: float, right: float, terms: Terms
) -> tuple[list[Markup], float]:
    """The kinds that occur."""
    parts: list[Markup] = []
    x, y = left, 12.0
    for tone, word in terms.kinds.items():
        if any(_tone(mote) == tone for mote in motes):
            if x > left and x + 26 + LETTER * len(word) > right:
                x, y = left, y + 20
            parts += [_mark(tone, x + 6, y), tag("text", word, x=x + 17, y=y + 4)]
            x += 40 + LETTER * len(word)
    return parts, y + 24


def _power(exponent: int, x: float, y: float) -> Markup:
    if exponent <= 3:
        return tag("text", f"{10**exponent:,}", x=x, y=y, class_="small middle")
    return tag("text", "10", tag("tspan", str(exponent), dy=-4.0), x=x, y=y, class_="small middle")


def _row(
    name: str, motes: Sequence[Mote], top: float, page: _Page, terms: Terms
) -> tuple[list[Markup], float]:
    """A group from *top* on, and where it ends: heaps that stand on a line."""
    words = terms.counted(motes)
    if name == UNREAD:
        words = plural(len(motes), terms.noun)
    parts: list[Markup] = []
    if page.narrow:
        for line in wrap(f"{name} · {words}", int(NARROW / LETTER)):
            parts.append(tag("text", line, x=0.0, y=top + 14, class_="strong"))
            top += _LINE
    heaps: dict[int, list[Mote]] = defaultdict(list)
    for mote in sorted(motes, key=lambda m: (list(KINDS).index(_tone(m)), m.size or 0.0, m.place)):
        heaps[round(page.x(mote) / page.step)].append(mote)
    tallest = max(len(heap) for heap in heaps.values())
    step = page.step if page.step == _TOUCH else min(_STEP, _TALLEST / tallest)
    base = top + max(22.0, 12 + step * tallest)
    line = f"M{number(page.none - 10)} {number(base + 1)}H{number(page.across.end + 10)}"
    parts.append(tag("path", d=line, class_="grid"))
    for heap in heaps.values():
        for i, mote in enumerate(heap):
            at = page.x(heap[0]), base - (step / 2 if step == _TOUCH else _RADIUS + 1) - step * i
            parts.append(_dot(mote, *at, terms.of(mote), step == _TOUCH))
    if not page.narrow:
        names = wrap(name, max(8, int((page.none - 24) / LETTER)), break_on_hyphens=False)
        first = base - 2 - _LINE * (len(names) - 1)
        parts += [tag("text", part, x=0.0, y=first + _LINE * i) for i, part in enumerate(names)]
        parts.append(tag("text", words, x=page.right, y=base - 2, class_="value end"))
    return parts, base + 12


def _tone(mote: Mote) -> str:
    return mote.tone if mote.tone in KINDS else BAD


def _dot(mote: Mote, x: float, y: float, meaning: str, touched: bool) -> Markup:
    """A mark that leads to its problem, with room around it if it can be *touched*; the table has the same
    links for the keyboard."""
    count = "not known" if mote.count is None else mote.count
    svg = tag("title", f"{mote.name}: {meaning}, {count}")
    link = {"href": f"#p{mote.place}", "tabindex": "-1", "data_place": mote.place}
    half = _TOUCH / 2
    room = tag("rect", x=x - half, y=y - half, width=_TOUCH, height=_TOUCH, class_="column")
    mark = _mark(_tone(mote), x, y, svg)
    return tag("a", *([mark, room] if touched else [mark]), **link, class_="mote-link")


def _mark(tone: str, x: float, y: float, *told: Markup) -> Markup:
    if tone == GOOD:
        return tag("circle", *told, cx=x, cy=y, r=_RADIUS, class_="d0")
    if tone == SOME:
        return tag("circle", *told, cx=x, cy=y, r=_RADIUS - 0.7, class_="hollow s-open")
    if tone == UNKNOWN:
        box = {"x": x - 3.6, "y": y - 3.6, "width": 7.2, "height": 7.2}
        return tag("rect", *told, **box, class_="hollow s5")
    cross = f"M{number(x - 4)} {number(y - 4)}l8 8m0 -8l-8 8"
    return tag("path", *told, d=cross, class_="hollow s4")
