"""Prompts of finite problems: what they say, and what they must never say."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from symcause.families.finite.files.document import read_finite
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.families.finite.problem.prompts import told

DEMO: dict[str, Any] = {
    "format": "symcause.finite/1",
    "id": "secret-id",
    "variables": [
        {"name": "A", "values": [0, 1, 2]},
        {"name": "B", "values": ["low", "high"]},
        {"name": "C", "values": [0, 1, 2]},
        {"name": "L", "values": ["off", "on"]},
    ],
    "setting": "hidden-order",
    "roots": ["A", "B"],
    "class": {
        "max_parents": 2,
        "grammar": {
            "max_size": 6,
            "constants": [0, 1, 2, "off", "on"],
            "operators": {
                "plus": {"arity": 2, "means": "(mod (add a b) 3)"},
                "if": True,
                "flip": {"arity": 1, "table": [["off", "on"], ["on", "off"]]},
            },
        },
        "variables": {"L": {"functions": "any", "candidates": ["B", "C"]}},
    },
    "knowledge": {"forbid": ["L->C"]},
    "worlds": [
        {"id": "secret-world", "rows": [[0, "low", 1, "off"], [2, "high", 0, "on"]]},
        {"id": "w1", "do": {"C": 2}, "rows": [[1, "low", 2, None]]},
        {"id": "heldout", "split": "heldout", "assigned": ["A"], "rows": [[1, "high", 2, None]]},
    ],
    "gold": {"mechanisms": {"C": "(plus A 1)", "L": "(table B off on)"}},
    "metadata": {"secret": "metadata"},
}
QUERIES: list[dict[str, Any]] = [
    {"id": "q0", "do": {"C": 1}, "given": {"B": "low"}, "of": "L", "gold": "impossible"},
    {"id": "q1", "edge": "A->C", "gold": "yes"},
]


def problem(**changed: object) -> FiniteProblem:
    return read_finite({**DEMO, **changed})


def test_a_prompt_says_what_is_disclosed_and_what_was_seen() -> None:
    text = told(problem()).message
    for part in (
        "A: 0, 1, 2",
        "B: low, high",
        "Roots: A, B",
        "L does not affect C.",
        "World train_00\nIntervention: none\n- r0: A=0 B=low C=1 L=off",
        "World train_01\nIntervention: constant, C=2\n- r0: A=1 B=low C=2 L=?",
        '{"mechanisms":{"C":"<mechanism>","L":"<mechanism>"}}',
    ):
        assert part in text, part


@pytest.mark.parametrize("more", [{}, {"tell_class": True}, {"allow_abstain": True}])
@pytest.mark.parametrize("queries", [None, QUERIES])
def test_a_prompt_never_says_what_is_hidden(more: dict[str, bool], queries: object) -> None:
    """Not gold, nor ids of problems and worlds, nor held-out worlds, nor metadata: it does not change."""
    asked = {} if queries is None else {"queries": queries}
    shown = problem(**asked)
    labelled = [
        replace(query, gold="yes" if hasattr(query, "edge") else "off") for query in shown.queries
    ]
    other = replace(
        shown,
        id="another",
        gold=None,
        metadata={},
        queries=tuple(labelled),
        worlds=tuple(replace(world, id=f"x{i}") for i, world in enumerate(shown.training)),
    )
    assert told(shown, **more) == told(other, **more)
    assert "secret" not in told(shown, **more).text


def test_queries_are_asked_by_their_ids() -> None:
    text = told(problem(queries=QUERIES)).message
    assert "- q0: which value has L if an intervention sets C=1 and B=low is observed?" in text
    assert "- q1: does the mechanism of C depend on A?" in text
    assert json.loads(text.splitlines()[-1]) == {
        "predictions": {"q0": "<answer>", "q1": "<answer>"}
    }
    assert "mechanism language" not in text.lower()


def test_the_class_is_told_where_it_is_asked_for() -> None:
    assert "Possible mechanisms" not in told(problem()).message
    for text in (
        told(problem(), tell_class=True).message,
        told(problem(), allow_abstain=True).message,
    ):
        for part in (
            "The mechanisms of C:",
            "at most 2 variables",
            "at most 6 symbols",
            "- (plus a b) means (mod (add a b) 3)",
            "- flip: off gives on, on gives off; no value for other arguments",
            "The mechanism of L:",
            "It may depend on these only: B, C.",
            "It may be any function.",
        ):
            assert part in text, part


@pytest.mark.parametrize("name", ["disjunctive", "conjunctive", "threshold", "parity", "monotone"])
def test_named_functions_are_told_in_words(name: str) -> None:
    variables = [{"name": v, "values": [0, 1]} for v in "AB"]
    worlds = [{"id": "w", "rows": ["00"]}]
    shown = problem(
        variables=variables,
        roots=["A"],
        worlds=worlds,
        gold={"mechanisms": {"B": "A"}},
        knowledge={},
        **{"class": {"functions": [name, "disjunctive"] if name != "disjunctive" else name}},
    )
    text = told(shown, tell_class=True).message
    assert f"- {name}: " in text
    assert text.count("active unless it has its first value") == 1


def test_hidden_roots_and_blocks_are_told_as_they_are() -> None:
    hidden = {
        key: value for key, value in DEMO.items() if key not in ("roots", "gold", "knowledge")
    }
    text = told(read_finite({**hidden, "setting": "hidden-roots", "root_count": 2})).message
    assert "Number of roots: 2 (which ones is not told)" in text
    assert '{"roots":["<2 names>"],"mechanisms":{"<each other variable>":"<mechanism>"}}' in text
    blocks = told(problem(setting="block-order", blocks=[["A", "B"], ["C", "L"]])).message
    assert "Blocks in causal order: {A, B} < {C, L}" in blocks
    order = told(problem(setting="ordered", order=["A", "B", "C", "L"])).message
    assert "Causal order: A, B, C, L" in order
