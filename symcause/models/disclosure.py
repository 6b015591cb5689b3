"""Disclosure settings: what a problem says about roots and order, and what answers may use.

| setting | disclosed | a mechanism of V may mention |
| --- | --- | --- |
| ordered | roots, full order | variables earlier in the order |
| block-order | roots, ordered blocks | variables of the same or an earlier block, never V |
| hidden-order | roots | any variable except V |
| hidden-roots | number of roots | any variable except V |

In all but ``ordered`` the graph of mentioned variables must be acyclic as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations


class Setting(StrEnum):
    """The four settings, from most to least disclosed."""

    ORDERED = "ordered"
    BLOCK_ORDER = "block-order"
    HIDDEN_ORDER = "hidden-order"
    HIDDEN_ROOTS = "hidden-roots"

    @property
    def rank(self) -> int:
        """0 for the most disclosed setting."""
        return list(Setting).index(self)


DISCLOSED = {
    Setting.ORDERED: ("roots", "order"),
    Setting.BLOCK_ORDER: ("roots", "blocks"),
    Setting.HIDDEN_ORDER: ("roots",),
    Setting.HIDDEN_ROOTS: ("root_count",),
}
"""The fields of a disclosure that each setting has; it has no others."""


@dataclass(frozen=True)
class Disclosure:
    """A setting with what it discloses; the fields a setting does not use are None."""

    setting: Setting
    variables: tuple[str, ...]
    roots: tuple[str, ...] | None = None
    order: tuple[str, ...] | None = None
    blocks: tuple[tuple[str, ...], ...] | None = None
    root_count: int | None = None

    @property
    def size_of_root_set(self) -> int:
        """The number of roots, disclosed in every setting."""
        if self.roots is not None:
            return len(self.roots)
        assert self.root_count is not None
        return self.root_count

    def admissible(self, variable: str) -> tuple[str, ...]:
        """The variables that a mechanism of *variable* may mention, in problem order."""
        others = tuple(v for v in self.variables if v != variable)
        if self.order is not None:
            before = set(self.order[: self.order.index(variable)])
            return tuple(v for v in others if v in before)
        if self.blocks is not None:
            last = next(i for i, block in enumerate(self.blocks) if variable in block)
            upto = {v for block in self.blocks[: last + 1] for v in block}
            return tuple(v for v in others if v in upto)
        return others

    def root_sets(self) -> Iterator[tuple[str, ...]]:
        """Every root set that the disclosure admits, in problem order."""
        if self.roots is not None:
            yield tuple(v for v in self.variables if v in set(self.roots))
        else:
            yield from combinations(self.variables, self.size_of_root_set)

    def endogenous(self, roots: tuple[str, ...]) -> tuple[str, ...]:
        """The variables that need a mechanism, in problem order."""
        chosen = set(roots)
        return tuple(v for v in self.variables if v not in chosen)

    def weakened(self, setting: Setting) -> Disclosure:
        """The same variables under a setting that discloses no more than this one.

        ``ordered`` becomes ``block-order`` with one variable a block only if asked for blocks that
        it never had: the weakening keeps the roots and drops the rest.
        """
        if setting is self.setting:
            return self
        if setting is Setting.HIDDEN_ROOTS:
            return Disclosure(setting, self.variables, root_count=self.size_of_root_set)
        if setting is Setting.BLOCK_ORDER:
            assert self.roots is not None
            rest = tuple(v for v in self.variables if v not in set(self.roots))
            blocks = tuple(block for block in (self.roots, rest) if block)
            return Disclosure(setting, self.variables, self.roots, blocks=blocks)
        return Disclosure(setting, self.variables, self.roots)
