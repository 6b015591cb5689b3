"""The forgery table of text graphs: each certificate is well-formed and false in one respect."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from symcause.budgets import Meter
from symcause.families.textgraph.alignment.best_alignment import alignments
from symcause.families.textgraph.certify.alignment_certificate import certificate
from symcause.families.textgraph.problem.alignment_task import AlignmentTask
from symcause.families.textgraph.verifier.kernel import verify
from tests.forgery import (
    Change,
    Draft,
    Forgery,
    Table,
    both,
    by_hand,
    drop,
    problem_of,
    put,
    restated,
    swap,
)

ANSWER = [("w", "x"), ("x", "y"), ("y", "z"), ("w", "z")]
ALLOWED = [("a", "w"), ("b", "x"), ("c", "y"), ("d", "z"), ("a", "x"), ("c", "z")]


def stated(*edges: str) -> dict[str, Any]:
    return {
        "format": "symcause.textgraph/1",
        "id": "small",
        "nodes": sorted({name for edge in edges for name in edge}),
        "edges": [{"source": a, "target": b} for a, b in edges],
    }


GOLD = stated("ab", "bc", "cd", "da", "ac")


def _aligned() -> Draft:
    problem = problem_of(GOLD)
    task = AlignmentTask.of(problem.graph.edges, ANSWER, ALLOWED)
    found = list(alignments(task, budget=Meter(20_000_000), seed=0))[-1]
    made: Any = certificate(problem, found)
    return Draft(problem, made.to_dict(), source=GOLD)


def _merged() -> Draft:
    """Rain is two nodes of the answer; each of them leads to the flood."""
    edges = [["p", "f"], ["q", "f"]]
    allowed = [["r", "p"], ["r", "q"], ["f", "f"]]
    claim = {"name": "merge", "shape": "stars", "merges": 1, "low": 3, "high": 3}
    evidence = {"reading": allowed}
    return by_hand(
        stated("rf"), answer={"edges": edges}, allowed=allowed, claim=claim, evidence=evidence
    )


def _open() -> Draft:
    """Every pair is allowed, and two edges are all that the smaller graph has."""
    return by_hand(
        stated("ab", "bc", "cd"),
        answer={"edges": [["x", "y"], ["y", "z"]]},
        allowed=None,
        claim={"name": "alignment", "low": 2, "high": 2},
        evidence={
            "map": [["a", "x"], ["b", "y"], ["c", "z"]],
            "upper": {"kind": "lp", "denominator": 1, "multipliers": [["gold-node", 3, 0]]},
        },
    )


def _open_reading(shape: str = "stars") -> Draft:
    """Every pair is allowed; two gold nodes are one of the answer."""
    return by_hand(
        stated("pf", "qf"),
        answer={"edges": [["r", "f"]]},
        allowed=None,
        claim={"name": "merge", "shape": shape, "merges": None, "low": 3, "high": 3},
        evidence={"reading": [["p", "r"], ["q", "r"], ["f", "f"]]},
    )


def _shaped(shape: str, reading: list[list[str]], low: int) -> Draft:
    """The first of these with another shape and reading."""
    draft = _merged()
    draft.at("claim").update(shape=shape, low=low)
    draft.put("evidence", "reading", reading)
    return draft


def _starred() -> Draft:
    """Two nodes of gold and two of the answer, each with one partner too many if all are read."""
    return by_hand(
        stated("rf", "sf"),
        answer={"edges": [["p", "f"], ["q", "f"]]},
        allowed=[["r", "p"], ["r", "q"], ["s", "p"], ["f", "f"]],
        claim={"name": "merge", "shape": "stars", "merges": None, "low": 3, "high": 4},
        evidence={"reading": [["r", "p"], ["r", "q"], ["f", "f"]]},
    )


TRUTHS: dict[str, Callable[[], Draft]] = {
    "alignment": _aligned,
    "alignment, all pairs": _open,
    "merge": _merged,
    "merge, all pairs": _open_reading,
    "merge, stars": _starred,
    "merge, coarse": partial(_open_reading, "coarse"),
    "merge, fine": partial(_shaped, "fine", [["r", "p"], ["r", "q"], ["f", "f"]], 3),
    "merge, one": partial(_shaped, "one", [["r", "p"], ["f", "f"]], 2),
    "merge, one of two": partial(_shaped, "stars", [["r", "p"], ["f", "f"]], 2),
}

MULTIPLIERS = ("evidence", "upper", "multipliers")
MAP = ("evidence", "map")
READING = ("evidence", "reading")


def more(*path_and_item: Any) -> Change:
    *path, item = path_and_item
    return swap(*path, by=lambda old: [*old, item])


ROWS: dict[str, tuple[tuple[str, Change, str], ...]] = {
    "alignment": (
        ("no name", drop("claim", "name"), "the key 'name' is missing"),
        ("a pair of one", put(*MAP, 0, ["a"]), "not a pair of names"),
        ("a row of nothing", more(*MULTIPLIERS, []), "not a row with its multiplier"),
        (
            "a node row too long",
            more(*MULTIPLIERS, ["gold-node", 1, 1, 1]),
            "not a row with its multiplier",
        ),
        (
            "an edge row too short",
            more(*MULTIPLIERS, ["gold-source", 0, 1]),
            "not a row with its multiplier",
        ),
        (
            "a row twice",
            lambda d: d.at(*MULTIPLIERS).append(d.at(*MULTIPLIERS)[0]),
            "the row stands twice",
        ),
        ("a multiplier below nought", put(*MULTIPLIERS, 0, 3, -1), "below 0"),
        (
            "a row of an edge that is not there",
            more(*MULTIPLIERS, ["gold-source", 5, 0, 1]),
            "the relaxation has no such row",
        ),
        (
            "a row of a node that is not there",
            more(*MULTIPLIERS, ["gold-node", 4, 1]),
            "the relaxation has no such row",
        ),
        (
            "a row of an answer that is not there",
            more(*MULTIPLIERS, ["answer-node", 4, 1]),
            "the relaxation has no such row",
        ),
        (
            "a row of a pair that is not allowed",
            more(*MULTIPLIERS, ["gold-source", 0, 3, 10**9]),
            "the relaxation has no such row",
        ),
        (
            "one edge less at most",
            both(put("claim", "high", 2), put("claim", "low", 2)),
            "the multipliers prove no more than 3",
        ),
        ("no multipliers", put(*MULTIPLIERS, []), "the multipliers prove no more than 5"),
        (
            "one edge more at least",
            both(put("claim", "low", 4), put("claim", "high", 4)),
            "the map keeps 3 edges",
        ),
        ("a map of fewer", swap(*MAP, by=lambda old: old[:-1]), "the map keeps 2 edges"),
        (
            "an answer node that is not there",
            put(*MAP, 3, ["d", "v"]),
            "not an allowed pair of nodes",
        ),
        (
            "a pair that is not allowed",
            put(*MAP, [["b", "w"], ["c", "x"], ["d", "y"], ["a", "z"]]),
            "not an allowed pair of nodes",
        ),
        (
            "a gold node twice",
            both(
                put(*MAP, [["a", "w"], ["b", "x"], ["c", "y"], ["c", "z"]]), put("claim", "low", 2)
            ),
            "the map is not one-to-one",
        ),
        ("an answer node twice", more(*MAP, ["a", "x"]), "the map is not one-to-one"),
        (
            "an answer node of two gold nodes",
            both(
                put(*MAP, [["a", "x"], ["b", "x"], ["c", "y"], ["d", "z"]]), put("claim", "low", 2)
            ),
            "the map is not one-to-one",
        ),
    ),
    "alignment, all pairs": (
        ("a gold node that is not there", more(*MAP, ["e", "w"]), "not an allowed pair of nodes"),
        (
            "a gold node that is not there, and an answer that is",
            both(
                swap(*MAP, by=lambda old: old[:-1]), more(*MAP, ["e", "z"]), put("claim", "low", 1)
            ),
            "not an allowed pair of nodes",
        ),
        (
            "an answer node that is not there",
            both(
                swap(*MAP, by=lambda old: old[:-1]), more(*MAP, ["c", "w"]), put("claim", "low", 1)
            ),
            "not an allowed pair of nodes",
        ),
        (
            "a row of an answer that is not there",
            more(*MULTIPLIERS, ["answer-node", 3, 0]),
            "the relaxation has no such row",
        ),
        (
            "more than there are",
            both(put("claim", "low", 3), put("claim", "high", 3)),
            "the map keeps 2 edges",
        ),
    ),
    "merge, all pairs": (
        (
            "a gold node that is not there",
            more(*READING, ["s", "f"]),
            "not an allowed pair of nodes",
        ),
        (
            "an answer node that is not there",
            more(*READING, ["p", "s"]),
            "not an allowed pair of nodes",
        ),
        ("the shape fine", put("claim", "shape", "fine"), "the reading is not of this shape"),
        ("the shape one", put("claim", "shape", "one"), "the reading is not of this shape"),
    ),
    "merge, one of two": (
        (
            "half of an edge",
            both(put(*READING, [["f", "f"]]), put("claim", "low", 1)),
            "the reading covers and supports 0 edges",
        ),
        (
            "the other half",
            both(put(*READING, [["r", "p"]]), put("claim", "low", 1)),
            "the reading covers and supports 0 edges",
        ),
    ),
    "merge, stars": (
        (
            "no star",
            both(more(*READING, ["s", "p"]), put("claim", "low", 4)),
            "the reading is not of this shape",
        ),
    ),
    "merge": (
        (
            "one edge more at least",
            both(put("claim", "low", 4), put("claim", "high", 4)),
            "the reading covers and supports 3 edges",
        ),
        (
            "one edge less at most",
            both(put("claim", "low", 2), put("claim", "high", 2)),
            "all allowed pairs together cover and support 3 edges",
        ),
        (
            "a gold node that is not there",
            more(*READING, ["s", "p"]),
            "not an allowed pair of nodes",
        ),
        (
            "an answer node that is not there",
            more(*READING, ["r", "s"]),
            "not an allowed pair of nodes",
        ),
        ("a pair that is not allowed", more(*READING, ["f", "p"]), "not an allowed pair of nodes"),
        ("a pair twice", more(*READING, ["r", "p"]), "the pair stands twice"),
        ("the shape one", put("claim", "shape", "one"), "the reading is not of this shape"),
        ("the shape coarse", put("claim", "shape", "coarse"), "the reading is not of this shape"),
        ("no merges", put("claim", "merges", 0), "the reading has 1 merges"),
    ),
}

GAPS = (
    Forgery(
        "alignment: fewer pairs than the problem allows",
        "alignment",
        lambda draft: None,
        "6 pairs of nodes; the problem states every pair of nodes",
        gap=True,
    ),
    Forgery(
        "alignment, all pairs: the map uses pairs that the problem does not allow",
        "alignment, all pairs",
        restated(allowed=[["a", "x"], ["b", "y"]]),
        "more pairs than the problem allows, and the map uses them",
        gap=True,
    ),
    Forgery(
        "merge, all pairs: the reading uses pairs that the problem does not allow",
        "merge, all pairs",
        restated(allowed=[["p", "r"], ["q", "r"]]),
        "more pairs than the problem allows, and the reading uses them",
        gap=True,
    ),
)

FORGERIES = GAPS + tuple(
    Forgery(f"{truth}: {name}", truth, change, said)
    for truth, rows in ROWS.items()
    for name, change, said in rows
)

TABLE = Table(verify, TRUTHS, FORGERIES)
