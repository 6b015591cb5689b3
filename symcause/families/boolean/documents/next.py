"""``next``: for every experiment, how many models it would leave."""

from __future__ import annotations

import msgspec

from symcause.audits.next_documents import BoundedExperiment, RankedDocument
from symcause.families.boolean.documents.scope import ClassPart


class BooleanExperiment(BoundedExperiment, frozen=True, kw_only=True):
    """``about`` estimates the average where it is not known, ``outcomes`` is how many of them are known."""

    about: str | float | None = None
    outcomes: int | None = None


class BooleanNext(RankedDocument, frozen=True, kw_only=True):
    """Every experiment, best first; ``count`` models there are now, ``contexts`` rows would be seen."""

    setting: str
    scope: ClassPart = msgspec.field(name="class")
    identity: str
    most_targets: int = 1
    seed: int = 0
    contexts: int | None = None
    experiments: tuple[BooleanExperiment, ...] = ()
