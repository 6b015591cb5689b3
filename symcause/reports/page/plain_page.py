"""Plain pages: renderings and errata, in the colours and sizes of the reports, without their scripts."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from symcause.reports.page.page_assets import policy
from symcause.reports.svg import figure_css

STYLES = ("type.css", "palette.css", "plain.css")


def plain_page(
    title: str, body: str, style: str, scripts: Sequence[str] = (), figures: bool = False
) -> str:
    """A page that needs nothing but itself: its body, its own style sheet, and scripts by name."""
    from markupsafe import escape

    home = files("symcause.reports.page")
    sheets = [(home / name).read_text(encoding="utf-8") for name in (*STYLES, style)]
    css = "\n".join((*sheets, figure_css()) if figures else sheets)
    js = "\n".join((home / "js" / name).read_text(encoding="utf-8") for name in scripts)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title>"
        f'<meta http-equiv="Content-Security-Policy" content="{policy(css, js)}">'
        f"<style>{css}</style></head>\n<body>{body}\n"
        f"{f'<script>{js}</script>' if scripts else ''}</body></html>\n"
    )
