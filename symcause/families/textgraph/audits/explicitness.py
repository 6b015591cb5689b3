"""Explicitness of a text graph: the share of its nodes that the text mentions.

Per node 1 explicit, 2 implicit, 3 absent. *Lenient*: the share of 1 and 2 among labelled nodes (the paper's
main measure); *strict*: the share of 1. The column of the benchmark is compared with both.

>>> explicitness({"a": 1, "b": 2, "c": 3}, nodes=4, column=0.667).agrees
'lenient'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from symcause.families.textgraph.problem.problem import ABSENT, EXPLICIT

WITHIN = Fraction(5, 10_000)
"""How far a rounded column may be from the exact share."""


@dataclass(frozen=True)
class Explicitness:
    """Both shares, the column, and which of the shares it agrees with (None without a column)."""

    column: float | None
    lenient: Fraction
    strict: Fraction
    agrees: str | None
    unlabelled: int


def explicitness(
    labels: Mapping[str, int], nodes: int, column: float | None
) -> Explicitness | None:
    """What the labels say; None if there are none."""
    if not labels:
        return None
    lenient = Fraction(sum(label != ABSENT for label in labels.values()), len(labels))
    strict = Fraction(sum(label == EXPLICIT for label in labels.values()), len(labels))
    agrees = None if column is None else _agreement(Fraction(column), lenient, strict)
    return Explicitness(column, lenient, strict, agrees, nodes - len(labels))


def _agreement(column: Fraction, lenient: Fraction, strict: Fraction) -> str:
    near = abs(column - lenient) <= WITHIN, abs(column - strict) <= WITHIN
    words = {
        (True, True): "both",
        (True, False): "lenient",
        (False, True): "strict",
        (False, False): "neither",
    }
    return words[near]
