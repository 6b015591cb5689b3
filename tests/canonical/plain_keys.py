"""Small documents of every family with plain keys: what they are up to names, the least of all renamings.

Nothing here is shared with the package: a key is a text of the document with other names, its unordered
lists sorted; the least over all renamings is equal for two documents iff one is a renaming of the other.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import permutations, product
from random import Random
from typing import Any, NamedTuple

Document = dict[str, Any]
NAMES = ("A", "B", "C", "D")


class Kind(NamedTuple):
    """A family: documents to draw, and a key of each."""

    drawn: Callable[[Random], Document]
    key: Callable[[Document], str]
    names: str = "variables"


def least(names: list[str], key: Callable[[dict[str, str]], object]) -> str:
    """The least key over all renamings."""
    fresh = [f"V{i}" for i in range(len(names))]
    return min(
        json.dumps(key(dict(zip(names, order, strict=True))), sort_keys=True)
        for order in permutations(fresh)
    )


def sorted_texts(items: Iterator[object] | list[object]) -> list[str]:
    """Items in no order."""
    return sorted(json.dumps(item, sort_keys=True) for item in items)


# Boolean


def boolean(rng: Random) -> Document:
    size = rng.randint(2, 3)
    names = list(NAMES[:size])
    told: Document = {"format": "symcause.boolean/1", "id": "b", "variables": names}
    setting = rng.choice(["ordered", "hidden-order", "hidden-roots", "block-order"])
    roots = sorted(rng.sample(names, 1))
    others = [name for name in names if name not in roots]
    rng.shuffle(others)
    told |= {"setting": setting}
    if setting == "hidden-roots":
        told["root_count"] = 1
    else:
        told["roots"] = roots
    if setting == "ordered":
        told["order"] = [*roots, *others]
    if setting == "block-order":
        told["blocks"] = [roots, others]
    if rng.random() < 0.5:
        told["operators"] = ["and", "or"]
        told["constants"] = True
    if rng.random() < 0.5:
        told["max_parents"] = rng.randint(1, 2)
    told["worlds"] = [_boolean_world(rng, names, i) for i in range(rng.randint(1, 2))]
    return told


def _boolean_world(rng: Random, names: list[str], number: int) -> Document:
    rows = ["".join(rng.choice("01") for _ in names) for _ in range(rng.randint(1, 2))]
    world: Document = {"id": f"w{number}", "split": "train", "rows": rows}
    if number:
        target = rng.randrange(len(names))
        world |= {"mode": "constant", "targets": [names[target]]}
        world["rows"] = [row[:target] + "1" + row[target + 1 :] for row in rows]
    return world


def boolean_key(document: Document) -> str:
    """Complementing is a renaming of values where every function can be written."""
    names: list[str] = document["variables"]
    every = "operators" not in document
    flips = list(product("01", repeat=len(names))) if every else [("0",) * len(names)]

    def key(new: dict[str, str]) -> object:
        found = []
        for flip in flips:
            turned = {name: bit == "1" for name, bit in zip(names, flip, strict=True)}

            def cells(row: str, turned: dict[str, bool] = turned) -> list[str]:
                return sorted(
                    f"{new[n]}={int(bit) ^ turned[n]}" for n, bit in zip(names, row, strict=True)
                )

            worlds = [
                {
                    "targets": sorted(new[t] for t in w.get("targets", ())),
                    "rows": sorted_texts([cells(row) for row in w["rows"]]),
                }
                for w in document["worlds"]
            ]
            found.append(json.dumps(sorted_texts(list(worlds))))
        return {
            "setting": document["setting"],
            "roots": sorted(new[r] for r in document.get("roots", ())),
            "order": [new[v] for v in document.get("order", ())],
            "blocks": [sorted(new[v] for v in block) for block in document.get("blocks", ())],
            "class": [document.get("operators"), document.get("max_parents")],
            "worlds": min(found),
        }

    return least(names, key)


# statements


def statements(rng: Random) -> Document:
    size = rng.randint(2, 4)
    names = list(NAMES[:size])
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    independent = []
    for a, b in rng.sample(pairs, rng.randint(0, min(2, len(pairs)))):
        others = [name for name in names if name not in (a, b)]
        independent.append([a, b, rng.sample(others, rng.randint(0, len(others)))])
    relation = rng.choice(["parent", "child", "ancestor", "descendant", "collider", "confounder"])
    told: Document = {
        "format": "symcause.statements/1",
        "id": "s",
        "variables": names,
        "independent": independent,
        "complete": False,
        "hypothesis": {"relation": relation, "of": rng.sample(names, 2)},
    }
    if relation == "confounder" and rng.random() < 0.5:
        told["reading"] = "released"
    return told


def statements_key(document: Document) -> str:
    relation, (x, y) = document["hypothesis"]["relation"], document["hypothesis"]["of"]
    turned = {"child": "parent", "descendant": "ancestor"}
    if relation in turned:
        relation, x, y = turned[relation], y, x
    reading = document.get("reading")

    def key(new: dict[str, str]) -> object:
        of = [new[x], new[y]]
        if relation in ("collider", "confounder") and reading != "released":
            of.sort()
        told = [
            [sorted((new[a], new[b])), sorted(new[c] for c in z)]
            for a, b, z in document["independent"]
        ]
        return {"told": sorted_texts(list(told)), "asked": [relation, reading, of], "n": len(new)}

    return least(document["variables"], key)


# shapes


def shapes(rng: Random) -> Document:
    names = list(NAMES[: rng.randint(2, 4)])
    told: Document = {
        "format": "symcause.shapeworld/1",
        "id": "w",
        "shapes": names,
        "question": dict(zip(("cause", "effect"), rng.sample(names, 2), strict=True)),
        "initial": sorted(rng.sample(names, rng.randint(0, len(names)))),
        "transcript": [
            {
                "action": rng.choice(["hold", "move"]),
                "shape": rng.choice(names),
                "moving": sorted(rng.sample(names, rng.randint(0, len(names)))),
            }
            for _ in range(rng.randint(0, 2))
        ],
    }
    if rng.random() < 0.4:
        told["class"] = rng.choice(["all", "listed"])
    return told


def shapes_key(document: Document) -> str:
    def key(new: dict[str, str]) -> object:
        listed = [new[s] for s in document["shapes"]]
        return {
            "shapes": listed if document.get("class") == "listed" else sorted(listed),
            "asked": [new[document["question"]["cause"]], new[document["question"]["effect"]]],
            "initial": sorted(new[s] for s in document["initial"]),
            "class": document.get("class"),
            "steps": [
                [step["action"], new[step["shape"]], sorted(new[s] for s in step["moving"])]
                for step in document["transcript"]
            ],
        }

    return least(document["shapes"], key)


# linear


def linear(rng: Random) -> Document:
    names = list(NAMES[: rng.randint(2, 3)])
    target = rng.choice(names)

    def reading() -> Document:
        return {name: str(rng.randint(0, 1)) for name in names}

    others = [name for name in names if name != target]
    moved = rng.choice(others)
    return {
        "format": "symcause.linear/1",
        "id": "l",
        "variables": names,
        "target": target,
        "controllable": others,
        "records": [{"id": f"r{i}", "values": reading()} for i in range(rng.randint(1, 2))],
        "chain": [
            {"values": reading()},
            {"intervene": {moved: "1"}, "values": reading() | {moved: "1"}},
        ],
    }


def linear_key(document: Document) -> str:
    def key(new: dict[str, str]) -> object:
        def told(values: Document) -> Document:
            return {new[name]: value for name, value in values.items()}

        return {
            "target": new[document["target"]],
            "records": sorted_texts([told(r["values"]) for r in document["records"]]),
            "chain": [[told(s.get("intervene", {})), told(s["values"])] for s in document["chain"]],
        }

    return least(document["variables"], key)


# cpt


def cpt(rng: Random) -> Document:
    names = list(NAMES[: rng.randint(2, 3)])
    order = rng.sample(names, len(names))
    edges = [[a, b] for i, a in enumerate(order) for b in order[i + 1 :] if rng.random() < 0.6]
    x, y = rng.sample(names, 2)
    numbers = ["0.2", "0.7"]
    given = {f"P({name})": [rng.choice(numbers)] for name in rng.sample(names, rng.randint(1, 2))}
    if rng.random() < 0.5:
        given[f"P({y}|{x})"] = [rng.choice(numbers), rng.choice(numbers)]
    return {
        "format": "symcause.cpt/1",
        "id": "c",
        "variables": names,
        "edges": edges,
        "given": given,
        "query": {"type": rng.choice(["ate", "correlation"]), "treatment": x, "outcome": y},
    }


def cpt_key(document: Document) -> str:
    def key(new: dict[str, str]) -> object:
        def named(text: str) -> str:
            return re.sub(r"\b[A-D]\b", lambda found: new[found.group()], text)

        asked = document["query"]
        return {
            "n": len(new),
            "edges": sorted([new[a], new[b]] for a, b in document["edges"]),
            "given": {named(text): numbers for text, numbers in document["given"].items()},
            "query": [asked["type"], new[asked["treatment"]], new[asked["outcome"]]],
        }

    return least(document["variables"], key)


# finite

_VALUES: tuple[list[int | str], ...] = ([0, 1], ["low", "high"])


def finite(rng: Random) -> Document:
    names = list(NAMES[: rng.randint(2, 3)])
    values = {name: rng.choice(_VALUES) for name in names}
    *others, last = rng.sample(names, len(names))
    told: Document = {"format": "symcause.finite/1", "id": "f", "setting": "hidden-order"}
    told["variables"] = [{"name": name, "values": values[name]} for name in names]
    told["roots"] = sorted(others)
    declared: Document = {"functions": rng.choice([["parity", "any"], ["any", "parity"]])}
    if rng.random() < 0.4:
        declared["variables"] = {last: {"candidates": [others[0]], "functions": "any"}}
    told["class"] = declared
    row = [rng.choice(values[name]) if name == last else values[name][0] for name in names]
    hidden = [
        None if name == others[0] and rng.random() < 0.3 else at
        for name, at in zip(names, row, strict=True)
    ]
    world: Document = {"id": "w", "rows": [hidden]}
    if rng.random() < 0.5 and None not in hidden:
        world["do"] = {others[0]: values[others[0]][0]}
    told["worlds"] = [world]
    if rng.random() < 0.5:
        edge = {"id": "q", "edge": f"{others[0]}->{last}"}
        value = {"id": "q", "of": last, "given": {others[-1]: values[others[-1]][-1]}}
        told["queries"] = [rng.choice([edge, value])]
    return told


def finite_key(document: Document) -> str:
    names = [one["name"] for one in document["variables"]]

    def key(new: dict[str, str]) -> object:
        def told(settings: Document) -> Document:
            return {new[name]: value for name, value in settings.items()}

        def query(one: Document) -> object:
            if "edge" in one:
                return [new[name] for name in one["edge"].split("->")]
            return {"of": new[one["of"]], "given": told(one["given"])}

        (world,) = document["worlds"]
        own = document["class"].get("variables", {})
        return {
            "variables": {new[one["name"]]: one["values"] for one in document["variables"]},
            "roots": sorted(new[name] for name in document["roots"]),
            "own": {new[v]: [new[a] for a in one["candidates"]] for v, one in own.items()},
            "row": told(dict(zip(names, world["rows"][0], strict=True))),
            "do": sorted(new[name] for name in world.get("do", {})),
            "queries": [query(one) for one in document.get("queries", [])],
        }

    return least(names, key)


KINDS = {
    "finite": Kind(finite, finite_key),
    "boolean": Kind(boolean, boolean_key),
    "statements": Kind(statements, statements_key),
    "shapeworld": Kind(shapes, shapes_key, "shapes"),
    "linear": Kind(linear, linear_key),
    "cpt": Kind(cpt, cpt_key),
}
