"""Every bound stops something, and nothing before it: those with a case, and how many have none."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from tests.bounds.stops import STOPS, bounded, stated

for _path in sorted(Path(__file__).parent.glob("of_*.py")):
    import_module(f"tests.bounds.{_path.stem}")


@pytest.mark.parametrize("key", STOPS)
def test_a_bound_stops_one_step_beyond_it_and_not_at_it(key: str) -> None:
    one = STOPS[key]
    assert key in stated(), "no such bound"
    with bounded(key, one.at):
        assert not one.case(one.within), f"{one.within} is stopped by a bound of {one.at}"
        assert one.case(one.beyond), f"{one.beyond} is not stopped by a bound of {one.at}"
