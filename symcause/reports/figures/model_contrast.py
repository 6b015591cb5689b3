"""The model contrast in figures of reports: two models cell by cell, and both graphs as one.

The context is an experiment that tells them apart. Cells in which the two differ are framed; values that
were given or set are underlined.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from symcause.reports.figures.figure import LETTER, NARROW, WIDE, Figure
from symcause.reports.graph_svg import Arrow, graph_svg
from symcause.reports.svg import drawing, number, tag

if TYPE_CHECKING:
    from markupsafe import Markup

Edge = tuple[str, str]

_ROW, _SIDE, _CELL = 26.0, 40.0, 30.0
_SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


@dataclass(frozen=True)
class OneModel:
    """A model: what it is called, what it shows in the context, its edges, its mechanisms in words."""

    name: str
    values: Mapping[str, object]
    edges: frozenset[Edge]
    made: Mapping[str, str]


@dataclass(frozen=True)
class Contrast:
    """Two models in a context, and what is given there or set; *verb* leads to how a variable is made."""

    where: str
    variables: tuple[str, ...]
    given: frozenset[str]
    models: tuple[OneModel, OneModel]
    verb: str = ""

    @property
    def valued(self) -> tuple[str, ...]:
        """The variables that have a value in the context."""
        return tuple(v for v in self.variables if any(v in one.values for one in self.models))

    def differs(self, name: str) -> bool:
        first, second = self.models
        return first.values.get(name) != second.values.get(name)


def contrast_figure(contrast: Contrast) -> Figure:
    """The picture; its data has a line a variable."""
    first, second = contrast.models
    title = f"{first.name[0].upper()}{first.name[1:]} against {second.name}"
    summary = f"{title}, {contrast.where}: " + "; ".join(
        f"{name} is {first.values[name]} or {second.values[name]}"
        for name in contrast.valued
        if contrast.differs(name)
    )
    wide, slim = (_drawn(contrast, summary, narrow) for narrow in (False, True))
    columns = ("variable", first.name, second.name, f"made in {first.name}", f"in {second.name}")
    rows = tuple(
        (
            v,
            *(one.values.get(v) for one in contrast.models),
            *(one.made[v] for one in contrast.models),
        )
        for v in contrast.variables
    )
    caption = (
        "Framed: the two models differ. Underlined: given, or set by the experiment. In the graph, blue: "
        f"in both; violet: in {first.name} alone; dashed: in {second.name} alone."
    )
    return Figure("contrast", title, wide, columns, rows, caption, narrow=slim)


def cells_figure(contrast: Contrast, title: str) -> Figure:
    """Both models cell by cell, without graphs."""
    first, second = contrast.models
    rows = tuple((v, *(one.values.get(v) for one in contrast.models)) for v in contrast.variables)
    differing = (name for name in contrast.variables if contrast.differs(name))
    summary = f"{title}: " + "; ".join(
        f"{v} is {first.values.get(v)} or {second.values.get(v)}" for v in differing
    )
    parts, width, height = _table(contrast, WIDE)
    drawn = drawing(max(width, NARROW), height, summary, *parts, class_="contrast")
    columns = ("variable", first.name, second.name)
    return Figure("terms", title, drawn, columns, rows, "Framed: the two differ.")


def _drawn(contrast: Contrast, summary: str, narrow: bool) -> Markup:
    parts, width, height = _table(contrast, NARROW if narrow else 0.58 * WIDE)
    lines = _mechanisms(contrast, height + 12, NARROW if narrow else 0.58 * WIDE)
    low = height + 12 + 18 * len(lines)
    graph = str(_graph(contrast))
    size = _SIZE.search(graph)
    assert size is not None, "a graph has a size"
    wide, high = float(size[1]), float(size[2])
    x, y = (0.0, low + 8) if narrow else (max(width, 0.58 * WIDE) + 40, 0.0)
    from markupsafe import Markup

    placed = Markup(graph.replace("<svg", f'<svg x="{number(x)}" y="{number(y)}"', 1))
    right = max(NARROW, wide) if narrow else max(WIDE, x + wide)
    return drawing(right, max(low, y + high), summary, *parts, *lines, placed, class_="contrast")


def _table(contrast: Contrast, room: float) -> tuple[list[Markup], float, float]:
    """A row a model, a column a variable; where there is no room only what is given or differs."""
    names = list(contrast.valued)
    width = {name: _wide(contrast, name) for name in names}
    side = LETTER * max(len(one.name) for one in contrast.models) + 14
    if side + sum(width.values()) > room:
        names = [n for n in names if contrast.differs(n) or n in contrast.given]
    parts = [tag("text", contrast.where, x=0.0, y=14.0, class_="strong")]
    x, top = side, 40.0
    for i, one in enumerate(contrast.models):
        parts.append(tag("text", one.name, x=0.0, y=top + _ROW * (i + 1) - 2))
    for name in names:
        middle = x + width[name] / 2
        half = (width[name] - 8) / 2 if _longest(contrast, name) > 2 else 13.0
        parts.append(tag("text", name, x=middle, y=top - 2, class_="label middle"))
        for i, one in enumerate(contrast.models):
            y = top + _ROW * (i + 1) - 2
            if contrast.differs(name):
                box = {
                    "x": middle - half,
                    "y": y - 15,
                    "width": 2 * half,
                    "height": 21.0,
                    "rx": 3.0,
                }
                parts.append(tag("rect", **box, class_="diamond"))
            value = one.values.get(name)
            style = "strong middle" if contrast.differs(name) else "middle"
            shown = "–" if value is None else str(value)
            parts.append(tag("text", shown, x=middle, y=y, class_=style))
            if name in contrast.given:
                line = f"M{number(middle - 5)} {number(y + 3)}h10"
                parts.append(tag("path", d=line, class_="axis"))
        x += width[name]
    return parts, x, top + _ROW * 2 + 6


def _longest(contrast: Contrast, name: str) -> int:
    return max(len(str(one.values.get(name, ""))) for one in contrast.models)


def _wide(contrast: Contrast, name: str) -> float:
    """The room of a column: of its name, and of its values in bold."""
    return max(_CELL, LETTER * len(name) + 12, 1.1 * LETTER * _longest(contrast, name) + 16)


def _mechanisms(contrast: Contrast, top: float, room: float) -> list[Markup]:
    """Of the variables that are made differently, how."""
    first, second = contrast.models
    most = int(room / LETTER)
    texts = [
        f"{name} in {one.name}: {contrast.verb} {one.made[name]}".replace(":  ", ": ")
        for name in contrast.variables
        if first.made[name] != second.made[name]
        for one in contrast.models
    ]
    return [
        tag(
            "text",
            tag("title", text),
            _cut(text, most),
            x=0.0,
            y=top + 18 * (i + 1) - 4,
            class_="small",
        )
        for i, text in enumerate(texts)
    ]


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def _graph(contrast: Contrast) -> Markup:
    """Both graphs in the layout of the first one."""
    first, second = (one.edges for one in contrast.models)
    names = [one.name for one in contrast.models]
    lines = [Arrow(a, b, "always", note="in both") for a, b in sorted(first & second)]
    lines += [
        Arrow(a, b, marks=("in-first",), note=f"only in {names[0]}")
        for a, b in sorted(first - second)
    ]
    lines += [
        Arrow(a, b, marks=("in-second",), layers=False, note=f"only in {names[1]}")
        for a, b in sorted(second - first)
    ]
    effects = {b for _, b in (*first, *second)}
    roots = [name for name in contrast.variables if name not in effects]
    differ: Sequence[str] = [
        v for v in contrast.variables if contrast.models[0].made[v] != contrast.models[1].made[v]
    ]
    return graph_svg(contrast.variables, lines, roots=roots, marked=differ)
