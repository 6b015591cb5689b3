"""Document structs: the definition of the linear file format, source of its JSON Schema."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from symcause.formats.structs import Meta, Struct
from symcause.models.variable_names import NAME

FORMAT, INFORMED = "symcause.linear/1", "symcause.linear/2"

Number = Annotated[
    Any,
    Meta(
        description="A JSON number or a decimal or fraction text; read exactly.",
        extra_json_schema={"type": ["number", "string"]},
    ),
]
Name = Annotated[str, Meta(extra_json_schema={"pattern": f"^{NAME.pattern}$"})]
Values = dict[str, Number]
SemanticsName = Annotated[
    Literal["set", "shift", "do", "hold"],
    Meta(
        description="What an intervention does. do: one experiment at a time, the next one releases the "
        "variable; hold: until it is released. Data of hold that are read as do give wrong verdicts: a "
        "variable that is still held looks caused by what is moved next."
    ),
]


class CoefficientsDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """The class of coefficients."""

    domain: Literal["rational", "integer"]
    min: Number | None = None
    max: Number | None = None
    min_effect: Number | None = None  # The least size of an effect, if known (rational).


class RecordDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """One crystal, measured once."""

    id: str
    values: Values


class ChainDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """A reading of the manipulator's crystal and the intervention before it."""

    values: Values
    intervene: (
        Annotated[
            dict[str, Number | None],
            Meta(
                description="What is set, all at once; null releases a variable (do and hold). A state "
                "without it is one more reading.",
                extra_json_schema={"minProperties": 1},
            ),
        ]
        | None
    ) = None


class ReactorDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """The crystal whose target is asked for."""

    values: Values


class GoldDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """The true equations; a variable without one has no parents."""

    equations: dict[str, str]  # Text by variable.
    reactor_target: Number | None = None
    hidden_nodes: tuple[Name, ...] | None = None
    """Variables that the disturbance acts on, if `hidden` does not say so."""


class BasesDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """The range of the bases that crystals come with."""

    min: Number | None = None
    max: Number | None = None


class DrawnBasesDocument(BasesDocument, frozen=True, forbid_unknown_fields=True):
    """How bases are drawn: uniformly between min and max, or normally with mean and std."""

    mean: Number | None = None
    std: Number | None = None


class HiddenDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """A disturbance nobody sees."""

    values: tuple[Number, ...]
    weight: Annotated[
        Any,
        Meta(
            description="A number, or the weight of every variable that may be affected.",
            extra_json_schema={"type": ["number", "string", "object"]},
        ),
    ] = 1
    nodes: tuple[Name, ...] | None = None  # Null: unknown.
    initial: Number = 0


class PresetsDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """Bases of crystals that a suite states instead of drawing them."""

    records: tuple[Values, ...] = ()
    manipulator: Values | None = None
    reactor: Values | None = None


class EpisodeDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """What a simulation needs beside the true equations."""

    budget: Annotated[int, Meta(extra_json_schema={"minimum": 0})] | None = None
    bases: dict[str, DrawnBasesDocument] = {}  # noqa: RUF012
    presets: PresetsDocument | None = None


class LinearDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """A linear or quadratic problem."""

    format: Literal["symcause.linear/1"]
    id: Annotated[str, Meta(extra_json_schema={"minLength": 1})]
    variables: tuple[Name, ...]
    target: Name  # Whose value the reactor hides.
    controllable: tuple[Name, ...]  # What can be set.
    family: Literal["linear", "quadratic"] = "linear"  # The type of equations.
    semantics: SemanticsName = "set"
    rounding: Number = 0  # The printed unit: values lie within half of it; 0 for exact data.
    coefficients: CoefficientsDocument = CoefficientsDocument("rational")  # The model class.
    records: tuple[RecordDocument, ...] = ()  # Crystals as found.
    chain: tuple[ChainDocument, ...] = ()  # States of the manipulator, in order.
    reactor: ReactorDocument | None = None
    """The crystal whose target is asked for; without the target's value."""
    gold: GoldDocument | None = None  # The reference answer.
    target_may_cause: bool = False  # The target may cause other variables.
    bases: BasesDocument | None = None  # Range of the bases of crystals, a bound of the class.
    hidden: HiddenDocument | None = None  # A disturbance that nobody sees.
    max_parents: Annotated[int, Meta(extra_json_schema={"minimum": 0})] | None = None
    """Bound on parents; null: unbounded."""
    episode: EpisodeDocument | None = None  # What a simulation needs.
    unobserved: tuple[Name, ...] = ()  # Variables without readings.
    metadata: dict[str, Any] | None = None  # Anything; kept.
