"""The document of a linear ``count``: numbers of graphs and of models."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from symcause.audits.documents import CountDocument
from symcause.families.linear.documents.scope_part import ClassPart
from symcause.families.linear.documents.target_part import ReactorPart


class LinearCount(CountDocument, frozen=True, kw_only=True):
    """The number of graphs and, where coefficients are integers, of models."""

    setting: str
    semantics: str
    scope: ClassPart = msgspec.field(name="class")
    graphs: int | None = None
    models: int | None = None
    models_reason: str | UnsetType = UNSET
    target: ReactorPart = ReactorPart()
    edges: dict[str, str] | None = None
