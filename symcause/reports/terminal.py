"""Text for a terminal or a pipe: colours and box lines only where somebody looks.

Rich decides by the environment (``NO_COLOR``, ``TERM``); in a pipe the text is plain and as wide as it
needs to be.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import RenderableType

_PIPE_WIDTH = 200


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
            console.print(part, soft_wrap=not live and isinstance(part, str))
    return "\n".join(line.rstrip() for line in captured.get().rstrip("\n").split("\n"))


def table(
    headers: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[int] = ()
) -> RenderableType:
    """A plain table without box lines; *right* are the columns set flush right."""
    from rich.table import Table
    from rich.text import Text

    grid = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_edge=False)
    for i, header in enumerate(headers):
        grid.add_column(
            Text(header, style="dim"), justify="right" if i in right else "left", overflow="fold"
        )
    for row in rows:
        grid.add_row(*(Text(cell) for cell in row))
    return grid


def heading(text: str) -> RenderableType:
    """The title of a section."""
    from rich.text import Text

    return Text(f"\n{text}", style="bold")


def styled(text: str, style: str) -> RenderableType:
    """A line in one style."""
    from rich.text import Text

    return Text(text, style=style)
