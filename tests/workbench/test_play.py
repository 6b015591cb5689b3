"""Episodes of every interactive family, played by clicks to their end; nothing of gold before that."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from symcause.cli.main import main
from symcause.registry import families
from tests.reports.chromium import Page, needs_chromium
from tests.workbench.playing import answer, fill, typed
from tests.workbench.running import EXAMPLES, Bench, needs_serve, workbench

pytestmark = [needs_serve, needs_chromium]

GAMES = {
    "boolean": "hidden-order",
    "linear": "episode",
    "shapeworld": "world",
    "scenario": "boats",
    "finite": "lock",
}


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the workbench saves."""
    return tmp_path_factory.mktemp("desk") / "made"


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory, saved: Path) -> Iterator[Bench]:
    folder = tmp_path_factory.mktemp("games")
    with workbench(folder_of(folder), "--save", saved) as found:
        yield found


def folder_of(folder: Path) -> Path:
    for family, name in GAMES.items():
        home = EXAMPLES / family if (EXAMPLES / family).is_dir() else EXAMPLES
        (folder / f"{name}.json").write_text((home / f"{name}.json").read_text())
    (folder / "dials.toml").write_text((EXAMPLES / "finite" / "dials.toml").read_text())
    return folder


def test_every_interactive_family_is_played() -> None:
    assert set(GAMES) == {family.name for family in families() if family.rules is not None}


@pytest.mark.parametrize("name", GAMES.values())
def test_played_to_the_end_by_clicks(
    name: str,
    bench: Bench,
    page: Page,
    saved: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    bench.open(page)
    page.run(f"document.querySelector('[aria-label=\"Play {name}\"]').click()")
    page.wait("document.documentElement.dataset.ready === 'play'")
    left = int(page.run("document.querySelector('.budget').dataset.left"))
    steps = min(left, 2)
    assert steps > 0
    for step in range(steps):
        page.wait("document.querySelector('[data-action]')")
        page.run("document.querySelector('[data-action]').click()")
        page.wait(f"document.documentElement.dataset.played === '{step + 1}'")
    assert page.run("document.querySelector('.budget').dataset.left") == str(left - steps)
    fill(page, name)
    page.wait("document.documentElement.dataset.draft === 'read'")
    page.call("Page.reload")
    page.wait("document.documentElement?.dataset.ready === 'play'")
    assert page.run("document.querySelectorAll('.seen > li').length") == steps
    shown = page.run("document.body.textContent")
    assert "gold" not in shown.lower() and "Right" not in shown
    answer(page)  # what had been filled in is still there
    page.wait("document.querySelector('.hero h1')")
    path = saved / f"{name}.episode.jsonl"
    assert f"Saved as {path.name}" in page.run("document.querySelector('.play-head').textContent")
    capsys.readouterr()
    game = folder_of(tmp_path) / f"{name}.json"
    with pytest.raises(SystemExit):
        main(["audit", str(game), "--log", str(path), "--json"])
    told = json.loads(capsys.readouterr().out)
    assert told["answered"] and len(told["steps"]) == steps
    assert page.run("document.querySelector('.complaint')") is None
    headline = page.run("document.querySelector('.hero h1').textContent")
    assert headline.startswith({True: "Right", False: "Wrong", None: "Answered"}[told["right"]])
    assert page.complaints == []


def test_mistakes_in_a_mechanism_are_told_as_it_is_typed(bench: Bench, page: Page) -> None:
    bench.open(page)
    page.run("document.querySelector('[aria-label=\"Play hidden-order\"]').click()")
    page.wait("document.documentElement.dataset.ready === 'play'")
    page.run(
        "[...document.querySelectorAll('button')].find((b) => b.textContent === 'Begin anew').click()"
    )
    told = "document.querySelector('#answer-form-mechanisms-X3-told').textContent"
    page.wait("document.documentElement.dataset.played === '0'")  # drawn again, with empty forms
    typed(page, "X3", "X1 xor")
    page.wait(told)
    assert page.run("document.querySelector('[data-part=X3]').ariaInvalid") == "true"
    typed(page, "X3", "X1 xor X2")
    page.wait(f"!{told}")
    assert "missing for X1" in page.run("document.getElementById('draft-told').textContent")
    answer(page)
    page.wait("document.querySelector('.refused')")
    assert "no answer" in page.run("document.querySelector('.refused').textContent")
    page.run("document.querySelector('[data-act=cannot-tell]').click()")
    page.wait("document.querySelector('.hero h1')")
    assert page.complaints == []


def test_a_transcript_of_another_problem_is_refused(bench: Bench) -> None:
    entries = [line["entry"] for line in bench.lines("shelf") if "entry" in line]
    places = {
        item["id"]: (entry["file"], item["at"]) for entry in entries for item in entry["items"]
    }
    file, at = places["world"]
    begun = bench.lines("play", {"file": file, "at": at, "move": {}})[0]["played"]
    file, at = places["boats"]
    move = {"transcript": begun["transcript"]}
    assert "another" in bench.lines("play", {"file": file, "at": at, "move": move})[0]["error"]
    every: tuple[object, ...] = (
        {"transcript": "{"},
        {"transcript": 7},
        {"action": []},
        {"log": "/etc/passwd"},
        {"keep": "yes"},
        7,
    )
    for wrong in every:
        assert "error" in bench.lines("play", {"file": file, "at": at, "move": wrong})[0]
