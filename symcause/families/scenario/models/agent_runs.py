"""Agent runs in scenario models: what was tried, submitted, claimed, and how it was judged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from symcause.families.scenario.models.model_components import Value


@dataclass(frozen=True)
class Deployment:
    """Some units of one design."""

    design: Mapping[str, Value]
    count: int
    survived: int | None = None


@dataclass(frozen=True)
class Submission:
    """The design that was evaluated (None: nobody told), and how many units of the fleet survived."""

    design: Mapping[str, Value] | None
    fleet: int
    survived: int

    @property
    def survival(self) -> Fraction:
        return Fraction(self.survived, self.fleet)


@dataclass(frozen=True)
class Run:
    """One run. Records that do not keep the equipment say so: the design is then a set of designs."""

    id: str
    scenario: str
    model: str | None = None
    deployments: tuple[Deployment, ...] = ()
    submission: Submission | None = None
    turns: tuple[frozenset[str], ...] = ()  # the claims that were held at each turn
    verdicts: Mapping[str, Mapping[str, Fraction]] = field(default_factory=dict)  # by judge
    equipment_known: bool = True


@dataclass(frozen=True)
class Criterion:
    """What a rubric asks for; a negative weight is a penalty that counts when satisfied."""

    id: str
    dimension: str
    weight: Fraction
    mandatory: bool = False


@dataclass(frozen=True)
class Rubric:
    """Criteria, and the most points that there are (the sum of the positive weights)."""

    criteria: tuple[Criterion, ...]

    @property
    def maximum(self) -> Fraction:
        return sum((c.weight for c in self.criteria if c.weight > 0), Fraction(0))

    @property
    def dimensions(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(c.dimension for c in self.criteria))


CAUSAL, EXPERIMENT = "CausalReasoning", "ExperimentalDesign"
REFLECTION, DATA = "ReflectionQuality", "DataUsage"

DEFAULT_RUBRIC = Rubric(
    (
        Criterion("CR1", CAUSAL, Fraction(5), mandatory=True),
        Criterion("CR2", CAUSAL, Fraction(4), mandatory=True),
        Criterion("CR3", CAUSAL, Fraction(2)),
        Criterion("ED1", EXPERIMENT, Fraction(2)),
        Criterion("RQ1", REFLECTION, Fraction(2)),
        Criterion("DU1", DATA, Fraction(1)),
    )
)
"""The published 16 points: mechanism, traps, depth; data support; errors named; data to conclusion."""

VERDICTS = {
    "SATISFIED": Fraction(1),
    "PARTIALLY_SATISFIED": Fraction(1, 2),
    "NOT_SATISFIED": Fraction(0),
}
