"""The residual figure of a linear page: readings against what a hypothesis gives.

A dot on the zero line is a reading that the hypothesis gives; one that it misses is red, off the line,
with a cross beside the number. The shade is what rounding of the readings allows.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from symcause.families.linear.bounds import RESIDUAL_ROWS
from symcause.families.linear.documents.check_document import ReadingPart
from symcause.models.exact_numbers import print_number, read_number
from symcause.reports.figures.axes import Scale, spelled, ticks
from symcause.reports.figures.figure import LETTER, Figure
from symcause.reports.svg import drawing, number, tag

if TYPE_CHECKING:
    from markupsafe import Markup

_ROW, _TOP, _WIDE, _NARROW, _LONGEST = 26.0, 34.0, 600.0, 358.0, 14


def residual_figure(
    found: Sequence[tuple[str, ReadingPart]], target: str, rounding: Fraction
) -> Figure | None:
    """The picture; None without readings. Each comes with the name of its row."""
    if not found:
        return None
    chosen = sorted(range(len(found)), key=lambda i: (found[i][1].right, i))[:RESIDUAL_ROWS]
    rows = [found[i] for i in sorted(chosen)]
    hidden = len(found) - len(rows)
    wrong = sum(not part.right for _, part in found)
    text = (
        f"{len(found) - wrong} of {len(found)} readings of {target} are what the hypothesis gives."
    )
    more = f" {hidden} more are in the data." if hidden else ""
    return Figure(
        "residuals",
        f"Readings of {target}",
        _drawn(rows, rounding, text, narrow=False),
        ("row", "read", "given", "residual", "right"),
        tuple((name, p.read, p.given, print_number(_residual(p)), p.right) for name, p in found),
        f"{target}: read minus given, row by row; × where the hypothesis misses the reading.{more}",
        narrow=_drawn(rows, rounding, text, narrow=True),
    )


def _residual(part: ReadingPart) -> Fraction:
    return read_number(part.read) - read_number(part.given)


def _drawn(
    rows: Sequence[tuple[str, ReadingPart]], rounding: Fraction, told: str, *, narrow: bool
) -> Markup:
    width = _NARROW if narrow else _WIDE
    names = LETTER * min(_LONGEST, max(len(name) for name, _ in rows))
    left, right = names + (14 if narrow else 150), width - 84
    half = float(rounding) / 2
    reach = max(half, *(abs(float(_residual(part))) for _, part in rows)) or 1.0
    across = Scale(-1.08 * reach, 1.08 * reach, left, right)
    bottom = _TOP + _ROW * len(rows)
    parts = [tag("text", "residual", x=(left + right) / 2, y=18.0, class_="small middle")]
    if not narrow:
        heads = (("read", names + 66), ("given", names + 132))
        parts += [tag("text", text, x=x, y=18.0, class_="small end") for text, x in heads]
    if half:
        box = {"x": across(-half), "y": _TOP, "width": across(half) - across(-half)}
        parts.append(tag("rect", **box, height=bottom - _TOP, class_="bar none"))
    for tick in ticks(across.low, across.high, 3 if narrow else 5):
        x = across(tick)
        kind = "axis" if tick == 0 else "grid"
        parts.append(tag("path", d=f"M{number(x)} {_TOP}V{number(bottom)}", class_=kind))
        parts.append(tag("text", spelled(tick), x=x, y=bottom + 16, class_="small middle"))
    for i, (name, part) in enumerate(rows):
        y = _TOP + _ROW * i + 13
        parts += _row(name, part, y, across)
        if not narrow:
            for text, x in ((part.read, names + 66), (part.given, names + 132)):
                parts.append(tag("text", _short(text), x=x, y=y + 4, class_="value end"))
    return drawing(width, bottom + 24, told, *parts)


def _row(name: str, part: ReadingPart, y: float, across: Scale) -> list[Markup]:
    residual, zero = _residual(part), across(0)
    x = across(float(residual))
    shown = name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"
    words = f"{float(residual):+.4g}".replace("-", "−") if residual else "0"
    title = f"{name}: read {part.read}, given {part.given}"
    parts = [
        tag("text", tag("title", name), shown, x=0.0, y=y + 4),
        tag("text", words + " ×" * (not part.right), x=across.end + 12, y=y + 4, class_="value"),
    ]
    if residual:
        line = f"M{number(zero)} {number(y)}H{number(x)}"
        parts.append(tag("path", d=line, class_=f"whisker s{0 if part.right else 4}"))
    kind = "d0" if part.right else "d4"
    return [*parts, tag("circle", tag("title", title), cx=x, cy=y, r=4.6, class_=kind)]


def _short(text: str) -> str:
    return text if len(text) <= 8 else f"{float(read_number(text)):.5g}"
