"""Counts of a few variables: without limits they are done without a child process, to the same result."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from benchmarks.problems import make_problem
from symcause.families.boolean.bounds import LIGHT_VARIABLES
from symcause.families.boolean.questions.count import Count
from symcause.processes import pools
from tests.cli.cases import EXAMPLES, Shell


def test_only_what_is_small_complete_and_asked_for_plainly_is_light() -> None:
    small = make_problem(LIGHT_VARIABLES, worlds=4, rows=4, seed=1)
    assert Count().light(small)
    assert not Count().light(make_problem(LIGHT_VARIABLES + 1, worlds=4, rows=4, seed=1))
    assert not Count(engine="sat").light(small)
    assert not Count(max_ast=4).light(small)
    assert not Count().light(replace(small, errors=1))


def test_a_light_count_says_what_a_child_says(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[object] = []
    worker = pools.Worker

    def counted(*given: Any) -> Any:
        begun.append(given)
        return worker(*given)

    monkeypatch.setattr(pools, "Worker", counted)
    path = EXAMPLES / "ambiguous.json"
    here = shell("count", path, "--json")
    assert not begun
    there = shell("count", path, "--json", "--timeout", "60")
    assert begun
    assert json.loads(here[1])["count"] == json.loads(there[1])["count"] == 23
    assert here[0] == there[0] == 0
