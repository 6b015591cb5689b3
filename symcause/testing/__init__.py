"""Tests for families: what every version space and every episode must do, to be inherited.

    from symcause.testing import Case, VersionSpaceConformance

    class TestCoins(VersionSpaceConformance):
        def cases(self):
            return [Case(problem, problem_with_more_evidence)]

        def space(self, problem):
            return CoinSpace(problem)

``symcause.testing.coins`` is a complete small family. The tests take pytest, those of episodes jsonschema,
too (``pip install 'symcause[testing]'``); the coins take neither.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from symcause.errors import UsageError

if TYPE_CHECKING:
    from symcause.testing.conformance_cases import Case
    from symcause.testing.episode_conformance import EpisodeCase, EpisodeConformance
    from symcause.testing.space_conformance import VersionSpaceConformance

_HOMES = {
    "Case": "conformance_cases",
    "EpisodeCase": "episode_conformance",
    "EpisodeConformance": "episode_conformance",
    "VersionSpaceConformance": "space_conformance",
}
_WITH_TESTS = ("listing_conformance", "evidence_conformance", "episode_conformance")

__all__ = ["Case", "EpisodeCase", "EpisodeConformance", "VersionSpaceConformance"]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        _show_values()
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    except ModuleNotFoundError as error:
        if error.name not in ("pytest", "jsonschema"):
            raise
        raise UsageError(
            f"{error.name} is not installed", remedy="pip install 'symcause[testing]'"
        ) from None


def _show_values() -> None:
    """Have a failing assertion show its values, as in a test file of one's own."""
    from sys import modules

    import pytest

    homes = [home for part in _WITH_TESTS if (home := f"{__name__}.{part}") not in modules]
    pytest.register_assert_rewrite(*homes)
