"""The baseline protocol: programs that answer a problem as a system would.

A family says which it has (``baselines`` in the registry): an object with ``names`` and ``answer``. Where
it has rules for episodes, the answer of the simplest member is one that nobody needs to write.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from symcause.answers import Unknown
from symcause.episodes.episode import rules_of
from symcause.registry import family_of, load


@dataclass(frozen=True)
class Handed:
    """The text of an answer; is it claimed to explain the evidence, to be the least; and why not."""

    text: str
    solved: bool
    optimal: bool = False
    note: str | None = None


class Baselines(Protocol):
    """The baselines of a family."""

    @property
    def names(self) -> Mapping[str, str]:
        """Each with what it does, in a few words."""

    def answer(self, problem: Any, name: str, seed: int) -> Handed | None:
        """What a baseline hands in, from what everybody may see; None: it does not do such tasks."""


class SimplestMember:
    """The answer of the simplest member of the version space."""

    names: Mapping[str, str] = {
        "simplest": "the answer of the simplest model that explains the evidence"
    }

    def answer(self, problem: Any, name: str, seed: int) -> Handed | None:
        public = family_of(problem).public
        found = rules_of(problem).simplest(problem if public is None else load(public)(problem))
        if isinstance(found, Unknown):
            return Handed("", solved=False, note=found.reason)
        return Handed(found if isinstance(found, str) else json.dumps(found), solved=True)
