"""The page of a submitted design: its value against the threshold and the optimum."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from symcause.audits.question import ask
from symcause.families.scenario.documents.question_documents import ScenarioCheck
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.report.view import view
from symcause.formats.pools.problem_files import read_problem

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"


def checked(design: object) -> tuple[ScenarioCheck, Any]:
    problem = read_problem(EXAMPLES / "boats.json")
    assert isinstance(problem, ScenarioProblem)
    found = ask("check", problem, answer=json.dumps({"design": design}))
    assert isinstance(found, ScenarioCheck)
    return found, view(found, problem)


@pytest.mark.parametrize(
    ("design", "headline", "sentence"),
    [
        (
            {"hull": 2, "route": "coast"},
            "Worth 0.747: reaches the threshold of 0.7",
            "No design of the space is worth more.",
        ),
        (
            {"hull": 1, "route": "open"},
            "Worth 0.433: falls short of the threshold of 0.7",
            "A design worth 0.747 is known; none exceeds 0.747.",
        ),
        ({"hull": 3, "route": "coast"}, "Worth 0.747, but not in the declared space", None),
    ],
)
def test_the_value_is_held_against_threshold_and_optimum(
    design: dict[str, object], headline: str, sentence: str | None
) -> None:
    document, shown = checked(design)
    best = document.optimum
    assert best is not None and document.default is not None and document.value is not None
    assert best.design == {"hull": 2, "route": "coast"} and Fraction(best.low) == Fraction(56, 75)
    assert shown["headline"].partition(" ")[0] == "Worth"
    if sentence is not None:
        assert (shown["headline"], shown["sentence"]) == (headline, sentence)
    else:
        assert shown["headline"].endswith("but not in the declared space")
    rows = [line.split(",")[0] for line in shown["axis"][0]["csv"].splitlines()[1:]]
    assert {"this design", "default", "best known design"} == set(rows)
    assert "threshold 0.7" in shown["axis"][0]["svg"]
    table = dict(shown["sections"])["The design"][0]
    assert table["columns"] == ["variable", "this design", "best known"]
    assert [row[1] for row in table["rows"]] == [str(design["hull"]), design["route"]]


def test_what_is_no_design_shows_what_there_is_to_reach() -> None:
    document, shown = checked({"sail": 3})
    assert document.value is None and document.right is False
    assert shown is not None and shown["headline"] == "There is no design to value"
    assert "not a design variable (got 'sail')" in str(shown["sentence"]) and not shown["valued"]
    assert "this design" not in str(shown["axis"]) and "default" in str(shown["axis"])
