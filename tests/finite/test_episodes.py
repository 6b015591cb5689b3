"""Episodes with finite problems, and the baseline that answers by the simplest member."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.errors import UsageError
from symcause.families.finite.episode.rules import FiniteRules
from symcause.families.finite.files.document import read_finite
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.testing import EpisodeCase, EpisodeConformance

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "finite"


def lock(**changed: object) -> FiniteProblem:
    path = EXAMPLES / "lock.json"
    return read_finite({**json.loads(path.read_text()), **changed}, str(path))


HELD: dict[str, Any] = {"id": "h", "split": "heldout", "do": {"right": 2}}


def held(row: list[object]) -> FiniteProblem:
    worlds = json.loads((EXAMPLES / "lock.json").read_text())["worlds"]
    return lock(worlds=[*worlds, {**HELD, "rows": [row]}])


OTHER = {"mechanisms": {"right": "(turn left middle)", "lamp": "(if (eq left 0) on off)"}}
WATCHED = tuple({"do": {name: 0}} for name in ("left", "middle"))


class TestEpisodes(EpisodeConformance):
    cases = (
        EpisodeCase("gold", lock(), lock(gold=OTHER), blind=WATCHED),
        EpisodeCase("held out", held([0, 2, 2, "on"]), held([0, 0, 2, "off"])),
    )


def test_gold_that_is_no_model_is_refused() -> None:
    with pytest.raises(UsageError, match="gold is no model"):
        FiniteRules().opening(lock(gold={"mechanisms": {"right": "lamp", "lamp": "right"}}), 0)


def test_the_simplest_member_answers_queries() -> None:
    """Of the two models that are left the first one is taken, and it is asked alone."""
    queries = [
        {"id": "by-hand", "do": {"left": 0, "middle": 2, "right": 1}, "of": "lamp"},
        {"id": "free", "of": "lamp"},
        {"id": "never", "do": {"left": 0}, "given": {"lamp": "off"}, "of": "right"},
        {"id": "edge", "edge": "left->right"},
        {"id": "no-edge", "edge": "lamp->right"},
    ]
    said = FiniteRules().simplest(lock(queries=queries))
    assert said == {
        "predictions": {
            "by-hand": "on",
            "free": "undetermined",
            "never": "impossible",
            "edge": "yes",
            "no-edge": "no",
        }
    }


def test_without_a_member_every_query_is_impossible() -> None:
    rows = [[0, 0, 0, "on"], [0, 0, 0, "off"]]
    broken = lock(worlds=[{"id": "w", "rows": rows}], gold=None)
    assert FiniteRules().simplest(broken) == {
        "predictions": {"by-hand": "impossible", "turned": "impossible"}
    }


def test_the_baseline_knows_no_label() -> None:
    """What it answers is the same whatever the labels are."""
    shown = lock()
    other = replace(shown, queries=tuple(replace(one, gold=None) for one in shown.queries))
    assert FiniteRules().simplest(shown) == FiniteRules().simplest(other)
    assert symcause.audit(shown).verdict == "ill-posed"
