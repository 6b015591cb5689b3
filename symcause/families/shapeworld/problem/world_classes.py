"""World classes of a ShapeWorld problem: which relations are possible beforehand.

``all``: every strict partial order, which is what the rules tell an agent. ``rooted``: some shape
causes all others. ``listed``: a cause is listed before its effects, which is what the released
generator of larger worlds gives away. ``core``: the published small worlds (two shapes: one causes the
other; three: a chain or one shape that causes the two others), which are the rooted ones of that size.
``hidden``: every strict partial order, and beside the listed shapes others that are never shown; never the
default, because the rules of the release exclude them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from symcause.errors import UsageError, did_you_mean

CORE_SHAPES = 3  # shapes
"""Most shapes of a published core case."""


class WorldClass(StrEnum):
    """A class of worlds, by name."""

    ALL = "all"
    ROOTED = "rooted"
    LISTED = "listed"
    CORE = "core"
    HIDDEN = "hidden"

    @property
    def is_rooted(self) -> bool:
        """Does some shape cause all others?"""
        return self in (WorldClass.ROOTED, WorldClass.CORE)

    def contains(self, effects: Sequence[int]) -> bool:
        """Is a relation over numbered shapes in the class?"""
        everything = (1 << len(effects)) - 1
        if self.is_rooted:
            return any(below | 1 << x == everything for x, below in enumerate(effects))
        if self is WorldClass.LISTED:
            return all(not below & ((1 << x) - 1) for x, below in enumerate(effects))
        return self is not WorldClass.HIDDEN or _is_hidden_last(effects)

    @property
    def meaning(self) -> str:
        """What the members have in common."""
        return {
            WorldClass.ALL: "any shape may cause any other",
            WorldClass.ROOTED: "some shape causes all others",
            WorldClass.LISTED: "causes are listed before their effects",
            WorldClass.CORE: "the published worlds of two and three shapes",
            WorldClass.HIDDEN: "shapes that are never shown may keep others moving",
        }[self]


def _is_hidden_last(effects: Sequence[int]) -> bool:
    """Is the last shape caused by none, and has no effect of it any other relation?"""
    *shown, driven = effects
    into = sum(1 << y for y in range(len(effects)) if any(below >> y & 1 for below in shown))
    out = sum(1 << x for x, below in enumerate(shown) if below)
    return not into & (driven | 1 << len(shown)) and not out & driven


@dataclass(frozen=True)
class Scope:
    """The class of a verdict, and who chose it: ``default``, ``problem`` or ``option``."""

    name: WorldClass = WorldClass.ALL
    source: str = "default"

    def suits(self, shapes: int) -> None:
        """Refuse the class ``core`` for worlds that were never in it."""
        if self.name is WorldClass.CORE and shapes > CORE_SHAPES:
            raise UsageError(
                f"the class core has worlds of two and three shapes, this one has {shapes}",
                remedy="use the class rooted or all",
            )


def class_named(name: str) -> WorldClass:
    """The class of this name."""
    try:
        return WorldClass(name)
    except ValueError:
        raise UsageError(
            "no such class of worlds",
            value=name,
            remedy=did_you_mean(name, [str(known) for known in WorldClass]),
        ) from None
