"""``next``: for every property, how many graphs an intervention on it would leave."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from symcause.audits.documents import NextDocument, NextExperiment
from symcause.families.linear.documents.scope import ClassPart


class LinearExperiment(NextExperiment, frozen=True, kw_only=True):
    """An intervention: in the worst case *worst* graphs are left at most, and *at_least* by some outcome.

    ``exact``: the two are the same number. ``best_case`` is the fewest that an outcome was seen to leave.
    """

    at_least: int | None = None
    best_case: int | None = None
    exact: bool = False
    note: str | UnsetType = UNSET


class LinearNext(NextDocument, frozen=True, kw_only=True):
    """Every property, fewest graphs left in the worst case first; ``count`` is how many there are now."""

    setting: str
    semantics: str
    scope: ClassPart = msgspec.field(name="class")
    identity: str
    count: int | None = None
    experiments: tuple[LinearExperiment, ...] = ()
