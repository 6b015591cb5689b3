"""The stop place of a refused S-expression: where reading a mechanism ends."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from symcause.models.expressions import MAX_DEPTH
from symcause.models.mechanism_scanner import BOUNDS, PIECE, fits, head_of, leaf_of

_CLOSING = re.compile(r" *\)")


@dataclass
class Frame:
    """An open bracket: where it stands, its operator, and how many arguments are complete."""

    position: int
    operator: str
    count: int = 0


@dataclass(frozen=True)
class Stop:
    """Where reading stopped, what is open there, and whether the expression was complete."""

    position: int
    frames: tuple[Frame, ...]
    complete: bool


def locate(text: str, operators: Collection[str], *, constants: bool) -> Stop:
    """The first piece of a refused *text* with which no expression can continue."""
    inner = whole = Frame(0, "")
    frames: list[Frame] = []
    matches = PIECE.finditer(text)
    for match in matches:
        piece = match[0]
        if piece == ")":
            if not frames or not fits(inner.operator, inner.count):
                break
            frames.pop()
            inner = frames[-1] if frames else whole
            inner.count += 1
        elif inner.count == BOUNDS[inner.operator][1]:
            break
        elif piece[0] != "(":
            if leaf_of(piece, constants) is None:
                break
            inner.count += 1
        elif (head := head_of(piece)) is not None:
            if head not in operators or len(frames) + 1 >= MAX_DEPTH:
                break
            inner = Frame(match.start(), head)
            frames.append(inner)
        else:
            alone = leaf_of(piece[1:].lstrip(" "), constants)
            if alone is None or not _CLOSING.match(text, match.end()):
                break
            next(matches)
            inner.count += 1
    else:
        return Stop(len(text), tuple(frames), whole.count == 1)
    return Stop(match.start(), tuple(frames), whole.count == 1)
