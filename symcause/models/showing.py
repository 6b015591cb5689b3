"""Things that show themselves in a notebook.

A notebook asks a value for ``_repr_html_`` and ``_repr_svg_``. Drawing is far above models and problems, so
they do not know how: they hand themselves to the *painter*, which the package sets when it is imported
(``symcause/__init__``), and which is loaded when the first thing is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

Painter = Callable[[object, str], str | None]
"""Draws a value as ``html`` or ``svg``; None if it has no such form."""


class Shown:
    """Base of everything that has a picture."""

    painter: ClassVar[Painter | None] = None

    def _repr_html_(self) -> str | None:
        return _painted(self, "html")

    def _repr_svg_(self) -> str | None:
        return _painted(self, "svg")


def _painted(thing: Shown, form: str) -> str | None:
    painter = Shown.painter
    return None if painter is None else painter(thing, form)
