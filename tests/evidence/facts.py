"""The worked problems of noisy, partly observed and informed worlds, built here from their definitions."""

from __future__ import annotations

from typing import Any

import symcause
from symcause.boolean import BooleanProblem

OPERATORS = ["not", "and", "or", "xor", "iff"]
ALL = ["000", "011", "101", "110"]


def document(
    id: str, variables: str, rows: list[str], *, setting: str = "hidden-order", **keys: Any
) -> dict[str, Any]:
    """A problem with one observational training world."""
    return {
        "format": "symcause.boolean/2",
        "id": id,
        "variables": list(variables),
        "setting": setting,
        "operators": OPERATORS,
        "constants": False,
        "max_parents": 2,
        "worlds": [
            {"id": "w0", "split": "train", "mode": "none", "targets": [], "rows": rows},
        ],
        **keys,
    }


def ordered(id: str, rows: list[str], knowledge: object, **keys: Any) -> dict[str, Any]:
    """Over A, B, C in that order, the first two roots."""
    told = {"roots": ["A", "B"], "order": ["A", "B", "C"], "knowledge": knowledge}
    return document(id, "ABC", rows, setting="ordered", **{**told, **keys})


XOR = {"roots": ["A", "B"], "mechanisms": {"C": "(xor A B)"}}

FACTS: dict[str, dict[str, Any]] = {
    "f02": document("f02", "ABC", [*ALL, "111"], roots=["A", "B"]),
    "f04": document("f04", "ABC", ALL * 2, roots=["A", "B"], gold=XOR),
    "f05": document(
        "f05",
        "ABC",
        ["000", "000", "000", "111", "111", "111", "011", "100"],
        roots=["A"],
        max_parents=1,
    ),
    "f11": document(
        "f11",
        "ABC",
        [*ALL, "0?1"],
        setting="ordered",
        roots=["A", "B"],
        order=["A", "B", "C"],
        gold=XOR,
    ),
    "f17": ordered("f17", ["000"], {"signs": {"A->C": "+", "B->C": "+"}}),
    "f18": ordered("f18", ["000", "110"], {"signs": {"B->C": "-"}}),
    "f19": ordered("f19", ["000"], {"unate": True}),
    "f20": document(
        "f20",
        "ABC",
        ["000", "111"],
        roots=["A"],
        max_parents=1,
        knowledge={"require": ["B->C"], "tiers": [["A", "B"], ["C"]]},
    ),
    "f21": document(
        "f21", "ABC", ["000", "010"], roots=["A", "B"], knowledge={"candidates": ["B->C"]}
    ),
    "f22": document("f22", "ABC", ALL, roots=["A", "B"], gold=XOR, knowledge={"forbid": ["A->C"]}),
}


def fact(name: str, **changed: object) -> BooleanProblem:
    """A worked problem, with other keys if so."""
    made = symcause.problem({**FACTS[name], **changed})
    assert isinstance(made, BooleanProblem)
    return made
