"""Many runs on one page: a table with filters and small curves, each of which opens."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from symcause.cli.main import cli, main
from tests.reports.cases import EXAMPLES
from tests.reports.chromium import Page, needs_chromium
from tests.reports.looking import looked_at
from tests.scenario.audits.test_audit import ALTITUDE
from tests.scenario.scoring.test_runs import RUN


def run(*words: object) -> str:
    done = CliRunner().invoke(cli, [str(word) for word in words])
    assert done.exit_code in (0, 1, 3), done.output
    return done.output


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four transcripts, two of them in one file, and two files that are none."""
    made = tmp_path_factory.mktemp("runs")
    shapes = EXAMPLES / "world.json"
    for agent, seed, name in (("random", 1, "a"), ("random", 2, "a"), ("greedy", 0, "sub/b")):
        (made / name).parent.mkdir(exist_ok=True)
        run("play", shapes, "--agent", agent, "--seed", seed, "--out", made / f"{name}.jsonl")
    run("play", shapes, "--agent", "passive", "--out", made / "c.jsonl")
    (made / "raw_io.jsonl").write_text('{"messages": []}\n')
    (made / "notes.jsonl").write_text("no JSON at all\n")
    return made


def test_a_folder_is_told_in_lines(folder: Path) -> None:
    told = run("audit", EXAMPLES / "world.json", "--log", folder)
    assert "3 of 4 runs end right." in told
    assert "raw_io" not in told and "notes" not in told
    assert [line.split()[0] for line in told.partition("\nRuns\n")[2].splitlines()[1:5]] == [
        *("a.jsonl", "a.jsonl", "c.jsonl", "sub/b.jsonl"),
    ]


