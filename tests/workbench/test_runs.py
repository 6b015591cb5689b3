"""Runs in the workbench: a folder of them in one table, judged as the commands do, opened step by step."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from symcause.cli.main import main
from tests.reports.chromium import Chromium, needs_chromium
from tests.workbench.running import EXAMPLES, Bench, needs_serve, workbench

pytestmark = needs_serve

MANY = 2_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Episodes of two agents, results of a command, and 2,000 episodes of a problem that is not there."""
    found = tmp_path_factory.mktemp("runs")
    shutil.copy(EXAMPLES / "world.json", found)
    for agent in ("greedy", "passive"):
        _run(
            "play",
            str(found / "world.json"),
            "--agent",
            agent,
            "--out",
            str(found / f"{agent}.jsonl"),
        )
    lines = [json.loads(line) for line in (found / "greedy.jsonl").read_text().splitlines()]
    with (found / "many.jsonl").open("w") as file:
        for number in range(MANY):
            head = {**lines[0], "agent": f"model-{number:04d}", "fingerprint": "0" * 64}
            file.writelines(json.dumps(line) + "\n" for line in (head, *lines[1:]))
    return found


def _run(*words: str) -> None:
    with pytest.raises(SystemExit):
        main(list(words))


@pytest.fixture(scope="module")
def bench(folder: Path) -> Iterator[Bench]:
    with workbench(folder) as found:
        yield found


def test_an_episode_is_judged_as_the_command_judges_it(
    bench: Bench, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [line["run"] for line in bench.lines("runs") if "run" in line]
    assert len(rows) == MANY + 2
    for agent in ("greedy", "passive"):
        row = next(row for row in rows if row["model"] == agent)
        assert row["judged"] is False and "right" not in row
        capsys.readouterr()
        _run("play", str(folder / "world.json"), "--agent", agent, "--json")
        told = json.loads(capsys.readouterr().out)
        judged = bench.lines("judge", {"runs": [[row["file"], row["at"]]]})[0]["run"]
        for key in ("right", "support", "lucky", "regret", "decided_at", "surplus"):
            assert judged[key] == told[key], key
        assert judged["steps"] == len(told["steps"])
    stranger = next(row for row in rows if row["model"] == "model-0007")
    judged = bench.lines("judge", {"runs": [[stranger["file"], stranger["at"]]]})[0]["run"]
    assert judged["right"] is None and "not on the shelf" in judged["reason"]
    (said, _) = bench.lines("episode", {"file": stranger["file"], "at": stranger["at"]})
    assert "not on the shelf" in said["error"]
    for wrong in (7, [[0]], [["a", {}]]):
        assert "error" in bench.lines("judge", {"runs": wrong})[0]


@needs_chromium
def test_thousands_of_runs_scroll(bench: Bench) -> None:
    with Chromium() as browser:
        page = browser.page()
        bench.open(page)
        page.run("document.querySelector('[data-act=runs]').click()")
        page.wait("document.documentElement.dataset.ready === 'runs'")
        rows = "document.querySelectorAll('[data-run-at]').length"
        assert f"of {MANY + 2}" in page.run("document.querySelector('.runs .hint').textContent")
        assert 5 < page.run(rows) < 80
        page.run("document.querySelector('.run-scroll').scrollTop = 1e9")
        page.wait("document.querySelector('.run-rows').textContent.includes('model-1999')")
        assert page.run(rows) < 80
        page.run(
            "(() => { const box = document.querySelector('.runs input'); box.value = 'greedy.jsonl';"
            "box.dispatchEvent(new Event('input')); })()"
        )
        page.wait(f"{rows} === 1 && document.querySelector('.run-row .badge.unique')")
        page.run("document.querySelector('.name-of-run').click()")
        page.wait("document.documentElement.dataset.episode")
        assert "Right" in page.run("document.querySelector('.hero h1').textContent")
        page.resize(390, 844)
        page.run("document.querySelector('[data-act=runs-back]').click()")
        assert page.becomes("document.documentElement.scrollWidth", 390) == 390
        assert page.complaints == []
