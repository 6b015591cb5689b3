"""Many hidden root sets: where they are too many to look at, that is told before all are listed."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

import pytest

from benchmarks.problems import make_problem
from symcause.errors import LimitError
from symcause.families.boolean.space.noise.disturbed_space import DisturbedSpace
from symcause.mechanisms.bounds import DISTURBED_ROOT_SETS
from symcause.models.disclosure import Disclosure, Setting

EVERY = Disclosure.root_sets


def test_root_sets_beyond_reach_are_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = make_problem(16, 3, 1, 8, 11, Setting.HIDDEN_ROOTS)
    looked_at: list[tuple[str, ...]] = []

    def listed(self: Disclosure) -> Iterator[tuple[str, ...]]:
        for roots in EVERY(self):
            looked_at.append(roots)
            yield roots

    monkeypatch.setattr(Disclosure, "root_sets", listed)
    space = DisturbedSpace(problem, problem.default_class(), problem.training)
    for asked in (space.check_reach, lambda: space.root_sets, lambda: space.least):
        with pytest.raises(LimitError, match=f"more than {DISTURBED_ROOT_SETS} root sets"):
            asked()
    assert DISTURBED_ROOT_SETS < len(looked_at) < comb(16, 3)
