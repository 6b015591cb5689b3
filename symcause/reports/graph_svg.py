"""Causal graphs drawn as SVG in reports, with edges styled by what is known of them.

An edge has a *status*: in all, some or no members of the version space (``always``, ``some``,
``never``), or ``plain`` where that is not the question. Edges that the reference (gold, or a member) does
not have are drawn thinner, below the others.

>>> svg = graph_svg(["A", "B"], [Arrow("A", "B", "always")])
>>> svg.count('class="edge always"'), "A → B: in all members" in svg
(1, True)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from symcause.reports.graph_layers import Edge, forward
from symcause.reports.graph_layout import NODE_HEIGHT, Layout, Point, lay_out
from symcause.reports.svg import drawing, number, tag

if TYPE_CHECKING:
    from markupsafe import Markup

STATUS_WORDS = {
    "always": "in all members",
    "some": "in some members",
    "never": "in no member",
    "plain": "edge",
}
_CHARACTER, _LONGEST = 8.2, 18
_PORT = 11.0  # between two edges at one node
_HEAD = 7.0
_ARC = 26.0  # how deep an arc between two nodes of one layer dips at most


@dataclass(frozen=True)
class Arrow:
    """An edge to draw; *layers* says that it shapes the layering (as far as those are acyclic).

    One that may point *either* way is one line without a head.
    """

    cause: str
    effect: str
    status: str = "plain"
    marks: tuple[str, ...] = ()  # further classes
    layers: bool = True
    note: str = ""
    either: bool = False


def graph_svg(
    nodes: Sequence[str],
    lines: Iterable[Arrow],
    *,
    roots: Collection[str] = (),
    title: str = "",
    marked: Collection[str] = (),
    story: Collection[str] = (),
    unsettled: Collection[str] = (),
) -> Markup:
    """Draw the graph; *marked* nodes (the target of a crystal, say) are framed twice, those of the *story*
    stand out, and *unsettled* ones have the colour of what is open."""
    drawn = list(lines)
    index = {name: i for i, name in enumerate(nodes)}
    shown = [_shortened(name) for name in nodes]
    widths = [max(38.0, _CHARACTER * len(text) + 20) for text in shown]
    ends = {(index[line.cause], index[line.effect]): line for line in drawn}
    main = forward(len(nodes), [edge for edge, line in ends.items() if line.layers])
    layout = lay_out(widths, main, ends)
    ports = _Ports(layout, widths)
    order = sorted(ends.items(), key=lambda item: item[1].layers)
    edges = [_edge(edge, line, ports) for edge, line in order]
    boxes = [
        _Node(
            i,
            name,
            shown[i],
            layout.places[i],
            widths[i],
            (name in roots, name in marked, name in story, name in unsettled),
        ).drawn()
        for i, name in enumerate(nodes)
    ]
    return drawing(
        layout.width,
        layout.height + ports.below,
        title or _title_text(drawn, nodes),
        tag("g", *edges, class_="edges"),
        tag("g", *boxes, class_="nodes"),
        class_="graph",
    )


def _title_text(lines: Sequence[Arrow], nodes: Sequence[str]) -> str:
    text = ", ".join(f"{e.cause} {'–' if e.either else '→'} {e.effect}" for e in lines[:40])
    more = f" and {len(lines) - 40} more" if len(lines) > 40 else ""
    return f"Graph of {len(nodes)} variables" + (f": {text}{more}" if text else " without edges")


def _shortened(name: str) -> str:
    return name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"


@dataclass(frozen=True)
class _Node:
    """A variable where it is drawn: a root round, a marked one with a second line."""

    index: int
    name: str
    shown: str
    place: Point
    width: float
    kinds: tuple[bool, bool, bool, bool]  # root, marked, told, unsettled

    def drawn(self) -> Markup:
        x, y = self.place
        root, marked, told, unsettled = self.kinds
        box = {
            "x": x - self.width / 2,
            "y": y - NODE_HEIGHT / 2,
            "width": self.width,
            "height": NODE_HEIGHT,
            "rx": NODE_HEIGHT / 2 if root else 5.0,
        }
        inner = [tag("rect", **box)]
        if marked:
            small = {**box, "x": box["x"] + 3, "y": box["y"] + 3, "width": self.width - 6}
            small |= {"height": NODE_HEIGHT - 6, "rx": 3.0}
            inner.append(tag("rect", **small, class_="inner"))
        return tag(
            "g",
            tag("title", f"{self.name} (root)" if root else self.name),
            *inner,
            tag("text", self.shown, x=x, y=y + 4.5),
            class_="node" + " root" * root + " told" * told + " unsettled" * unsettled,
            data_v=self.index,
        )


def _edge(edge: Edge, line: Arrow, ports: _Ports) -> Markup:
    path, tip, down = ports.drawn(edge)
    sign = "–" if line.either else "→"
    text = f"{line.cause} {sign} {line.effect}: {line.note or STATUS_WORDS[line.status]}"
    head = tag("path", d=_head(*tip, down), class_="head")
    whole = f"{path}L{number(tip[0])} {number(tip[1])}"
    return tag(
        "g",
        tag("title", text),
        *((tag("path", d=whole),) if line.either else (tag("path", d=path), head)),
        class_=" ".join(("edge", line.status, *line.marks)),
        data_e=f"{edge[0]}-{edge[1]}",
    )


class _Ports:
    """Where edges leave and enter nodes: side by side, in the order of where they come from."""

    def __init__(self, layout: Layout, widths: Sequence[float]) -> None:
        self._layout = layout
        self._out: dict[Edge, float] = {}
        self._in: dict[Edge, float] = {}
        leaving: dict[tuple[int, bool], list[Edge]] = {}
        entering: dict[tuple[int, bool], list[Edge]] = {}
        for edge in layout.routes:
            if edge[0] == edge[1]:
                continue
            down = self.goes_down(edge)
            leaving.setdefault((edge[0], down or self._level(edge)), []).append(edge)
            entering.setdefault((edge[1], down), []).append(edge)
        for (node, _), edges in leaving.items():
            edges.sort(key=lambda e: layout.routes[e][1][0])
            self._out |= self._spread(edges, widths[node])
        for (node, _), edges in entering.items():
            edges.sort(key=lambda e: layout.routes[e][-2][0])
            self._in |= self._spread(edges, widths[node])

    def goes_down(self, edge: Edge) -> bool:
        places = self._layout.places
        return places[edge[0]][1] < places[edge[1]][1]

    @property
    def below(self) -> float:
        """Room for arcs under the lowest layer."""
        lowest = max((y for _, y in self._layout.places), default=0.0)
        arcs = (self._level(e) and self._layout.places[e[0]][1] == lowest for e in self._out)
        return _ARC if any(arcs) else 0.0

    def _level(self, edge: Edge) -> bool:
        places = self._layout.places
        return places[edge[0]][1] == places[edge[1]][1]

    @staticmethod
    def _spread(edges: list[Edge], width: float) -> dict[Edge, float]:
        step = min(_PORT, (width - 16) / max(1, len(edges) - 1))
        middle = (len(edges) - 1) / 2
        return {edge: (i - middle) * step for i, edge in enumerate(edges)}

    def drawn(self, edge: Edge) -> tuple[str, Point, int]:
        """The path of an edge up to its head, the tip of that, and whether it looks down (1) or up (-1)."""
        points = list(self._layout.routes[edge])
        if edge[0] == edge[1]:
            return _loop(*points[0])
        (x0, y0), (x1, y1) = points[0], points[-1]
        x0, x1 = x0 + self._out[edge], x1 + self._in[edge]
        half = NODE_HEIGHT / 2
        if self.goes_down(edge):
            end = (x1, y1 - half - _HEAD)
            return _curve([(x0, y0 + half), *points[1:-1], end]), (x1, y1 - half), 1
        if self._level(edge):
            dip = y0 + half + 14 + min(_ARC, abs(x1 - x0) / 8)
            bend = f"C{number(x0)} {number(dip)} {number(x1)} {number(dip + _HEAD)}"
            stop = f"{number(x1)} {number(y1 + half + _HEAD)}"
            return f"M{number(x0)} {number(y0 + half)}{bend} {stop}", (x1, y1 + half), -1
        end = (x1, y1 + half + _HEAD)
        return _curve([(x0, y0 - half), end]), (x1, y1 + half), -1


def _loop(x: float, y: float) -> tuple[str, Point, int]:
    """An arc from the top of a node back to it."""
    top, far = y - NODE_HEIGHT / 2, y - NODE_HEIGHT / 2 - 15
    start = f"M{number(x - 9)} {number(top)}C{number(x - 14)} {number(far)} {number(x + 14)} {number(far)}"
    return f"{start} {number(x + 9)} {number(top - _HEAD)}", (x + 9, top), 1


def _curve(points: Sequence[Point]) -> str:
    """Smooth through the points, vertical in each."""
    path = f"M{number(points[0][0])} {number(points[0][1])}"
    for (x0, y0), (x1, y1) in pairwise(points):
        middle = (y0 + y1) / 2
        path += f"C{number(x0)} {number(middle)} {number(x1)} {number(middle)} {number(x1)} {number(y1)}"
    return path


def _head(x: float, y: float, direction: int) -> str:
    """A triangle with its tip at the point, looking down (1) or up (-1)."""
    back = number(-direction * (_HEAD + 1))
    return f"M{number(x)} {number(y)}l-3.6 {back}h7.2z"
