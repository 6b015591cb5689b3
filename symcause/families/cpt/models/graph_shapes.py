"""Graph shapes that have ranges of their own, and who plays which part in a graph.

>>> shape_of(DAG.of([("V", "X"), ("V", "Y"), ("X", "Y")]), "X", "Y")
Shape(name='confounding', roles={'X': 'X', 'Y': 'Y', 'U': 'V'})
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from typing import NamedTuple

from symcause.errors import ProblemError
from symcause.models.dags import DAG

SHAPES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "confounding": (("U", "X"), ("U", "Y"), ("X", "Y")),
    "mediation": (("X", "M"), ("X", "Y"), ("M", "Y")),
    "frontdoor": (("U", "X"), ("X", "M"), ("U", "Y"), ("M", "Y")),
    "diamondcut": (("U", "M"), ("U", "X"), ("X", "Y"), ("M", "Y")),
    "arrowhead": (("X", "M"), ("W", "M"), ("X", "Y"), ("W", "Y"), ("M", "Y")),
    "collision": (("X", "C"), ("Y", "C")),
    "instrument": (("U", "X"), ("Z", "X"), ("U", "Y"), ("X", "Y")),
}
"""The arrows between the parts of each shape: X is the treatment, Y the outcome."""


class Shape(NamedTuple):
    """The name of a shape, and which variable plays which part."""

    name: str
    roles: Mapping[str, str]


def shape_of(dag: DAG, x: str, y: str) -> Shape | None:
    """The shape that the arrows of a graph make, seen from treatment and outcome."""
    edges = set(dag.edges)
    used = dict.fromkeys(end for edge in dag.edges for end in edge)
    rest = [name for name in used if name not in (x, y)]
    for name, arrows in SHAPES.items():
        parts = [p for p in dict.fromkeys(end for a in arrows for end in a) if p not in ("X", "Y")]
        if len(parts) != len(rest) or len(arrows) != len(edges):
            continue
        for order in permutations(rest):
            roles = {"X": x, "Y": y, **dict(zip(parts, order, strict=True))}
            if {(roles[a], roles[b]) for a, b in arrows} == edges:
                return Shape(name, roles)
    return None


GRAPHS = {
    "chain": "X->V2,V2->Y",
    "fork": "X->Y,V2->Y",
    "collision": "X->V3,Y->V3",
    "confounding": "V1->X,V1->Y,X->Y",
    "mediation": "X->V2,X->Y,V2->Y",
    "frontdoor": "V1->X,X->V3,V1->Y,V3->Y",
    "IV": "V1->X,V2->X,V1->Y,X->Y",
    "arrowhead": "X->V3,V2->V3,X->Y,V2->Y,V3->Y",
    "diamond": "X->V3,X->V2,V2->Y,V3->Y",
    "diamondcut": "V1->V3,V1->X,X->Y,V3->Y",
}
"""The graphs of the release by their name."""


def structure_dag(structure: str, place: str) -> DAG:
    """The graph of ``X->V2,V2->Y``."""
    pairs = [part.strip().partition("->") for part in structure.split(",")]
    if any(not sign for _, sign, _ in pairs):
        raise ProblemError("not a list of arrows", place=place, value=structure)
    return DAG.of([(cause, effect) for cause, _, effect in pairs])
