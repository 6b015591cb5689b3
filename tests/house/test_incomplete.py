"""What a family must bring for generators, episodes and scoring is missed when it is built."""

from __future__ import annotations

import pytest

from symcause.attempts.scored_baselines import BaselineScoring
from symcause.audits.instance_generator import Generator
from symcause.audits.tables.row_tables import RowTables
from symcause.episodes.rules import Rules
from symcause.renderings.family_words import Wording

BASES = (BaselineScoring, Generator, RowTables, Rules, Wording)


@pytest.mark.parametrize("base", BASES, ids=lambda base: base.__name__)
def test_what_is_incomplete_is_not_built(base: type[object]) -> None:
    missing = next(iter(base.__abstractmethods__))  # type: ignore[attr-defined]
    incomplete = type("Incomplete", (base,), {})
    with pytest.raises(TypeError, match=missing):
        incomplete()
