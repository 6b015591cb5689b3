"""The graph in the workbench: the edges of the document, and two models at a click on an open one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from symcause.bounds.reports_bounds import DRAWN_EDGES
from symcause.reports.views.edge_view import space_graph
from tests.reports.chromium import Chromium, Page, needs_chromium
from tests.workbench.editing import click, shown
from tests.workbench.running import EXAMPLES, Bench, needs_serve, workbench


def test_every_pair_is_drawn_once_and_says_what_is_known() -> None:
    edges = [("A", "B", "always"), ("B", "A", "never"), ("B", "C", "open"), ("C", "B", "open")]
    found = space_graph(["A", "B", "C"], [*edges, ("A", "C", "open")])
    assert found is not None and found["left"] == 0
    drawn = str(found["svg"])
    assert drawn.count('class="edge ') == 3 and drawn.count('class="head"') == 2
    for told in ("A → B: in all", "B – C: in some members, either way", "A → C: in some"):
        assert told in drawn


def test_many_open_edges_are_left_to_the_matrix() -> None:
    names = [f"v{i}" for i in range(12)]
    some = [(a, b, "open") for a in names for b in names if a < b]
    assert space_graph(names, some) is None and len(some) > DRAWN_EDGES
    found = space_graph(names, [*some[1:], (names[0], names[1], "always")])
    assert found is not None and found["left"] == len(some) - 1
    assert str(found["svg"]).count('class="edge ') == 1


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    with workbench(EXAMPLES) as found:
        yield found


_EDGES = """[...document.querySelectorAll('.edge-graph .edge')].map((edge) =>
  [edge.dataset.e.split('-').map((i) => bench.figures.look.variables[i]),
   edge.classList.contains('some')])"""


@needs_chromium
@needs_serve
def test_the_graph_is_that_of_the_document(bench: Bench, browser: Chromium) -> None:
    page: Page = browser.page()
    bench.open(page)
    shown(page, "ambiguous")
    page.wait("document.querySelector('.edge-graph svg')")
    known = {(a, b): status for a, b, status in page.run("bench.figures.look.edges")}
    drawn = {tuple(ends): some for ends, some in page.run(_EDGES)}
    for (a, b), status in known.items():
        seen = drawn.get((a, b), drawn.get((b, a)) if known.get((b, a)) == status else None)
        assert seen == {"always": False, "open": True}.get(status), (a, b)
    assert any(drawn.values())
    page.run(
        "document.querySelector('.edge-graph .edge.some').dispatchEvent(new MouseEvent('click'))"
    )
    page.wait("bench.edge && bench.edge.look")
    assert tuple(page.run("bench.edge.names")) in drawn
    click(page, '[data-group="0"] [data-act="switch-row"]')
    page.wait("document.documentElement.dataset.settled === String(bench.asked)")
    assert page.run("document.querySelectorAll('.edge-graph .edge').length") > 0
    assert page.complaints == []
