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
    min: int | None = None  # of an integer
    max: int | None = None  # of an integer
    options: tuple[str, ...] | None = None  # of a choice
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
    draw: dict[str, Any] | None = None  # a distribution, with what it depends on
    is_: Expression | None = field(default=None, name="is")
    repeat: RepeatDocument | None = None


class ObserveDocument(Strict, frozen=True, kw_only=True):
    """What a record shows, which are shown, whether counts are disclosed."""

    records: tuple[str, ...] = ()  # the variables that a record shows
    select: Expression | None = None  # which units are shown; null: all
    counts: bool = True  # whether the number of units that are not shown is disclosed


class EntryDocument(Strict, frozen=True, kw_only=True):
    """One design of a history."""

    weight: Number = 1
    design: dict[str, Datum] = {}
    force: dict[str, Datum] = {}  # latent variables with the values that they were given


class CycleDocument(Strict, frozen=True, kw_only=True):
    """Designs in turn."""

    cycle: tuple[EntryDocument, ...]


class HistoryDocument(Strict, frozen=True, kw_only=True):
    """Records that the agent starts with."""

    records: int  # how many units
    policy: tuple[EntryDocument, ...] | CycleDocument  # drawn by weight, or `cycle`: in turn
    show: tuple[str, ...] | None = None  # other variables than `observe.records`
    counts: bool | None = None  # otherwise than `observe.counts`


class BudgetDocument(Strict, frozen=True, kw_only=True):
    """How much may be tried; null: no bound."""

    deployments: int | None = None
    units: int | None = None  # in all deployments together
    per_deployment: int | None = None  # units of one deployment
    queries: int | None = None


class EvaluateDocument(Strict, frozen=True, kw_only=True):
    """A fleet, a threshold and a stage."""

    fleet: int  # units that a final design is tried on
    threshold: Number  # the share of them that must survive
    stage: str = "1"  # in which the design is judged


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

    optimum: dict[str, Datum] | None = None  # a design said to be the best
    value: Number | None = None  # its survival
    gap: tuple[Number, ...] | None = None  # [low, high]: how far the threshold is below the optimum
    traps: tuple[str, ...] = ()  # variables that the data mislead about
    gold: tuple[ClaimDocument, ...] = ()  # said to be true
    distractors: tuple[ClaimDocument, ...] = ()  # said to be false
    strategies: tuple[StrategyDocument, ...] = ()
    sources: dict[str, SourceDocument] = {}


class ScenarioDocument(Strict, frozen=True, kw_only=True):
    """A scenario."""

    format: Literal["symcause.scenario/1"]
    id: Annotated[str, Meta(extra_json_schema={"minLength": 1})]
    design: dict[str, DomainDocument] = {}
    constraints: tuple[Expression, ...] = ()  # what must hold of a declared design
    variables: tuple[VariableDocument, ...]
    outcome: str  # the variable that says whether a unit survives
    stages: dict[str, dict[str, dict[str, Any]]] = {}  # by stage: variables drawn otherwise there
    observe: ObserveDocument = ObserveDocument()
    history: HistoryDocument | None = None
    budget: BudgetDocument | None = None
    evaluate: EvaluateDocument | None = None
    claims: ClaimsDocument = ClaimsDocument()
    metadata: dict[str, Any] = {}  # anything; kept
