"""Document structs of finite problems and class files: the source of their JSON Schemas."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from symcause.formats.knowledge_files import Edge
from symcause.formats.metadata import MAX_ID
from symcause.models.variable_names import NAME

Id = Annotated[str, Meta(extra_json_schema={"minLength": 1, "maxLength": MAX_ID})]
Name = Annotated[str, Meta(examples=["A"], extra_json_schema={"pattern": f"^{NAME.pattern}$"})]
Names = Annotated[tuple[Name, ...], Meta(extra_json_schema={"uniqueItems": True})]
Value = Annotated[
    Any,
    Meta(
        description="An integer, or a word: letters, digits, _ and -, no digit first.",
        examples=[0, "low"],
        extra_json_schema={"type": ["integer", "string"]},
    ),
]
Expression = Annotated[
    str, Meta(description="An expression such as (plus A 1).", examples=["(plus A 1)"])
]
Row = Annotated[
    Any,
    Meta(
        description="One value for each variable, null where it was not observed; or a text of one "
        "character a variable, ? where it was not observed.",
        examples=[[0, "low", None], "01?"],
        extra_json_schema={"type": ["array", "string"]},
    ),
]
Bound = Annotated[int, Meta(extra_json_schema={"minimum": 0})]
Size = Annotated[int, Meta(extra_json_schema={"minimum": 1, "maximum": 15})]
Functions = Literal["disjunctive", "conjunctive", "threshold", "parity", "monotone", "any"]


class Strict(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A part of the file; unknown keys are refused."""


class VariableDocument(Strict, frozen=True, kw_only=True):
    """A variable with its values, in order."""

    name: Name  # A letter or _, then letters, digits and _.
    values: Annotated[tuple[Value, ...], Meta(extra_json_schema={"minItems": 2, "maxItems": 64})]


class OperatorDocument(Strict, frozen=True, kw_only=True):
    """An operator by its meaning over a b c d (over ... for any number), or by a table."""

    arity: Annotated[Any, Meta(extra_json_schema={"enum": [1, 2, 3, 4, "many"]})]
    means: Expression | None = None
    table: tuple[tuple[Value, ...], ...] | None = None


class GrammarDocument(Strict, frozen=True, kw_only=True):
    """Expressions up to a size."""

    max_size: Size
    max_depth: Size | None = None
    constants: tuple[Value, ...] | Literal["own"] = ()
    operators: Annotated[
        dict[str, OperatorDocument | bool],
        Meta(description="In the order of the file; true: the built-in operator of the name."),
    ] = {}


class MechanismsDocument(Strict, frozen=True, kw_only=True):
    """The functions that a mechanism may be, and how many parents it may have."""

    max_parents: Bound | None = None  # Of the parents that the function depends on.
    min_parents: Bound | None = None  # The same.
    functions: Functions | tuple[Functions, ...] | None = None  # Named, or a union.
    grammar: GrammarDocument | None = None


class OwnClassDocument(MechanismsDocument, frozen=True, kw_only=True):
    """What one variable has instead."""

    candidates: Names | None = None


class ClassDocument(MechanismsDocument, frozen=True, kw_only=True):
    """The class: shared by all variables, unless one has its own."""

    variables: dict[Name, OwnClassDocument] | None = None


class ClassFileDocument(ClassDocument, frozen=True, kw_only=True):
    """A class in a file of its own."""

    format: Literal["symcause.finite-class/1"]


class FiniteKnowledgeDocument(Strict, frozen=True, kw_only=True):
    """What is known beforehand about edges; every key is optional."""

    require: tuple[Edge, ...] | None = None  # Edges that every model has.
    forbid: tuple[Edge, ...] | None = None  # Edges that no model has.
    candidates: tuple[Edge, ...] | None = None  # No other edges are possible.
    tiers: tuple[tuple[Name, ...], ...] | None = None  # No edge to an earlier tier.


class FiniteWorldDocument(Strict, frozen=True, kw_only=True):
    """Rows observed under one intervention."""

    id: Id  # Another one for each world.
    split: Literal["train", "heldout"] = "train"  # Held-out worlds test answers.
    do: dict[Name, Value] | None = None  # Variables set to one value.
    assigned: Names | None = None  # Variables set row by row.
    rows: tuple[Row, ...]  # `null`, or `?` in a text, was not observed.
    units: tuple[str, ...] | None = None  # Labels of the rows.


class QueryDocument(Strict, frozen=True, kw_only=True):
    """Which value has a variable, or: is there an edge?"""

    id: Id  # Another one for each query.
    do: dict[Name, Value] | None = None  # What is set.
    given: dict[Name, Value] | None = None  # What is seen then.
    of: Name | None = None  # The variable that is asked for.
    edge: Edge | None = None  # `A->B`: does B depend on A?
    gold: Value | None = None  # The label: a value, yes, no, undetermined or impossible.


class FiniteModelDocument(Strict, frozen=True, kw_only=True):
    """The true model."""

    mechanisms: dict[Name, Expression]  # Of every variable but the roots.
    roots: Names | None = None  # Where they are hidden.


class FiniteDocument(Strict, frozen=True, kw_only=True):
    """A finite problem."""

    format: Literal["symcause.finite/1"]
    id: Id  # 1 to 500 printable characters.
    variables: tuple[VariableDocument, ...]  # Each with 2 to 64 values, in order.
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"]
    """What is disclosed of order and roots."""
    roots: Names | None = None  # Needed in all settings but `hidden-roots`.
    order: Names | None = None  # Needed in `ordered`.
    blocks: tuple[tuple[Name, ...], ...] | None = None  # Needed in `block-order`.
    root_count: Bound | None = None  # Needed in `hidden-roots`.
    class_: ClassDocument | str = field(name="class")  # Or a file, from the problem's folder.
    knowledge: FiniteKnowledgeDocument | None = None
    worlds: tuple[FiniteWorldDocument, ...]
    queries: tuple[QueryDocument, ...] | None = None
    task: Literal["model", "predict"] | None = None  # `predict` if there are queries.
    gold: FiniteModelDocument | None = None
    metadata: dict[str, Any] | None = None  # Anything; kept.
