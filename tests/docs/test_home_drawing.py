"""The home page: its drawing is the engine's, needs nothing from elsewhere, and fits its frame."""

from __future__ import annotations

import re
import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest

import symcause
from symcause.reports.space_drawing.drawn_space import SpaceDrawing
from tests.reports.chromium import Chromium, Page, needs_chromium

ROOT = Path(__file__).resolve().parents[2]
MAKER = runpy.run_path(str(ROOT / "docs" / "home_drawing.py"), run_name="drawing")
INDEX = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")

FRAME = """<!doctype html><meta name="viewport" content="width=device-width, initial-scale=1">
<html data-ready="start"><body data-md-color-scheme="slate" style="margin: 0">
<iframe class="drawing" style="border: 0; width: 100%; height: 900px" src="space.html"></iframe>
<script>{script}</script>"""

_NUMBER = "document.querySelector('.space-count').textContent"


def left(drawing: SpaceDrawing, state: int) -> int:
    return sum(not any(one & state == one for one in sets) for sets in drawing.refuted)


def test_the_story_is_the_engines() -> None:
    """Piece by piece, as the page tells it; the engine counts the same from fewer rows and worlds."""
    drawing = MAKER["drawing"]()
    state = sum(1 << k for k, piece in enumerate(drawing.evidence) if piece.fixed)
    counts = [left(drawing, state)]
    for k, piece in enumerate(drawing.evidence):
        if not piece.fixed:
            state |= 1 << k
            counts.append(left(drawing, state))
    problem = symcause.load(MAKER["PROBLEM"], kind=symcause.BooleanProblem)
    observed, *others = problem.training
    told = []
    for rows in (2, 3, 4):
        more = problem.with_world(observed.rows[:rows])
        told.append(symcause.count(more.without(*(w.id for w in problem.training))).count)
    for number in (1, 2, 3):
        told.append(symcause.count(problem.without(*(w.id for w in others[number:]))).count)
    assert counts == told == [1772, 198, 23, 3, 1, 1]
    assert all(number in INDEX for number in ("1,772", "leave 23", "leaves 3"))


def test_the_frame_is_on_the_home_page() -> None:
    assert '<iframe class="drawing" src="shown/space.html"' in INDEX
    assert "docs/home_drawing.py site/shown/space.html" in (ROOT / "Makefile").read_text()


def test_it_loads_nothing() -> None:
    text = MAKER["page"]()
    assert "default-src 'none'" in text and len(text) < 200_000
    assert not re.search(r"(src|href)=\"(?!data:|#)", text.split("<script>")[0])


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    with Chromium() as running:
        yield running


@pytest.fixture
def page(browser: Chromium) -> Iterator[Page]:
    page = browser.empty()
    yield page
    assert page.complaints == []
    assert all(url.startswith(("file:", "about:", "data:", "blob:")) for url in page.requests)


_BY_HAND = """
  window.setInterval = (step) => { window.step = step; return 1; };
  window.tick = (wanted) => {
    const shown = () => NUMBER === wanted;
    for (let tries = 0; tries < 20 && !shown(); tries++) window.step();
    return shown();
  };""".replace("NUMBER", _NUMBER)
"""Time passes only when the test says so: on a busy machine a click would come too late."""


@needs_chromium
@pytest.mark.page
def test_the_space_vanishes_until_somebody_takes_over(page: Page, tmp_path: Path) -> None:
    place = tmp_path / "space.html"
    place.write_text(MAKER["page"](), encoding="utf-8")
    by_hand = page.call("Page.addScriptToEvaluateOnNewDocument", source=_BY_HAND)
    page.open(place)
    page.call("Page.removeScriptToEvaluateOnNewDocument", **by_hand)
    assert page.run(_NUMBER) == "1,772"
    assert page.run("tick('23')")
    page.click("[data-piece=f]")
    assert page.run("document.querySelector('.play').textContent") != "Stop"
    assert page.run(_NUMBER) == "5"
    page.click(".play")
    assert page.run(_NUMBER) == "1,772"
    assert page.run("tick('1')")
    for width in (1200, 360):
        page.resize(width, 800)
        assert page.run("document.documentElement.scrollWidth <= innerWidth"), width


@needs_chromium
@pytest.mark.page
def test_a_reader_who_wants_no_motion_gets_none(page: Page, tmp_path: Path) -> None:
    place = tmp_path / "space.html"
    place.write_text(MAKER["page"](), encoding="utf-8")
    still = [{"name": "prefers-reduced-motion", "value": "reduce"}]
    page.call("Emulation.setEmulatedMedia", media="", features=still)
    page.open(place)
    page.wait("document.querySelector('.space-mark')")
    assert page.run(_NUMBER) == "1"
    assert page.run("document.querySelector('.play').textContent") != "Stop"


@needs_chromium
@pytest.mark.page
def test_the_frame_is_as_high_as_the_drawing(page: Page, tmp_path: Path) -> None:
    (tmp_path / "space.html").write_text(MAKER["page"](), encoding="utf-8")
    script = (ROOT / "docs" / "scripts" / "home_frame.js").read_text(encoding="utf-8")
    home = tmp_path / "home.html"
    home.write_text(FRAME.format(script=script), encoding="utf-8")
    page.resize(1200, 800)
    page.open(home)
    height = "parseInt(document.querySelector('iframe').style.height)"
    page.wait(f"{height} !== 900")
    assert 500 < page.run(height) < 1000
