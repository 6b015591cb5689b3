"""The command ``imec``: documents, exit codes and refusals."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction
from math import factorial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from symcause import __version__
from symcause.cli.main import cli
from symcause.equivalence import ENGINES
from symcause.errors import SymcauseError
from symcause.families.dag.questions.options import ENGINES as NAMED
from symcause.formats.graphs import GRAPH_WRITERS, write_graph
from tests.dag.cases import complete, dag

EXAMPLE = "smoking -> tar -> cancer\ndiet -> cancer\nsport -> diet\n"


def run(text: str, *arguments: str) -> Result:
    return CliRunner().invoke(cli, ["imec", "-", *arguments], input=text)


def document(text: str, *arguments: str) -> dict[str, Any]:
    result = run(text, *arguments, "--json")
    assert result.exit_code == 0, result.output
    assert result.stdout.count("\n") == 1
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_the_document() -> None:
    assert document(EXAMPLE, "--targets", "sport", "--targets", "tar, smoking") == {
        "symcause": __version__,
        "family": "dag",
        "problem": "standard input",
        "nodes": 5,
        "edges": 4,
        "size": 2,
        "log10": pytest.approx(0.30103, abs=1e-5),
        "targets": [["sport"], ["smoking", "tar"]],
        "engine": "cliquepicking",
        "knowledge": None,
        "contains_graph": True,
        "status": "exact",
        "reason": None,
        "essential": {
            "directed": [["tar", "cancer"], ["diet", "cancer"], ["sport", "diet"]],
            "undirected": [["smoking", "tar"]],
        },
        "asked": {
            "question": "imec",
            "problem": None,
            "id": None,
            "arguments": [],
            "options": {"targets": ["sport", "tar, smoking"]},
            "command": "symcause imec - --targets sport --targets 'tar, smoking'",
        },
    }


@pytest.mark.parametrize("engine", NAMED)
def test_every_engine(engine: str) -> None:
    assert tuple(ENGINES) == NAMED
    assert document(EXAMPLE, "--engine", engine)["size"] == 4


@pytest.mark.parametrize("kind", GRAPH_WRITERS)
def test_every_format(kind: str) -> None:
    graph = dag(4, [(0, 1), (0, 2), (1, 2)])
    assert document(write_graph(graph, kind))["size"] == 6


def test_members_samples_and_the_next_target() -> None:
    found = document("A -> B -> C", "--members", "5", "--sample", "4", "--seed", "3", "--next")
    assert found["members"] == [
        [["A", "B"], ["B", "C"]],
        [["B", "A"], ["B", "C"]],
        [["B", "A"], ["C", "B"]],
    ]
    assert len(found["samples"]) == 4 and all(s in found["members"] for s in found["samples"])
    assert found["seed"] == 3
    best = {"variable": "B", "outcomes": 3, "worst": 1, "expected": "1"}
    assert found["next_target"]["worst_case"] == found["next_target"]["expected"] == best
    ends = found["next_target"]["variables"][0]
    assert ends["variable"] == "A" and Fraction(ends["expected"]) == Fraction(5, 3)
    again = document("A -> B -> C", "--sample", "4", "--seed", "3")
    assert again["samples"] == found["samples"]
    assert document("A -> B <- C".replace("B <- C", "B\nC -> B"), "--next")["next_target"] == {
        "worst_case": None,
        "expected": None,
        "variables": [],
    }


def test_text() -> None:
    text = run(EXAMPLE, "--next", "--members", "1", "--targets", "sport").output
    assert text.splitlines() == [
        "size: 2",
        "targets: {sport}",
        "essential graph: 3 directed and 1 undirected edges",
        "  tar -> cancer",
        "  diet -> cancer",
        "  sport -> diet",
        "  smoking - tar",
        "next target: smoking leaves at most 1",
        "next target on average: smoking leaves 1 expected",
        "member 1: smoking -> tar; tar -> cancer; diet -> cancer; sport -> diet",
    ]
    assert "none (observational)" in run("A -> B").output
    assert "none needed" in run("A\nB", "--next").output
    edges = write_graph(complete(12), "edges")
    assert "X0 - X1" not in run(edges).output
    assert "X0 - X1" in run(edges, "--essential").output
    assert "leaves at most 39,916,800" in run(edges, "--next").output


def test_sizes_beyond_the_decimal_bound_are_hexadecimal(monkeypatch: pytest.MonkeyPatch) -> None:
    for bound in ("_SHORT", "_TOO_LONG"):
        monkeypatch.setattr(f"symcause.audits.document_json.{bound}", 10**5)
    monkeypatch.setattr("symcause.families.dag.documents.MAX_DIGITS", 5)
    found = document(write_graph(complete(12), "edges"), "--next")
    assert found["size"] is None and int(found["size_hex"], 16) == factorial(12)
    worst = found["next_target"]["worst_case"]
    assert worst["worst"] is None and int(worst["worst_hex"], 16) == factorial(11)
    assert worst["expected"].startswith("0x")
    assert "expected" in run(write_graph(complete(12), "edges"), "--next").output


def test_timeout_keeps_what_is_known() -> None:
    edges = write_graph(complete(40), "edges")
    done = run(edges, "--timeout", "600", "--json")
    assert done.exit_code == 0 and json.loads(done.stdout)["size"] == factorial(40)
    stopped = run(edges, "--timeout", "0.5", "--engine", "recursion", "--json")
    found = json.loads(stopped.stdout)
    assert stopped.exit_code == 3
    assert found["size"] is None and found["status"] == "unknown" and found["reason"]
    assert "unknown" in run(edges, "--timeout", "0.5", "--engine", "recursion").output


@pytest.mark.parametrize(
    ("text", "arguments", "message"),
    [
        ("A -> B\nB -> A", (), "standard input: the graph has a cycle: A -> B -> A"),
        ("A B", (), "standard input: line 1: two names without an arrow"),
        (EXAMPLE, ("--targets", "smokin"), "--targets: .*did you mean 'smoking'"),
        (EXAMPLE, ("--targets", "tar,,diet"), "--targets: "),
        (EXAMPLE, ("--targets", '"tar'), "--targets: not a list of names"),
    ],
)
def test_refusals(text: str, arguments: tuple[str, ...], message: str) -> None:
    with pytest.raises(SymcauseError, match=message):
        CliRunner().invoke(cli, ["imec", "-", *arguments], input=text, catch_exceptions=False)


def test_names_with_commas_and_the_empty_target() -> None:
    found = document('"a,b" -> c', "--targets", '"a,b",c', "--targets", "")
    assert found["targets"] == [["a,b", "c"], []] and found["size"] == 2


def test_from_the_shell(tmp_path: Path) -> None:
    file = tmp_path / "graph.dot"
    file.write_text("digraph { A -> B; B -> C; C -> A }", encoding="utf-8")
    code = "from symcause.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "imec", str(file)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])},
    )
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith(f"symcause: {file}: the graph has a cycle: A -> B -> C -> A")
    assert done.stderr.count("\n") == 1
