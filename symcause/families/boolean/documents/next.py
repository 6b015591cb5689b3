"""``next``: for every experiment, how many models it would leave."""

from __future__ import annotations

import msgspec

from symcause.audits.documents import NextDocument, NextExperiment
from symcause.families.boolean.documents.scope import ClassPart


class BooleanExperiment(NextExperiment, frozen=True, kw_only=True):
    """An experiment: in the worst case it leaves at most *worst* models, and *at_least* by some outcome.

    ``exact``: the two are the same number. ``about`` estimates the average where ``expected`` is not known,
    ``best_case`` is the fewest that an outcome is known to leave, ``outcomes`` how many of them are known.
    """

    at_least: int | None = None
    best_case: int | None = None
    exact: bool = False
    about: str | float | None = None
    outcomes: int | None = None


class BooleanNext(NextDocument, frozen=True, kw_only=True):
    """Every experiment, best first; ``count`` models there are now, ``contexts`` rows would be seen."""

    setting: str
    scope: ClassPart = msgspec.field(name="class")
    identity: str
    most_targets: int = 1
    seed: int = 0
    contexts: int | None = None
    count: int | None = None
    experiments: tuple[BooleanExperiment, ...] = ()
