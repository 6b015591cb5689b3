"""Pages of scores in a browser: every family's, at every width, by day, by night and on paper."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from symcause.cli.main import cli
from tests.reports.chromium import Page, needs_chromium
from tests.reports.looking import looked_at, printed
from tests.reports.paper import coloured, sheets
from tests.scoring.cases import GOLD, demo

pytestmark = needs_chromium

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
MODELS = ("claude-opus-4.6-thinking-high", "gpt-5.2 (xhigh reasoning)", "a" * 44)


def run(*arguments: object) -> None:
    done = CliRunner().invoke(cli, [str(a) for a in arguments])
    assert done.exit_code in (0, 1), done.output


def _boolean(folder: Path) -> tuple[Path, ...]:
    """Three settings, three systems; the last one has answered in two of them."""
    from symcause.families.boolean.files.document_writer import write_boolean

    problems, rows = [], []
    right = json.dumps({"mechanisms": GOLD})
    wrong = json.dumps({"mechanisms": {**GOLD, "X5": "X1"}})
    for i in range(24):
        setting = ("ordered", "block-order", "hidden-order")[i % 3]
        metadata = {"latent": str(i // 3), "level": setting}
        problem = demo(id=f"p{i}", metadata=metadata)
        problems.append(json.dumps(write_boolean(problem)))
        for place, model in enumerate(MODELS):
            if place == 2 and i % 3 == 1:
                continue
            said = "I do not know" if (i + place) % 7 == 0 else (right, wrong)[(i * place) % 3 == 1]
            rows.append(json.dumps({"instanceId": f"p{i}", "model": model, "response": said}))
    return (_lines(folder / "pool.jsonl", problems), _lines(folder / "answers.jsonl", rows))


def _lines(path: Path, lines: list[str]) -> Path:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def _scenario(folder: Path) -> tuple[Path, ...]:
    rows = ["model,antenna_trap,antenna_trap_high_def,weather_noise", "bold,74.9,81.0,35.1"]
    return (_lines(folder / "results.csv", [*rows, "shy,75.0,41.0,55.0"]),)


def _linear(folder: Path) -> tuple[Path, ...]:
    rows = [
        json.dumps({"instanceId": "episode", "model": model, "response": said})
        for model, said in zip(MODELS, ('{"prediction": 115}', "no", "{}"), strict=True)
    ]
    return (EXAMPLES / "episode.json", _lines(folder / "answers.jsonl", rows))


def _episodes(folder: Path) -> tuple[Path, ...]:
    for agent in ("greedy", "passive"):
        out = folder / "episodes.jsonl"
        run("play", EXAMPLES / "shapes.json", "--agent", agent, "--out", out, "--json")
    return EXAMPLES / "shapes.json", folder / "episodes.jsonl"


CASES: dict[str, Callable[[Path], tuple[Path, ...]]] = {
    "boolean": _boolean,
    "scenario": _scenario,
    "linear": _linear,
    "episodes": _episodes,
}


@pytest.mark.parametrize("kind", CASES)
def test_every_page_of_scores_can_be_read_everywhere(page: Page, tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"{kind}.html"
    grouped = ("--group-by", "level") if kind == "boolean" else ()
    run("score", *CASES[kind](tmp_path), "--html", path, *grouped)
    looked_at(page, path, first="#picture-0 svg")
    assert page.run("document.querySelectorAll('figure svg').length") >= 2
    assert page.run("document.querySelector('h1').textContent").count(" ") > 2, "a finding"
    nav = "document.querySelector('nav.contents').getBoundingClientRect()"
    assert page.run(f"{nav}.top") > page.run(
        "document.querySelector('#picture-0').getBoundingClientRect().bottom"
    )
    assert page.run(f"{nav}.height") < 40, "links in one line"
    links = "[...document.querySelectorAll('nav.contents a')].map((a) => a.getAttribute('href'))"
    named = page.run(
        "[...document.querySelectorAll('figure[id], [data-table], #problems')].map((p) => p.id)"
    )
    assert sorted(page.run(links)) == sorted(f"#{name}" for name in named if name != "picture-0")
    page.open(path)  # without the marks of what was printed before
    page.run(coloured("#table-0 tbody tr:nth-child(-n+4) td.name *"))
    rows = page.run("document.querySelectorAll('#table-0 tbody tr:nth-child(-n+4)').length")
    assert sheets(printed(page))[0].marked >= rows > 0, "the main table is on the first sheet"
    assert page.run(
        "document.querySelector('.tables').contains(document.querySelector('#table-0'))"
    )


def test_tables_sort_and_show_one_measure_on_a_telephone(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "scores.html"
    run("score", *_boolean(tmp_path), "--group-by", "level", "--html", path)
    page.open(path)
    column = (
        "[...document.querySelectorAll('#table-0 tbody tr')].map((r) => r.cells[5].textContent)"
    )
    page.run("document.querySelectorAll('#table-0 th button')[5].click()")
    down = page.run(column)
    assert down == sorted(down, reverse=True) and len(set(down)) > 1
    page.run("document.querySelectorAll('#table-0 th button')[5].click()")
    assert page.run(column) == sorted(down)
    assert page.run("getComputedStyle(document.querySelector('.measure')).display") == "none"
    page.resize(390, 900)
    seen = "[...document.querySelectorAll('#table-0 th')].filter((h) => h.getBoundingClientRect().width)"
    assert page.run(f"{seen}.map((h) => h.textContent)") == ["Setting", "Model", "TrainExact"]
    page.run(
        "(() => { const list = document.querySelector('#table-0 select'); list.value = 2;"
        "list.dispatchEvent(new Event('change')); })()"
    )
    assert page.run(f"{seen}.map((h) => h.textContent)") == ["Setting", "Model", "Valid"]
    files = page.run("JSON.parse(document.getElementById('files-0').textContent)")
    assert files["csv"].startswith("Setting,Model,n,") and r"\toprule" in files["latex"]
