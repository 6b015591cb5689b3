"""The query figure: one box for each answer that is possible, one for each that is not, what is stored."""

from __future__ import annotations

import json
import re
from pathlib import Path
from shutil import copy
from typing import Any

import pytest

import symcause
from symcause.families.finite.documents.audit_document import FiniteAudit
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.families.finite.report.query_figure import query_figure
from symcause.reports.figures.figure import Figure

LOCK = Path(__file__).resolve().parents[2] / "examples" / "finite" / "lock.json"
BOX = re.compile(r'<rect [^>]*class="(\w+)"/><text [^>]*class="[^"]*">([^<]+)</text>')


def drawn(place: Path, queries: list[dict[str, Any]]) -> tuple[FiniteAudit, Figure | None]:
    path = place / "lock.json"
    path.write_text(json.dumps({**json.loads(LOCK.read_text("utf-8")), "queries": queries}))
    copy(LOCK.parent / "dials.toml", place)
    problem = symcause.load(path)
    assert isinstance(problem, FiniteProblem)
    document = symcause.audit(problem)
    assert isinstance(document, FiniteAudit)
    return document, query_figure(document.queries or (), problem)


def queries(*asked: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"id": f"q{place}", **one} for place, one in enumerate(asked)]


OPEN = {"do": {"left": 0, "middle": 2, "right": 1}, "of": "lamp"}
SETTLED = {"do": {"left": 2, "middle": 0}, "of": "lamp"}
NEVER = {"of": "lamp", "given": {"left": 0, "middle": 0, "right": 2}}
EDGE = {"edge": ["left", "right"]}


@pytest.mark.parametrize(
    ("query", "boxes", "stored"),
    [
        (OPEN, {"off": "ambiguous", "on": "ambiguous"}, ""),
        ({**OPEN, "gold": "on"}, {"off": "ambiguous", "on": "ambiguous"}, "◐ stored"),
        (
            {**OPEN, "gold": "undetermined"},
            {"off": "ambiguous", "on": "ambiguous"},
            "● stored: undetermined",
        ),
        ({**SETTLED, "gold": "off"}, {"off": "unique", "on": "faint"}, "● stored"),
        ({**SETTLED, "gold": "on"}, {"off": "unique", "on": "faint"}, "✗ stored"),
        (
            {**SETTLED, "gold": "impossible"},
            {"off": "unique", "on": "faint"},
            "✗ stored: impossible",
        ),
        ({**EDGE, "gold": "yes"}, {"yes": "unique", "no": "faint"}, "● stored"),
        ({**NEVER, "gold": "off"}, {}, "✗ stored: off"),
        ({**NEVER, "gold": "impossible"}, {}, "● stored: impossible"),
    ],
)
def test_boxes_and_what_is_stored(
    tmp_path: Path, query: dict[str, Any], boxes: dict[str, str], stored: str
) -> None:
    _, figure = drawn(tmp_path, queries(query))
    assert figure is not None and figure.narrow is not None
    for svg in (str(figure.svg), str(figure.narrow)):
        assert {text: tone for tone, text in BOX.findall(svg)} == boxes
        assert re.findall(r">([●✗◐?] stored[^<]*)<", svg) == ([stored] if stored else [])


def test_the_figure_is_the_document(tmp_path: Path) -> None:
    document, figure = drawn(tmp_path, queries(OPEN, SETTLED, EDGE, NEVER))
    assert figure is not None and document.queries is not None
    assert figure.title == "What is asked: 2 of 4 settled"
    assert [row[0] for row in figure.rows] == ["q0", "q1", "q2", "q3"]
    assert [(row[2], row[3]) for row in figure.rows] == [
        (part.status, " or ".join(map(str, part.values or ()))) for part in document.queries
    ]


def test_many_values_stand_in_several_lines(tmp_path: Path) -> None:
    _, figure = drawn(tmp_path, queries({"do": {"left": 2, "middle": 0}, "of": "right", "gold": 0}))
    assert figure is not None
    assert len(BOX.findall(str(figure.svg))) == 3


def test_without_queries_or_with_too_many_nothing_is_drawn(tmp_path: Path) -> None:
    assert drawn(tmp_path, [])[1] is None
    assert drawn(tmp_path, queries(*[EDGE] * 41))[1] is None
