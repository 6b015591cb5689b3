"""Runs in the workbench: a folder of them in one table, judged as the commands do, opened step by step."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from symcause.cli.main import main
from symcause.workbench import page_tasks
from symcause.workbench.file_shelf import Shelf
from symcause.workbench.run_table import run_rows
from symcause.workbench.run_verdicts import judged, view
from tests.reports.chromium import Page, needs_chromium
from tests.scenario.audits.test_audit import ALTITUDE
from tests.scenario.scoring.test_runs import RUN
from tests.workbench.editing import told
from tests.workbench.running import EXAMPLES, Bench, needs_serve, workbench

pytestmark = needs_serve

MANY, FILES = 5_000, 100
FOREIGN = ("episode.log.jsonl", "predictions.jsonl", "shapes.json")
OTHERS = (
    2 + 1 + 23 + 1
)  # two agents, a log, the answers of the examples, a transcript with its answer


SCROLL = """(() => {
  const box = document.querySelector('.run-scroll');
  box.scrollTop = 80000;
  for (let i = 1; i <= 60; i += 1) {
    box.scrollTop = 80000 + i * 102;
    box.dispatchEvent(new Event('scroll'));
    box.getBoundingClientRect();
  }
})()"""
"""Sixty turns of a wheel, each drawn and laid out."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Episodes of two agents, logs and answers of other projects, and 5,000 episodes of a problem that is
    not there: 4,900 in one file, the others in a file each."""
    found = tmp_path_factory.mktemp("runs")
    for name in (*FOREIGN, "world.json", "episode.json", "pool.jsonl"):
        shutil.copy(EXAMPLES / name, found)
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
    texts = [
        "".join(
            json.dumps(line) + "\n"
            for line in (
                {**lines[0], "agent": f"model-{number:04d}", "fingerprint": "0" * 64},
                *lines[1:],
            )
        )
        for number in range(MANY)
    ]
    (found / "many.jsonl").write_text("".join(texts[FILES:]))
    for number, text in enumerate(texts[:FILES]):
        (found / f"one-{number:03d}.jsonl").write_text(text)
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
    assert len(rows) == MANY + OTHERS
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


def test_logs_and_answers_of_others_are_judged_as_the_commands_judge_them(
    bench: Bench, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [line["run"] for line in bench.lines("runs") if "run" in line]
    foreign = [row for row in rows if row["name"].rpartition("/")[2] in FOREIGN]
    judged = {
        (line["run"]["file"], line["run"]["at"]): line["run"]
        for line in bench.lines("judge", {"runs": [[row["file"], row["at"]] for row in foreign]})
        if "run" in line
    }
    assert len(judged) == len(foreign) and all("reason" not in row for row in judged.values())
    log = next(row for row in foreign if row["name"].endswith(".log.jsonl"))
    followed = told(
        capsys, "audit", str(folder / "episode.json"), "--log", str(folder / FOREIGN[0])
    )
    found = judged[log["file"], log["at"]]
    assert found["curve"] == [step["graphs"] for step in followed["steps"]]
    assert found["decided_at"] == followed["decided_at"]
    assert found["regret"] == followed["regret"]
    (shown, _) = bench.lines("episode", {"file": log["file"], "at": log["at"]})
    assert shown["view"]["kind"] == "trajectory"
    assert shown["view"]["whole"]["forced"] == {}  # what forces an edge stands in the log
    capsys.readouterr()
    _run("score", str(folder / "pool.jsonl"), str(folder / FOREIGN[1]), "--json")
    scores = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    ours = [row for row in foreign if row["name"].endswith(FOREIGN[1])]
    assert [judged[row["file"], row["at"]].get("right") for row in ours] == [
        score.get("right") for score in scores if "problem" in score
    ]
    for row in (ours[0], ours[-1], next(row for row in foreign if row["problem"] == "shapes")):
        (shown, _) = bench.lines("episode", {"file": row["file"], "at": row["at"]})
        assert shown["view"]["id"] == row["problem"]


def test_released_runs_are_seen(tmp_path: Path) -> None:
    home = Path(os.environ.get("SYMCAUSE_DATA", "")) / "causalab" / "released"
    if not home.is_dir():
        pytest.skip("the released runs are not here; set SYMCAUSE_DATA")
    shelf = Shelf.of((str(home),))
    rows = list(run_rows(shelf))
    assert len(rows) == 15 and {row["model"] for row in rows} >= {"scripted-a", "scripted-b"}
    first = next(judged(shelf, [[rows[0]["file"], rows[0]["at"]]]))
    assert first["right"] is True and first["support"] == "justified" and first["curve"]
    run = next(row for row in rows if row["problem"] == "4nodes_12_4")
    assert view(shelf, run["file"], run["at"])["kind"] == "trajectory"


def test_a_table_that_has_not_all_runs_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[Mapping[str, object]] = []
    shelf = Shelf.of((str(EXAMPLES / "predictions.jsonl"),))
    number = len(list(run_rows(shelf)))
    for most in (number, number - 1):
        monkeypatch.setattr(page_tasks, "TABLE_RUNS", most)
        said.clear()
        page_tasks.TASKS["runs"](page_tasks.Room(shelf), {}, said.append)
        assert [line for line in said if "run" not in line] == [{"first": most}] * (most < number)
        assert len(said) == number


@needs_chromium
def test_thousands_of_runs_scroll(bench: Bench, page: Page) -> None:
    bench.open(page)
    page.run("document.querySelector('[data-act=runs]').click()")
    page.wait("document.documentElement.dataset.ready === 'runs'")
    rows = "document.querySelectorAll('[data-run-at]').length"
    assert f"of {MANY + OTHERS}" in page.run("document.querySelector('.runs .hint').textContent")
    assert 5 < page.run(rows) < 80
    page.run(SCROLL)
    assert page.run(rows) < 80, "what is out of sight is not drawn"
    page.run("document.querySelector('.run-scroll').scrollTop = 1e9")
    page.wait("document.querySelector('.run-rows').textContent.includes('shapes')")
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


def test_runs_of_scenarios_say_whether_they_won_and_how_often_they_tried(tmp_path: Path) -> None:
    (tmp_path / "heights.json").write_text(json.dumps(ALTITUDE))
    (tmp_path / "run.json").write_text(json.dumps(RUN))
    shutil.copy(EXAMPLES / "boats.json", tmp_path)
    played = str(tmp_path / "played.jsonl")
    _run("play", str(tmp_path / "boats.json"), "--agent", "random", "--out", played)
    scores = tmp_path / "scores.jsonl"
    _run("score", str(tmp_path / "heights.json"), str(tmp_path / "run.json"), "--out", str(scores))
    shelf = Shelf.of((str(tmp_path),))
    rows = [row for row in run_rows(shelf) if row["model"] == "demo-model"]
    assert {Path(str(row["name"])).name for row in rows} == {"run.json", "scores.jsonl"}
    found = judged(shelf, [[row["file"], row["at"]] for row in rows])
    assert [(row["right"], row["steps"], row["curve"]) for row in found] == [(True, 2, None)] * 2
    (row,) = [row for row in run_rows(shelf) if row["model"] == "random"]
    (found_,) = judged(shelf, [[row["file"], row["at"]]])
    assert (found_["right"], found_["steps"]) == (True, 8) and "reason" not in found_
