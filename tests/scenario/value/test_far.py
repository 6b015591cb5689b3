"""Ranges without an end: cut as far as it helps, and no further; bounds hold for numbers of any size."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from symcause.budgets import Meter
from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.optimum.optimum_search import Search
from symcause.families.scenario.problem.problem import Space
from symcause.families.scenario.value.enclosure.probability_bounds import side
from symcause.families.scenario.value.enclosure.set_terms import Words
from symcause.families.scenario.value.valuer import Valuer
from tests.cli.cases import Shell, write

GROWING: dict[str, Any] = {
    "format": "symcause.scenario/1",
    "id": "growing",
    "design": {"plates": {"type": "integer", "min": 0, "max": 6, "default": 1}},
    "variables": [
        {"name": "load", "draw": {"normal": ["0", "1"]}},
        # On a range without an end the two terms run to +∞ and −∞: nothing is known of their sum.
        {"name": "limit", "is": "1/2 + plates/2 - plates*plates/10"},
        {"name": "survived", "is": "load < limit"},
    ],
    "outcome": "survived",
    "observe": {"records": ["load"], "select": "survived", "counts": False},
    "budget": {"deployments": 7, "units": 140},
    "evaluate": {"fleet": 1000, "threshold": "0.80"},
}


@pytest.mark.parametrize("question", ["solve", "audit"])
def test_without_a_server_there_is_one_space(
    tmp_path: Path, question: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path / "growing.scenario.json", GROWING)
    code, _, err = Shell(capsys)(question, path, "--space", "accepted")
    assert code == 2 and "a scenario without a released server has one space" in err


def test_a_range_without_an_end_is_cut_only_so_far() -> None:
    *_, last = Search(Valuer(read_scenario(GROWING)), Space.ACCEPTED).run(Meter(2_000_000))
    assert last.upper <= 1


def test_the_bound_of_the_far_end_stands() -> None:
    problem = read_scenario(GROWING)
    last = list(Search(Valuer(problem), Space.ACCEPTED).run(Meter(20_000_000)))[-1]
    assert last.design == {"plates": Fraction(3)}
    assert Fraction(86, 100) < last.value.low <= last.upper <= 1


@pytest.mark.parametrize(
    "low",
    [0, 2**53 + 1, 2**70 + 1, 10**400, -(10**400)],
    ids=["zero", "2^53", "2^70", "huge", "-huge"],
)
@pytest.mark.parametrize("length", [1, 2**62, 10**400, None], ids=["one", "2^62", "huge", "none"])
def test_ends_of_any_size_are_enclosed(low: int, length: int | None) -> None:
    high = None if length is None else low + length
    column = side([(low, high)], Words())
    below, above = column.low[0], column.high[0]
    assert below == -float("inf") or Fraction(float(below)) <= low
    assert above == float("inf") or (high is not None and Fraction(float(above)) >= high)
