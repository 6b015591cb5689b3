"""Digests of finite problems: those of the reference, and what they do not depend on."""

from __future__ import annotations

import json
from typing import Any

import pytest

from symcause.families.finite.files.document import read_finite
from symcause.families.finite.files.document_writer import write_finite
from symcause.families.finite.problem.fingerprint import canonical_document, fingerprint
from symcause.kernel.envelope import canonical
from tests.finite.data import cases, needs_data

KNOWN = [one for name in ("worked", "random", "pinned") for one in cases(name)]
OTHERS = [one for name in ("generated", "hypospace", "blicket") for one in cases(name)]

DEMO: dict[str, Any] = {
    "format": "symcause.finite/1",
    "id": "demo",
    "variables": [
        {"name": "A", "values": [0, 1]},
        {"name": "B", "values": [0, 1]},
        {"name": "C", "values": [0, 1]},
        {"name": "D", "values": [0, 1]},
    ],
    "setting": "hidden-order",
    "roots": ["A", "B"],
    "class": {
        "functions": ["parity", "disjunctive"],
        "variables": {
            "C": {"candidates": ["B", "A"]},
            "D": {
                "grammar": {
                    "max_size": 3,
                    "operators": {"flip": {"arity": 1, "table": [[1, 0], [0, 1]]}, "or": True},
                }
            },
        },
    },
    "knowledge": {"forbid": ["B->D", ["A", "D"]], "require": [], "tiers": [["B", "A"], ["D", "C"]]},
    "worlds": [{"id": "w", "assigned": ["B", "A"], "rows": ["01?0"]}],
    "gold": {"mechanisms": {"D": "( flip  (C))", "C": "-0"}},
}


@needs_data
@pytest.mark.parametrize("case", KNOWN, ids=lambda case: case["problem"]["id"])
def test_digests_of_the_reference(case: dict[str, Any]) -> None:
    assert fingerprint(read_finite(case["problem"])) == case["expected"]["digest"]


@needs_data
def test_round_trips() -> None:
    for case in (*KNOWN, *OTHERS):
        problem = read_finite(case["problem"])
        again = read_finite(json.loads(json.dumps(write_finite(problem))))
        assert again == problem, problem.id
        assert fingerprint(again) == fingerprint(problem)


def test_the_canonical_form() -> None:
    assert canonical(canonical_document(read_finite(DEMO))).decode() == (
        '{"class":{"functions":["disjunctive","parity"],"variables":{"C":{"candidates":["A","B"]},'
        '"D":{"grammar":{"constants":[],"max_size":3,"operators":['
        '["flip",{"arity":1,"table":[[0,1],[1,0]]}],["or",true]]}}}},"format":"symcause.finite/1",'
        '"gold":{"mechanisms":{"C":"0","D":"(flip C)"},"roots":["A","B"]},'
        '"knowledge":{"forbid":["A->D","B->D"],"tiers":[["A","B"],["C","D"]]},"roots":["A","B"],'
        '"setting":"hidden-order","task":"model","variables":[{"name":"A","values":[0,1]},'
        '{"name":"B","values":[0,1]},{"name":"C","values":[0,1]},{"name":"D","values":[0,1]}],'
        '"worlds":[{"assigned":["A","B"],"do":{},"id":"w","rows":[[0,1,null,0]],"split":"train"}]}'
    )


@pytest.mark.parametrize(
    "change",
    [
        {"id": "other", "metadata": {"x": 1}},
        {"task": "model"},
        {"queries": []},
        {"roots": ["B", "A"]},
        {
            "worlds": [
                {"id": "w", "split": "train", "assigned": ["A", "B"], "rows": [[0, 1, None, 0]]}
            ]
        },
        {"worlds": [{"id": "w", "assigned": ["A", "B"], "rows": ["01?0"], "units": ["first"]}]},
        {"gold": {"roots": ["B", "A"], "mechanisms": {"C": "0", "D": "(flip C)"}}},
        {"knowledge": {"forbid": ["A->D", "B -> D"], "tiers": [["A", "B"], ["C", "D"]]}},
    ],
    ids=json.dumps,
)
def test_what_a_digest_does_not_depend_on(change: dict[str, Any]) -> None:
    assert fingerprint(read_finite(DEMO | change)) == fingerprint(read_finite(DEMO))


@pytest.mark.parametrize(
    "change",
    [
        {"knowledge": {}},
        {"worlds": [{"id": "v", "assigned": ["B", "A"], "rows": ["01?0"]}]},
        {"class": DEMO["class"] | {"functions": "any"}},
        {"class": DEMO["class"] | {"min_parents": 0}},
        {"class": DEMO["class"] | {"max_parents": None}},
        {"gold": {"mechanisms": {"D": "(flip C)", "C": "(eq 0)"}}},
        {"roots": ["A"], "gold": None},
    ],
    ids=json.dumps,
)
def test_what_a_digest_depends_on(change: dict[str, Any]) -> None:
    assert fingerprint(read_finite(DEMO | change)) != fingerprint(read_finite(DEMO))


def test_the_order_of_operators_counts() -> None:
    grammar = {"max_size": 3, "operators": {"or": True, "max": True}}
    first = DEMO | {"class": {"grammar": grammar}, "gold": None}
    swapped = DEMO | {
        "class": {"grammar": grammar | {"operators": {"max": True, "or": True}}},
        "gold": None,
    }
    assert fingerprint(read_finite(first)) != fingerprint(read_finite(swapped))
