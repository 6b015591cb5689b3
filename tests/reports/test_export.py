"""Exports and the terminal: graphs read back, LaTeX balances, values show themselves."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import symcause
from symcause.cli.main import cli
from symcause.cli.runs import progress_display as progress
from symcause.errors import UsageError
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.report.export import mechanisms_latex
from symcause.families.boolean.report.story.audit_story import audit_story
from symcause.formats.graphs import parse_graph
from symcause.models.dags import DAG
from symcause.reports.export import export_graph, latex_of, picture_of, save_graph
from symcause.reports.sparklines import bar, sparkline
from symcause.reports.terminal_story import story_text
from tests.reports.cases import EXAMPLES, MARKUP, boolean, hostile, linear


def test_graphs_read_back() -> None:
    problem, _ = boolean("corner")
    for kind in ("dot", "graphml", "edges", "json", "csv"):
        for thing in (problem, problem.gold_scm, linear()[0], linear()[0].gold_model()):
            assert thing is not None
            found = parse_graph(export_graph(thing, kind))
            assert set(found.edges) == set(picture_of(thing).graph.edges)
            assert set(found.nodes) == set(picture_of(thing).graph.nodes)


def test_graphs_are_saved_by_their_name(tmp_path: Path) -> None:
    dag = DAG.of([("A", "B"), (MARKUP.replace("\u2028", ""), "B")])
    for name in ("g.dot", "g.graphml", "g.svg", "g.json"):
        save_graph(dag, tmp_path / name)
    ElementTree.parse(tmp_path / "g.svg")
    assert parse_graph((tmp_path / "g.graphml").read_text(encoding="utf-8")) == dag
    with pytest.raises(UsageError, match="which format"):
        save_graph(dag, tmp_path / "g.png")
    with pytest.raises(UsageError, match="cannot write"):
        save_graph(dag, tmp_path / "missing" / "g.svg")


@pytest.mark.parametrize("kind", ["dot", "graphml", "svg", "latex"])
def test_convert_writes_gold(kind: str, tmp_path: Path) -> None:
    for name in ("corner", "episode"):
        out = tmp_path / f"{name}.{kind}"
        asked = ["convert", str(EXAMPLES / f"{name}.json"), "--to", kind, "--out", str(out)]
        assert cli.main(asked, standalone_mode=False) == 0
        text = out.read_text(encoding="utf-8")
        problem = symcause.load(EXAMPLES / f"{name}.json")
        wanted = latex_of(problem) if kind == "latex" else export_graph(problem, kind)
        assert text.rstrip("\n") == wanted.rstrip("\n")
    with pytest.raises(UsageError, match="several problems"):
        cli.main(["convert", str(EXAMPLES / "pool.jsonl"), "--to", kind], standalone_mode=False)


def test_latex() -> None:
    text = mechanisms_latex({"X1": "(and X2 (not X3))", "X4": "(not readable"})
    first, second = text.splitlines()[1:3]
    assert first == r"X_{1} &= X_{2} \land \lnot X_{3} \\"
    assert second == r"X_{4} &= \text{not readable}"
    assert text.count("{") == text.count("}")


def test_values_show_themselves() -> None:
    problem, document = boolean("ambiguous")
    crystal = linear()[0]
    things = (problem, problem.gold_scm, document, crystal, crystal.gold_model())
    for thing in (*things, DAG.of([("A", "B")])):
        html, svg = thing._repr_html_(), thing._repr_svg_()  # type: ignore[union-attr]
        assert html and svg and "<script" not in html and "data:image/svg+xml;base64," in html
        ElementTree.fromstring(svg)


def test_what_is_shown_is_escaped() -> None:
    problem, document = hostile()
    for thing in (problem, document, DAG.of([("<b>A</b>", "B")])):
        html = thing._repr_html_()
        assert html and "<img src=x" not in html and "<script" not in html and "<b>A" not in html


def test_large_models_are_shortened() -> None:
    names = tuple(f"X{i}" for i in range(1, 21))
    wide = BooleanSCM(names[:-1], {"X20": Function(names[:-1], 1)})
    assert "524288 outputs" in str(wide._repr_html_())
    many = BooleanSCM(("X1",), {f"X{i}": Function((f"X{i - 1}",), 2) for i in range(2, 40)})
    assert "… 26 more" in str(many._repr_html_())


def test_showing_a_graph_loads_no_solver() -> None:
    code = (
        "import sys, symcause; symcause.DAG.of([('A', 'B')])._repr_html_();"
        "print(*(m for m in sys.modules if m.split('.')[0] in ('pysat', 'z3') or 'spaces' in m))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_sparks() -> None:
    assert [bar(share, 4) for share in (0, 1e-9, 0.5, 1, 7)] == [
        "····",
        "▏···",
        "██··",
        "████",
        "████",
    ]
    assert sparkline([0, None, 1, 10**400]) == "·?▁█"
    assert sparkline([1, 1]) == "▁▁" and sparkline([]) == ""


def test_the_text_report_has_small_multiples() -> None:
    text = story_text(audit_story(boolean("corner")[1]))
    assert "██████▌·  81.3%" in text
    assert "by parents ····▃▅█   by AST size ·▁█" in text


def test_how_many_problems_a_path_holds(tmp_path: Path) -> None:
    assert progress.expected(str(EXAMPLES / "pool.jsonl")) == 9
    assert progress.expected(str(EXAMPLES / "unique.json")) == 1
    assert progress.expected("pool.yaml") is None and progress.expected("-") is None
    assert progress.expected("pool.yaml", "chosen") == 1
    (tmp_path / "a.json").write_text("{}")
    (tmp_path / "b.jsonl").write_text("{}\n\n{}\n")
    assert progress.expected(str(tmp_path)) == 3
    (tmp_path / "c.yaml").write_text("")
    assert progress.expected(str(tmp_path)) is None


def test_progress_is_for_people(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A bar on a terminal, nothing at all in a pipe."""
    shown = progress.Progress([str(EXAMPLES / "pool.jsonl")], None)
    shown.step()
    shown.close()
    assert capsys.readouterr().err == ""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    shown = progress.Progress([str(EXAMPLES / "pool.jsonl")], None, done=2)
    for _ in range(3):
        with shown.paused():
            pass
        shown.step()
    shown.close()
    written = capsys.readouterr().err
    assert "5/9" in written and "/s" in written
