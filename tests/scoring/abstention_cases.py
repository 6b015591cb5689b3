"""Problems whose question is open or settled, in the three families in which one may abstain."""

from __future__ import annotations

from typing import Any

Document = dict[str, Any]


def boolean(*rows: str, heldout: str = "110") -> Document:
    """X3 = X1 xor X2, of which these rows were seen: three leave two models, four leave one."""
    train = {"id": "train_00", "split": "train", "mode": "none", "targets": [], "rows": list(rows)}
    held = {"id": "heldout_00", "split": "heldout", "mode": "constant", "targets": ["X1"]}
    return {
        "format": "symcause.boolean/1",
        "id": "boolean",
        "variables": ["X1", "X2", "X3"],
        "setting": "hidden-order",
        "roots": ["X1", "X2"],
        "operators": ["not", "and", "or", "xor", "iff"],
        "constants": False,
        "max_parents": 2,
        "worlds": [train, {**held, "rows": [heldout]}],
        "gold": {"roots": ["X1", "X2"], "mechanisms": {"X3": "(xor X1 X2)"}},
    }


def linear(*, steps: int = 1, reactor: bool = True) -> Document:
    """freq = 25 + density + moisture: one step leaves two graphs and entails the reactor's target."""
    gold: Document = {
        "equations": {"density": "20", "moisture": "30", "freq": "25 + 1*density + 1*moisture"}
    }
    chain = [
        {"values": {"density": "20", "moisture": "30", "freq": "75"}},
        {
            "intervene": {"density": "77"},
            "values": {"density": "77", "moisture": "30", "freq": "132"},
        },
        {
            "intervene": {"moisture": "50"},
            "values": {"density": "77", "moisture": "50", "freq": "152"},
        },
    ]
    found: Document = {
        "format": "symcause.linear/1",
        "id": "linear",
        "variables": ["density", "moisture", "freq"],
        "target": "freq",
        "controllable": ["density", "moisture"],
        "family": "linear",
        "semantics": "set",
        "rounding": "0",
        "coefficients": {"domain": "rational"},
        "records": [{"id": "r0", "values": {"density": "20.5", "moisture": "31", "freq": "76.5"}}],
        "chain": chain[: steps + 1],
        "gold": gold,
    }
    if reactor:
        gold["reactor_target"] = "115"
        found["reactor"] = {"values": {"density": "40", "moisture": "50"}}
    return found


def shapeworld(*, settled: bool = False) -> Document:
    """Does the circle make the square move? Holding the square does not tell, holding the circle does."""
    everything = ["circle", "square", "triangle"]
    steps: list[Document] = [{"action": "hold", "shape": "square", "moving": everything}]
    if settled:
        steps.append({"action": "hold", "shape": "circle", "moving": []})
    return {
        "format": "symcause.shapeworld/1",
        "id": "shapeworld",
        "shapes": everything,
        "question": {"cause": "circle", "effect": "square"},
        "initial": everything,
        "transcript": steps,
        "gold": {"edges": [["circle", "square"], ["circle", "triangle"]]},
    }


THREE, FOUR = ("000", "011", "101"), ("000", "011", "101", "110")

OPEN = {
    "boolean": boolean(*THREE),
    "linear": linear(steps=0),
    "graph": linear(reactor=False),
    "shapeworld": shapeworld(),
}
SETTLED = {
    "boolean": boolean(*FOUR),
    "linear": linear(),
    "graph": linear(steps=2, reactor=False),
    "shapeworld": shapeworld(settled=True),
}

GRAPH = '{"edges": [["density", "freq"], ["moisture", "freq"]]}'
CLAIMS = {
    "boolean": '{"mechanisms": {"X3": "(xor X1 X2)"}}',
    "linear": '{"prediction": 115}',
    "graph": GRAPH,
    "shapeworld": "yes",
}
ABSTENTIONS = ('{"cannot_tell": true}', "Two models fit.\n\nSo I **cannot tell**.")
