"""Stuck sets of finite problems: variables of which one must be a root, found by placing all others.

Over given roots, a variable with an agreeing function of what is placed is placed; what is left at the
end is stuck. The kernel's own derivations say which sets of parents have such a function, so what is
found is accepted.
"""

from __future__ import annotations

from collections.abc import Iterable

from symcause.families.finite.verifier.certificate_question import CertifiedQuestion, Parents
from symcause.families.finite.verifier.class_functions import ClassFunctions
from symcause.models.bit_sets import bits, mask_of
from symcause.solvers.acyclic.node_placement import Placement


class StuckSets:
    """Which variables can be placed after which others."""

    def __init__(self, question: CertifiedQuestion) -> None:
        self._question, local = question, ClassFunctions(question)
        roots = question.problem.disclosure.roots or ()
        masks = [
            [self._mask(s) for s in question.parent_sets(name) if local.number(name, s, 1)]
            if name not in roots
            else []
            for name in question.names
        ]
        self._placement = Placement(range(len(masks)), masks)

    def excluding(self, root_sets: Iterable[Parents]) -> tuple[Parents, ...] | None:
        """Stuck sets of which each of these root sets misses one; None if one of them has a member."""
        stuck: list[int] = []
        for roots in root_sets:
            chosen = self._mask(roots)
            if any(not mask & chosen for mask in stuck):
                continue
            left = self._left(chosen)
            if not left:
                return None
            stuck.append(self._least(left))
        names = self._question.names
        return tuple(tuple(names[place] for place in bits(mask)) for mask in stuck)

    def _left(self, chosen: int) -> int:
        """What cannot be placed after these."""
        full = mask_of(range(len(self._question.names)))
        return full & ~self._placement.closed(chosen, chosen)

    def _least(self, left: int) -> int:
        """A stuck set inside one of which no part is stuck: it excludes the most root sets."""
        full = mask_of(range(len(self._question.names)))
        for place in bits(left):
            if left >> place & 1:
                left = self._left(full & ~left | 1 << place) or left
        return left

    def _mask(self, names: Iterable[str]) -> int:
        return sum(1 << self._question.position[name] for name in names)
