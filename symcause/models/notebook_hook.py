"""The notebook hook: how models and problems show a picture of themselves.

A notebook asks a value for ``_repr_html_`` and ``_repr_svg_``. Drawing is far above models and problems, so
they do not know how: they hand themselves to the *painter*, which the package sets when it is imported
(``symcause/__init__``), and which is loaded when the first thing is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

Painter = Callable[[object, str], Any]
"""Draws a value as ``html``, ``svg`` or ``plot``, a table as ``text`` or ``latex``; None: no such form."""


class Shown:
    """Base of everything that has a picture."""

    painter: ClassVar[Painter | None] = None
    brief: ClassVar[tuple[str, ...]] = ()  # what says what it is: symcause.models.prose.value_line

    def __repr__(self) -> str:
        from symcause.models.prose.value_line import line

        return line(self, self.brief)

    def _repr_html_(self) -> str | None:
        painted: str | None = self._painted("html")
        return painted

    def _repr_svg_(self) -> str | None:
        painted: str | None = self._painted("svg")
        return painted

    def plot(self) -> Any:
        """The picture as a matplotlib figure (``symcause[plot]``); None if there is none."""
        return self._painted("plot")

    def _painted(self, form: str) -> Any:
        return None if Shown.painter is None else Shown.painter(self, form)
