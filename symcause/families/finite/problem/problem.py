"""The finite problem itself: variables of any values, worlds, a declared class, queries, gold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Literal

from symcause.families.finite.models.finite_values import FiniteVariable, Value
from symcause.families.finite.models.mechanism_class import FiniteClass
from symcause.families.finite.models.written_models import Answer as Answer
from symcause.models.background_knowledge import Knowledge
from symcause.models.disclosure import Disclosure, Setting
from symcause.models.notebook_hook import Shown


class Split(StrEnum):
    """What a world is there for."""

    TRAIN = "train"
    HELDOUT = "heldout"


@dataclass(frozen=True)
class FiniteWorld:
    """Rows as positions of values, None where a cell was not observed; targets are never None."""

    id: str
    rows: tuple[tuple[int | None, ...], ...]
    do: Mapping[str, Value] = field(default_factory=dict)
    assigned: tuple[str, ...] = ()
    split: Split = Split.TRAIN
    units: tuple[str, ...] | None = None  # a label of each row

    @property
    def targets(self) -> tuple[str, ...]:
        """The variables that were set, by a constant or row by row."""
        return (*self.do, *self.assigned)


@dataclass(frozen=True)
class ValueQuery:
    """Which value has a variable where some are set and some are seen?"""

    id: str
    of: str
    do: Mapping[str, Value] = field(default_factory=dict)
    given: Mapping[str, Value] = field(default_factory=dict)
    gold: Value | None = None  # a value, "undetermined" or "impossible"


@dataclass(frozen=True)
class EdgeQuery:
    """Is one variable an essential parent of another?"""

    id: str
    edge: tuple[str, str]
    gold: str | None = None  # yes, no, undetermined, impossible


Query = ValueQuery | EdgeQuery


@dataclass(frozen=True, repr=False)
class FiniteProblem(Shown):
    """One instance: what is disclosed, what was observed, the class, and what is asked."""

    brief = ("id", "setting", "variables", "worlds")

    id: str
    domains: tuple[FiniteVariable, ...]
    disclosure: Disclosure
    model_class: FiniteClass
    worlds: tuple[FiniteWorld, ...]
    knowledge: Knowledge | None = None
    queries: tuple[Query, ...] = ()
    task: Literal["model", "predict"] = "model"
    gold: Answer | None = None
    metadata: Mapping[str, object] = field(default_factory=dict, hash=False)

    @property
    def variables(self) -> tuple[str, ...]:
        return self.disclosure.variables

    @property
    def setting(self) -> Setting:
        return self.disclosure.setting

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """How many values each variable has."""
        return tuple(len(variable.values) for variable in self.domains)

    @cached_property
    def by_name(self) -> dict[str, FiniteVariable]:
        """The variables with their values, by name, in the order of the file."""
        return {variable.name: variable for variable in self.domains}

    def domain(self, name: str) -> FiniteVariable:
        """The variable of this name, with its values."""
        return self.by_name[name]

    def completed(
        self, gold: Answer | None, metadata: Mapping[str, object] | None = None
    ) -> FiniteProblem:
        """The same problem with this gold, and with this metadata if it is given."""
        return replace(self, gold=gold, metadata=self.metadata if metadata is None else metadata)

    @cached_property
    def training(self) -> tuple[FiniteWorld, ...]:
        return tuple(w for w in self.worlds if w.split is Split.TRAIN)

    @cached_property
    def heldout(self) -> tuple[FiniteWorld, ...]:
        return tuple(w for w in self.worlds if w.split is Split.HELDOUT)

    @cached_property
    def holed(self) -> bool:
        """True if a training cell was not observed."""
        return any(None in row for world in self.training for row in world.rows)
