"""The assets of the workbench page: its own files, and style and drawing of the reports.

They are gathered once; a request names one of them or gets nothing, so no path is ever made of a request.
"""

from __future__ import annotations

from html import escape
from importlib.resources import files

from symcause.reports.page.page_assets import embedded, scripts, styles
from symcause.reports.svg import figure_css, palette, written_out
from symcause.reports.views.verdict_looks import counted, page_words
from symcause.version import __version__

_KINDS = {"html": "text/html", "css": "text/css", "js": "text/javascript"}
_START, _ROOT = "SC.start();", b'<html lang="en">'


def assets(*, study: str | None, saves: bool) -> dict[str, tuple[str, bytes]]:
    """Media type and content by path, where the page knows of a study and of saving."""
    found: dict[str, tuple[str, bytes]] = {}
    for entry in files("symcause.workbench").joinpath("page").iterdir():
        kind = _KINDS.get(entry.name.rpartition(".")[2])
        if kind is not None:
            path = "/" if entry.name == "index.html" else f"/{entry.name}"
            found[path] = kind, entry.read_bytes()
    kind, body = found["/"]
    assert _ROOT in body
    text = f' data-study="{escape(study or "")}" data-saves="{str(saves).lower()}">'
    found["/"] = kind, body.replace(_ROOT, _ROOT[:-1] + text.encode(), 1)
    found["/report.css"] = _KINDS["css"], "\n".join(styles()).encode()
    found["/report.js"] = _KINDS["js"], _shared_script().encode()
    return found


def with_token(page: bytes, token: str) -> bytes:
    """The page for whoever came in by the entrance."""
    root = _ROOT[:-1]
    return page.replace(root, root + f' data-token="{escape(token)}"'.encode(), 1)


def _shared_script() -> str:
    """The scripts of the reports, without what starts a report."""
    colours = written_out(figure_css(), palette("light"))
    words = {**page_words(), "counted": counted()}
    config = {"figureCss": colours, "version": __version__, **words}
    *parts, main = scripts()
    assert _START in main
    tail = f"SC.config = {embedded(config)};\nSC.index = {{items: [0]}};\nSC.route = '';"
    return "\n".join([*parts, main.replace(_START, ""), tail])
