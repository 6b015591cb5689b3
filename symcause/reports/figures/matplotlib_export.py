"""Export of figures through matplotlib, as PDF, PNG or part of another figure.

The pictures of this package are SVG of a small kind: rectangles, circles, paths and texts whose looks are
classes of one style sheet. What they look like is read off that sheet, in light colours, and drawn anew;
one pixel of the picture is 0.75 points on paper. matplotlib is loaded when it is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

from symcause.errors import UsageError
from symcause.reports.svg import figure_css, palette, written_out
from symcause.version import installing

_INCH, _POINT = 96.0, 0.75  # pixels of an inch; points of a pixel
_SVG = "{http://www.w3.org/2000/svg}"
_COMMAND = re.compile(r"([MLHVCQZmlhvcqz])|(-?\d*\.?\d+(?:e-?\d+)?)")

Style = dict[str, str]


def plotted(svg: str) -> Any:
    """The picture as a matplotlib figure. Raises UsageError where matplotlib is not installed."""
    try:
        figures = import_module("matplotlib.figure")
    except ImportError:
        raise UsageError(
            "matplotlib is not installed", remedy=f"{installing('plot')}, or take the SVG"
        ) from None
    root = ElementTree.fromstring(svg)
    width, height = (float(v) for v in str(root.get("viewBox")).split()[2:])
    figure = figures.Figure(figsize=(width / _INCH, height / _INCH))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, width), ylim=(height, 0))
    axes.set_axis_off()
    for i, (element, style, shift) in enumerate(_walked(root, (), {}, (0.0, 0.0))):
        _draw(axes, element, style, shift, i)
    return figure


@dataclass(frozen=True)
class _Rule:
    """A rule of the style sheet: compounds from the outside in, each a tag (or none) and classes."""

    compounds: tuple[tuple[str, frozenset[str]], ...]
    style: tuple[tuple[str, str], ...]
    rank: tuple[int, int, int]

    def matches(self, chain: Sequence[tuple[str, frozenset[str]]]) -> bool:
        *outer, last = self.compounds
        if not _fits(last, chain[-1]):
            return False
        at = 0
        for compound in outer:
            while at < len(chain) - 1 and not _fits(compound, chain[at]):
                at += 1
            if at == len(chain) - 1:
                return False
            at += 1
        return True


def _fits(compound: tuple[str, frozenset[str]], element: tuple[str, frozenset[str]]) -> bool:
    return compound[0] in ("", element[0]) and compound[1] <= element[1]


@lru_cache(maxsize=1)
def _rules() -> tuple[_Rule, ...]:
    rules = []
    css = re.sub(r"/\*.*?\*/", "", written_out(figure_css(), palette("light")), flags=re.DOTALL)
    for place, (selectors, body) in enumerate(re.findall(r"([^{}]+)\{([^{}]*)\}", css)):
        pairs = (part.partition(":") for part in body.split(";") if ":" in part)
        style = tuple((name.strip(), value.strip()) for name, _, value in pairs)
        for selector in selectors.split(","):
            compounds = []
            for part in selector.split():
                name, *classes = part.split(".")
                compounds.append((name, frozenset(classes)))
            names = sum(bool(name) for name, _ in compounds)
            rank = (sum(len(classes) for _, classes in compounds), names, place)
            rules.append(_Rule(tuple(compounds), style, rank))
    return tuple(sorted(rules, key=lambda rule: rule.rank))


_INHERITED = ("fill", "font-size", "font-weight", "text-anchor", "opacity")

Chain = tuple[tuple[str, frozenset[str]], ...]


def _walked(
    element: ElementTree.Element, chain: Chain, above: Style, shift: tuple[float, float]
) -> Iterator[tuple[ElementTree.Element, Style, tuple[float, float]]]:
    """Every element with its looks and where its group was moved to, in the order of drawing."""
    name = element.tag.removeprefix(_SVG)
    chain = (*chain, (name, frozenset(str(element.get("class", "")).split())))
    style = {key: above[key] for key in _INHERITED if key in above}
    for rule in _rules():
        if rule.matches(chain):
            style.update(rule.style)
    moved = re.match(r"translate\(([-\d.]+)[ ,]+([-\d.]+)\)", element.get("transform", ""))
    if moved:
        shift = (shift[0] + float(moved[1]), shift[1] + float(moved[2]))
    yield element, style, shift
    if name not in ("text", "title"):
        for child in element:
            yield from _walked(child, chain, style, shift)


def _draw(
    axes: Any, element: ElementTree.Element, style: Style, shift: tuple[float, float], order: int
) -> None:
    name = element.tag.removeprefix(_SVG)
    if style.get("display") == "none" or name not in ("rect", "circle", "path", "text"):
        return
    if name == "text":
        _text(axes, element, style, shift, order)
        return
    patches = import_module("matplotlib.patches")
    look = {**_look(style), "zorder": order}
    x, y = shift
    if name == "circle":
        centre = (_number(element, "cx") + x, _number(element, "cy") + y)
        axes.add_patch(patches.Circle(centre, _number(element, "r"), **look))
    elif name == "rect":
        corner = (_number(element, "x") + x, _number(element, "y") + y)
        size = _number(element, "width"), _number(element, "height")
        rounded = _number(element, "rx")
        shape = f"round,pad=0,rounding_size={rounded}" if rounded else "square,pad=0"
        axes.add_patch(patches.FancyBboxPatch(corner, *size, boxstyle=shape, **look))
    else:
        path = import_module("matplotlib.path").Path
        points, codes = _path(str(element.get("d", "")), shift)
        if points:
            axes.add_patch(patches.PathPatch(path(points, codes), **look))


def _number(element: ElementTree.Element, name: str) -> float:
    return float(element.get(name, "0"))


def _look(style: Style) -> dict[str, Any]:
    fill, stroke = style.get("fill", "#000000"), style.get("stroke", "none")
    width = float(style.get("stroke-width", "1")) * _POINT
    look: dict[str, Any] = {
        "facecolor": fill,
        "edgecolor": stroke,
        "linewidth": 0 if stroke == "none" else width,
        "alpha": float(style.get("opacity", style.get("fill-opacity", "1"))),
    }
    dashes = style.get("stroke-dasharray", "none")
    if dashes != "none" and width:
        look["linestyle"] = (0, tuple(float(v) * _POINT / width for v in dashes.split()))
    return look


def _text(
    axes: Any, element: ElementTree.Element, style: Style, shift: tuple[float, float], order: int
) -> None:
    said = _plain(element.text)
    for child in element:
        if child.tag == f"{_SVG}tspan":
            raised = child.get("dy") is not None and (child.text or "").isdigit()
            said += f"$^{{{child.text}}}$" if raised else _plain(child.text)
        said += _plain(child.tail)
    sides = {"middle": "center", "end": "right"}
    axes.text(
        _number(element, "x") + shift[0],
        _number(element, "y") + shift[1],
        said,
        fontsize=float(style.get("font-size", "12px").removesuffix("px")) * _POINT,
        fontweight="bold" if int(style.get("font-weight", "400")) >= 600 else "normal",
        color=style.get("fill", "#000000"),
        ha=sides.get(style.get("text-anchor", ""), "left"),
        va="baseline",
        zorder=order,
    )


def _plain(text: str | None) -> str:
    """Text that matplotlib does not read as a formula."""
    return (text or "").replace("$", r"\$")


def _path(text: str, shift: tuple[float, float]) -> tuple[list[tuple[float, float]], list[int]]:
    """Vertices and codes of matplotlib (1 move, 2 line, 3 and 4 curves, 79 close)."""
    points: list[tuple[float, float]] = []
    codes: list[int] = []
    at = start = (0.0, 0.0)
    for command, numbers in _commands(text):
        lower, base = command.islower(), at if command.islower() else (0.0, 0.0)
        kind = command.upper()
        if kind == "Z":
            points.append(start)
            codes.append(79)
            at = start
        elif kind in "HV":
            for value in numbers:
                origin = at if lower else (0.0, 0.0)
                at = (value + origin[0], at[1]) if kind == "H" else (at[0], value + origin[1])
                points.append(at)
                codes.append(2)
        else:
            size = {"M": 1, "L": 1, "Q": 2, "C": 3}[kind]
            code = {"M": 1, "L": 2, "Q": 3, "C": 4}[kind]
            pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
            for i in range(0, len(pairs), size):
                base = at if lower else (0.0, 0.0)
                group = [(px + base[0], py + base[1]) for px, py in pairs[i : i + size]]
                points += group
                codes += [2 if kind == "M" and i else code] * len(group)
                at = group[-1]
                start = at if kind == "M" and not i else start
    return [(px + shift[0], py + shift[1]) for px, py in points], codes


def _commands(text: str) -> Iterator[tuple[str, list[float]]]:
    """The letters of a path with the numbers behind each."""
    tokens = list(_COMMAND.finditer(text))
    letters = [i for i, token in enumerate(tokens) if token[1]]
    for here, there in pairwise([*letters, len(tokens)]):
        yield tokens[here][1], [float(token[2]) for token in tokens[here + 1 : there]]
