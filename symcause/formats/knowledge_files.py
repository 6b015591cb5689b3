"""Knowledge files, a format for background knowledge: alone, or as a key of problem files.

Tiers may stand in a text, one tier a line with commas between the names, earliest first.

>>> tiers_of("A, B\\n# later\\nC\\n")
[['A', 'B'], ['C']]
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple

from symcause.errors import ProblemError
from symcause.formats.structs import Meta, Struct

Edge = Annotated[
    Any,
    Meta(
        description='An edge, cause first: "A->B" or ["A", "B"].',
        examples=["A->B"],
        extra_json_schema={
            "oneOf": [
                {"type": "string", "pattern": "->"},
                {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2},
            ]
        },
    ),
]


class KnowledgeDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """What is known beforehand about edges; every key is optional."""

    require: tuple[Edge, ...] | None = None  # Every model has these edges.
    forbid: tuple[Edge, ...] | None = None  # No model has these edges.
    tiers: (
        Annotated[
            tuple[tuple[str, ...], ...],
            Meta(
                description="Every variable once, earliest tier first: no edge into an earlier one."
            ),
        ]
        | None
    ) = None
    signs: dict[str, Literal["+", "-"]] | None = None
    """`{"B->C": "+"}`: `+`, the effect never falls as the cause rises; `-`, it never rises. Says
    nothing if the edge is absent."""
    unate: bool | None = None  # Every parent has one sign or the other (Boolean).
    candidates: (
        Annotated[tuple[Edge, ...], Meta(description="There is no edge besides these.")] | None
    ) = None


def stated(read: KnowledgeDocument) -> dict[str, object]:
    """The keys that say something, as plain values."""
    keys = ("require", "forbid", "tiers", "signs", "unate", "candidates")
    return {key: value for key in keys if (value := getattr(read, key)) is not None}


def tiers_of(text: str) -> list[list[str]]:
    """The tiers of a text; one that begins like JSON is JSON."""
    if text.lstrip().startswith("["):
        from symcause.formats.json_text import read_json

        document = read_json(text)
        assert isinstance(document, list)
        return document
    import csv  # loaded when it is needed

    lines = [
        line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")
    ]
    try:
        rows = list(csv.reader(lines, strict=True, skipinitialspace=True))
    except csv.Error as error:
        raise ProblemError(f"not tiers: {error}") from None
    return [[name.strip() for name in row if name.strip()] for row in rows]


class Contents(NamedTuple):
    """A file that was read where it is known: what is asked may be answered on another machine."""

    file: str
    text: str
