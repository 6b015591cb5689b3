"""Edits: at which depth of the reference an alternative changes something, and what.

The depth of an endogenous variable is the number of edges on the longest path to it that begins at a
root: 1 if all functional parents are roots. A changed variable has other functional parents
(*structure*), or the same parents and another function of them (*mechanism*).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symcause.families.boolean.models.scm import BooleanSCM

DEEPEST = 3
"""Depths from this one on are counted together."""


@dataclass(frozen=True)
class Edits:
    """The variables of one depth: how many, and how many of them changed in either way."""

    depth: int
    variables: int = 0
    structure: int = 0
    mechanism: int = 0

    @property
    def changed(self) -> int:
        return self.structure + self.mechanism

    def __add__(self, other: Edits) -> Edits:
        assert self.depth == other.depth
        return Edits(
            self.depth,
            self.variables + other.variables,
            self.structure + other.structure,
            self.mechanism + other.mechanism,
        )

    def to_dict(self) -> dict[str, int]:
        return {
            "depth": self.depth,
            "variables": self.variables,
            "structure": self.structure,
            "mechanism": self.mechanism,
        }


def edits(reference: BooleanSCM, alternative: BooleanSCM) -> tuple[Edits, ...]:
    """What the alternative changes, by depth; the last depth stands for all deeper ones too."""
    found = {depth: Edits(depth) for depth in range(1, DEEPEST + 1)}
    for name, depth in depths(reference).items():
        before, after = reference.functions[name], alternative.functions.get(name)
        parents = after is None or after.parents != before.parents
        one = Edits(min(depth, DEEPEST), 1, parents, not parents and after != before)
        found[one.depth] += one
    return tuple(found.values())


def read_edits(document: Mapping[str, object]) -> list[Edits]:
    """What the document of an answer says about its edits."""
    details = document.get("details")
    listed = details.get("edits") if isinstance(details, Mapping) else None
    return [Edits(**edit) for edit in listed] if isinstance(listed, list) else []


def depths(model: BooleanSCM) -> dict[str, int]:
    """The depth of every endogenous variable."""
    found: dict[str, int] = {}
    for name in model.order:
        found[name] = 1 + max((found.get(p, 0) for p in model.functions[name].parents), default=0)
    return found
