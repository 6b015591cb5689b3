"""The page of a checked hypothesis: readings against what it gives, and rows that rule it out."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from symcause.audits.question import ask
from symcause.families.linear.bounds import RESIDUAL_ROWS
from symcause.families.linear.documents.check_document import LinearCheck
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.report.page.residual_figure import residual_figure
from symcause.families.linear.report.view import view
from symcause.formats.pools.problem_files import read_problem

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
RIGHT = {
    "moisture": "12 + 2*density",
    "size": "8 + moisture",
    "freq": "25 + 2*density + 3*size + temperature",
}


def crystal() -> LinearProblem:
    problem = read_problem(EXAMPLES / "crystal.json")
    assert isinstance(problem, LinearProblem)
    return problem


def checked(problem: LinearProblem, answer: object) -> tuple[LinearCheck, Any]:
    found = ask("check", problem, answer=json.dumps(answer))
    assert isinstance(found, LinearCheck)
    return found, view(found, problem)


def test_readings_stand_beside_what_the_equation_gives() -> None:
    problem = crystal()
    wrong = {**RIGHT, "freq": "25 + 2*density + 3*size + 0.9*temperature"}
    document, shown = checked(problem, {"equations": wrong})
    states = [*(r.values for r in problem.records), *(s.values for s in problem.chain)]
    given = [
        25 + 2 * s["density"] + 3 * s["size"] + Fraction(9, 10) * s["temperature"] for s in states
    ]
    assert [Fraction(part.given) for part in document.readings] == given
    assert [Fraction(part.read) for part in document.readings] == [s["freq"] for s in states]
    assert [part.right for part in document.readings] == [
        s["freq"] == g for s, g in zip(states, given, strict=True)
    ]
    assert shown["headline"] == "Misses 9 of 9 readings of freq"
    assert len(shown["wrong"]) == 9 and shown["differing"] == []
    rows = shown["residuals"]["csv"].splitlines()
    assert rows[1] == "record r0,299,295.7,3.3,False" and len(rows) == 10
    assert shown["residuals"]["svg"].count(" ×<") == 9, "a cross, not only red"


def test_what_fits_has_no_residuals_and_says_whether_anything_else_does() -> None:
    document, shown = checked(crystal(), {"equations": RIGHT})
    assert all(part.right for part in document.readings) and len(document.readings) == 9
    assert shown["headline"] == "Fits, and no other graph does" and shown["wrong"] == []
    assert "×" not in shown["residuals"]["svg"]


def test_of_edges_alone_the_rows_are_shown_that_rule_them_out() -> None:
    edges = [["density", "moisture"], ["moisture", "size"], ["size", "freq"], ["density", "freq"]]
    document, shown = checked(crystal(), {"hypothesis": {"edges": edges}})
    assert document.readings == () and shown["residuals"] is None and document.misfit is not None
    assert shown["headline"] == "No equations with these edges fit the evidence"
    labels = [shown["readings"][row][0] for row, _, _ in shown["wrong"]]
    assert labels == ["manipulator 3", "manipulator 4"] and len(document.misfit.rows) == 2
    assert shown["differing"] == [shown["vars"].index("freq")]
    assert "edge plain missing" in shown["graph"]


def test_what_is_no_hypothesis_shows_what_there_was_to_find() -> None:
    problem = crystal()
    found = view(ask("check", problem, answer="nothing"), problem)
    assert found is not None and found["headline"] == "There is no hypothesis to check"
    assert not found["stated"] and not found["differing"] and found["residuals"] is None
    assert not any("unknown" in str(fact) for fact in found["facts"])  # type: ignore[attr-defined]


def test_an_abstention_is_drawn_by_what_is_left_open() -> None:
    problem = crystal()
    document = ask("check", problem, answer='{"cannot_tell": true}')
    found, audited = view(document, problem), ask("audit", problem)
    assert document.to_dict()["edges_left"] == audited.to_dict()["edges"]
    assert found is not None and found["kind"] == "abstained"
    assert found["edges"] == view(audited, problem)["edges"]  # type: ignore[index]


def test_of_many_readings_those_that_are_missed_are_drawn() -> None:
    document, _ = checked(crystal(), {"equations": RIGHT})
    (first, *_) = document.readings
    from msgspec.structs import replace

    many = [(f"row {i}", replace(first, right=i % 7 != 0, given=str(290 + i))) for i in range(100)]
    figure = residual_figure(many, "freq", Fraction(0))
    assert figure is not None and figure.narrow is not None and len(figure.rows) == 100
    assert (
        str(figure.svg).count("<circle") == RESIDUAL_ROWS
        and "76 more are in the data" in figure.caption
    )
    assert str(figure.svg).count(" ×<") == 15
