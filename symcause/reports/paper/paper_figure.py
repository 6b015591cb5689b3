"""The figure of a run at the size of a paper's column, and on a slide: SVG, or PDF by matplotlib.

One pixel of a picture is 0.75 points on paper. The figure is drawn as for a telephone: 95 mm wide, with
letters of 8 to 10 points, which fits a column of most papers. A slide is 16:9: the finding, the picture,
and a line that says where it comes from. The same results give the same bytes.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from markupsafe import Markup

from symcause.audits.documents import AuditDocument, Result
from symcause.bounds.reports_bounds import FINDING_LINES
from symcause.errors import UsageError, printable
from symcause.models.number_phrases import plural
from symcause.reports.figures.figure import Figure, lines
from symcause.reports.figures.matplotlib_export import plotted
from symcause.reports.paper.audit_tables import Audited
from symcause.reports.paper.page_picture import page_picture
from symcause.reports.space_drawing.drawing_figure import space_figure
from symcause.reports.space_drawing.drawn_space import SpaceDrawing
from symcause.reports.space_drawing.result_picture import Opened, result_drawing
from symcause.reports.svg import drawing, number, standalone, tag
from symcause.reports.views.pool_index import Index
from symcause.reports.views.result_view import view_of
from symcause.reports.views.verdict_looks import titles
from symcause.version import __version__

SUFFIXES = (".svg", ".pdf")
"""How the names of figures and slides end."""

_MILLIMETRES = 25.4 / 96  # of a pixel
_MARGIN, _ABOVE, _BELOW = 36.0, 78.0, 34.0  # pixels around the picture on a slide
_LINE = 25  # pixels of a line of the finding
_LEAST = 360.0  # pixels that a slide is high, at least
_SIZE = re.compile(r'viewBox="0 0 (?P<width>[\d.]+) (?P<height>[\d.]+)"')


def refuse_name(path: str | None, option: str) -> None:
    """Complain about a file that is named as neither kind."""
    if path is not None and Path(path).suffix.lower() not in SUFFIXES:
        raise UsageError(f"{option}: which format?", file=path, remedy="name it .svg or .pdf")


def main_figure(audited: Sequence[Audited], source: str, opened: Opened | None = None) -> Figure:
    """The main picture of the page about these results. Raises UsageError where there is none."""
    if len(audited) == 1:
        drawn = result_drawing(*audited[0], opened)
        if isinstance(drawn, SpaceDrawing):
            return space_figure(drawn)
        page = view_of(*audited[0])
        first = page.get("baselines")
        if (shown := page_picture(first if isinstance(first, Mapping) else page)) is not None:
            return replace(shown, finding=page_finding(page))
    index = Index(source)
    for result, problem in audited:
        view = view_of(result, problem)
        parts = view.get("views")
        for one in parts if isinstance(parts, list) and parts else (view,):
            index.add(result, one)
    if (figure := index.figure()) is None:
        raise UsageError(
            "nothing to draw: no problem has a number of models",
            file=source,
            remedy="--html FILE shows what there is",
        )
    return figure


def page_finding(view: Mapping[str, object]) -> str:
    """What the page of a view begins with: its headline, a verdict in words, or the sentence itself.

    >>> page_finding({"verdict": None, "sentence": "All of it is kept."})
    'All of it is kept'
    """
    word = str(view.get("verdict") or "")
    said = view.get("headline") or titles().get(word, word) or view.get("sentence")
    return str(said or "").rstrip(".:")


def finding(figure: Figure, results: Sequence[Result]) -> str:
    """What a slide says at its top: what the page begins with, where the picture has that."""
    if figure.finding:
        return figure.finding
    audits = [result for result in results if isinstance(result, AuditDocument)]
    settled = sum(result.settled is True for result in audits)
    if len(results) == 1 and audits:
        return audits[0].sentence or f"{audits[0].problem}: {audits[0].verdict}"
    return f"The evidence settles {settled} of {plural(len(results), 'problem')}"


def figure_bytes(figure: Figure, path: str) -> bytes:
    """The picture as a file of this name."""
    return _bytes(str(figure.narrow or figure.svg), path)


def slide_bytes(figure: Figure, told: str, source: str, path: str) -> bytes:
    """The slide as a file of this name."""
    return _bytes(slide(figure, told, source), path)


def slide(figure: Figure, told: str, source: str) -> str:
    """The finding, the picture in the middle, and the line about its source.

    The sheet is as large as the picture needs, so that letters stay in proportion to it.
    """
    picture = str(figure.sheet or figure.narrow or figure.svg)
    match = _SIZE.search(picture)
    assert match is not None, "every picture has a size"
    wide, high = float(match["width"]), float(match["height"])
    above = _ABOVE
    while True:  # a longer finding makes the sheet higher, hence wider, and needs fewer lines there
        height = max(_LEAST, high + above + _BELOW, (wide + 2 * _MARGIN) * 9 / 16)
        width = height * 16 / 9
        heads = lines(told, (width - 2 * _MARGIN) / 1.6)
        if above >= _ABOVE + _LINE * min(len(heads) - 2, FINDING_LINES - 2):
            break
        above += _LINE
    if len(heads) > FINDING_LINES:
        heads = [*heads[: FINDING_LINES - 1], f"{heads[FINDING_LINES - 1]} …"]
    x, y = (width - wide) / 2, above + (height - above - _BELOW - high) / 2
    inside = Markup(re.sub(r"^<svg[^>]*>|</svg>$", "", picture))  # what was escaped already
    note = f"{source} · {figure.title} · symcause {__version__}"
    return str(
        drawing(
            width,
            height,
            told,
            *(
                tag("text", head, x=_MARGIN, y=40 + _LINE * i, class_="headline")
                for i, head in enumerate(heads)
            ),
            tag("g", inside, transform=f"translate({number(x)} {number(y)})"),
            tag("text", note, x=_MARGIN, y=height - 14, class_="small"),
        )
    )


def _bytes(svg: str, path: str) -> bytes:
    if Path(path).suffix.lower() == ".svg":
        text = standalone(_measured(svg), background="#ffffff")
        return (printable(text, "\n\t") + "\n").encode("utf-8", "replace")
    buffer = io.BytesIO()
    undated = {"CreationDate": None, "Creator": None, "Producer": None}
    plotted(svg).savefig(buffer, format="pdf", metadata=undated)
    return buffer.getvalue()


def _measured(svg: str) -> str:
    """The picture with its size on paper."""
    match = _SIZE.search(svg)
    assert match is not None, "every picture has a size"
    head, _, rest = svg.partition(">")
    for name in ("width", "height"):
        text = f'{name}="{float(match[name]) * _MILLIMETRES:.1f}mm"'
        head = re.sub(rf'(?<![\w-]){name}="[^"]*"', text, head, count=1)
    return f"{head}>{rest}"
