"""Work on a formula is announced before its clauses are made: steps and room, each by itself."""

from __future__ import annotations

import pytest

from symcause.families.shapeworld.verifier.kernel import _announce
from symcause.kernel.nodes import Beyond
from symcause.kernel.work import Work


def test_steps_and_room_are_announced() -> None:
    _announce(20, Work())
    with pytest.raises(Beyond, match="the clauses of the formula take more than the"):
        _announce(20, Work(seconds=0.01))
    with pytest.raises(Beyond, match="the clauses of the formula take more room"):
        _announce(200, Work(seconds=10_000, megabytes=1))
    with pytest.raises(Beyond):
        _announce(20, Work(seconds=0.03), parts=2)
