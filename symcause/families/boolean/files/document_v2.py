"""Document v2 (``symcause.boolean/2``): Boolean files with disturbed or missing cells or knowledge.

It adds ``?`` in rows, ``errors``, ``latent`` and ``knowledge`` to version 1; a problem that uses none of
them is written as version 1.
"""

from __future__ import annotations

from typing import Annotated, Literal

from symcause.errors import SymcauseError
from symcause.families.boolean.files.document import (
    BooleanDocument,
    Names,
    WorldDocument,
    problem_of,
)
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.formats.knowledge_files import KnowledgeDocument, stated
from symcause.formats.structs import Meta, decode
from symcause.models.knowledge_reader import read_knowledge

Row = Annotated[
    str,
    Meta(
        description="One bit per variable, in the order of `variables`; ? where it was not observed.",
        examples=["01?0"],
        extra_json_schema={"pattern": "^[01?]+$"},
    ),
]


class PartialWorldDocument(WorldDocument, frozen=True, forbid_unknown_fields=True):
    """Rows observed under one hard intervention, as far as they were."""

    rows: tuple[Row, ...]
    """As in version 1, with `?` for a missing cell; never the cell of a target."""


class InformedDocument(BooleanDocument, frozen=True, forbid_unknown_fields=True):
    """A Boolean problem in version 2."""

    format: Literal["symcause.boolean/2"]  # type: ignore[assignment]
    worlds: tuple[PartialWorldDocument, ...]
    errors: Annotated[int, Meta(extra_json_schema={"minimum": 0})] = 0
    """How many training cells may be wrong."""
    latent: Names = ()
    """Variables that can be neither read nor set: `?` in every row, never a target."""
    knowledge: KnowledgeDocument | None = None  # What is known beforehand about edges.


def read_informed(document: object, file: str | None = None) -> BooleanProblem:
    """The problem that a decoded JSON document describes."""
    read = decode(document, InformedDocument, file=file)
    try:
        known = (
            None
            if read.knowledge is None
            else read_knowledge(stated(read.knowledge), read.variables)
        )
    except SymcauseError as error:
        raise error.at(file=file) from None
    return problem_of(read, file, errors=read.errors, latent=read.latent, knowledge=known or None)
