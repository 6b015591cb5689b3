"""The document ``symcause.statements/1``: files of statements and a hypothesis as JSON.

The structs below are the definition of the format; keys that nobody knows are refused.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from symcause.errors import SymcauseError
from symcause.families.statements.models.relations import PATH
from symcause.families.statements.problem.fingerprint import describe
from symcause.families.statements.problem.problem import Hypothesis, Statement, StatementsProblem
from symcause.formats.metadata import check_id, plain_metadata
from symcause.formats.structs import Meta, Struct, decode

StatedTriple = tuple[str, str, tuple[str, ...]]
"""``[x, y, Z]``."""


class HypothesisDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """``of`` = [x, y] reads "x is RELATION of y"."""

    relation: str  # How x is related to y.
    of: tuple[str, str]  # The two variables, x and y.


class StatementsDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """(In)dependences, and a causal hypothesis."""

    format: Literal["symcause.statements/1"]
    id: Annotated[str, Meta(extra_json_schema={"minLength": 1})]
    variables: tuple[str, ...]  # 2 to 8 names.
    hypothesis: HypothesisDocument
    independent: tuple[StatedTriple, ...] = ()  # `[x, y, Z]`: x and y given Z.
    dependent: tuple[StatedTriple, ...] = ()  # The same; no triple is in both lists.
    complete: bool = True  # Triples that are not listed as independent are dependent.
    reading: str = PATH  # How the relation is read.
    gold: int | str | None = None
    """The stored label: 0, 1, or `entailed`, `open`, `impossible`."""
    metadata: dict[str, Any] | None = None  # Anything; kept.


def read_statements(document: object, file: str | None = None) -> StatementsProblem:
    """The problem that a decoded JSON document describes."""
    read = decode(document, StatementsDocument, file=file)
    try:
        return StatementsProblem(
            id=check_id(read.id),
            variables=read.variables,
            independent=tuple(Statement(*one) for one in read.independent),
            dependent=tuple(Statement(*one) for one in read.dependent),
            complete=read.complete,
            hypothesis=Hypothesis(read.hypothesis.relation, read.hypothesis.of, read.reading),
            gold=read.gold,
            metadata=plain_metadata(read.metadata),
        )
    except SymcauseError as error:
        raise error.at(file=file) from None


def write_statements(problem: StatementsProblem) -> dict[str, object]:
    """The document of a problem, keys in the order of the format."""
    body = describe(problem)
    document = {"format": body.pop("format"), "id": problem.id, **body}
    if problem.gold is not None:
        document["gold"] = problem.gold
    if problem.metadata:
        document["metadata"] = dict(problem.metadata)
    return document
