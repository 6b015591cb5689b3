"""The terminal layout of reports: colours, tables and line breaks that suit the stream.

Rich decides by the environment (``NO_COLOR``, ``TERM``); in a pipe the text is plain and as wide as it
needs to be. On a terminal long lines go on indented, and a table that is too wide for it becomes a list:
nobody can read a column of three characters.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING

from symcause.errors import printable

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.text import Text

_PIPE_WIDTH = 200
_LEAST = 14  # characters that the widest column of a table keeps
_GAP = 2


def to_text(parts: Iterable[RenderableType], stream: object = None) -> str:
    """Render the parts as text that suits the stream (standard output by default)."""
    from rich.console import Console

    target = stream or sys.stdout
    live = bool(getattr(target, "isatty", lambda: False)())
    console = Console(
        file=io.StringIO(),
        force_terminal=live,
        no_color=not live or "NO_COLOR" in os.environ,
        width=None if live else _PIPE_WIDTH,
        highlight=False,
        emoji=False,
        markup=False,
    )
    with console.capture() as captured:
        for part in parts:
            part = _clean(part) if isinstance(part, str) else part
            if live:
                console.print(_folded(part, console.width))
            else:
                console.print(part, soft_wrap=isinstance(part, str) or _is_text(part))
    return "\n".join(line.rstrip() for line in captured.get().rstrip("\n").split("\n"))


def _clean(text: str) -> str:
    """Whatever a file put into it, the text does not steer the terminal: only our own colours do."""
    return printable(text, "\n\t")


def _is_text(part: RenderableType) -> bool:
    from rich.text import Text

    return isinstance(part, Text)


def _folded(part: RenderableType, width: int) -> RenderableType:
    """Lines that are too long go on below, a bit further in."""
    from rich.text import Text

    if not isinstance(part, str | Text):
        return part
    plain = part if isinstance(part, str) else part.plain
    lines: list[str] = []
    for line in plain.split("\n"):
        indent = " " * min(len(line) - len(line.lstrip()) + 4, width // 2)
        lines += wrap(line, width, subsequent_indent=indent, break_on_hyphens=False) or [""]
    return Text("\n".join(lines), style="" if isinstance(part, str) else part.style)


@dataclass(frozen=True)
class _Table:
    """A plain table without box lines, or a list where it would not fit."""

    headers: Sequence[str]
    rows: Sequence[Sequence[str]]
    right: Sequence[int]

    def __rich_console__(
        self, console: Console, options: ConsoleOptions
    ) -> Iterator[RenderableType]:
        widths = [max(map(len, column)) for column in zip(self.headers, *self.rows, strict=True)]
        others = sum(widths) - max(widths) + _GAP * len(widths)
        if options.max_width - others >= min(_LEAST, max(widths)):
            yield self._grid(widths.index(max(widths)))
        else:
            yield from self._list(options.max_width)

    def _grid(self, widest: int) -> RenderableType:
        from rich.table import Table
        from rich.text import Text

        named = any(self.headers)
        grid = Table(
            box=None, pad_edge=False, padding=(0, _GAP, 0, 0), show_edge=False, show_header=named
        )
        for i, header in enumerate(self.headers):
            grid.add_column(
                Text(header, style="dim"),
                justify="right" if i in self.right else "left",
                overflow="fold",
                no_wrap=i != widest,
            )
        for row in self.rows:
            grid.add_row(*(Text(cell) for cell in row))
        return grid

    def _list(self, width: int) -> Iterator[Text]:
        from rich.text import Text

        for row in self.rows:
            yield Text(row[0].strip())
            for header, cell in zip(self.headers[1:], row[1:], strict=True):
                if cell:
                    text = f"  {header}: {cell}" if header else f"  {cell}"
                    yield Text("\n".join(wrap(text, width, subsequent_indent="      ")))


def table(
    headers: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[int] = ()
) -> RenderableType:
    """A plain table without box lines; *right* are the columns set flush right."""
    clean = (tuple(map(_clean, row)) for row in rows)
    return _Table(tuple(map(_clean, headers)), tuple(clean), tuple(right))


def heading(text: str) -> RenderableType:
    """The title of a section."""
    from rich.text import Text

    return Text(f"\n{_clean(text)}", style="bold")


def styled(text: str, style: str) -> RenderableType:
    """A line in one style."""
    from rich.text import Text

    return Text(_clean(text), style=style)
