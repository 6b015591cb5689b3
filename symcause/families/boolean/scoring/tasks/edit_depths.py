"""Edit depths in Alternative-SCM tasks: at which depth of the reference an alternative changes it.

The depth of an endogenous variable is the number of edges on the longest path to it that begins at a
root: 1 if all functional parents are roots. A changed variable has other functional parents
(*structure*), or the same parents and another function of them (*mechanism*).
"""

from __future__ import annotations

from symcause.families.boolean.documents.check_document import Edits
from symcause.families.boolean.models.scm import BooleanSCM

DEEPEST = 3
"""Depths from this one on are counted together."""


def edits(reference: BooleanSCM, alternative: BooleanSCM) -> tuple[Edits, ...]:
    """What the alternative changes, by depth; the last depth stands for all deeper ones too."""
    found = {depth: Edits(depth=depth) for depth in range(1, DEEPEST + 1)}
    for name, depth in depths(reference).items():
        before, after = reference.functions[name], alternative.functions.get(name)
        parents = after is None or after.parents != before.parents
        only = not parents and after != before
        at = min(depth, DEEPEST)
        found[at] += Edits(depth=at, variables=1, structure=int(parents), mechanism=int(only))
    return tuple(found.values())


def depths(model: BooleanSCM) -> dict[str, int]:
    """The depth of every endogenous variable."""
    found: dict[str, int] = {}
    for name in model.order:
        found[name] = 1 + max((found.get(p, 0) for p in model.functions[name].parents), default=0)
    return found
