"""Episodes of every interactive family, played by clicks to their end; nothing of gold before that."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from symcause.cli.main import main
from symcause.registry import families
from tests.reports.chromium import Chromium, needs_chromium
from tests.workbench.running import EXAMPLES, Bench, needs_serve, workbench

pytestmark = [needs_serve, needs_chromium]

GAMES = {
    "boolean": ("hidden-order", (EXAMPLES / "answers" / "hidden-order.good.json").read_text()),
    "linear": ("episode", '{"prediction": 288, "equations": {"freq": "25 + 2*density"}}'),
    "shapeworld": ("world", "yes"),
    "scenario": ("boats", '{"design": {"hull": 1, "route": "forecast"}}'),
}


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    folder = tmp_path_factory.mktemp("games")
    with workbench(folder_of(folder)) as found:
        yield found


def folder_of(folder: Path) -> Path:
    for name, _ in GAMES.values():
        (folder / f"{name}.json").write_text((EXAMPLES / f"{name}.json").read_text())
    return folder


def test_every_interactive_family_is_played() -> None:
    assert set(GAMES) == {family.name for family in families() if family.rules is not None}


def test_played_to_the_end_by_clicks(
    bench: Bench, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Chromium() as browser:
        for name, answer in GAMES.values():
            page = browser.page()
            bench.open(page)
            page.run(f"document.querySelector('[aria-label=\"Play {name}\"]').click()")
            page.wait("document.documentElement.dataset.ready === 'play'")
            left = int(page.run("document.querySelector('.budget').dataset.left"))
            assert left > 0
            steps = min(left, 2)
            for step in range(steps):
                page.wait("document.querySelector('[data-action]')")
                page.run("document.querySelector('[data-action]').click()")
                page.wait(f"document.documentElement.dataset.played === '{step + 1}'")
            assert page.run("document.querySelector('.budget').dataset.left") == str(left - steps)
            page.call("Page.reload")
            page.wait("document.documentElement?.dataset.ready === 'play'")
            assert page.run("document.querySelectorAll('.seen > li').length") == steps
            shown = page.run("document.body.textContent")
            assert "gold" not in shown.lower() and "Right" not in shown
            page.run(
                f"document.getElementById('typed-answer').value = {json.dumps(answer)};"
                "document.getElementById('typed-answer').form.requestSubmit()"
            )
            page.wait("document.querySelector('.hero h1')")
            assert page.complaints == []
            key = "Object.keys(localStorage).filter((k) => k.includes('play')).map((k) => "
            kept = page.run(key + "JSON.parse(localStorage[k]).transcript)")
            mine = next(text for text in kept if json.loads(text.splitlines()[0])["id"] == name)
            path = tmp_path / f"{name}.jsonl"
            path.write_text(mine)
            capsys.readouterr()
            game = folder_of(tmp_path) / f"{name}.json"
            with pytest.raises(SystemExit):
                main(["audit", str(game), "--log", str(path), "--json"])
            told = json.loads(capsys.readouterr().out)
            assert told["answered"] and len(told["steps"]) == steps
            headline = page.run("document.querySelector('.hero h1').textContent")
            assert headline.startswith(
                {True: "Right", False: "Wrong", None: "Answered"}[told["right"]]
            )


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
    for wrong in (
        {"transcript": "{"},
        {"transcript": 7},
        {"action": []},
        {"log": "/etc/passwd"},
        7,
    ):
        assert "error" in bench.lines("play", {"file": file, "at": at, "move": wrong})[0]
