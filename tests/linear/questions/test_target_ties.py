"""What the reactor's target reads at ties: no matter whether the last digit is even."""

from __future__ import annotations

from typing import Any

import pytest

import symcause


def audited(
    records: dict[str, str], reactor: str, **keys: Any
) -> tuple[str | None, str | None, bool | None]:
    """Low, high and entailed; *records* are readings of the target by readings of its one candidate."""
    problem = {
        "format": "symcause.linear/1",
        "id": "ties",
        "variables": ["a", "t"],
        "target": "t",
        "controllable": ["a"],
        "family": "linear",
        "semantics": "set",
        "rounding": "0.01",
        "coefficients": {"domain": "rational", "min_effect": "0.25"},
        "records": [
            {"id": f"r{i}", "values": {"a": a, "t": t}} for i, (a, t) in enumerate(records.items())
        ],
        "reactor": {"values": {"a": reactor}},
        **keys,
    }
    found = symcause.audit(symcause.problem(problem)).target
    assert found is not None
    return found.low, found.high, found.entailed


@pytest.mark.parametrize("read", ["1.98", "1.99", "2", "2.01"])
def test_the_same_inputs_read_the_same(read: str) -> None:
    """A target without causes, and a crystal like one that was read: what was read, odd or even."""
    assert audited({"4.62": read, "2.68": read}, "2.18") == (read, read, True)
    assert audited({"0": read, "4": "5"}, "0", max_parents=1) == (read, read, True)


@pytest.mark.parametrize("last", [2, 3, 4, 5])
def test_a_tie_may_go_either_way(last: int) -> None:
    """Between two readings the mean of their ends is a tie: whoever rounds decides what it becomes."""
    low, high = f"1.0{last}", f"2.0{last}"
    assert audited({"0": low, "2": high}, "1") == (f"1.{49 + last}", f"1.{51 + last}", False)
