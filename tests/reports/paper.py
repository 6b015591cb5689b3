"""What stands where on the pages of a PDF that Chromium printed: as much of the format as that takes.

A page's content is a list of operators behind their operands. The matrices of ``cm`` and ``Tm`` say where
a text begins, ``rg`` in which colour it is written; that is all that is read. To know headings from other
text, the page is printed with headings in a colour of their own (:data:`MARKED`).
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

Matrix = tuple[float, float, float, float, float, float]


def coloured(selector: str) -> str:
    """Run in a page, it prints what the selector finds in the colour that :attr:`Sheet.marked` counts."""
    rule = f"@media print {{ {selector} {{ color: rgb(1, 2, 3) !important }} }}"
    return f"document.styleSheets[0].insertRule({rule!r}, document.styleSheets[0].cssRules.length)"


MARKED = coloured("h1, h2, h3, h4, caption, thead th, thead th *")
"""Run in a page, it marks what must not be the last thing on a sheet."""

_TOKEN = re.compile(
    rb"<<.*?>>|<[0-9A-Fa-f\s]*>|\((?:\\.|[^\\()])*\)|\[[^\]]*\]|/[^\s/<>\[\]()]+|[^\s/<>\[\]()]+",
    re.S,
)
_UNIT: Matrix = (1, 0, 0, 1, 0, 0)


@dataclass(frozen=True)
class Sheet:
    """One page: how far down it is written (a share of its height), and whether headings come last."""

    filled: float
    stranded: bool
    marked: int = 0  # texts in the colour of headings


def sheets(data: bytes) -> list[Sheet]:
    """The pages of a file."""
    objects = {int(m[1]): m[2] for m in re.finditer(rb"(\d+) 0 obj\n(.*?)endobj", data, re.S)}
    found = []
    for body in objects.values():
        if re.search(rb"/Type\s*/Page\b", body):
            named = re.search(rb"/Contents (\d+) 0 R", body)
            size = re.search(rb"/MediaBox \[0 0 [\d.]+ ([\d.]+)\]", body)
            assert named is not None and size is not None
            found.append(_sheet(_stream(objects[int(named[1])]), float(size[1])))
    return found


def _stream(body: bytes) -> bytes:
    start = body.index(b"stream\n") + len(b"stream\n")
    return zlib.decompress(body[start : body.rindex(b"endstream")])


def _sheet(content: bytes, height: float) -> Sheet:
    texts = [(1 - y / height, marked) for y, marked in _texts(content)]
    if not texts:
        return Sheet(0.0, False)
    lowest = max(y for y, _ in texts)
    last = [marked for y, marked in texts if y > lowest - 0.004]  # on the same line
    return Sheet(lowest, all(last), sum(marked for _, marked in texts))


def _texts(content: bytes) -> Iterator[tuple[float, bool]]:
    """Heights at which texts begin, and whether they have the colour of headings."""
    operands: list[bytes] = []
    kept: list[tuple[Matrix, bool]] = []
    place, line, marked = _UNIT, _UNIT, False
    for token in _TOKEN.findall(content):
        if token in (b"q", b"Q"):
            if token == b"q":
                kept.append((place, marked))
            else:
                place, marked = kept.pop()
        elif token == b"cm":
            place = _times(_matrix(operands), place)
        elif token == b"Tm":
            line = _matrix(operands)
        elif token == b"Td":
            line = _times((1, 0, 0, 1, float(operands[-2]), float(operands[-1])), line)
        elif token == b"rg":
            marked = [round(255 * float(part)) for part in operands[-3:]] == [1, 2, 3]
        elif token in (b"Tj", b"TJ"):
            yield _times(line, place)[5], marked
        elif re.match(rb"[-+.\d<(\[/]", token):
            operands.append(token)
            continue
        operands.clear()


def _matrix(operands: list[bytes]) -> Matrix:
    a, b, c, d, e, f = (float(part) for part in operands[-6:])
    return a, b, c, d, e, f


def _times(m: Matrix, n: Matrix) -> Matrix:
    return (
        m[0] * n[0] + m[1] * n[2],
        m[0] * n[1] + m[1] * n[3],
        m[2] * n[0] + m[3] * n[2],
        m[2] * n[1] + m[3] * n[3],
        m[4] * n[0] + m[5] * n[2] + n[4],
        m[4] * n[1] + m[5] * n[3] + n[5],
    )
