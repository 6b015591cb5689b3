"""Bounds that decide how an answer is found and not what it is, each with a sample that meets it."""

from __future__ import annotations

from typing import NamedTuple


class Unchanged(NamedTuple):
    """With a bound of *at* the answer about a problem is the same, and the bound has decided something."""

    problem: str
    question: str
    at: int


UNCHANGED: dict[str, Unchanged] = {}
