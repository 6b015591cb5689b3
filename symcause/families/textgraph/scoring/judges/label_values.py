"""Label values: what the labels of judges are worth, and which make the score of a block.

A judge sorts every predicted node and edge (against the gold graph and against the text) and each gold
node and edge by labels. A missing or unknown label is worth 0. A *block* is one set of labels; its
composite is the mean of three values, and which three depends on the keys that are there.

>>> composite({"presence_label": "PRESENCE_STRONG_MATCH", "directionality_label": "DIRECTION_REVERSED"})
Fraction(5, 12)
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

_ONE, _HALF, _QUARTER, _ZERO = Fraction(1), Fraction(1, 2), Fraction(1, 4), Fraction(0)

Block = Mapping[str, object]

PRESENCE: dict[str, Fraction] = {
    "PRESENCE_STRONG_MATCH": _ONE,
    "PRESENCE_GRAPH_ONLY": _ONE,
    "PRESENCE_EXPLICIT": _ONE,
    "PRESENCE_WEAK_MATCH": _HALF,
    "PRESENCE_IMPLIED": _HALF,
    "PRESENCE_NO_MATCH": _ZERO,
}
SEMANTIC: dict[str, Fraction] = {
    "SEMANTIC_STRONG": _ONE,
    "SEMANTIC_COMPLETE": _ONE,
    "SEMANTIC_MODERATE": _HALF,
    "SEMANTIC_PARTIAL": _HALF,
    "SEMANTIC_WEAK": _QUARTER,
    "SEMANTIC_MINIMAL": _QUARTER,
    "SEMANTIC_NA": _ZERO,
}
ABSTRACTION: dict[str, Fraction] = {
    "ABSTRACTION_ALIGNED": _ONE,
    "ABSTRACTION_BROADER": _HALF,
    "ABSTRACTION_NARROWER": _HALF,
    "ABSTRACTION_NA": _ZERO,
}
DIRECTION: dict[str, Fraction] = {
    "DIRECTION_CORRECT": _ONE,
    "DIRECTION_UNCLEAR": _HALF,
    "DIRECTION_REVERSED": _QUARTER,
    "DIRECTION_MISSING": _ZERO,
    "DIRECTION_NA": _ZERO,
}
INFERENCE: dict[str, Fraction] = {
    "INFERENCE_DIRECT": _ONE,
    "INFERENCE_DERIVED": _ONE,
    "INFERENCE_STRETCHED": _QUARTER,
    "INFERENCE_NA": _ZERO,
}
IMPORTANCE: dict[str, Fraction] = {
    "IMPORTANCE_CORE": _ONE,
    "IMPORTANCE_CENTRAL": _ONE,
    "IMPORTANCE_INTERMEDIATE": _HALF,
    "IMPORTANCE_CONNECTING": _HALF,
    "IMPORTANCE_PERIPHERAL": _QUARTER,
    "IMPORTANCE_AUXILIARY": _QUARTER,
}
MATCHES = ("PRESENCE_STRONG_MATCH", "PRESENCE_WEAK_MATCH")
"""What counts as found in the gold graph where no weights are used."""

SUPPORTED = ("PRESENCE_EXPLICIT", "PRESENCE_IMPLIED", "PRESENCE_GRAPH_ONLY")
"""What counts as supported by the text."""

NO_MATCH = "PRESENCE_NO_MATCH"


def value(block: Block, key: str, values: Mapping[str, Fraction]) -> Fraction:
    """The value of a label; 0 if it is missing or unknown."""
    label = block.get(key)
    return values.get(label, _ZERO) if isinstance(label, str) else _ZERO


def composite(block: Block) -> Fraction:
    """The mean of presence, abstraction and the third label that the block has; 0 without labels."""
    if "inference_label" in block:
        third = value(block, "inference_label", INFERENCE)
    elif "directionality_label" in block:
        third = value(block, "directionality_label", DIRECTION)
    else:
        third = value(block, "semantic_label", SEMANTIC)
    presence = value(block, "presence_label", PRESENCE)
    return (presence + third + value(block, "abstraction_label", ABSTRACTION)) / 3


def importance(block: Block) -> Fraction:
    """The weight of a gold item."""
    return value(block, "importance_label", IMPORTANCE)
