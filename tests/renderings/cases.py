"""Problems of all kinds that are put into words, and the published cases where they are at hand."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from symcause.formats.problems import read_document
from symcause.renderings.rendered_text import Source


def data() -> Path:
    """The folder of published cases."""
    folder = os.environ.get("SYMCAUSE_DATA")
    if folder is None:
        pytest.skip("SYMCAUSE_DATA is not set: no published cases")
    return Path(folder) / "renderings"


def lines(name: str) -> Iterator[dict[str, Any]]:
    """The cases of a file."""
    with (data() / name).open(encoding="utf-8") as stream:
        yield from map(json.loads, stream)


def without_gold(document: dict[str, Any]) -> dict[str, Any]:
    """A problem document without gold."""
    return {key: value for key, value in document.items() if key != "gold"}


_WORLDS = [
    {"id": "a", "split": "train", "mode": "none", "targets": [], "rows": ["0110", "1001", "1101"]},
    {"id": "b", "split": "train", "mode": "constant", "targets": ["X2"], "rows": ["0011", "1010"]},
    {
        "id": "c",
        "split": "train",
        "mode": "assigned",
        "targets": ["X10", "X2"],
        "rows": ["0101", "1010"],
    },
    {"id": "d", "split": "heldout", "mode": "none", "targets": [], "rows": ["1111"]},
]
_HOLES = [{**_WORLDS[0], "rows": ["0?10", "10?1"]}, *_WORLDS[1:]]
_NAMES = ["X1", "X2", "X10", "Y"]
_BASE: dict[str, Any] = {
    "format": "symcause.boolean/2",
    "variables": _NAMES,
    "setting": "hidden-order",
    "roots": ["X1"],
    "worlds": _WORLDS,
}
_MODEL = {"X2": "X1", "X10": "(not X2)", "Y": "(or X1 X2)"}
_STEP = {"values": {"u2": "1", "u10": "2", "v": "3", "t": "4"}}
_LINEAR: dict[str, Any] = {
    "format": "symcause.linear/2",
    "variables": ["u2", "u10", "v", "t"],
    "target": "t",
    "controllable": ["u2", "u10"],
    "records": [{"id": "r", "values": {"u2": "1", "u10": "-2.5", "v": "1/3", "t": "0.25"}}],
    "chain": [_STEP, {"intervene": {"u2": "7", "u10": "0"}, **_STEP}],
    "gold": {"equations": {"t": "1 + u2", "v": "2*u10"}},
}
_SHAPES: dict[str, Any] = {
    "format": "symcause.shapeworld/1",
    "shapes": ["square", "circle", "star"],
    "question": {"cause": "square", "effect": "star"},
    "initial": ["circle"],
    "transcript": [
        {"action": "move", "shape": "square", "moving": ["square", "circle"]},
        {"action": "hold", "shape": "circle", "moving": ["square", "circle"]},
    ],
    "gold": {"edges": [["square", "circle"]]},
}
_KNOWN = {
    "require": [["X1", "Y"]],
    "forbid": ["X2->X10", "Y->X1"],
    "signs": {"X1->Y": "+", "X2->X10": "-"},
    "tiers": [["X1"], ["X2", "X10", "Y"]],
    "unate": True,
}

DOCUMENTS: dict[str, dict[str, Any]] = {
    "hidden": {**_BASE, "max_parents": 2, "gold": {"mechanisms": _MODEL}},
    "ordered": {**_BASE, "setting": "ordered", "order": ["X1", "X10", "Y", "X2"]},
    "blocks": {**_BASE, "setting": "block-order", "blocks": [["X1"], [], ["Y", "X10"], ["X2"]]},
    "roots": {
        **{key: value for key, value in _BASE.items() if key != "roots"},
        "setting": "hidden-roots",
        "root_count": 1,
    },
    "holes": {**_BASE, "worlds": _HOLES, "errors": 2},
    "known": {**_BASE, "knowledge": _KNOWN},
    "nothing": {**_BASE, "knowledge": {"candidates": []}, "constants": True},
    "plain": {**_BASE, "operators": []},
    "choice": {**_BASE, "operators": ["if", "not", "xor"]},
    "identify": {**_BASE, "task": "identify"},
    "alternative": {**_BASE, "reference": {"mechanisms": _MODEL}},
    "records": {**_LINEAR, "reactor": {"values": {"u2": "1", "u10": "2", "v": "3"}}},
    "held": {
        **_LINEAR,
        "semantics": "hold",
        "chain": [*_LINEAR["chain"], {"intervene": {"u2": None}, **_STEP}],
        "coefficients": {"domain": "integer", "min": -3, "max": 3},
        "rounding": "0.01",
        "bases": {"min": "-10", "max": "100"},
        "target_may_cause": True,
    },
    "square": {**_LINEAR, "family": "quadratic", "semantics": "do", "max_parents": 2},
    "shifted": {
        **_LINEAR,
        "semantics": "shift",
        "knowledge": {"forbid": ["u2->u10"], "signs": {"v->t": "-"}},
        "coefficients": {"domain": "rational", "min_effect": "0.5"},
    },
    **{
        f"shapes {kind}": {**_SHAPES, "class": kind} for kind in ("all", "rooted", "listed", "core")
    },
}


@cache
def source(name: str) -> Source:
    """A problem of these cases, ready to be put into words."""
    return Source(read_document({"id": name, **DOCUMENTS[name]}))


def random_boolean(rng: random.Random, size: int) -> dict[str, Any]:
    """A Boolean problem with gold whose rows are drawn, not computed: texts do not care."""
    names = [f"X{i}" for i in range(1, size + 1)]
    hidden = rng.sample(names, size)
    mechanisms = {}
    for place, name in enumerate(hidden[2:], 2):
        parents = rng.sample(hidden[:place], rng.choice((1, 2)))
        mechanisms[name] = parents[0] if len(parents) == 1 else f"(and {' '.join(parents)})"
    worlds = []
    for number in range(3):
        targets = rng.sample(names, rng.choice((0, 1, 2)))
        mode = "assigned" if targets else "none"
        rows = ["".join(rng.choice("01") for _ in names) for _ in range(3)]
        worlds.append(
            {"id": f"w{number}", "split": "train", "mode": mode, "targets": targets, "rows": rows}
        )
    return {
        "format": "symcause.boolean/1",
        "id": f"random-{rng.random()}",
        "variables": names,
        "setting": "hidden-order",
        "roots": hidden[:2],
        "worlds": worlds,
        "gold": {"mechanisms": mechanisms},
    }
