"""The stages of a check as a figure: passed, failed or never reached."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from symcause.reports.figures.figure import NARROW, WIDE, Figure, lines
from symcause.reports.svg import drawing, tag

if TYPE_CHECKING:
    from markupsafe import Markup

_KINDS = {
    True: ("bar", "✓", "passed"),
    False: ("bar wrong", "×", "failed"),
    None: ("bar none", "", "not reached"),
}
_THICK, _GAP, _LINE = 26.0, 4.0, 15.0


def stages_figure(names: Sequence[str], failed: int, title: str, caption: str = "") -> Figure:
    """The picture; all before the *failed* one were passed, none behind it was reached."""
    states = [True] * failed + [False] + [None] * (len(names) - failed - 1)
    text = f"{title}: " + ", ".join(
        f"{n} {_KINDS[s][2]}" for n, s in zip(names, states, strict=True)
    )
    return Figure(
        "stages",
        title,
        _drawn(names, states, text, narrow=False),
        ("stage", "outcome"),
        tuple((name, _KINDS[state][2]) for name, state in zip(names, states, strict=True)),
        caption,
        narrow=_drawn(names, states, text, narrow=True),
    )


def _drawn(
    names: Sequence[str], states: Sequence[bool | None], told: str, *, narrow: bool
) -> Markup:
    """A row of boxes with names below; a *narrow* one goes down the page."""
    if narrow:
        step = _THICK + _GAP
        parts = [
            part
            for i, (name, state) in enumerate(zip(names, states, strict=True))
            for part in (
                *_box(0.0, step * i, 44.0, state),
                tag("text", _said(name, state), x=56.0, y=step * i + 17, class_=_weight(state)),
            )
        ]
        return drawing(NARROW, step * len(names), told, *parts)
    width = WIDE / len(names)
    wrapped = [lines(_said(n, s), width - 2 * _GAP) for n, s in zip(names, states, strict=True)]
    parts = []
    for i, (texts, state) in enumerate(zip(wrapped, states, strict=True)):
        parts += _box(width * i, 0.0, width - _GAP, state)
        parts += [
            tag("text", text, x=width * i, y=_THICK + 18 + _LINE * j, class_=_weight(state))
            for j, text in enumerate(texts)
        ]
    return drawing(WIDE, _THICK + 26 + _LINE * max(map(len, wrapped)), told, *parts)


def _box(x: float, y: float, width: float, state: bool | None) -> tuple[Markup, Markup]:
    colour, sign, _ = _KINDS[state]
    box = tag("rect", x=x, y=y, width=width, height=_THICK, rx=3.0, class_=colour)
    return box, tag("text", sign, x=x + width / 2, y=y + 18, class_="inside middle strong")


def _said(name: str, state: bool | None) -> str:
    return f"{name}: not reached" if state is None else name


def _weight(state: bool | None) -> str:
    return {True: "label", False: "strong", None: "small"}[state]
