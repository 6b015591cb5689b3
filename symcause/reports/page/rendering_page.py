"""The rendering page of reports: texts of one problem side by side, the same cell lit in all."""

from __future__ import annotations

from collections.abc import Sequence

from symcause.renderings.rendered_text import Rendering
from symcause.renderings.texts.cell_spans import cell_spans
from symcause.renderings.texts.description import Description
from symcause.renderings.themes.library import description_of
from symcause.reports.page.plain_page import plain_page
from symcause.reports.page.text_pairs import pieces_of, text_name

STYLE = "rendering.css"
SCRIPTS = ("dom.js", "cells.js", "rendering.js")
"""What the page needs of the assets."""

COLUMNS = 3
"""Texts that are shown at once."""


def rendering_page(problem: str, family: str, renderings: Sequence[Rendering]) -> str:
    """The page about the renderings of one problem; it needs nothing but itself."""
    from markupsafe import escape

    digests = {made.digest for made in renderings}
    assert len(digests) == 1, "the renderings of one problem have one digest"
    number = f"{len(renderings)} texts" if len(renderings) != 1 else "1 text"
    heading = f"{number}, one digest {next(iter(digests))[:8]}…"
    texts, options = [], []
    for i, made in enumerate(renderings):
        description = description_of(made.theme, made.style, family)
        name = text_name(made.theme.id, made.style.id, made.names.alignment)
        size = made.sizes
        sizes = f"{size.characters:,} characters, {size.words:,} words, {made.filler:.0%} filler"
        options.append(f'<option value="{i}">{escape(name)}</option>')
        body = _marked(made, description)
        texts.append(
            f'<template data-text="{i}"><h2>{escape(name)}</h2><p class="sizes">{sizes}</p>'
            f"<pre>{body}</pre></template>"
        )
    shown = min(COLUMNS, len(renderings))
    body = (
        f"<h1>{escape(problem)} in {number}: the same evidence</h1>"
        f'<p>{escape(heading)}. <span class="screen">Point at a cell, or move to it with the tab key: it '
        "is lit in every text.</span> Fillers, which say nothing, are grey.</p>\n"
        f'<main data-columns="{shown}" data-options="{escape("".join(options))}"></main>\n'
        f"{''.join(texts)}"
    )
    return plain_page(f"symcause: renderings of {problem}", body, STYLE, SCRIPTS)


def _marked(made: Rendering, description: Description) -> str:
    """The text with its cells and fillers marked."""
    from markupsafe import escape

    texts = []
    for text, cell in pieces_of(made.text, cell_spans(made.text, description, made.variables)):
        inner = escape(text)
        if cell is None:
            texts.append(str(inner))
        elif not cell:
            texts.append(f'<span class="filler">{inner}</span>')
        else:
            texts.append(f'<span tabindex="0" data-cell="{escape(cell)}">{inner}</span>')
    return "".join(texts)
