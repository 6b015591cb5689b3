"""The main pictures of score pages: who leads, by how much, and what knowing nothing would get."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from symcause.bounds.reports_bounds import DOT_ROWS
from symcause.families.shapeworld.report.score_figures import score_figures as shape_figures
from symcause.families.shapeworld.scoring.answer_score import score_answer
from symcause.families.shapeworld.scoring.answer_summary import ShapeWorldSummary
from symcause.reports.figures.figure import NARROW
from symcause.reports.figures.scores.difficulty_panels import difficulty_figures
from symcause.reports.figures.scores.dot_plot import Dot, Dots, dot_figure
from symcause.reports.figures.scores.stacked_bars import Stack, Stacks, stack_figure
from symcause.scoring.bootstrap import Bootstrap, Interval
from symcause.scoring.difficulty.difficulty_study import MeasureLine
from symcause.scoring.difficulty.measure_bins import Bin
from tests.cli.cases import Shell
from tests.reports.chromium import Page, needs_chromium
from tests.shapeworld.cases import EXAMPLES


def _width(svg: object) -> float:
    found = re.search(r'width="([\d.]+)"', str(svg))
    assert found is not None
    return float(found[1])


def test_dots_carry_their_data_and_fit_a_telephone() -> None:
    rows = [Dot(f"system {i}", Interval(i / 50, 0.1, 0.9, 12), 0.5) for i in range(45, 0, -1)]
    shown = Dots("k", "Title", "F1", rows, "F1*", [("silence", 0.54)], "Told.", "A leads")
    figure = dot_figure(shown)
    assert figure is not None and figure.narrow is not None
    assert len(figure.rows) == 45 and figure.rows[0][1] == "system 45"
    assert str(figure.svg).count("n 12") == DOT_ROWS and "5 further rows" in figure.caption
    assert "silence 0.54" in figure.svg and figure.finding == "A leads"
    assert _width(figure.narrow) == NARROW and _width(figure.svg) > 1000
    assert dot_figure(Dots("k", "Title", "F1", [])) is None


def test_stacks_name_what_they_show_and_nothing_else() -> None:
    kinds = (("right", "bar"), ("wrong", "bar wrong"), ("none", "bar none"))
    figure = stack_figure(
        Stacks("k", "Title", kinds, [Stack("a" * 90, (0, 3, 1)), Stack("b", (0, 0, 2))])
    )
    assert figure is not None and figure.narrow is not None
    assert ">right<" not in figure.svg and ">wrong<" in figure.svg
    assert figure.rows == (("a" * 90, 0, 3, 1), ("b", 0, 0, 2))
    assert f">{'a' * 90}</text>" in figure.svg and f">{'a' * 90}</text>" not in figure.narrow
    assert stack_figure(Stacks("k", "Title", kinds, [])) is None


def test_the_support_of_answers_heads_their_page() -> None:
    answers = (("illusive", "yes"), ("illusive", "no"), ("reverse-collider", "no"))
    scores = [score_answer(EXAMPLES[name], "agent", said) for name, said in answers]
    scores.append(score_answer(EXAMPLES["illusive"], "agent", "perhaps"))
    summary = ShapeWorldSummary()
    for score in scores:
        summary.take(score)
    (figure,) = shape_figures(summary, Bootstrap(20))
    assert figure.finding == "1 of 3 answers is justified; 1 unsupported, 1 refuted"
    assert figure.rows == (("agent", 1, 1, 1, 1),)
    assert ("systems", "1") in figure.facts


def _graph(edges: list[tuple[int, int]]) -> str:
    return json.dumps({"relationships": [{"source": s, "sink": t} for s, t in edges]})


@pytest.fixture
def run(tmp_path: Path) -> tuple[Path, Path]:
    """Eight problems, three models: one that finds all edges, one that finds half, one that is silent."""
    pool, answers = tmp_path / "gold.jsonl", tmp_path / "answers.jsonl"
    chain = [(1, 2), (2, 3), (3, 4), (4, 1)]
    names = ["a", "b", "c", "d"]
    edges = [{"source": names[s - 1], "target": names[t - 1]} for s, t in chain]
    gold = {"format": "symcause.textgraph/1", "nodes": names, "edges": edges}
    rows, problems = [], []
    for i in range(8):
        problems.append({**gold, "id": f"p{i}"})
        said = {"silent": _graph([]), "half": _graph(chain[:2]), "all": _graph(chain)}
        if i == 0:
            said["half"] = "I cannot tell."
        for model, response in said.items():
            row = {"instanceId": f"p{i}", "model": model, "response": response}
            rows.append({**row, "task_type": "causal_graph_generation_with_node_names"})
    for path, found in ((pool, problems), (answers, rows)):
        path.write_text("".join(json.dumps(one) + "\n" for one in found), encoding="utf-8")
    return pool, answers


def test_the_page_of_scored_graphs(
    run: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, folder = tmp_path / "page.html", tmp_path / "figures"
    code, _, _ = Shell(capsys)("score", *run, "--html", page, "--figures", folder)
    assert code == 0
    text = page.read_text(encoding="utf-8")
    heading = re.search("<h1.*?>(.*?)</h1>", text)
    assert heading is not None and heading[1].startswith("all leads with F1 1.00, 0.42 [")
    assert (
        heading[1].endswith("] above half; a random answer expects 0.33") and "narrow-only" in text
    )
    data = (folder / "f1.csv").read_text(encoding="utf-8").splitlines()
    assert [line.split(",")[1] for line in data[1:]] == ["all", "half", "silent"]
    assert data[3].split(",")[2] == "0.0" and float(data[3].split(",")[-1]) > 0.5
    # The unreadable answer counts 0 in F1, and not at all in F1*.
    assert float(data[2].split(",")[2]) == pytest.approx(2 / 3 * 7 / 8)


def test_the_finding_says_of_which_task_it_is(
    run: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pool, answers = run
    free = [json.loads(line) for line in answers.read_text(encoding="utf-8").splitlines()]
    for row in free:
        row["task_type"] = "causal_graph_generation"
    more, page = tmp_path / "free.jsonl", tmp_path / "page.html"
    more.write_text("".join(json.dumps(row) + "\n" for row in free), encoding="utf-8")
    assert Shell(capsys)("score", pool, answers, more, "--html", page)[0] == 0
    heading = re.search("<h1.*?>(.*?)</h1>", page.read_text(encoding="utf-8"))
    assert heading is not None and heading[1].startswith("With names given, all leads with F1 1.00")


def test_a_day_that_is_none_is_refused(
    run: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    for day in ("tomorrow", "2024-13-01", "20240101"):
        code, out, complaint = Shell(capsys)("score", *run, "--split-date", day)
        assert code == 2 and not out and "--split-date: no day" in complaint


@needs_chromium
@pytest.mark.parametrize("width", [1280, 390])
def test_the_picture_can_be_read_at_every_width(
    run: tuple[Path, Path],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    width: int,
    page: Page,
) -> None:
    path = tmp_path / "page.html"
    assert Shell(capsys)("score", *run, "--html", path)[0] == 0
    page.resize(width, 900)
    page.open(path)
    assert page.run("document.documentElement.scrollWidth") <= width
    sizes = page.run(
        "[...document.querySelectorAll('.plot svg')].filter((s) => s.getBoundingClientRect().width)"
        ".map((s) => s.getBoundingClientRect().width / s.viewBox.baseVal.width)"
    )
    pictures = page.run("document.querySelectorAll('.plot').length")
    assert len(sizes) == pictures >= 1, "one form of every picture"
    assert 11 * min(sizes) >= 10.9, "its small text 11 pixels"


def test_difficulty_has_a_panel_for_every_measure_and_system() -> None:
    """Many systems take several bands; a telephone has two columns, and nothing is drawn beyond an edge."""
    bins = (Bin(0, 1, 4, 4), Bin(2, 3, 4, 1), Bin(4, 9, 4, 0))
    names = [f"system-number-{i}" for i in range(9)]
    lines = [
        MeasureLine(name, measure, 12, 5, 6, 0.1, "none", bins)
        for name in names
        for measure in ("log2_count", "gold_ast", "hidden_order")
    ]
    (figure,) = difficulty_figures(lines)
    assert "1 further system" in figure.caption and "6 latent problems" in figure.caption
    assert len(figure.rows) == 9 * 2 * 3 and "hidden_order" not in str(figure.rows)
    for svg in (figure.svg, figure.narrow):
        assert str(svg).count("AUC 0.10</text>") == 8 * 2 and str(svg).count("<circle") == 8 * 2 * 3
        wide = _width(svg)
        assert all(0 <= float(x) <= wide for x in re.findall(r'(?:cx|x)="([-\d.]+)"', str(svg)))
        assert "style=" not in str(svg)
    assert _width(figure.narrow) == NARROW
    flat = [MeasureLine("s", "variables", 4, 2, 2, 0.5, "constant", bins[:1])]
    assert difficulty_figures(flat) == []
