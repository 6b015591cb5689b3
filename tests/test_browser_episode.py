"""The page of an episode: steps as columns, the chosen step below, gold and answer in one layout."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from symcause.audits.question import ask
from symcause.errors import UsageError
from symcause.formats.problems import read_document
from symcause.reports.page.result_page import ResultPage
from tests.chromium import Chromium, Page, find_chromium

pytestmark = pytest.mark.skipif(
    find_chromium() is None, reason="no Chromium found; install one or set SYMCAUSE_CHROMIUM"
)

SHAPES = {
    "format": "symcause.shapeworld/1",
    "id": "four",
    "shapes": ["circle", "square", "star", "moon"],
    "question": {"cause": "circle", "effect": "moon"},
    "initial": ["circle", "square", "star", "moon"],
    "gold": {"edges": [["circle", "square"], ["square", "star"], ["star", "moon"]]},
}


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    with Chromium() as running:
        yield running


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    problem = read_document(SHAPES)
    document = ask("play", problem, agent="random", seed=3)
    made = tmp_path_factory.mktemp("episode") / "episode.html"
    with ResultPage(made, "four.json", "play") as page:
        page.take(document, problem)
    return made


def opened(browser: Chromium, path: Path, width: int, scheme: str = "light") -> Page:
    page = browser.page()
    page.resize(width, 900, mobile=width < 600)
    page.media(scheme=scheme)
    page.open(path)
    assert page.complaints == []
    return page


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_draws_itself(browser: Chromium, path: Path, width: int, scheme: str) -> None:
    page = opened(browser, path, width, scheme)
    assert page.run("document.documentElement.scrollWidth <= innerWidth")
    assert page.run("document.querySelectorAll('.time-line thead button').length") > 2
    assert page.run("document.querySelectorAll('.time-line .mote').length") > 2


def test_a_step_is_chosen(browser: Chromium, path: Path) -> None:
    page = opened(browser, path, 1280)
    page.click(".time-line [data-moment='1']")
    assert page.run("document.querySelector('.episode-state h3').textContent").startswith("Step 1")
    assert (
        page.run("document.querySelector('[data-moment=\"1\"]').getAttribute('aria-pressed')")
        == "true"
    )
    page.click(".time-line [data-moment='0']")
    assert page.run("document.querySelectorAll('.episode-state .edge.open').length") > 0
    words = page.run(
        "[...document.querySelectorAll('.episode-state .legend li')].map(x => x.textContent)"
    )
    assert "open at this step" in words


def test_members_fall_on_a_log_scale(browser: Chromium, path: Path) -> None:
    page = opened(browser, path, 1280)
    heights = page.run(
        "[...document.querySelectorAll('.mote')].map(x => parseFloat(x.style.bottom))"
    )
    assert heights[0] == 100
    assert all(a >= b for a, b in itertools.pairwise(heights))


def test_a_problem_without_gold_cannot_be_played() -> None:
    with pytest.raises(UsageError, match="gold"):
        ask("play", read_document({**SHAPES, "gold": None}), agent="random")
