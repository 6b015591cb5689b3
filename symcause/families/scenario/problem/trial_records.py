"""Trial records of a scenario problem whose model is hidden: units seen by an agent.

A scenario of which only this is known has neither variables nor stages: nothing can be computed from it,
but the next deployment can be chosen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symcause.families.scenario.models.model_components import Value


@dataclass(frozen=True)
class Record:
    """What was shown of one unit; earlier units are numbered, so that gaps tell of others."""

    values: Mapping[str, Value]
    unit: int | None = None


@dataclass(frozen=True)
class Trial:
    """Units of one design: how many, how many survived (None: nobody told), and the shown records."""

    design: Mapping[str, Value]
    count: int
    survived: int | None = None
    records: tuple[Record, ...] = ()


@dataclass(frozen=True)
class Trials:
    """The history that an agent began with, then its deployments; *seed* is that of the episode."""

    seed: int = 0
    history: tuple[Trial, ...] = ()
    deployments: tuple[Trial, ...] = ()

    @property
    def units(self) -> int:
        """How many units were deployed."""
        return sum(trial.count for trial in self.deployments)
