"""Latent roots for comparisons in scoring: latent problems that count as one, by a name for all of them.

>>> roots = LatentRoots()
>>> roots.join(["b", "a"])
>>> roots.join(["a", "c"])
>>> [roots.of(name) for name in "abcd"]
['b', 'b', 'b', 'd']
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass
class LatentRoots:
    """Which latent problems are one; by default each is itself."""

    _above: dict[str, str] = field(default_factory=dict)

    def of(self, name: str) -> str:
        """The name of all that count as this one."""
        while name in self._above:
            name = self._above[name]
        return name

    def join(self, names: Iterable[str]) -> None:
        """Let these count as one, under the name that the first of them has."""
        first, *others = map(self.of, names)
        for other in others:
            if (root := self.of(other)) != self.of(first):
                self._above[root] = self.of(first)
