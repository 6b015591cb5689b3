"""Drawings of small spaces in six families, and an engine beside them that knows nothing of drawings."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import symcause
from symcause.families.dag.problem import GraphProblem, graph_problem
from symcause.families.statements.problem.problem import Hypothesis
from symcause.models.dags import DAG
from symcause.reports.space_drawing.drawing_builder import load_board, space_drawing
from symcause.reports.space_drawing.drawn_space import SpaceDrawing
from symcause.reports.space_drawing.evidence_board import EvidenceBoard

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

_HABITS = "smoke-tar, smoke-stress, stress-tar, stress-sleep, tar-sleep, sleep-mood, mood-sport"
HABITS = DAG.of([(edge.split("-")[0], edge.split("-")[1]) for edge in _HABITS.split(", ")])


@cache
def problem_named(name: str) -> Any:
    """A problem with a small space."""
    if name == "habits":
        return GraphProblem("habits", HABITS).after(["sleep", "mood"])
    if name == "many":  # a collider directs a long way; three nodes beside it are open
        way = [(f"n{i}", f"n{i + 1}") for i in range(1, 70)]
        return GraphProblem("many", DAG.of([("n0", "n2"), *way, ("a", "b"), ("b", "c")]))
    if name == "arrows":
        return graph_problem("pdag { a -- b; b -- c; c -- d; c -> e }", "arrows.txt")
    if name == "steps":
        world = symcause.load(EXAMPLES / "world.json")
        for action, shape in (("hold", "square"), ("hold", "circle"), ("move", "square")):
            space = symcause.space(world)
            seen: Any = space.outcome(world.gold_relation, (action, shape))["moving"]
            world = world.with_step(action, shape, seen)
        return replace(world, id="steps")
    if name == "lines":  # b = 2 a and c = 3 b, or c = 6 a; at most one cause each
        rows = [(1, 2, 6, ""), (2, 4, 12, "a=2"), (5, 10, 30, "a=5")]
        chain = [dict(zip(("a", "b", "c", "do"), row, strict=True)) for row in rows]
        return symcause.linear.problem(chain=chain, target="c", max_parents=1, id="lines")
    if name == "noisy":
        found = symcause.load(EXAMPLES / "unique.json")
        return replace(found, errors=1, worlds=found.worlds[:3], metadata={})
    if name == "causes":
        found = symcause.load(EXAMPLES / "statements.json")
        return replace(found, hypothesis=Hypothesis("parent", ("income", "diet")), gold=None)
    if name == "large":
        return replace(symcause.load(EXAMPLES / "ambiguous.json"), max_parents=3, metadata={})
    if name == "one-row":
        found = symcause.load(EXAMPLES / "hidden-order.json")
        return replace(found, worlds=found.worlds[1:4], metadata={})
    if name in ("lamps", "unseen"):  # the same with cells that nobody saw
        lamps = symcause.load(EXAMPLES / "finite/lock-settled.json")
        (watched, *others), hidden = lamps.worlds, (None, 1, 2, 0)
        if name == "unseen":
            watched = replace(watched, rows=(*watched.rows[:3], hidden))
        return replace(lamps, id=name, worlds=(watched, *others), queries=(), task="model")
    return symcause.load(EXAMPLES / f"{name}.json")


NAMES = (
    *("ambiguous", "unique", "hidden-order", "corner", "noisy"),
    *("crystal", "lines", "world", "steps", "habits", "arrows", "many", "causes"),
    *("finite/lock", "lamps", "unseen"),
)
"""Problems whose spaces are drawn in full."""


@cache
def drawn(name: str) -> SpaceDrawing:
    """The drawing of a problem."""
    found = space_drawing(symcause.space(problem_named(name)), name)
    assert isinstance(found, SpaceDrawing), found
    return found


@cache
def board_of(name: str) -> EvidenceBoard:
    """The board that the drawing was made with."""
    found = load_board(symcause.space(problem_named(name)))
    assert isinstance(found, EvidenceBoard), found
    return found


def pieces_of(name: str) -> list[list[int]]:
    """Of every piece that is listed, those of the board that it stands for."""
    drawing, board = drawn(name), board_of(name)
    extra = len(board.pieces) - len(drawing.evidence)
    if not extra:
        return [[i] for i in range(len(board.pieces))]
    named = [one.name for one in drawing.evidence[1:]]
    details = [one.detail for one in drawing.evidence[1:]]
    alone = []
    for i, piece in enumerate(board.pieces):
        if piece.name in named and piece.detail == details[named.index(piece.name)]:
            alone.append(i)
    return [[i for i in range(len(board.pieces)) if i not in alone], *([i] for i in alone)]


def engine_count(name: str, state: int) -> object:
    """How many members the engine counts with the evidence of a state, in a space opened for it alone."""
    on = [i for k, some in enumerate(pieces_of(name)) if state >> k & 1 for i in some]
    return board_of(name).opened(sorted(on)).count()
