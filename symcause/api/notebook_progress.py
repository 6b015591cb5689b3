"""Progress of long work in the Python API, shown as one line in a notebook.

On a terminal the commands say it; a program that is run says nothing. The line changes when something has
happened, never by a thread: engines fork.
"""

from __future__ import annotations

import sys
from html import escape
from time import monotonic
from types import TracebackType
from typing import Any, Self

_PATIENCE = 1.0  # seconds before the first word
_SHORTEST = 0.2  # seconds between two


class Progress:
    """The line; nothing at all outside a notebook."""

    def __init__(self, what: str) -> None:
        self._what, self._done = what, 0
        self._start = self._drawn = monotonic()
        self._handle: Any = None
        self._watched = in_notebook()

    def step(self, doing: str = "") -> None:
        """One more thing is done, or has come a step further."""
        self._done += 1
        now = monotonic()
        if not self._watched or now - self._start < _PATIENCE or now - self._drawn < _SHORTEST:
            return
        self._drawn = now
        said = f"{self._what}: {self._done} · {now - self._start:.0f} s · {doing}"
        self._show(f"<small>{escape(said)}</small>")

    def _show(self, text: str) -> None:
        from importlib import import_module

        display = import_module("IPython.display")
        if self._handle is None:
            self._handle = display.display(display.HTML(text), display_id=True)
        else:
            self._handle.update(display.HTML(text))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._handle is not None:
            self._show("")


def in_notebook() -> bool:
    """Is this the kernel of a notebook? A terminal of IPython is none."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    return shell is not None and hasattr(shell, "kernel")
