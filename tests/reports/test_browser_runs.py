"""Many runs on one page: a table with filters and small curves, each of which opens."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from symcause.cli.main import cli
from tests.reports.cases import EXAMPLES
from tests.reports.chromium import Page, needs_chromium
from tests.reports.looking import looked_at


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
    assert page.run("document.querySelector('h1').textContent") == "3 of 4 runs end right"
    rows = "document.querySelectorAll('.pool-table tbody tr').length"
    assert page.run(rows) == 4
    assert page.run("document.querySelectorAll('.course .descent').length") == 3  # one did nothing
    heads = page.run(
        "[...document.querySelectorAll('.pool-table thead th')].map((h) => h.textContent)"
    )
    assert heads[:3] == ["run", "ended", "course"] and "player" in heads
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
