"""The document in files of ShapeWorld problems, ``symcause.shapeworld/1``.

The structs below are the definition of the format; keys that nobody knows are refused. ``moving`` lists
what moves after the action. A transcript that was read from a log may hold lines that are no full
steps: without ``moving`` nothing was seen after the action, with ``moving`` alone the state was shown
again, and ``"invalid": true`` marks an action that was not on offer. ``initial`` is null in a log that
holds the question and nothing else.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from symcause.errors import ProblemError, SymcauseError
from symcause.families.shapeworld.problem.fingerprint import FORMAT, describe
from symcause.families.shapeworld.problem.problem import YES, ShapeWorldProblem, Step
from symcause.families.shapeworld.problem.world_classes import WorldClass
from symcause.formats.metadata import check_id, plain_metadata
from symcause.formats.structs import Meta, Struct, decode, field
from symcause.models.dags import DAG


class QuestionDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """Does ``cause`` moving make ``effect`` move?"""

    cause: str  # A
    effect: str  # B


class StepDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """An action and what moves after it."""

    action: str | None = None  # move or hold
    shape: str | None = None
    moving: tuple[str, ...] | None = None  # all that moves then; null: not shown
    invalid: bool = False  # the action was not on offer


class WorldDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """A world: who sets whom moving."""

    edges: tuple[tuple[str, str], ...]  # a cause and its effect
    driven: tuple[str, ...] = ()  # kept moving by something hidden


class ShapeWorldDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """A case of ShapeWorld, with what was seen of it."""

    format: Literal["symcause.shapeworld/1"]
    id: Annotated[str, Meta(extra_json_schema={"minLength": 1})]
    shapes: tuple[str, ...]  # all that are shown, in the order of the listing
    question: QuestionDocument
    initial: tuple[str, ...] | None  # what moves at the start; null: a question without a world
    transcript: tuple[StepDocument, ...] = ()
    answer: str | None = None  # the answer that closes the transcript
    scope: Literal["all", "rooted", "listed", "core", "hidden"] | None = field(
        default=None, name="class"
    )  # which worlds count
    limit: Annotated[int, Meta(extra_json_schema={"minimum": 1})] | None = None  # of interventions
    gold: WorldDocument | None = None
    truth: Literal["yes", "no"] | None = None  # the true answer, where there is no gold
    protocol: bool = False  # the released protocol, which forces one intervention
    metadata: dict[str, Any] | None = None  # anything; kept


def read_shapeworld(document: object, file: str | None = None) -> ShapeWorldProblem:
    """The problem that a decoded JSON document describes."""
    read = decode(document, ShapeWorldDocument, file=file)
    try:
        return _problem(read)
    except SymcauseError as error:
        raise error.at(file=file) from None


def _problem(read: ShapeWorldDocument) -> ShapeWorldProblem:
    if read.gold is not None and read.truth is not None:
        raise ProblemError(
            "the world decides the truth", place="truth", remedy="leave out 'truth' or 'gold'"
        )
    return ShapeWorldProblem(
        id=check_id(read.id),
        shapes=read.shapes,
        cause=read.question.cause,
        effect=read.question.effect,
        initial=read.initial,
        transcript=tuple(
            Step(step.action, step.shape, step.moving, step.invalid) for step in read.transcript
        ),
        answer=read.answer,
        scope=None if read.scope is None else WorldClass(read.scope),
        limit=read.limit,
        gold=None if read.gold is None else world(read.gold.edges, read.shapes),
        truth=None if read.truth is None else read.truth == YES,
        protocol=read.protocol,
        metadata=plain_metadata(read.metadata),
        driven=() if read.gold is None else read.gold.driven,
    )


def world(edges: tuple[tuple[str, str], ...], shapes: tuple[str, ...]) -> DAG:
    """The DAG of these edges over the listed shapes."""
    known = DAG(shapes) if len(set(shapes)) == len(shapes) else None
    for i, edge in enumerate(edges):
        for name in edge:
            if known is not None and name not in known.index:
                raise ProblemError("no such shape", place=f"gold.edges[{i}]", value=name)
    try:
        return DAG.of(edges, nodes=shapes)
    except SymcauseError as error:
        raise error.at(place="gold") from None


def write_shapeworld(problem: ShapeWorldProblem) -> dict[str, object]:
    """The document of a problem, keys in the order of the format."""
    body = describe(problem)
    document: dict[str, object] = {"format": FORMAT, "id": problem.id}
    document |= {key: value for key, value in body.items() if key != "format"}
    if problem.initial is None:
        document["initial"] = None
    if problem.metadata:
        document["metadata"] = dict(problem.metadata)
    return document