@needs_chromium
def test_a_page_over_all_runs(page: Page, folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "runs.html"
    run("audit", EXAMPLES / "world.json", "--log", folder, "--html", path)
    looked_at(page, path, first="section.first figure")
    page.open(path)
    badges = page.run(
        "[...document.querySelectorAll('.pool-table tbody tr')].map((row) => row.textContent)"
    )
    justified = sum("right" in row and "justified" in row for row in badges)
    told = "all" if justified == 3 else f"{justified} of them"
    drawn = page.run("document.querySelector('section.first svg').textContent")
    counted = re.findall(r"(\d+) of (\d+) right", drawn)
    assert [sum(map(int, numbers)) for numbers in zip(*counted, strict=True)] == [3, 4], (
        "rows count as the headline does"
    )
    title = page.run("document.querySelector('h1').textContent")
    assert title == f"3 of 4 runs end right, {told} justified"
    rows = "document.querySelectorAll('.pool-table tbody tr').length"
    assert page.run(rows) == 4
    assert page.run("document.querySelectorAll('.course .descent').length") == 3  # one did nothing
    heads = page.run(
        "[...document.querySelectorAll('.pool-table thead th')].map((h) => h.textContent)"
    )
    assert heads[:3] == ["run", "ended", "course"] and "player" in heads
    assert "problem" not in heads, "the page has one, and says so above"
    page.run(
        "(() => { const list = document.querySelector('[data-filter=setting]'); list.value = 'random';"
        "list.dispatchEvent(new Event('change')); })()"
    )
    assert page.run(rows) == 2
    page.go("p3")
    assert page.run("document.querySelector('.identity').textContent") == "sub/b.jsonl"
    assert page.run("document.querySelector('h1').textContent").startswith(
        "Right after 1 step: all 19"
    )
    assert page.run("document.querySelectorAll('#episode .descent').length") > 0
    assert page.run("document.querySelector('.trail a').textContent") == "All runs"
    assert page.complaints == []


@needs_chromium
def test_scores_of_episodes_list_their_runs(page: Page, folder: Path, tmp_path: Path) -> None:
    path, logs = tmp_path / "scores.html", (folder / "a.jsonl", folder / "c.jsonl")
    run("score", EXAMPLES / "world.json", *logs, "--html", path)
    page.resize(1280, 800)
    page.open(path)
    rows = "document.querySelectorAll('.pool-table tbody tr').length"
    assert page.becomes(rows, 3) == 3
    assert page.run("document.querySelectorAll('.course .descent').length") == 2
    page.run(
        "(() => { const list = document.querySelector('[data-filter=setting]'); list.value = 'passive';"
        "list.dispatchEvent(new Event('change')); })()"
    )
    assert page.run(rows) == 1
    page.go("p0")
    assert page.run("document.querySelector('#run .identity').textContent") == "world by random"
    assert page.run("document.querySelector('#run h1').textContent").startswith("Right after")
    assert page.run("document.querySelectorAll('#run .descent').length") > 0
    page.resize(390, 900, mobile=True)
    assert page.becomes("document.documentElement.scrollWidth <= 390", True) is True
    assert page.complaints == []


def _rows(page: Page) -> list[list[str]]:
    page.wait("document.querySelectorAll('.pool-table tbody tr').length > 0")
    found: list[list[str]] = page.run(
        "[...document.querySelectorAll('.pool-table tbody tr')]"
        ".map((row) => [...row.cells].slice(0, 2).map((cell) => cell.textContent))"
    )
    return found


@needs_chromium
def test_scores_of_logs_list_their_runs(page: Page, tmp_path: Path) -> None:
    """Logs of linear runs, transcripts with an answer, records of scenarios: each with its course."""
    (tmp_path / "heights.json").write_text(json.dumps(ALTITUDE))
    runs = [RUN, {**RUN, "id": "r2", "submission": None, "model": "other"}]
    (tmp_path / "runs.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in runs))
    (tmp_path / "logs" / "a b").mkdir(parents=True)
    shutil.copy(EXAMPLES / "episode.log.jsonl", tmp_path / "logs" / "a b")
    scored = {
        "linear": (EXAMPLES / "episode.json", tmp_path / "logs"),
        "shapeworld": (EXAMPLES / "shapes.json",),
        "scenario": (tmp_path / "heights.json", tmp_path / "runs.jsonl"),
    }
    expected = {
        "linear": [["a b/episode.log.jsonl", "no answer"]],
        "shapeworld": [["shapes", "right"]],
        "scenario": [["r1", "won"], ["r2", "no result"]],
    }
    for family, files in scored.items():
        path = tmp_path / f"{family}.html"
        run("score", *files, "--html", path)
        page.resize(1280, 800)
        page.open(path)
        assert _rows(page) == expected[family]
        curves = "document.querySelectorAll('.course svg').length"
        assert page.run(curves) == len(expected[family])
        page.go("p0")
        assert (
            page.run("document.querySelector('#run .identity').textContent")
            == (expected[family][0][0])
        )
        assert page.run("document.querySelectorAll('#run figure svg').length") > 0
        page.resize(390, 900, mobile=True)
        assert page.becomes("document.documentElement.scrollWidth <= 390", True) is True
        assert page.complaints == []


@needs_chromium
def test_runs_without_members_show_who_survived(page: Page, tmp_path: Path) -> None:
    boats, path = EXAMPLES / "boats.json", tmp_path / "page.html"
    (tmp_path / "logs").mkdir()
    for agent in ("random", "passive"):
        run("play", boats, "--agent", agent, "--out", tmp_path / "logs" / f"{agent}.jsonl")
    run("audit", boats, "--log", tmp_path / "logs", "--html", path)
    looked_at(page, path, first="section.first figure")
    page.open(path)
    drawn = page.run("document.querySelector('section.first svg').textContent")
    assert "threshold 0.70" in drawn and drawn.index("random.jsonl") < drawn.index("passive.jsonl")
    rings = "document.querySelector('section.first svg').querySelectorAll('.ring').length"
    assert page.run(rings) == 3  # one per run, one in the key
    page.media(media="print")
    titles = page.run(
        "[...document.querySelectorAll('.pool-table th')].map((head) =>"
        " [head.textContent, getComputedStyle(head, '::before').content])"
    )
    assert ["course", "none"] in titles and ["value", '"value"'] in titles, "no title twice"
    page.media()
    heads = page.run(
        "[...document.querySelectorAll('.pool-table thead th')].map((h) => h.textContent)"
    )
    assert {"value", "threshold", "units that survived", "chance to win", "steps"} <= set(heads)
    assert page.run("document.querySelectorAll('.course circle').length") == 8


def test_a_folder_without_a_run_says_what_was_looked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "notes.jsonl"
    log.write_text('{"a": 1}\n')

    def audit(name: str, given: Path) -> tuple[object, str, str]:
        with pytest.raises(SystemExit) as found:
            main(["audit", str(EXAMPLES / f"{name}.json"), "--log", str(given)])
        return found.value.code, *capsys.readouterr()

    for name in ("unique", "world", "boats"):
        code, _, told = audit(name, tmp_path)
        assert code == 2 and "there is no run in the folder: no file *.jsonl" in told
        assert "symcause play PROBLEM --out" in told
        code, _, told = audit(name, log)
        assert code == 2 and "no episode; a transcript begins with its header" in told
    code, told, _ = audit("episode", tmp_path)
    assert code == 1 and "the folder has no log about this problem" in told
