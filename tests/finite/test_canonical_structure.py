"""Canonical forms of finite problems and of their gold: names do not matter, values and functions do."""

from __future__ import annotations

import copy
import json
import re
from random import Random
from typing import Any

import symcause
from symcause.families.finite.generator.finite_generator import FiniteGenerator
from symcause.formats.problems import read_document

Document = dict[str, Any]
NAMES = ("left", "middle", "right", "lamp")


def made() -> Document:
    (document,) = FiniteGenerator(seed=3).items(0)
    return json.loads(json.dumps(document))  # type: ignore[no-any-return]


def digests(document: Document) -> tuple[str, str]:
    problem = read_document({key: document[key] for key in document if key != "metadata"})
    return tuple(symcause.canonical(problem, gold=gold).digest for gold in (False, True))  # type: ignore[return-value]


def renamed(document: Document, rng: Random) -> Document:
    """Other names, and everything that has no order in another one."""
    order = rng.sample(range(len(NAMES)), len(NAMES))
    other = copy.deepcopy(document)
    other["variables"] = [document["variables"][at] for at in order]
    for world in other["worlds"]:
        rows = [[row[at] for at in order] for row in world["rows"]]
        world["rows"] = rng.sample(rows, len(rows))
    rng.shuffle(other["worlds"])
    fresh = dict(zip(NAMES, rng.sample(["n1", "n2", "n3", "n4"], 4), strict=True))
    text = re.sub(r"\b(left|middle|right|lamp)\b", lambda name: fresh[name[1]], json.dumps(other))
    return json.loads(text)  # type: ignore[no-any-return]


def test_names_and_orders_do_not_matter() -> None:
    document, rng = made(), Random("names")
    for _ in range(5):
        assert digests(renamed(document, rng)) == digests(document)


def test_gold_is_what_it_computes() -> None:
    document = made()
    text = document["gold"]["mechanisms"]["lamp"]
    document["gold"]["mechanisms"]["lamp"] = f"(if (eq 0 0) {text} off)"
    assert digests(document) == digests(made())
    document["gold"]["mechanisms"]["lamp"] = "off"
    told, gold = digests(made())
    assert digests(document)[0] == told and digests(document)[1] != gold


def test_held_out_worlds_are_not_told() -> None:
    document = made()
    document["worlds"] = [world for world in document["worlds"] if world.get("split") != "heldout"]
    assert len(document["worlds"]) < len(made()["worlds"]) and digests(document) == digests(made())


def test_values_keep_their_names() -> None:
    """Turning the lamp round is another problem, even where the class could not tell."""
    document = made()
    text = json.dumps(document["worlds"])
    document["worlds"] = json.loads(
        text.replace('"off"', '"?"').replace('"on"', '"off"').replace('"?"', '"on"')
    )
    assert digests(document)[0] != digests(made())[0]


def test_what_is_asked_and_allowed_matters() -> None:
    plain = digests(made())[0]
    for key, value in (
        ("queries", [{"id": "q", "do": {"left": 0}, "of": "lamp"}]),
        ("class", {**made()["class"], "max_parents": 1}),
        ("knowledge", {"forbid": ["left->lamp"]}),
    ):
        assert (
            digests(
                {
                    **{k: v for k, v in made().items() if k != "gold"},
                    key: value,
                    "gold": made()["gold"],
                }
            )[0]
            != plain
        )
