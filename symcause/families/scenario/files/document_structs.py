"""Document structs: the definition of the scenario file format, source of its JSON Schema."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

FORMAT = "symcause.scenario/1"

Number = Annotated[
    Any,
    Meta(
        description="A JSON number or a decimal or fraction text; read exactly.",
        extra_json_schema={"type": ["number", "string"]},
    ),
]
Expression = Annotated[
    Any,
    Meta(
        description="An expression in the language of scenarios, or a number.",
        extra_json_schema={"type": ["number", "string", "boolean"]},
    ),
]
Datum = Annotated[
    Any,
    Meta(
        description="A number, true or false, or an option.",
        extra_json_schema={"type": ["number", "string", "boolean"]},
    ),
]

Named = Annotated[
    Any,
    Meta(
        description="A number, true or false, an option, or a range [low, high] (null: no end).",
        extra_json_schema={"type": ["number", "string", "boolean", "array"]},
    ),
]


class Strict(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of the file; unknown keys are refused."""


class DomainDocument(Strict, frozen=True, kw_only=True):
    """The values that a design variable may take."""

    type: Literal["integer", "boolean", "choice"]
    min: int | None = None
    max: int | None = None
    options: tuple[str, ...] | None = None
    default: Datum


class RepeatDocument(Strict, frozen=True, kw_only=True):
    """The one loop."""

    times: Expression
    chance: Expression
    targets: dict[str, Expression]
    draws: dict[str, dict[str, Any]] = {}
    amount: Expression


class VariableDocument(Strict, frozen=True, kw_only=True):
    """A variable: drawn, defined, or a loop."""

    name: str
    draw: dict[str, Any] | None = None
    is_: Expression | None = field(default=None, name="is")
    repeat: RepeatDocument | None = None


class ObserveDocument(Strict, frozen=True, kw_only=True):
    """What a record shows, which are shown, whether counts are disclosed."""

    records: tuple[str, ...] = ()
    select: Expression | None = None
    counts: bool = True


class EntryDocument(Strict, frozen=True, kw_only=True):
    """One design of a history."""

    weight: Number = 1
    design: dict[str, Datum] = {}
    force: dict[str, Datum] = {}


class CycleDocument(Strict, frozen=True, kw_only=True):
    """Designs in turn."""

    cycle: tuple[EntryDocument, ...]


class HistoryDocument(Strict, frozen=True, kw_only=True):
    """Records that the agent starts with."""

    records: int
    policy: tuple[EntryDocument, ...] | CycleDocument
    show: tuple[str, ...] | None = None
    counts: bool | None = None


class BudgetDocument(Strict, frozen=True, kw_only=True):
    """How much may be tried."""

    deployments: int | None = None
    units: int | None = None
    per_deployment: int | None = None
    queries: int | None = None


class EvaluateDocument(Strict, frozen=True, kw_only=True):
    """A fleet, a threshold and a stage."""

    fleet: int
    threshold: Number
    stage: str = "1"


class ClaimDocument(Strict, frozen=True, kw_only=True):
    """A sentence, and when it is true."""

    id: str
    text: str = ""
    predicate: str | None = None


class SourceDocument(Strict, frozen=True, kw_only=True):
    """Where something is said, and in which words."""

    text: str
    place: str


class StrategyDocument(Strict, frozen=True, kw_only=True):
    """What is called optimal: values and ranges ``[low, high]`` (null: no end), the rest left open."""

    design: dict[str, Named]
    survival: tuple[Number, Number] | None = None
    text: str | None = None
    place: str | None = None


class ClaimsDocument(Strict, frozen=True, kw_only=True):
    """What the builders say of their scenario."""

    optimum: dict[str, Datum] | None = None
    value: Number | None = None
    gap: tuple[Number, ...] | None = None
    traps: tuple[str, ...] = ()
    gold: tuple[ClaimDocument, ...] = ()
    distractors: tuple[ClaimDocument, ...] = ()
    strategies: tuple[StrategyDocument, ...] = ()
    sources: dict[str, SourceDocument] = {}


class ScenarioDocument(Strict, frozen=True, kw_only=True):
    """A scenario."""

    format: Literal["symcause.scenario/1"]
    id: Annotated[str, Meta(extra_json_schema={"minLength": 1})]
    design: dict[str, DomainDocument] = {}
    constraints: tuple[Expression, ...] = ()
    variables: tuple[VariableDocument, ...]
    outcome: str
    stages: dict[str, dict[str, dict[str, Any]]] = {}
    observe: ObserveDocument = ObserveDocument()
    history: HistoryDocument | None = None
    budget: BudgetDocument | None = None
    evaluate: EvaluateDocument | None = None
    claims: ClaimsDocument = ClaimsDocument()
    metadata: dict[str, Any] = {}
