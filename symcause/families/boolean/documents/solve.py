"""``solve``: one explaining SCM, or the members one after another."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from symcause.audits.documents import Part, SolveDocument
from symcause.families.boolean.documents.scope import ClassPart


class SolutionPart(Part, frozen=True, kw_only=True):
    """One member as it is written; *optimal* if none is shorter."""

    status: str = "solved"
    roots: tuple[str, ...]
    mechanisms: dict[str, str]
    total_ast: int
    optimal: bool
    disturbed: int = 0


class BooleanSolve(SolveDocument, frozen=True, kw_only=True):
    """The solution and, where all were asked for, the members by increasing size."""

    setting: str
    scope: ClassPart = msgspec.field(name="class")
    roots: tuple[str, ...] | None = None
    mechanisms: dict[str, str] | None = None
    total_ast: int | None = None
    disturbed: int | None = None
    members: tuple[SolutionPart, ...] | UnsetType = UNSET
    complete: bool | UnsetType = UNSET
    incomplete_reason: str | UnsetType = UNSET
