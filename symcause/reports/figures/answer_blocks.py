"""The members of a space in two blocks, by their answer to a yes-no question, and what is stored.

A square is a member; where there are too many, a bar is as long as their share. The block that is settled
on is blue, both are amber while the question is open; the stored answer is named where it stands, and where
it does not follow it is red.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from symcause.audits.story import CLASSES, Tone
from symcause.bounds.reports_bounds import STORED_SQUARES
from symcause.models.number_phrases import plural
from symcause.reports.figures.figure import NARROW, WIDE
from symcause.reports.svg import number, tag

if TYPE_CHECKING:
    from markupsafe import Markup

_GAP, _SQUARE, _STEP, _HEAD, _LINE = 16.0, 13.0, 17.0, 26.0, 18.0


@dataclass(frozen=True)
class Block:
    """An answer, how many members give it, and what is stored, if that claims this answer."""

    answer: str
    number: int
    stored: str = ""
    wrong: bool = False  # what is stored here does not follow


def answer_blocks(
    blocks: tuple[Block, Block], noun: str, *, narrow: bool = False
) -> tuple[list[Markup], float]:
    """Both blocks from the top, and where they end."""
    total = sum(block.number for block in blocks)
    wide = NARROW if narrow else (WIDE - _GAP) / 2
    drawn = [_block(block, total, noun, wide) for block in blocks]
    tallest = max(high for _, high in drawn)
    parts: list[Markup] = []
    x = y = end = 0.0
    for shown, own in drawn:
        high = own if narrow else tallest
        box = {"x": 0.5, "y": 0.5, "width": wide - 1, "height": high - 2, "rx": 4.0}
        frame = tag("rect", **box, class_="faint")
        parts.append(tag("g", frame, *shown, transform=f"translate({number(x)} {number(y)})"))
        end = y + high
        x, y = (0.0, end + 8) if narrow else (x + wide + _GAP, 0.0)
    return parts, end


def _block(block: Block, total: int, noun: str, wide: float) -> tuple[list[Markup], float]:
    settled = block.number in (0, total)
    tone = CLASSES[Tone.GOOD if settled else Tone.SOME]
    text = f"{block.answer} in {block.number:,} of {plural(total, noun)}"
    style = f"strong {tone}" if block.number else "label"
    head = tag("text", text, x=10.0, y=18.0, class_=style)
    marks, low = _marks(block, total, wide - 20, tone)
    inside = tag("g", *marks, transform=f"translate(10 {number(_HEAD)})")
    parts, end = [head, inside], _HEAD + (low if block.stored else max(low, _STEP))
    if block.stored:
        end += _LINE
        sign, look = ("✗", CLASSES[Tone.BAD]) if block.wrong else ("●" if settled else "◐", tone)
        words = f"{sign} {block.stored}"
        parts.append(tag("text", words, x=10.0, y=end - 4, class_=f"strong {look}"))
    return parts, end + 6


def _marks(block: Block, total: int, room: float, tone: str) -> tuple[list[Markup], float]:
    """Squares in lines, or one bar; and where they end."""
    if block.number > STORED_SQUARES:
        share = {"x": 0.0, "y": 0.0, "width": room * block.number / total, "height": _SQUARE}
        return [tag("rect", **share, rx=2.0, class_=tone)], _LINE
    line = max(1, int(room // _STEP))
    places = [(i % line * _STEP, i // line * _STEP) for i in range(block.number)]
    box = {"width": _SQUARE, "height": _SQUARE, "rx": 2.0, "class_": tone}
    return [tag("rect", x=x, y=y, **box) for x, y in places], _STEP * -(-block.number // line)
