"""The assets of every report page: style sheets, scripts and a content security policy.

The content security policy names the page's own script and style sheet by their hashes and allows nothing
from outside: no request can leave the page, and markup that slipped in could not run. Data stands in blocks
that no browser executes; :func:`embedded` writes them so that no text in them can end the block.

>>> embedded({"id": "</script><b>"})
'{"id":"\\\\u003c/script\\\\u003e\\\\u003cb\\\\u003e"}'
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from symcause.models.prose.minus_signs import signed
from symcause.registry import families
from symcause.reports.svg import figure_css, palette, written_out

if TYPE_CHECKING:
    from jinja2 import Environment

STYLES = (
    "type.css",
    "palette.css",
    "figure.css",
    "page.css",
    "tables.css",
    "parts.css",
    "episode.css",
    "check.css",
    "pairs.css",
    "space.css",
    "print.css",
)
SCRIPTS = (
    "dom.js",
    "graph.js",
    "problem.js",
    "spaceplan.js",
    "space.js",
    "spacewords.js",
    "check.js",
    "episode.js",
    "cells.js",
    "pool.js",
    "scores.js",
    "main.js",
)
"""Those of every page; the scripts of the families come before the last three: what starts a page."""

_ESCAPES = {ord(c): f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"}


def embedded(value: object) -> str:
    """JSON that can stand in a script block: nothing in it can end the block or a line of script."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return encodable(text.translate(_ESCAPES))


def compressed(value: object) -> str:
    """JSON deflated, in base 64."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(encodable(text).encode(), 9)).decode("ascii")


def encodable(text: str) -> str:
    """The text with lone surrogates, which no file can hold, replaced."""
    return text.encode("utf-8", "replace").decode("utf-8")


@lru_cache(maxsize=1)
def environment() -> Environment:
    """Templates that escape everything."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    found = Environment(
        loader=PackageLoader("symcause.reports", "page"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    found.filters["signed"] = lambda value: signed(str(value))
    return found


@lru_cache(maxsize=1)
def shared() -> dict[str, Any]:
    """What the templates need on every page."""
    from markupsafe import Markup

    from symcause.version import __version__

    css, js = "\n".join(styles()), "\n".join(scripts())
    from symcause.reports.views.verdict_looks import page_words

    colours = written_out(figure_css(), palette("light"))
    config = {"figureCss": colours, "version": __version__, **page_words()}
    return {
        "css": Markup(css),
        "js": Markup(js),
        "policy": policy(css, js),
        "config": Markup(embedded(config)),
        "version": __version__,
    }


def policy(css: str, js: str) -> str:
    """Only this script and this style sheet; no requests, no frames, no forms."""
    return (
        f"default-src 'none'; script-src '{_hash(js)}'; style-src '{_hash(css)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return "sha256-" + base64.b64encode(digest).decode("ascii")


def scripts() -> list[str]:
    """The scripts of a page, in the order in which they run."""
    shared = [_page_file(f"js/{name}") for name in SCRIPTS]
    own = [_family_file(dotted) for family in families() for dotted in family.scripts]
    return [*shared[:-3], *own, *shared[-3:]]


def styles() -> list[str]:
    """The style sheets of a page: its own, then those of the families."""
    own = [_family_file(dotted) for family in families() for dotted in family.styles]
    return [*(_page_file(name) for name in STYLES), *own]


def _family_file(dotted: str) -> str:
    package, _, path = dotted.partition(":")
    return files(package).joinpath(path).read_text(encoding="utf-8")


def _page_file(name: str) -> str:
    return files("symcause.reports").joinpath("page", name).read_text(encoding="utf-8")
