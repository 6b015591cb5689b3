"""Linear answers: check and score say the same of a text, and support means what justified means."""

from __future__ import annotations

import json
from functools import cache
from itertools import product
from typing import Any

import pytest

import symcause
from symcause.audits.document_json import revived
from symcause.families.linear.documents.score_document import LinearScore
from symcause.families.linear.report.page.score_figures import score_figures
from symcause.families.linear.scoring.score_summary import ScoreSummary
from symcause.scoring.bootstrap import Bootstrap
from tests.linear.scoring.test_answers_without_hypothesis import CRYSTAL, ROOT

EDGES = [
    ["density", "moisture"],
    ["moisture", "size"],
    *([name, "freq"] for name in ("density", "size", "temperature")),
]
NUMBERS = {"base": 25, "c_density": 2, "c_size": 3, "c_temperature": 1}
EQUATION = "freq = base + c_density*density + c_size*size + c_temperature*temperature"


def hypothesis(edges: list[list[str]] = EDGES, **changes: object) -> dict[str, Any]:
    numbers = {**NUMBERS, **changes}
    return {"edges": edges, "freq_equation": EQUATION, "coefficients": numbers}


REVERSED = [["moisture", "density"], *EDGES[1:]]
SOLVED = symcause.solve(CRYSTAL).equations

TEXTS: dict[str, object] = {
    "right": {"hypothesis": hypothesis(), "prediction": 288},
    "right, equation alone": {"hypothesis": hypothesis()},
    "right, wrong number": {"hypothesis": hypothesis(), "prediction": 287},
    "ruled out, right number": {"hypothesis": hypothesis(REVERSED), "prediction": 288},
    "ruled out coefficient": {"hypothesis": hypothesis(base=24), "prediction": 288},
    "no edges, right number": {"hypothesis": {"edges": []}, "prediction": 288},
    "no hypothesis, right number": {"hypothesis": {"edges": [["a", "b"]]}, "prediction": 288},
    "broken, right number": {"hypothesis": "see above", "prediction": 288},
    "alone": {"prediction": 288},
    "alone, wrong": {"prediction": 287},
    "alone, hertz": {"prediction": "288 Hz"},
    "hertz": {"hypothesis": hypothesis(), "prediction": "288Hz"},
    "hertz, wrong": {"hypothesis": hypothesis(), "prediction": "287 hz."},
    "unread": {"hypothesis": hypothesis(), "prediction": "about 288"},
    "unread alone": {"prediction": "about 288"},
    "unread object": {"hypothesis": hypothesis(), "prediction": {"freq": 288}},
    "model": {"equations": SOLVED},
    "model upstream wrong": {"equations": {**SOLVED, "moisture": "12 + 3*density"}},
    "abstains": {"cannot_tell": True},
    "nothing": {},
}


def _graph_problem() -> symcause.Problem:
    document = json.loads((ROOT / "examples" / "crystal.json").read_text())
    del document["reactor"]
    document["gold"].pop("reactor_target")
    return symcause.problem(document)


def _open_problem() -> symcause.Problem:
    document = json.loads((ROOT / "examples" / "crystal.json").read_text())
    document["chain"] = document["chain"][:1]
    return symcause.problem(document)


@cache
def _scores(asked: str) -> Any:
    """All answers to a problem, scored together; each is a system's."""
    problem = PROBLEMS[asked]
    rows = [
        {"instanceId": problem.id, "model": name, "response": json.dumps(answer)}
        for name, answer in TEXTS.items()
    ]
    return symcause.score([problem], rows)


def _line(asked: str, name: str) -> dict[str, Any]:
    return next(dict(line) for line in _scores(asked).lines if line["model"] == name)


PROBLEMS = {"target": CRYSTAL, "graph": _graph_problem(), "open": _open_problem()}


@pytest.mark.parametrize(("asked", "name"), product(PROBLEMS, TEXTS))
def test_check_and_score_agree(asked: str, name: str) -> None:
    problem, text = PROBLEMS[asked], json.dumps(TEXTS[name])
    found, line = symcause.check(problem, text), _line(asked, name)
    keys = ["valid", "fits", "claimed", "abstained", "hedged", "support"]
    if line["fits"] is False and found.fits is None:  # a number alone: no hypothesis that fits
        keys.remove("fits")
        assert set(TEXTS[name]) <= {"prediction", problem.target}
    if found.claimed or found.abstained:
        keys.append("open")  # check does not ask it of an answer that says nothing
    for key in keys:
        assert line[key] == getattr(found, key), key
    if found.fits is not False and found.valid:
        assert tuple(line["objections"]) == found.objections
    if asked == "target" and not found.abstained and found.target_predicted is not None:
        assert line["target_exact"] is (found.target_predicted == "288")
    if found.claimed and found.support is not None and not found.abstained:
        assert (found.support == "justified") is (found.justified is True)
    if found.valid is False:
        assert found.reason and (line["reason"] or found.abstained)


@pytest.mark.parametrize(
    ("name", "support", "exact"),
    [
        ("right", "justified", True),
        ("right, equation alone", "justified", True),
        ("right, wrong number", "refuted", False),
        ("ruled out, right number", "refuted", True),
        ("ruled out coefficient", "refuted", True),
        ("no edges, right number", "refuted", True),
        ("no hypothesis, right number", "refuted", True),
        ("broken, right number", "refuted", True),
        ("alone", "justified", True),
        ("alone, hertz", "justified", True),
        ("hertz", "justified", True),
        ("hertz, wrong", "refuted", False),
        ("unread", None, False),
        ("unread object", None, False),
        ("model", "justified", True),
        ("model upstream wrong", "refuted", True),
    ],
)
def test_what_the_evidence_says_of_answers(name: str, support: str | None, exact: bool) -> None:
    line = _line("target", name)
    assert (line["support"], line["target_exact"]) == (support, exact)


def test_a_prediction_that_cannot_be_read_is_named() -> None:
    for name in ("unread", "unread object"):
        line = _line("target", name)
        assert any("the prediction is not a number" in text for text in line["objections"])
    line = _line("target", "unread alone")
    assert line["valid"] is False and line["claimed"] is False
    assert line["reason"] == "the prediction is not a number (got 'about 288')"


def test_the_column_justified_counts_what_check_calls_justified() -> None:
    found = _scores("target")
    table = next(table for table in found.tables if "Justified" in table.columns)
    place = table.columns.index("Justified")
    counted = {row[0].shown: row[place].value for row in table.rows}
    for name, answer in TEXTS.items():
        justified = symcause.check(CRYSTAL, json.dumps(answer)).justified
        assert counted.get(name) in ((1.0,) if justified is True else (0.0, None)), name


def test_the_figure_says_how_invalid_answers_count() -> None:
    summary, bootstrap = ScoreSummary(), Bootstrap(10)
    for line in _scores("target").lines:
        summary.take(revived(line, LinearScore))
    (figure,) = score_figures(summary, bootstrap)
    assert "invalid ones counting 0" not in figure.caption and "valid or not" in figure.caption
