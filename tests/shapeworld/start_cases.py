"""Transcripts whose start need not be closed, for tests: random ones, and small ones like released ones."""

from __future__ import annotations

from random import Random

from symcause.families.shapeworld.files.document import read_shapeworld
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.release.transcript_records import read_record
from tests.shapeworld.second_steps import Document, graphs, released

NAMES = ["circle", "square", "triangle", "star", "hexagon"]

REFUTED = """Question: Does circle moving cause star to move?
State update: circle is moving, square is moving, star is static
[hold] square
State update: circle is moving, square is static, star is static
Final Answer: no"""
"""With a closed start the circle does not make the star move; the key, yes, needs another start."""

IMPOSSIBLE = """Question: Does circle moving cause star to move?
State update: circle is moving, star is static
[move] circle
State update: circle is moving, star is moving
Final Answer: no"""
"""Moving what moves changes nothing from a closed start; from this one it shows that the key is right."""

CAPITAL = """Question: Does circle moving cause octagon to move?
State update: octagon is moving, circle is moving
[hold] circle
State update: octagon is moving, circle is moving
[move] octagon
State update: octagon is moving, circle is moving
Final Answer: No"""
"""`No` is no answer, so the record says nothing of its key; read as `no`, the log would contradict it."""


def record(text: str) -> ShapeWorldProblem:
    """A record of a cleaned transcript."""
    return read_record(text.splitlines(), "model_mediation.txt", 1)


def random_log(rng: Random, size: int, disturbed: float = 0.1) -> Document:
    """A world played from any start by the released rules; now and then a state is not as it should be."""
    graph = rng.choice(graphs(size))
    moving = {x for x in range(size) if rng.random() < 0.5}
    names = NAMES[:size]
    cause, effect = rng.sample(range(size), 2)
    start, steps = sorted(moving), []
    for _ in range(rng.randrange(4)):
        action, shape = rng.choice(("move", "hold")), rng.randrange(size)
        moving = released(graph, moving, action, shape)
        if rng.random() < disturbed:
            moving ^= {rng.randrange(size)}
        shown = [names[x] for x in sorted(moving)]
        steps.append({"action": action, "shape": names[shape], "moving": shown})
    document: Document = {
        "format": "symcause.shapeworld/1",
        "id": "log",
        "shapes": names,
        "question": {"cause": names[cause], "effect": names[effect]},
        "initial": [names[x] for x in start],
        "transcript": steps,
        "protocol": True,
    }
    key = rng.choice((None, "yes", "no"))
    return document if key is None else {**document, "truth": key}


def read(document: Document) -> ShapeWorldProblem:
    return read_shapeworld(document)
