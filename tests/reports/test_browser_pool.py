"""The page of a pool in a browser: dots that open problems, heads that stay, one measure on a telephone."""

from __future__ import annotations

from pathlib import Path

import pytest

from symcause.audits.documents import ErrorDocument
from symcause.reports.figures.pool_swarm import UNREAD, Mote, swarm_figure
from tests.reports.cases import EXAMPLES, linear, pool, write_page
from tests.reports.chromium import Page, needs_chromium
from tests.reports.test_browser_looks import run_page

pytestmark = needs_chromium


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    broken = (None, ErrorDocument(problem="broken", error="pool.jsonl:9: setting: unknown word"))
    return write_page(tmp_path_factory.mktemp("pool") / "p.html", *pool(), linear(), broken)


def test_every_problem_is_a_dot_that_opens_it(page: Page, path: Path) -> None:
    page.open(path)
    dots = "[...document.querySelectorAll('#all .wide-only .mote-link')]"
    places = page.run(f"{dots}.map((dot) => Number(dot.dataset.place))")
    assert sorted(places) == list(range(page.run("symcause.index.items.length")))
    heading = page.run("document.querySelector('h1').textContent")
    settled = page.run("document.querySelectorAll('#all .wide-only .mote-link .d0').length")
    failed = page.run("symcause.index.items.filter((item) => item[1] === 'failed').length")
    read = len(places) - failed
    assert heading == f"{settled} of {read} problems settled; {failed} could not be read"
    page.click("#all .wide-only .mote-link[data-place='2'] > *")
    page.wait("document.querySelector('.problem')")
    wanted = page.run("symcause.index.items[2][0]")
    assert page.run("document.querySelector('.problem').dataset.id") == wanted


def test_filters_say_how_many_are_left_and_dim_the_other_dots(page: Page, path: Path) -> None:
    page.open(path)
    total = page.run("symcause.index.items.length")
    page.run(
        "(() => { const s = document.querySelector('[data-filter=verdict]'); s.value = 'unique';"
        "s.dispatchEvent(new Event('change')); })()"
    )
    left = page.run("document.querySelectorAll('.pool-table tbody tr').length")
    told = page.run("document.querySelector('#problems [role=status]').textContent")
    assert told == f"{left} of {total} problems left"
    dim = page.run("document.querySelectorAll('#all .wide-only .mote-link.dim').length")
    assert dim == total - left


def test_a_telephone_chooses_the_measure(page: Page, path: Path) -> None:
    page.resize(390, 900)
    page.open(path)
    seen = (
        "[...document.querySelectorAll('.pool-table thead th')]"
        ".filter((head) => head.offsetWidth).map((head) => head.textContent)"
    )
    assert page.run(seen)[:2] == ["problem", "verdict"] and len(page.run(seen)) == 3
    page.run(
        "(() => { const s = document.querySelector('.pool .measure select'); s.value = '0';"
        "s.dispatchEvent(new Event('change')); })()"
    )
    assert page.run(seen) == ["problem", "verdict", page.run("symcause.COLUMNS[2].title")]
    assert page.run("document.documentElement.scrollWidth") <= 390


HELD = """(() => {
  const table = document.querySelector('%s'), box = table.closest('.scroll');
  const tight = box.classList.contains('tight');
  if (tight) { box.scrollTop = 150; box.scrollLeft = 80; }
  else window.scrollTo({ top: table.getBoundingClientRect().top + scrollY + 120, behavior: 'instant' });
  const edge = { top: tight ? box.getBoundingClientRect().top : 0, left: box.getBoundingClientRect().left };
  const head = table.tHead.rows[0].cells[1].getBoundingClientRect();
  const side = table.tBodies[0].rows[0].cells[0].getBoundingClientRect();
  return [Math.abs(head.top - edge.top) < 2, Math.abs(side.left - edge.left) < 2,
    getComputedStyle(table.tHead.rows[0].cells[1]).backgroundColor !== 'rgba(0, 0, 0, 0)'];
})()"""


@pytest.mark.parametrize("width", [1280, 700, 390])
def test_heads_and_first_columns_stay_in_view(page: Page, path: Path, width: int) -> None:
    page.resize(width, 500)
    page.open(path)
    wanted = [True, True, True]
    assert page.becomes(HELD % ".pool-table", wanted) == wanted


def test_tables_of_scores_keep_their_heads(page: Page, tmp_path: Path) -> None:
    files = (EXAMPLES / "pool.jsonl", EXAMPLES / "predictions.jsonl")
    page.resize(900, 500)
    page.open(run_page("score", *files, "--bootstrap", 50)(tmp_path))
    wanted = [True, True, True]
    assert page.becomes(HELD % "[data-key=main] table", wanted) == wanted


def test_paper_has_no_windows(page: Page, path: Path) -> None:
    page.resize(700, 900)
    page.open(path)
    page.media(media="print")
    style = "getComputedStyle(document.querySelector('.pool-table').parentElement)"
    assert page.run(f"[{style}.maxHeight, {style}.overflowX]") == ["none", "visible"]
    head = "getComputedStyle(document.querySelector('.pool-table thead th')).position"
    assert page.run(head) == "static"


def test_dots_by_group_in_words() -> None:
    assert swarm_figure([Mote(0, "a", "g", "unique", None, None)], "models") is None
    found = swarm_figure(
        [
            Mote(0, "a", "slow", "ambiguous", "12", 1.08),
            Mote(1, "b", "fast", "unique", "1", 0.0),
            Mote(2, "c", UNREAD, "broken", None, None),
            Mote(3, "d", "slow", "broken", "0", None),
            Mote(4, "<e>", "slow", "unknown", None, None),
        ],
        "models",
    )
    assert found is not None and found.narrow is not None
    assert [row[1] for row in found.rows] == ["fast", "slow", "slow", "slow", UNREAD]
    assert "1 of 5 problems settled" in found.svg and "0 of 3 settled" in found.svg
    assert "&lt;e&gt;: unknown, not known" in found.svg
    assert "?: the number is not known." in found.caption


def test_the_reason_of_a_failed_row_stands_in_the_table(page: Page, path: Path) -> None:
    page.resize(1280, 900)
    page.open(path)
    heads = "[...document.querySelectorAll('.pool-table thead th')].map((head) => head.textContent)"
    assert page.run(heads)[-1] == "reason"
    cells = (
        "[...document.querySelectorAll('.pool-table td.of-reason')].map((cell) => cell.textContent)"
    )
    *others, last = page.run(cells)
    assert last == "pool.jsonl:9: setting: unknown word"
    assert "–" in others
    assert page.run("document.documentElement.scrollWidth") <= 1280
