"""The picture of a page about one problem, for papers: the first that its view shows.

A graph stands in a view as a drawing; other pictures stand there with their key, title and data, some of
them twice: as wide as a page, and as a telephone shows them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import unescape

from markupsafe import Markup

from symcause.reports.figures.figure import Figure

_TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
_BEGIN = "<svg "


def page_picture(view: Mapping[str, object]) -> Figure | None:
    """The first picture of a view; None where there is none.

    >>> page_picture({"facts": [["nodes", "2"]], "graph": "<svg ><title>A graph</title></svg>"}).title
    'A graph'
    """
    return next(_pictures(view), None)


def _pictures(part: object) -> Iterator[Figure]:
    if isinstance(part, str) and part.startswith(_BEGIN):
        yield _graph(part, None)
    elif isinstance(part, Mapping):
        svg, narrow = (part.get(name) for name in ("svg", "narrow"))
        if isinstance(svg, str) and isinstance(title := part.get("title"), str):
            slim = Markup(narrow) if isinstance(narrow, str) else None
            yield Figure(str(part.get("key")), title, Markup(svg), (), (), narrow=slim)
        elif isinstance(graph := part.get("graph"), str) and graph.startswith(_BEGIN):
            yield _graph(graph, narrow)
        else:
            for one in part.values():
                yield from _pictures(one)
    elif isinstance(part, list | tuple):
        figures = [figure for one in part for figure in _pictures(one)]
        if len(figures) == 2 and figures[0].key == figures[1].key and figures[0].narrow is None:
            wide, telephone = figures
            figures = [Figure(wide.key, wide.title, wide.svg, (), (), narrow=telephone.svg)]
        yield from figures


def _graph(svg: str, narrow: object) -> Figure:
    match = _TITLE.search(svg)
    title = unescape(match[1]).partition(": ")[0] if match else "Graph"  # without its edges
    slim = Markup(narrow) if isinstance(narrow, str) else None
    return Figure("graph", title, Markup(svg), (), (), narrow=slim)
