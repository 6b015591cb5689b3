"""Linear baselines on published traces: what moved, least squares, and what a program sees."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import networkx
import pytest
from click.testing import CliRunner

import symcause
from symcause.cli.main import cli
from symcause.families.linear.baselines.equation_fit import EquationRows
from symcause.families.linear.baselines.linear_interface import LinearBaselines
from symcause.families.linear.models.lab_rules import Hidden
from symcause.families.linear.problem.problem import LinearProblem
from tests.linear.traces import traces

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
OWN = ("changes", "least-squares")


def _scored(pool: list[LinearProblem], name: str) -> list[float]:
    rows = symcause.baselines.solve(pool, name)
    assert {row["attempt"]["status"] for row in rows} == {"answered"}  # type: ignore[index]
    return [float(str(line["edge_f1"])) for line in symcause.score(pool, rows).lines]


@pytest.mark.parametrize(
    ("suite", "exact", "mean"),
    [
        ("3nodes", 4, 0.91),
        ("4nodes", 2, 0.83),
        ("5nodes", 1, 0.72),
        ("6nodes", 0, 0.67),
        ("4nodes_freqparent", 5, 0.86),
    ],
)
def test_what_moved_on_published_traces(suite: str, exact: int, mean: float) -> None:
    found = _scored(traces(suite), "changes")
    assert (sum(value == 1 for value in found), round(sum(found) / len(found), 2)) == (exact, mean)


@pytest.mark.parametrize("suite", ["3nodes", "4nodes", "4nodes_freqparent"])
def test_least_squares_beat_what_moved(suite: str) -> None:
    pool = traces(suite)
    assert sum(_scored(pool, "least-squares")) > sum(_scored(pool, "changes"))


@pytest.mark.parametrize("name", OWN)
def test_answers_are_acyclic_and_the_same_twice(name: str) -> None:
    pool = [symcause.load(EXAMPLES / "crystal.json", kind=LinearProblem)]
    for row in symcause.baselines.solve(pool, name, repeat=2):
        told: Any = row["attempt"]
        assert told["deterministic"] is True
        edges = json.loads(str(row["response"]))["hypothesis"]["edges"]
        graph = networkx.DiGraph((edge["from"], edge["to"]) for edge in edges)
        assert networkx.is_directed_acyclic_graph(graph)


def test_a_fit_solves_the_normal_equations() -> None:
    """At exact data the residual of the true parents is 0, and no other coefficients do better."""
    problem = symcause.load(EXAMPLES / "crystal.json", kind=LinearProblem)
    rows = EquationRows(problem, problem.target)
    full = (1 << len(rows.evidence.candidates)) - 1
    assert rows.fit(full).residual <= rows.tolerance
    assert rows.fit(0).residual >= rows.fit(full).residual


def test_the_public_problem_has_neutral_names() -> None:
    problem = symcause.load(EXAMPLES / "crystal.json", kind=LinearProblem)
    public = LinearBaselines().public(problem)
    assert public.id == "problem" and public.gold is None and not public.metadata
    assert [r.id for r in public.records] == [f"r{at:02d}" for at in range(len(problem.records))]
    other = replace(problem, id="other", gold=None, metadata={"verdict": "unique"})
    documents = [LinearBaselines().document(LinearBaselines().public(p)) for p in (problem, other)]
    assert json.dumps(documents[0]) == json.dumps(documents[1])


def test_disturbed_readings_are_refused() -> None:
    problem = symcause.load(EXAMPLES / "crystal.json", kind=LinearProblem)
    hidden = replace(problem, hidden=Hidden((Fraction(0), Fraction(1))))
    for name in OWN:
        (row,) = symcause.baselines.solve([hidden], name)
        assert row["attempt"]["status"] == "refused"  # type: ignore[index]


def test_on_the_command_line() -> None:
    done = CliRunner().invoke(
        cli, ["score", str(EXAMPLES / "crystal.json"), "--baselines", "--json"]
    )
    assert done.exit_code == 0, done.output
    *lines, _ = map(json.loads, done.stdout.splitlines())
    assert [line["model"] for line in lines] == ["simplest", *OWN]
    assert all(line["attempt"]["status"] == "answered" for line in lines)
    other = CliRunner().invoke(
        cli, ["score", str(EXAMPLES / "crystal.json"), "--baseline", "asp-edges"]
    )
    assert other.exit_code == 2
    assert "asp-edges does not apply to linear problems" in other.stderr
