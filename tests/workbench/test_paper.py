"""The workbench on paper and on a telephone: findings come first; on paper nothing can be pressed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from symcause.cli.main import cli
from tests.reports.chromium import Chromium, Page, needs_chromium
from tests.workbench.editing import shown
from tests.workbench.running import EXAMPLES, Bench, needs_serve, workbench

pytestmark = [needs_chromium, needs_serve]

A4 = (695, 983)  # pixels within the margins

_SEEN = "(one) => one.checkVisibility() && one.getBoundingClientRect().width > 0"
_TOPS = (
    "['.hero.count', '.space-box', '.evidence-side']"
    ".map((one) => document.querySelector(one).getBoundingClientRect().top)"
)


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    with workbench(EXAMPLES) as found:
        yield found


@pytest.fixture
def page(bench: Bench, browser: Chromium) -> Iterator[Page]:
    found = browser.page()
    bench.open(found)
    yield found
    assert found.complaints == []


def _drawn(page: Page, name: str) -> None:
    shown(page, name)
    page.wait("document.querySelector('.space-mark')")


def _on_paper(page: Page) -> None:
    page.run("window.dispatchEvent(new Event('beforeprint'))")
    page.media(media="print")
    page.resize(*A4)


@pytest.mark.parametrize("name", ["ambiguous", "episode"])
def test_on_a_telephone_the_drawing_comes_before_the_editor(page: Page, name: str) -> None:
    page.resize(390, 844, mobile=True)
    _drawn(page, name)
    hero, drawing, editor = page.run(_TOPS)
    assert hero < drawing < editor
    assert page.run("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("name", ["ambiguous", "episode", "world"])
def test_paper_has_no_controls(page: Page, name: str) -> None:
    """Of the buttons those stay that say something: cells, open edges, what is on, what is set."""
    _drawn(page, name)
    _on_paper(page)
    told = ".cell, .edge-open, .name.set, .space-switches button"
    buttons = page.run(
        f"[...document.querySelectorAll('button')].filter({_SEEN}).filter((one) => !one.matches({told!r}))"
        ".map((one) => one.textContent)"
    )
    assert buttons == []
    fields = f"[...document.querySelectorAll('input, select')].filter({_SEEN})"
    assert not page.run(f"{fields}.some((one) => one.type === 'checkbox')")
    bordered = "getComputedStyle(one).borderTopWidth !== '0px' && !one.matches('.cell')"
    assert not page.run(f"{fields}.some((one) => {bordered})")
    hero, drawing, editor = page.run(_TOPS)
    assert hero < drawing < editor
    assert page.run("document.documentElement.scrollWidth") <= A4[0]


def test_columns_of_a_table_stand_under_their_names_on_paper(page: Page) -> None:
    _drawn(page, "ambiguous")
    _on_paper(page)
    middles = (
        "(kind) => [...document.querySelector('[data-group=\"0\"] .cells').querySelectorAll(kind)]"
        ".map((one) => one.getBoundingClientRect()).map((box) => Math.round(box.left + box.width / 2))"
    )
    names = page.run(f"({middles})('thead th')")
    cells = page.run(f"({middles})('tbody tr:first-child td:has(.cell)')")
    assert len(names) == 5 and all(abs(a - b) <= 1 for a, b in zip(names, cells, strict=True))


def test_a_drawing_fills_the_paper_whatever_the_window(page: Page) -> None:
    """From a telephone and from a desk: the same table with columns, and letters that can be read."""
    seen = []
    for width in (390, 1280):
        page.resize(width, 844)
        page.media()
        if not seen:
            _drawn(page, "ambiguous")
        page.wait("document.querySelector('.space-box svg').clientWidth")
        _on_paper(page)
        wide = page.run("document.querySelector('.space-box svg').getBoundingClientRect().width")
        letters = page.run(
            "Math.min(...[...document.querySelectorAll('.space-box svg text')]"
            ".filter((one) => one.textContent.length > 2)"
            ".map((one) => one.getBoundingClientRect().height))"
        )
        assert wide >= 0.7 * A4[0] and letters >= 10
        seen.append(page.run("document.querySelector('.space-box svg').getAttribute('viewBox')"))
        page.run("window.dispatchEvent(new Event('afterprint'))")
        page.media()
        page.resize(width, 844)
        fits = (
            "document.querySelector('.space-box svg').getBoundingClientRect().right <= innerWidth"
        )
        assert page.becomes(fits, True)
    assert seen[0] == seen[1]


def test_a_player_prints_what_was_told_and_seen(page: Page) -> None:
    page.run("document.querySelector('[aria-label=\"Play world\"]').click()")
    page.wait("document.querySelector('.play .told')")
    _on_paper(page)
    titles = page.run(
        f"[...document.querySelectorAll('.play .part')].filter({_SEEN})"
        ".map((one) => one.querySelector('h2').textContent)"
    )
    assert titles == ["The task", "What your actions have shown", "Notes"]


def test_runs_are_printed_with_their_names(browser: Chromium, tmp_path: Path) -> None:
    play = ["play", str(EXAMPLES / "unique.json"), "--agent", "random", "--seed", "1"]
    CliRunner().invoke(cli, [*play, "--out", str(tmp_path / "1.jsonl")])
    page = browser.page()
    with workbench(EXAMPLES / "unique.json", tmp_path) as found:
        found.open(page)
        page.run("document.querySelector('[data-act=runs]').click()")
        page.wait("document.documentElement.dataset.judged === 'all'")
        _on_paper(page)
        named = f"[...document.querySelectorAll('.name-of-run')].filter({_SEEN}).map((e) => e.textContent)"
        assert page.run(named) == ["random"]
        assert page.run("document.querySelector('.runs h1').textContent").startswith("1 run:")
    assert page.complaints == []
