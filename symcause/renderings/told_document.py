"""The told document: everything that a solver is told of a problem and nothing else, and its digest.

Two problems with one digest have the same evidence. Names are in natural order: they are cut into runs of
digits and of other characters; digits compare by their value and come before the others.

>>> by_nature(["X10", "X2", "Xa"])
['X2', 'X10', 'Xa']
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from symcause.kernel import envelope

_RUNS = re.compile(r"[0-9]+|[^0-9]+")


@lru_cache(maxsize=8192)
def nature(name: str) -> tuple[tuple[tuple[int, int, str], ...], str]:
    """The key of the natural order; names that differ in leading zeros only come by their characters."""
    runs = _RUNS.findall(name)
    return tuple((0, int(r), "") if r[0] in "0123456789" else (1, 0, r) for r in runs), name


def by_nature(names: Iterable[str]) -> list[str]:
    """The names in natural order."""
    return sorted(names, key=nature)


def canonical(told: dict[str, Any]) -> str:
    """The told document as text: keys sorted, no spaces."""
    return envelope.canonical(told).decode()


def digest(told: dict[str, Any]) -> str:
    """The SHA-256 of the canonical text, in hexadecimal."""
    return envelope.digest(told)
