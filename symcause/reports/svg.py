"""SVG elements as text, escaped by construction, for all pictures in reports.

:func:`tag` makes one element; children that are plain strings are escaped, those that are
:class:`~markupsafe.Markup` are taken as they are, so nothing that comes from a file can become markup.
Colours are words of a palette (``var(--always)`` in the style sheet ``figure.css``): a page defines them
for light and dark, and :func:`standalone` writes them out, because programs that read SVG files know no
variables.

>>> print(tag("text", "a < b", x=1.50, class_="label"))
<text x="1.5" class="label">a &lt; b</text>
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from markupsafe import Markup, escape

from symcause.models.prose.minus_signs import signed

_UNFIT = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_VARIABLE = re.compile(r"var\(--([a-z0-9-]+)\)")
_TEXTS = ("text", "tspan")
_LINK = re.compile(r"<(/?)a(?:\s[^>]*)?>")


def fit(text: str) -> str:
    """The text with characters that XML cannot hold replaced by U+FFFD."""
    return _UNFIT.sub("\ufffd", text)


def tag(name: str, *children: str, **attributes: object) -> Markup:
    """One element; ``class_`` stands for ``class`` and other underscores for hyphens.

    Attributes that are None are left out.
    """
    shown = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(fit(_spelled(value)))}"'
        for key, value in attributes.items()
        if value is not None
    )
    inside = join(*(map(_shown, children) if name in _TEXTS else children))
    return Markup(f"<{name}{shown}>{inside}</{name}>" if inside else f"<{name}{shown}/>")


def _shown(child: str) -> str:
    return child if isinstance(child, Markup) else signed(child)


def join(*children: str) -> Markup:
    """The children one after the other, plain strings escaped."""
    parts = (child if isinstance(child, Markup) else escape(fit(child)) for child in children)
    return Markup("").join(parts)


def _spelled(value: object) -> str:
    return number(value) if isinstance(value, float) else str(value)


def number(value: float) -> str:
    """A coordinate, to a tenth.

    >>> number(12.04), number(-0.01), number(3.25)
    ('12', '0', '3.2')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def drawing(width: float, height: float, title: str, *children: str, class_: str = "") -> Markup:
    """A whole picture; *title* is what a reader who cannot see it is told."""
    return tag(
        "svg",
        tag("title", title),
        *children,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=float(round(width)),
        height=float(round(height)),
        role="img",
        aria_label=title,
        class_=f"figure {class_}".strip(),
    )


def standalone(svg: str, *, background: str | None = None) -> str:
    """The picture as a file of its own: light colours written out, optionally on a background.

    What leads to another part of a page leads nowhere here: links go, what they hold stays.
    """
    head, _, rest = _LINK.sub(r"<\1g>", svg).partition(">")
    style = f"<style>{written_out(figure_css(), palette('light'))}</style>"
    back = f'<rect width="100%" height="100%" fill="{background}"/>' if background else ""
    return f"{head}>{style}{back}{rest}"


def written_out(css: str, colours: Mapping[str, str]) -> str:
    """The style sheet with every variable replaced by its value."""
    return _VARIABLE.sub(lambda found: colours[found[1]], css)


@lru_cache(maxsize=1)
def figure_css() -> str:
    """The style sheet of all pictures."""
    return (files("symcause.reports") / "page" / "figure.css").read_text(encoding="utf-8")


@lru_cache(maxsize=2)
def palette(theme: str) -> dict[str, str]:
    """The colours of a theme, ``light`` or ``dark``, as the page defines them."""
    text = (files("symcause.reports") / "page" / "palette.css").read_text(encoding="utf-8")
    light, _, dark = text.partition("@media")
    found = dict(re.findall(r"--([a-z0-9-]+):\s*([^;]+);", light))
    if theme == "dark":
        found |= dict(re.findall(r"--([a-z0-9-]+):\s*([^;]+);", dark))
    return {name: written_out(colour, found) for name, colour in found.items()}
