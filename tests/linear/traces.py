"""Traces of the released CausaLab environment, as problems."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.problem.problem import ChainState, LinearProblem, Record
from symcause.families.linear.release.configuration import read_causalab
from symcause.formats.json_text import read_json


def causalab(name: str) -> Path:
    """A file of the published CausaLab data, or a skipped test."""
    folder = os.environ.get("SYMCAUSE_DATA")
    path = Path(folder or "") / "causalab" / name
    if not folder or not path.exists():
        pytest.skip("published data are absent: set SYMCAUSE_DATA to their folder")
    return path


def traces(*suites: str) -> list[LinearProblem]:
    """The traces of some suites, each with the true target of its reactor."""
    lines = causalab("traces.jsonl").read_text().splitlines()
    found = [json.loads(line, parse_float=str, parse_int=str) for line in lines]
    return [_problem(trace) for trace in found if trace["suite"] in suites]


def _problem(trace: Mapping[str, object]) -> LinearProblem:
    text = json.dumps(trace["config"])
    config = read_causalab(read_json(_numbers(text)))
    assert config.gold is not None
    records, chain = trace["records"], trace["chain"]
    assert isinstance(records, list) and isinstance(chain, list)
    return replace(
        config,
        id=f"{trace['suite']}-{trace['i']}-{trace['dec']}",
        records=tuple(Record(f"r{i}", _state(r)) for i, r in enumerate(records)),
        chain=tuple(
            ChainState(_state(state["values"]), _step(state.get("intervene"))) for state in chain
        ),
        reactor=_state(trace["reactor"]),
        gold=replace(config.gold, reactor_target=Fraction(str(trace["true"]))),
    )


def _numbers(text: str) -> str:
    """Numbers were kept as texts, exactly; a configuration reads texts as numbers, budgets aside."""
    budget = json.loads(text).get("budget")
    return text if budget is None else text.replace(f'"budget": "{budget}"', f'"budget": {budget}')


def _state(values: object) -> dict[str, Fraction]:
    assert isinstance(values, dict)
    return {name: Fraction(value) for name, value in values.items()}


def _step(done: object) -> Manipulation | None:
    if done is None:
        return None
    ((name, value),) = _state(done).items()
    return Manipulation(name, value)
