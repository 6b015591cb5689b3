"""The document of a linear disambiguation: plan steps, or branches by what is read.

A plan for gold says what each intervention would leave and settle. Without gold it holds whatever is
read; what is left after a step is then the worst case, where that is known.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from symcause.audits.documents import DisambiguateDocument, Part
from symcause.families.linear.documents.alternatives_document import Reading
from symcause.families.linear.documents.scope_part import ClassPart


class PlanStepPart(Part, frozen=True, kw_only=True):
    """One intervention, the graphs left after it, and what it settles."""

    intervene: dict[str, str]
    settles: tuple[str, ...] = ()
    left: int | None = None


class PolicyPart(Part, frozen=True, kw_only=True):
    """An adaptive plan: intervene, then go on by what is read; a leaf intervenes no more."""

    depth: int
    graphs: int
    intervene: dict[str, str] | None = None
    branches: tuple[BranchPart, ...] = ()


class BranchPart(Part, frozen=True, kw_only=True):
    """What is read, and the plan from there on."""

    reads: Reading
    plan: PolicyPart


class LinearDisambiguate(DisambiguateDocument, frozen=True, kw_only=True):
    """The plan; *minimal*: no plan with fewer targets leaves as few graphs."""

    setting: str
    semantics: str
    scope: ClassPart = msgspec.field(name="class")
    truth: str = "gold"  # gold, or worst-case
    plan: tuple[PlanStepPart, ...] = ()
    tried: int | None = None  # sets of targets that were tried for it
    policy: PolicyPart | UnsetType = UNSET
    policy_reason: str | UnsetType = UNSET
    strengthened: dict[str, Any] | UnsetType = UNSET  # the problem after the plan, as a file has it
