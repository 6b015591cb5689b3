"""The page of an episode: steps as columns, the chosen step below, gold and answer in one layout."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from symcause.audits.question import ask
from symcause.episodes.documents import EpisodeDocument
from symcause.errors import UsageError
from symcause.formats.files import read_problem
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
    assert "true, open at this step" in words


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


def test_a_step_that_lost_something_names_a_better_one(browser: Chromium, path: Path) -> None:
    page = opened(browser, path, 1280)
    said = page.run("[...document.querySelectorAll('.time-line .better')].map(x => x.textContent)")
    assert said and all("would have left at most" in words for words in said)


def test_survivors_of_a_scenario(browser: Chromium, tmp_path: Path) -> None:
    problem = read_problem(BOOLEAN.with_name("boats.json"))
    document = ask("play", problem, agent="random", seed=1)
    with ResultPage(tmp_path / "page.html", "boats.json", "play") as written:
        written.take(document, problem)
    page = opened(browser, tmp_path / "page.html", 390)
    dots = page.run("document.querySelectorAll('.time-line .mote').length")
    assert dots == len(document.steps)
    assert "the threshold 0.7" in page.run("document.body.innerText")


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
