"""``count``: how many SCMs of the class explain the training worlds."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from symcause.audits.documents import CountDocument
from symcause.families.boolean.documents.disturbed import LevelPart
from symcause.families.boolean.documents.scope import ClassPart


class BooleanCount(CountDocument, frozen=True, kw_only=True):
    """The exact number, up to the same functions and roots, and who counted."""

    setting: str
    scope: ClassPart = msgspec.field(name="class")
    engine: str = "recursion"
    spectrum: tuple[LevelPart, ...] | None = None  # by disturbed cells
    spectrum_identity: str | UnsetType = UNSET  # what it counts, where that is not the identity
    at_least: int | UnsetType | None = None  # where the count is not known
