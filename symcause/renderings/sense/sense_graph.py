"""The common-sense graph of a theme: what is above a noun, and the edges among the nouns in use."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property

from symcause.renderings.themes.theme import SenseEdge

Edge = tuple[str, str]


@dataclass(frozen=True)
class SenseGraph:
    """Signed edges (cause, effect, sign) without a cycle."""

    edges: tuple[SenseEdge, ...]

    @cached_property
    def _causes(self) -> dict[str, list[tuple[str, str]]]:
        causes: dict[str, list[tuple[str, str]]] = {}
        for cause, effect, sign in self.edges:
            causes.setdefault(effect, []).append((cause, sign))
        return causes

    @cached_property
    def _ancestors(self) -> dict[str, frozenset[str]]:
        return {}

    def above(self, noun: str) -> frozenset[str]:
        """All that leads to a noun."""
        known = self._ancestors
        if noun not in known:
            causes = [cause for cause, _ in self._causes.get(noun, ())]
            known[noun] = frozenset(causes).union(*map(self.above, causes))
        return known[noun]

    def among(self, used: Collection[str]) -> tuple[SenseEdge, ...]:
        """The edges among these nouns: a path leads from one to the other through nouns that are not used.

        The sign is the product of those on the path, ``+`` if paths differ.
        """
        found = []
        for effect in used:
            signs: dict[str, set[str]] = {}
            for cause, sign in self._ways(effect, frozenset(used)):
                signs.setdefault(cause, set()).add(sign)
            found += [(cause, effect, "-" if s == {"-"} else "+") for cause, s in signs.items()]
        return tuple(sorted(found))

    def _ways(self, effect: str, used: frozenset[str]) -> set[tuple[str, str]]:
        """The used nouns that reach one directly, each with the signs of its paths."""
        ways: set[tuple[str, str]] = set()
        seen: set[tuple[str, str]] = set()
        waiting = [(effect, "+")]
        while waiting:
            at, sign = waiting.pop()
            for cause, own in self._causes.get(at, ()):
                step = (cause, "+" if own == sign else "-")
                if cause in used:
                    ways.add(step)
                elif step not in seen:
                    seen.add(step)
                    waiting.append(step)
        return ways

    def compared(self, gold: Iterable[Edge], names: dict[str, str]) -> tuple[int, int, int]:
        """How many gold edges agree, contradict, or find common sense silent under these names."""
        agree = contradict = silent = 0
        for cause, effect in gold:
            a, b = names[cause], names[effect]
            if a in self.above(b):
                agree += 1
            elif b in self.above(a):
                contradict += 1
            else:
                silent += 1
        return agree, contradict, silent
