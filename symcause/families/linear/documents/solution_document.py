"""The document of a linear solution: one explaining model, or all members one by one."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from symcause.audits.documents import Part, SolveDocument
from symcause.families.linear.documents.alternatives_document import Equations
from symcause.families.linear.documents.scope_part import ClassPart


class SolutionPart(Part, frozen=True, kw_only=True):
    """One member; *optimal* if no graph has fewer edges."""

    status: str = "solved"
    equations: Equations
    edges: int
    optimal: bool


class LinearSolve(SolveDocument, frozen=True, kw_only=True):
    """The solution and, where all were asked for, one member a graph by increasing number of edges."""

    setting: str
    semantics: str
    scope: ClassPart = msgspec.field(name="class")
    equations: Equations | None = None
    edges: int | None = None
    members: tuple[SolutionPart, ...] | UnsetType = UNSET
    complete: bool | UnsetType = UNSET
    incomplete_reason: str | UnsetType = UNSET
