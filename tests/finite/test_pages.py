"""Pages about finite problems: what is drawn, against models that plain Python runs."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.answers import Unknown
from symcause.errors import UsageError
from symcause.families.finite.episode.rules import FiniteRules
from symcause.families.finite.questions.score import FiniteScoring
from symcause.families.finite.report.score_figures import score_figures
from symcause.families.finite.report.view import edge_figure, view
from symcause.reports.export import export_graph
from symcause.reports.space_drawing.drawing_builder import load_board, space_drawing
from symcause.reports.space_drawing.drawn_space import SpaceDrawing
from symcause.reports.space_drawing.evidence_board import EvidenceBoard

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "finite"
LOCK = FOLDER / "lock.json"
LAMPS = {
    "(if (eq middle right) on off)": lambda left, middle, right: middle == right,
    "(if (eq left 0) on off)": lambda left, middle, right: left == 0,
}
"""The two mechanisms of the lamp that explain the rows of the lock; right is left plus middle in both."""


def _lock(**changes: object) -> Any:
    document = json.loads(LOCK.read_text(encoding="utf-8"))
    declared = tomllib.loads((FOLDER / "dials.toml").read_text(encoding="utf-8"))
    document["class"] = {key: value for key, value in declared.items() if key != "format"}
    return symcause.problem({k: v for k, v in (document | changes).items() if v is not None})


def _drawing(problem: Any) -> SpaceDrawing:
    drawing = space_drawing(symcause.space(problem), problem.id)
    assert isinstance(drawing, SpaceDrawing), drawing
    return drawing


def test_results_of_drawn_experiments_are_what_the_models_show() -> None:
    problem, drawing = _lock(), _drawing(_lock())
    watched = json.loads(LOCK.read_text(encoding="utf-8"))["worlds"][0]["rows"]
    lamp = drawing.variables.index("lamp")
    tried = [one for one in drawing.experiments if one.name.startswith("do(right=")]
    assert len(tried) == 3
    for experiment in tried:
        held = int(experiment.name[-2])
        for mark in drawing.left(drawing.every):
            text = str(drawing.mechanisms[lamp][drawing.marks[mark][lamp]].text)
            lit = ["on" if LAMPS[text](*row[:2], held) else "off" for row in watched]
            assert experiment.results[experiment.of[mark]] == f"lamp is {' '.join(lit)}"
    assert drawing.count(drawing.every) == symcause.count(problem).count == len(LAMPS)


def test_pieces_are_rows_with_values_as_the_file_has_them() -> None:
    pieces = [(piece.name, piece.detail) for piece in _drawing(_lock()).evidence]
    assert pieces[0] == ("no intervention, row 1", "0 1 1 on") and len(pieces) == 5
    unseen = [[0, 1, None, "on"], [1, 1, 2, "off"]]
    board = load_board(symcause.space(_lock(worlds=[{"id": "w", "rows": unseen}])))
    assert isinstance(board, EvidenceBoard)
    assert [piece.detail for piece in board.pieces] == ["0 1 ? on", "1 1 2 off"]
    long = [[0, 1, 1, "on"]] * 9
    world = {"id": "w", "do": {"right": 1}, "rows": long}
    board = load_board(symcause.space(_lock(worlds=[world])))
    assert not isinstance(board, Unknown)
    assert [tuple(piece[:2]) for piece in board.pieces] == [
        ("do(right)", "0 1 1 on; 0 1 1 on; 0 1 1 on …")
    ]


def test_two_models_are_told_apart_by_what_they_show() -> None:
    problem = _lock()
    first, second = symcause.space(problem).members()
    answer: Any = symcause.separate(problem, first, second)
    board = load_board(symcause.space(problem))
    assert isinstance(board, EvidenceBoard)
    parting = board.parting(answer)
    assert parting is not None and parting.name.startswith("do(right=")
    held = int(parting.name[-2])
    for shown, model in ((parting.first, first), (parting.second, second)):
        lit, _, roots = shown.partition(" where ")
        left, middle = (int(text[-1]) for text in roots.split(" and "))
        lamp = LAMPS[str(symcause.space(problem).row(model)["lamp"])]
        assert lit == f"lamp is {'on' if lamp(left, middle, held) else 'off'}"


def test_an_audit_draws_the_edges_of_all_models_and_of_some() -> None:
    problem = _lock()
    audit: Any = symcause.audit(problem)
    figure = edge_figure(audit, problem)
    assert figure is not None
    status = {(cause, effect): word for cause, effect, word in figure.rows}
    assert [edge for edge, word in status.items() if word == "in all models"] == [
        ("left", "right"),
        ("middle", "right"),
    ]
    some = [edge for edge, word in status.items() if word == "in some models"]
    assert some == [("left", "lamp"), ("middle", "lamp"), ("right", "lamp")]
    svg = str(figure.svg)
    assert (svg.count('class="edge always'), svg.count('class="edge some')) == (2, 3)
    assert "Dashed" in figure.caption
    settled = symcause.load(FOLDER / "lock-settled.json")
    figure = edge_figure(symcause.audit(settled), settled)  # type: ignore[arg-type]
    assert figure is not None and "Dashed" not in figure.caption
    assert 'class="edge some' not in str(figure.svg)


@pytest.mark.parametrize(
    ("labels", "headline", "settled", "doubtful"),
    [
        (("off", "off"), "Ill-posed: the evidence leaves a query without one answer", "1 of 2", 1),
        (("off", "on"), "Wrong: a stored answer is not what follows", "1 of 2", 1),
        (("undetermined", "off"), "All answered: the evidence answers every query", "1 of 2", 0),
        (None, "Ambiguous: 2 models explain the evidence", None, None),
    ],
)
def test_a_page_begins_with_the_verdict(
    labels: tuple[str, str] | None, headline: str, settled: str | None, doubtful: int | None
) -> None:
    queries = json.loads(LOCK.read_text(encoding="utf-8"))["queries"]
    asked = (
        None
        if labels is None
        else [{**query, "gold": label} for query, label in zip(queries, labels, strict=True)]
    )
    problem = _lock(queries=asked)
    shown: Any = view(symcause.audit(problem), problem)
    assert shown["headline"] == headline
    assert dict(shown["facts"]).get("queries settled") == settled
    index = shown["index"]
    assert index.get("more") == (None if settled is None else {"queries settled": settled})
    assert index.get("counted", (None,))[0] == (None if doubtful is None else bool(doubtful))
    assert index["rows"] == 5 and index["variables"] == 4


def test_a_step_of_an_episode_is_a_table() -> None:
    rows = {"rows": [[0, 1, 0, "off"], [2, 2, 0, "on"]]}
    shown = FiniteRules().seen(_lock(), rows).split("\n")
    assert [line.split() for line in shown] == [
        ["left", "middle", "right", "lamp"],
        ["0", "1", "0", "off"],
        ["2", "2", "0", "on"],
    ]
    assert len(set(map(len, shown))) == 1


def test_the_graph_of_gold_is_exported() -> None:
    lines = export_graph(_lock(), "edges").splitlines()
    assert {tuple(line.split(" -> ")) for line in lines if "->" in line} == {
        ("left", "right"),
        ("middle", "right"),
        ("middle", "lamp"),
        ("right", "lamp"),
    }
    with pytest.raises(UsageError, match="no gold"):
        export_graph(_lock(gold=None), "edges")


def test_a_score_of_predictions_says_how_many_follow() -> None:
    scoring, problem = FiniteScoring(), _lock()
    for model, said in (("one", "off"), ("two", "undetermined")):
        answer = json.dumps({"predictions": {"by-hand": said, "turned": "off"}})
        scoring.take(scoring.score(scoring.scorer(problem), model, answer), "pool")
    (figure,) = score_figures(scoring.summary)
    assert figure.finding == "3 of 4 predictions are justified"
    assert [row[:2] for row in figure.rows] == [("one", 1), ("two", 2)]
