"""The document ``symcause.boolean/1``: Boolean problem files in our own format.

The structs below are the definition of the format; its JSON Schema is generated from them
(:mod:`symcause.formats.schema`). Keys that nobody knows are refused. Writing what was read gives the
same problem back; a file may leave out what has a default.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal

from symcause.errors import ProblemError, SymcauseError
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.formats.metadata import MAX_ID, check_id, plain_metadata
from symcause.formats.structs import Meta, Struct, decode
from symcause.models.disclosure import Disclosure, Setting
from symcause.models.variable_names import NAME, OPERATORS, WORDS

Name = Annotated[
    str,
    Meta(
        examples=["X1"],
        extra_json_schema={"pattern": f"^{NAME.pattern}$", "not": {"enum": list(WORDS)}},
    ),
]
Row = Annotated[
    str,
    Meta(
        description="One bit per variable, in the order of `variables`.",
        examples=["0110"],
        extra_json_schema={"pattern": "^[01]+$"},
    ),
]
Mechanism = Annotated[
    str, Meta(description="An S-expression such as (xor X1 (not X2)).", examples=["(xor X1 X2)"])
]
Operator = Literal[WORDS]  # type: ignore[valid-type]
Unique = Meta(extra_json_schema={"uniqueItems": True})
Names = Annotated[
    tuple[Name, ...], Meta(examples=[["X1", "X2"]], extra_json_schema={"uniqueItems": True})
]


class WorldDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """Rows observed under one hard intervention."""

    id: str
    split: Literal["train", "heldout"]
    rows: tuple[Row, ...]  # One bit per variable, in the order of `variables`.
    mode: Literal["none", "constant", "assigned"] = "none"
    """`none` (no targets), `constant` (each target has one value throughout), `assigned` (a value
    per row)."""
    targets: Names = ()
    """The variables set by intervention, roots and others alike; their values are in the rows."""
    units: tuple[str, ...] | None = None  # Labels of the rows.


class ModelDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """A complete model: gold or reference."""

    mechanisms: dict[str, Mechanism]  # One for each variable that is not a root.
    roots: Names | None = None  # Where the setting does not name them.
    order: Names | None = None


class GoldDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """The true model; for identification tasks also, or only, whether it is the only one."""

    mechanisms: dict[str, Mechanism] | None = None  # One for each variable that is not a root.
    roots: Annotated[tuple[Name, ...], Unique] | None = None
    """Where the setting does not name them."""
    order: Annotated[tuple[Name, ...], Unique] | None = None
    certification: Literal["UNIQUE", "AMBIGUOUS"] | None = None
    """Identification tasks: is one model left?"""


class BooleanDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """A Boolean problem."""

    format: Literal["symcause.boolean/1"]
    id: Annotated[str, Meta(extra_json_schema={"minLength": 1, "maxLength": MAX_ID})]
    """A printable name of at most 500 characters."""
    variables: Names  # All variables; rows follow this order.
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"]  # What is disclosed.
    worlds: tuple[WorldDocument, ...]  # The rows, training and held-out.
    roots: Names | None = None  # Required in every setting but `hidden-roots`.
    order: Names | None = None  # Required for `ordered`: all variables, causes first.
    blocks: tuple[tuple[Name, ...], ...] | None = None
    """Required for `block-order`: an ordered partition of all variables, roots included."""
    root_count: Annotated[int, Meta(extra_json_schema={"minimum": 0})] | None = None
    """Required for `hidden-roots`: how many roots there are."""
    operators: Annotated[tuple[Operator, ...], Unique] = OPERATORS  # The operators of mechanisms.
    constants: bool = False  # Mechanisms may use `0` and `1`.
    max_parents: Annotated[int, Meta(extra_json_schema={"minimum": 0})] | None = None
    """Bound on functional parents in the default model class; never enforced on answers. Null:
    unbounded."""
    task: Literal["identify"] | None = None  # The question is whether one model is left, not which.
    gold: GoldDocument | None = None
    """The reference answer: the true model; for identification tasks also, or only,
    `certification`."""
    reference: ModelDocument | None = None
    """A model to find an alternative to: makes this an Alternative-SCM task."""
    metadata: dict[str, Any] | None = None
    """Anything; kept. Scoring pairs problems by `latent`; `replayscm` is the record of the release
    that a problem was read from."""


def read_boolean(document: object, file: str | None = None) -> BooleanProblem:
    """The problem that a decoded JSON document describes."""
    problem = problem_of(decode(document, BooleanDocument, file=file), file)
    if problem.informed:
        from symcause.families.boolean.problem.version_two import first_hole

        remedy = 'write "format": "symcause.boolean/2"'
        raise ProblemError(
            "? is new in version 2", file=file, place=first_hole(problem), remedy=remedy
        )
    return problem


def problem_of(read: BooleanDocument, file: str | None, **more: Any) -> BooleanProblem:
    """The problem of a decoded document; *more* are fields that version 1 does not have."""
    try:
        problem = BooleanProblem(
            id=check_id(read.id),
            disclosure=Disclosure(
                Setting(read.setting),
                read.variables,
                read.roots,
                read.order,
                read.blocks,
                read.root_count,
            ),
            worlds=tuple(
                World(w.id, Split(w.split), Mode(w.mode), w.targets, w.rows, w.units)
                for w in read.worlds
            ),
            operators=read.operators,
            constants=read.constants,
            max_parents=read.max_parents,
            identify=read.task is not None,
            certification=None if read.gold is None else read.gold.certification,
            metadata=plain_metadata(read.metadata),
            **more,
        )
        gold, reference = (
            _model(problem, read.gold, "gold"),
            _model(problem, read.reference, "reference"),
        )
    except SymcauseError as error:
        raise error.at(file=file) from None
    if gold is None and reference is None:
        return problem
    return replace(problem, gold=gold, reference=reference)


def _model(
    problem: BooleanProblem, read: ModelDocument | GoldDocument | None, place: str
) -> Answer | None:
    if read is None:
        return None
    if read.mechanisms is None:
        if problem.certification is not None:
            return None
        raise ProblemError(
            "the key 'mechanisms' is missing", place=place, remedy="add 'mechanisms'"
        )
    from symcause.families.boolean.files.mechanism_maps import read_model  # with the grammar

    return read_model(problem, read.mechanisms, place=place, roots=read.roots, order=read.order)
