"""The page of an episode: steps as columns, the chosen step below, gold and answer in one layout."""

from __future__ import annotations

from pathlib import Path

import pytest

from symcause.audits.question import ask
from symcause.episodes.judgement.episode_document import EpisodeDocument
from symcause.errors import UsageError
from symcause.formats.pools.problem_files import read_problem
from symcause.formats.problems import read_document
from symcause.reports.page.result_page import ResultPage
from tests.reports.chromium import Chromium, Page, needs_chromium

pytestmark = needs_chromium

SHAPES = {
    "format": "symcause.shapeworld/1",
    "id": "four",
    "shapes": ["circle", "square", "star", "moon"],
    "question": {"cause": "circle", "effect": "moon"},
    "initial": ["circle", "square", "star", "moon"],
    "gold": {"edges": [["circle", "square"], ["square", "star"], ["star", "moon"]]},
}


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    problem = read_document(SHAPES)
    document = ask("play", problem, agent="random", seed=3)
    made = tmp_path_factory.mktemp("episode") / "episode.html"
    with ResultPage(made, "four.json", "play") as page:
        page.take(document, problem)
    return made


def opened(browser: Chromium, path: Path, width: int, scheme: str = "light") -> Page:
    page = browser.empty()
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
    shown = "[...document.querySelectorAll('#episode svg')].filter((svg) => svg.clientWidth)"
    assert page.run(f"{shown}.length") == 1
    assert page.run(f"{shown}[0].querySelectorAll('.descent').length") == 1
    cells = page.run(
        "[...document.querySelectorAll('.steps thead th')].filter((c) => c.offsetWidth).length"
    )
    assert cells == 3 if width == 390 else cells > 4


def test_a_step_is_chosen(browser: Chromium, path: Path) -> None:
    """By its column, by its row, by the stepper: words, graph and matrix change with it."""
    page = opened(browser, path, 1280)
    title = "document.querySelector('.episode-state h3').textContent"
    known = (
        "[...document.querySelectorAll('.episode-state .matrix td')].map((c) => c.className).join()"
    )
    settled = page.run(known)
    page.click("#episode .wide-only [data-moment='1'] rect")
    assert page.run(title).startswith("Step 1")
    assert (
        page.run(
            "document.querySelector('.steps [data-moment=\"1\"]').getAttribute('aria-pressed')"
        )
        == "true"
    )
    page.click(".steps [data-moment='0']")
    assert page.run(title) == "The start"
    assert page.run(known) != settled
    assert page.run("document.querySelectorAll('.episode-state .edge.open').length") > 0
    rows = "[...document.querySelectorAll('.episode-state .matrix tbody th')].map((c) => c.textContent)"
    assert page.run(rows) == SHAPES["shapes"]
    words = page.run(
        "[...document.querySelectorAll('.episode-state .legend li')].map(x => x.textContent)"
    )
    assert "true, still open" in words
    page.click("[data-act='next']")
    assert page.run(title).startswith("Step 1")
    assert page.run("document.querySelectorAll('#episode .here').length") == 2  # wide and narrow
    better = page.run("[...document.querySelectorAll('.steps td')].map(x => x.textContent)")
    assert any("would have left at most" in words for words in better)
    page.media(media="print")
    steps = "document.querySelectorAll('.steps tbody tr').length"
    assert page.run(steps) == page.run(
        "document.querySelectorAll('.wide-only [data-moment]').length"
    )
    assert page.run("document.querySelector('.stepper').offsetWidth") == 0


BOOLEAN = Path(__file__).resolve().parents[2] / "examples" / "ambiguous.json"


def test_the_answer_is_drawn_over_the_truth(browser: Chromium, tmp_path: Path) -> None:
    """What is open at a step hides neither right nor wrong edges: the answer has its own picture."""
    problem = read_problem(BOOLEAN)
    document = ask("play", problem, agent="passive")
    assert isinstance(document, EpisodeDocument) and document.right is False
    with ResultPage(tmp_path / "page.html", "ambiguous.json", "play") as written:
        written.take(document, problem)
    page = opened(browser, tmp_path / "page.html", 1280)
    drawn = "document.querySelectorAll('#answer .edge.{}').length"
    right, wrong, missing = (page.run(drawn.format(k)) for k in ("kept", "extra", "missing"))
    gold = set(problem.gold_scm.edges)
    said = {(a, b) for a, b in document.details["edges"]}  # type: ignore[attr-defined]
    assert (right, wrong, missing) == (len(gold & said), len(said - gold), len(gold - said))
    assert (
        page.run("document.querySelectorAll('.episode-state .edge:is(.kept, .extra)').length") == 0
    )


def test_survivors_of_a_scenario(browser: Chromium, tmp_path: Path) -> None:
    problem = read_problem(BOOLEAN.with_name("boats.json"))
    document = ask("play", problem, agent="random", seed=1)
    with ResultPage(tmp_path / "page.html", "boats.json", "play") as written:
        written.take(document, problem)
    page = opened(browser, tmp_path / "page.html", 390)
    dots = page.run("document.querySelectorAll('#episode .narrow-only .d0').length")
    assert dots == len(document.steps)
    assert "the threshold 0.7" in page.run("document.body.innerText")


def test_a_problem_without_gold_cannot_be_played() -> None:
    with pytest.raises(UsageError, match="gold"):
        ask("play", read_document({**SHAPES, "gold": None}), agent="random")
