"""Episodes from Python: plain data, numbers, rules that are documented."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.errors import UsageError
from symcause.families.linear.episode.actions import seen_of
from symcause.formats.json_text import plain_number
from symcause.formats.python_rows import as_written
from symcause.models.exact_numbers import read_number
from symcause.registry import families, load

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"


@pytest.mark.parametrize("name", ["ambiguous", "crystal", "world", "boats"])
def test_what_is_offered_and_seen_is_plain(name: str) -> None:
    episode = symcause.Episode(symcause.load(EXAMPLES / f"{name}.json"), budget=2)
    offer, first = episode.actions(), episode.reset()
    assert set(offer) == {"description", "action", "answer"}
    assert json.loads(json.dumps(offer)) == offer
    assert json.loads(json.dumps(first)) == first


def test_readings_are_numbers_and_exact() -> None:
    episode = symcause.Episode(symcause.load(EXAMPLES / "crystal.json"))
    seen = episode.act({"intervene": {"density": 12.5}}).seen
    assert seen is not None
    state: Any = seen["state"]
    assert state["density"] == 12.5 and all(isinstance(v, int | float) for v in state.values())
    known: Any = episode.known
    assert {v: as_written(x) for v, x in state.items()} == known.chain[-1].values


@pytest.mark.parametrize(
    "text", ["7", "-3", "0.1", "12.25", "1/3", "-2/7", "0.1000000000000000055"]
)
def test_a_number_comes_back_as_it_went(text: str) -> None:
    number = read_number(text)
    told = plain_number(number)
    assert as_written(json.loads(json.dumps(told))) == number
    assert isinstance(plain_number(number + Fraction(10**400, 7)), str)
    assert seen_of({"a": number}) == {"state": {"a": told}}


def test_transcripts_with_texts_are_read_as_before() -> None:
    problem = symcause.load(EXAMPLES / "crystal.json")
    episode = symcause.Episode(problem)
    action = {"intervene": {"density": 50}}
    seen = episode.act(action).seen
    assert seen is not None
    state: Any = seen["state"]
    fresh = symcause.Episode(problem)
    texts = {"state": {v: str(x) for v, x in state.items()}}
    assert fresh.rules.learnt(fresh.known, action, texts) == episode.known


def test_rules_are_options() -> None:
    problem = symcause.load(EXAMPLES / "ambiguous.json")
    two = symcause.Episode(problem, {"targets": 2}, budget=3)
    assert two.act({"do": {"X3": 1, "X4": 0}}).refused is None
    one = symcause.Episode(problem, budget=3)
    assert one.act({"do": {"X3": 1, "X4": 0}}).refused is not None
    with pytest.raises(UsageError, match="have no option 'target'"):
        symcause.Episode(problem, {"target": 2})


def test_every_rule_is_documented() -> None:
    page = (ROOT / "docs" / "episodes.md").read_text(encoding="utf-8")
    table = page.partition("## Rules")[2].partition("\n## ")[0]
    told = re.findall(r"^\| (\w*) ?\| `(\w+)` \|", table, flags=re.MULTILINE)
    family, documented = "", set()
    for name, option in told:
        family = name.lower() or family
        documented.add((family, option))
    ruled = [(f.name, load(f.rules)) for f in families() if f.rules is not None]
    assert documented == {(name, field.name) for name, kind in ruled for field in fields(kind)}
