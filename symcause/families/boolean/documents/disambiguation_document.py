"""The document of a Boolean disambiguation: further worlds and what they leave.

A strengthened problem keeps the record of how it came about in its metadata, so that a later run finds the
document in it again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

import msgspec
from msgspec import UNSET, UnsetType

from symcause.answers import Cut
from symcause.audits.document_json import plain, revived
from symcause.audits.documents import DisambiguateDocument, Part
from symcause.families.boolean.documents.cell_disturbance import FilledPart
from symcause.families.boolean.documents.scope_part import FAMILY, ClassPart
from symcause.version import __version__

RECORD = "strengthening"
"""Where the metadata of a strengthened problem keeps the record."""

_OUTDATED = ("verdict", "count", "certificate", "no_certificate")
"""What was said about the weaker problem does not hold for the stronger one."""

_LEFT_OUT = ("problem", "setting", "variables", "remaining", "example", "strengthened")


class WorldPart(Part, frozen=True, kw_only=True):
    """A world as problem files have it."""

    id: str
    split: str
    mode: str
    targets: tuple[str, ...]
    rows: tuple[str, ...]
    units: tuple[str, ...] | UnsetType = UNSET


class OpenPatternPart(Part, frozen=True, kw_only=True):
    """A pattern of inputs that neither training nor the pool shows; reach None: not decided."""

    inputs: tuple[str, ...]
    pattern: str
    reachable: bool | None


class ApartPart(Part, frozen=True, kw_only=True):
    """A variable whose mechanism stays open with all candidates, and why."""

    variable: str
    mechanisms: int
    reason: str
    patterns: tuple[OpenPatternPart, ...]
    more_patterns: int  # beyond those listed


class ExamplePart(Part, frozen=True, kw_only=True):
    """The nearest other model that all candidates leave: its changed mechanisms."""

    roots: tuple[str, ...]
    changed: tuple[str, ...]
    mechanisms: dict[str, str]


class BooleanDisambiguate(DisambiguateDocument, frozen=True, kw_only=True):
    """The worlds; *minimal* means that no fewer of this pool do it."""

    setting: str
    scope: ClassPart = msgspec.field(name="class")
    level: str
    variables: tuple[str, ...] = ()  # what the columns of the rows are
    worlds: tuple[WorldPart, ...] = ()
    cells: tuple[FilledPart, ...] | UnsetType = UNSET  # hidden ones to read, with what gold says
    added: int | None = None
    pool_size: int | None = None
    remaining: tuple[ApartPart, ...] = ()
    example: ExamplePart | None = None
    seed: int = 0
    margin: int | None = None  # what was asked for
    coverage_before: float | UnsetType = UNSET  # of the published recipes
    coverage_after: float | UnsetType = UNSET
    strengthened: dict[str, Any] | UnsetType = (
        UNSET  # the problem with the worlds, as a file has it
    )

    def halted(self, reason: str, by: Cut | None = None) -> Self:
        halted = super().halted(reason, by)
        if isinstance(self.strengthened, UnsetType):
            return halted
        return halted.recorded_in(self.strengthened)

    def recorded_in(self, stronger: Mapping[str, Any]) -> Self:
        """The same document with the strengthened problem, and itself in the metadata of that."""
        said = {key: entry for key, entry in plain(self).items() if key not in _LEFT_OUT}
        record = {"symcause": __version__, **said, "worlds": [world.id for world in self.worlds]}
        earlier = stronger.get("metadata") or {}
        kept = {key: entry for key, entry in earlier.items() if key not in _OUTDATED}
        changed = {**stronger, "metadata": {**kept, RECORD: record}}
        return msgspec.structs.replace(self, strengthened=changed)


def recorded(stronger: Mapping[str, Any]) -> BooleanDisambiguate | None:
    """The document of a problem that an earlier run has strengthened; None if none did."""
    record = (stronger.get("metadata") or {}).get(RECORD)
    if not isinstance(record, Mapping):
        return None
    added = set(record["worlds"])
    document = {
        "family": FAMILY,
        "problem": stronger["id"],
        "setting": stronger["setting"],
        "variables": stronger["variables"],
        "remaining": [],
        "example": None,
        **record,
        "worlds": [world for world in stronger["worlds"] if world["id"] in added],
        "strengthened": dict(stronger),
    }
    return revived(document, BooleanDisambiguate)
