"""The version of results: which may stand beside those of this one."""

from __future__ import annotations

from symcause.version import __version__


def comparable(version: object) -> bool:
    """May results of that version stand beside those of this one? What names no version is taken as ours.

    >>> comparable(__version__), comparable("0.2.0"), comparable(None)
    (True, False, True)
    """
    return not isinstance(version, str) or _line(version) == _line(__version__)


def _line(version: str) -> list[str]:
    """The numbers that versions with the same answers share: the first, before 1.0 the first two."""
    return version.split(".")[: 2 if version.startswith("0.") else 1]
