"""Agreement of gold and an answer drawn as one SVG picture, causes on the left.

Names of such graphs are phrases, so layers are columns: boxes of one width with up to three lines of text.
The layout is that of all graphs (:mod:`symcause.reports.graph_layout`), laid on its side. Gold shapes it,
so that all answers to a text are drawn alike: edges that only an answer has go straight from box to box,
unless one of their ends is a node that only the answer has. Cycles are broken for the layers only: an edge
that goes back runs along the same kind of way, with its head on the left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil, sqrt
from textwrap import wrap
from typing import TYPE_CHECKING

from symcause.families.textgraph.bounds import AGREED_LINES, AGREED_NODES, EXTRA_EDGES
from symcause.families.textgraph.report.agreement_graph import WORDS, Agreement, Kind, Line
from symcause.families.textgraph.report.edge_sections import printable_name
from symcause.models.number_phrases import plural
from symcause.reports.graph_layers import forward, layers_of, merged
from symcause.reports.graph_layout import Gaps, Point, lay_out
from symcause.reports.svg import drawing, number, tag

if TYPE_CHECKING:
    from markupsafe import Markup

_EXTRA_SHARE = 2  # extra edges that are drawn for each gold edge, besides a fixed number

_CHARACTER, _ACROSS, _LINES = 6.9, 22, 3
_BETWEEN, _APART, _HEAD, _PORT, _BEND = 60.0, 12.0, 7.0, 8.0, 40.0
_NARROW_BETWEEN, _NARROW_ACROSS = 26.0, 11  # on a telephone
_SLIM = 1.25  # how many more columns than nodes in a column there may be


def labelled(name: str, across: int = _ACROSS) -> list[str]:
    """A name as the lines of its box.

    >>> labelled("Number of people with a chronic disease")
    ['Number of people with', 'a chronic disease']
    """
    return wrap(printable_name(name), across, max_lines=_LINES, placeholder="…") or ["?"]


def drawn_part(found: Agreement) -> Agreement | None:
    """What a picture can show: all of it, else without extra edges; None if that is still too much."""
    gold = tuple(line for line in found.lines if line.kind is not Kind.EXTRA)
    extra = len(found.lines) - len(gold)
    if extra > EXTRA_EDGES + _EXTRA_SHARE * len(gold) or len(found.lines) > AGREED_LINES:
        found = replace(found, lines=gold)
    fits = 0 < len(found.lines) <= AGREED_LINES and len(found.nodes) <= AGREED_NODES
    return found if fits else None


def agreement_svg(found: Agreement, *, narrow: bool = False) -> Markup:
    """The picture; a *narrow* one has slim boxes close to one another."""
    boxes = _Boxes(found, narrow)
    ways = _Ways(found, boxes)
    order = sorted(range(len(found.lines)), key=lambda i: found.lines[i].kind is Kind.KEPT)
    return drawing(
        boxes.width,
        boxes.height,
        _agreement_text(found),
        tag("g", *(ways.drawn(i) for i in order), class_="edges"),
        tag("g", *(boxes.drawn(i) for i in range(len(boxes.names))), class_="nodes"),
        class_="graph agreement",
    )


def _agreement_text(found: Agreement) -> str:
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(found.counts.items()))
    return f"Graph of {plural(len(found.nodes), 'node')}; edges: {kinds}"


class _Boxes:
    """Where the nodes are, and the ways between them."""

    def __init__(self, found: Agreement, narrow: bool) -> None:
        across, between = (_NARROW_ACROSS, _NARROW_BETWEEN) if narrow else (_ACROSS, _BETWEEN)
        self.names = found.nodes
        self._found = found
        self.index = {name: i for i, name in enumerate(self.names)}
        self.labels = [labelled(name, across) for name in self.names]
        longest = max((len(line) for label in self.labels for line in label), default=4)
        self.wide = max(64.0, _CHARACTER * longest + 18)
        self.tall = [14.0 + 14 * len(label) for label in self.labels]
        self.ends = [(self.index[line.source], self.index[line.target]) for line in found.lines]
        shaping = [
            end[::-1] if line.kind is Kind.REVERSED else end  # as gold has it
            for end, line in zip(self.ends, found.lines, strict=True)
            if self._shapes(line)
        ]
        onwards = forward(len(self.names), shaping)
        main = [*onwards, *(e[::-1] for e in shaping if e[0] != e[1] and e not in set(onwards))]
        gaps = Gaps(self.wide + between, _APART, self.wide)
        fill = ceil(sqrt(len(self.names)) / _SLIM)
        layers = merged(layers_of(len(self.names), main), fill)
        layout = lay_out(self.tall, main, gaps=gaps, layers=layers)
        self.places = [(y, x) for x, y in layout.places]
        self.routes = {
            pair: [(y, x) for x, y in points[1:-1]] for pair, points in layout.routes.items()
        }
        last = max(x for x, _ in self.places)
        bent = any(self.places[a][0] == self.places[b][0] == last for a, b in self.ends)
        self.width, self.height = layout.height + _BEND * bent, layout.width

    def _shapes(self, line: Line) -> bool:
        """Does the line take part in the layout?"""
        new = "only-answer" in (
            self._found.notes.get(line.source),
            self._found.notes.get(line.target),
        )
        return new or line.kind is not Kind.EXTRA

    def drawn(self, i: int) -> Markup:
        (x, y), tall, name = self.places[i], self.tall[i], self.names[i]
        note = self._found.notes.get(name)
        top = y - 7 * (len(self.labels[i]) - 1) + 4.2
        lines = (tag("text", text, x=x, y=top + 14 * at) for at, text in enumerate(self.labels[i]))
        box = {"x": x - self.wide / 2, "y": y - tall / 2, "width": self.wide, "height": tall}
        return tag(
            "g",
            tag("title", node_words(self._found, name)),
            tag("rect", **box, rx=5.0),
            *lines,
            class_="node" if note is None else f"node {note}",
            data_v=i,
        )


def node_words(found: Agreement, name: str) -> str:
    """What a reader is told who points at a node."""
    words = {
        "only-gold": "not in the answer",
        "only-answer": "not in gold",
        "unnamed": "not named in the text",
    }
    more = [words[found.notes[name]]] if name in found.notes else []
    if name in found.renamed:
        more.append(f"in the answer: {printable_name(found.renamed[name])}")
    return printable_name(name) + (f" ({'; '.join(more)})" if more else "")


class _Ways:
    """The lines: side by side where they meet a box, level through the columns that they pass."""

    def __init__(self, found: Agreement, boxes: _Boxes) -> None:
        self._lines, self._boxes = found.lines, boxes
        self._port: dict[tuple[int, int], float] = {}
        meeting: dict[tuple[int, bool], list[tuple[float, int]]] = {}
        for at, (a, b) in enumerate(boxes.ends):
            if a != b:
                points = self._points(a, b)
                meeting.setdefault((a, self._right(a, b)), []).append((points[1][1], at))
                meeting.setdefault((b, self._right(b, a)), []).append((points[-2][1], at))
        for (node, _), here in meeting.items():
            step = min(_PORT, (boxes.tall[node] - 10) / max(1, len(here) - 1))
            for place, (_, at) in enumerate(sorted(here)):
                self._port[at, node] = (place - (len(here) - 1) / 2) * step

    def _points(self, a: int, b: int) -> list[Point]:
        """From box to box: the middles of both, and the points passed in between."""
        routes, places = self._boxes.routes, self._boxes.places
        if (a, b) in routes:
            return [places[a], *routes[a, b], places[b]]
        return [places[a], *reversed(routes.get((b, a), [])), places[b]]

    def _right(self, node: int, other: int) -> bool:
        """Does the way to *other* begin on the right side of *node*? So it does within a column."""
        return self._boxes.places[node][0] <= self._boxes.places[other][0]

    def drawn(self, at: int) -> Markup:
        line, (a, b) = self._lines[at], self._boxes.ends[at]
        path, head = self._loop(a) if a == b else self._way(at, a, b)
        return tag(
            "g",
            tag("title", line_words(line)),
            tag("path", d=path),
            tag("path", d=head, class_="head"),
            class_=f"edge {line.kind}",
            data_e=f"{a}-{b}",
        )

    def _way(self, at: int, a: int, b: int) -> tuple[str, str]:
        half = self._boxes.wide / 2
        (x0, y0), *passed, (x1, y1) = self._points(a, b)
        out = 1 if self._right(a, b) else -1
        side = 1 if self._right(b, a) else -1  # of the goal on which the line arrives
        start = (x0 + out * half, y0 + self._port[at, a])
        tip = (x1 + side * half, y1 + self._port[at, b])
        end = (tip[0] + side * _HEAD, tip[1])
        if x0 == x1:
            return _arc(start, end), _head(*tip, -side)
        beside = 3.0 * out if (b, a) in self._boxes.ends else 0.0  # two lines on one way
        return _curve(start, [(x, y + beside) for x, y in passed], end, out * half), _head(
            *tip, -side
        )

    def _loop(self, node: int) -> tuple[str, str]:
        x, y = self._boxes.places[node]
        right, top = x + self._boxes.wide / 2, y - self._boxes.tall[node] / 2
        bend = f"C{number(right - 22)} {number(top - 12)} {number(right + 22)} {number(top - 6)}"
        path = (
            f"M{number(right - 14)} {number(top)}{bend} {number(right + _HEAD)} {number(top + 9)}"
        )
        return path, _head(right, top + 9, -1)


def line_words(line: Line) -> str:
    """What a reader is told who points at a line."""
    text = f"{printable_name(line.source)} → {printable_name(line.target)}: {WORDS[line.kind]}"
    return f"{text}: {' → '.join(map(printable_name, line.path))}" if line.path else text


def _arc(start: Point, end: Point) -> str:
    """Within a column: out to the right and back."""
    far = max(start[0], end[0]) + min(_BEND, 14 + abs(start[1] - end[1]) / 6)
    bend = f"C{number(far)} {number(start[1])} {number(far)} {number(end[1])}"
    return f"M{number(start[0])} {number(start[1])}{bend} {number(end[0])} {number(end[1])}"


def _curve(start: Point, passed: Sequence[Point], end: Point, half: float) -> str:
    """From box to box: level at both, and level through the columns in between."""
    path, (x, y) = f"M{number(start[0])} {number(start[1])}", start
    for place, last in [*((point, False) for point in passed), (end, True)]:
        goal = place[0] if last else place[0] - half
        middle = (x + goal) / 2
        path += f"C{number(middle)} {number(y)} {number(middle)} {number(place[1])}"
        path += f" {number(goal)} {number(place[1])}"
        x, y = (goal if last else place[0] + half), place[1]
        path += "" if last else f"H{number(x)}"
    return path


def _head(x: float, y: float, direction: int) -> str:
    """A triangle with its tip at the point, looking right (1) or left (-1)."""
    return f"M{number(x)} {number(y)}l{number(-direction * (_HEAD + 1))} -3.6v7.2z"
