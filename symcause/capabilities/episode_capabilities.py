"""Capabilities for episodes: the rules by which an agent plays a problem of the family."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from symcause.episodes.rules import Rules
    from symcause.formats.problems import Problem


RulesClass: TypeAlias = "type[Rules[Problem]]"
"""``rules``: a frozen dataclass whose fields are options of ``play``."""


class EpisodeReader(Protocol):
    """Of no family: the problem that the lines of an episode stand for."""

    def __call__(self, lines: list[object], file: str | None, /) -> Problem: ...
