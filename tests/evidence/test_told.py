"""What readers and agents are told about errors, holes and knowledge, and that knowledge counts as told."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest

import symcause
from symcause.audits.question import ask
from symcause.boolean import BooleanProblem
from symcause.errors import UsageError
from symcause.families.boolean.audits.next.experiment_ranks import rankings
from symcause.families.boolean.episode.action_offer import task
from symcause.families.boolean.episode.rules import BooleanRules
from symcause.families.boolean.models.replay import replays_exactly
from tests.boolean.audits.test_next import by_listing
from tests.boolean.audits.test_next import check as check_ranking
from tests.evidence.facts import FACTS, fact
from tests.evidence.listing import listed
from tests.evidence.test_boolean_knowledge import cases
from tests.evidence.test_errors import F05, F06

KNOWN = {"require": ["A->B"], "signs": {"B->C": "+"}}
LATENT = {
    "format": "symcause.boolean/2",
    "id": "confounded",
    "variables": ["L", "A", "B"],
    "setting": "hidden-order",
    "roots": ["L"],
    "latent": ["L"],
    "worlds": [{"id": "w0", "split": "train", "rows": ["?00", "?11"]}],
    "max_parents": 2,
}


def prompt(filed: dict[str, Any], template: str = "own") -> str:
    told = ask("prompt", symcause.problem(filed), template=template).to_dict()["message"]
    assert isinstance(told, str)
    return told


@pytest.mark.parametrize("template", ["own", "released"])
def test_prompts_say_what_rows_lack(template: str) -> None:
    for filed, said in (
        (F05, "At most 2 values of the training rows"),
        (F05 | {"errors": 1}, "At most 1 value of the training rows"),
        (FACTS["f11"], "A `?` is a value that was not observed"),
        (LATENT, "L was never observed and can be neither read nor set"),
        (F05 | {"knowledge": KNOWN}, "A affects B.\nIf B affects C, then more of B never"),
    ):
        assert said in prompt(filed, template)
    assert "Every variable is binary and observed" in prompt(F05)
    assert "and observed" not in prompt(FACTS["f11"])
    assert "A=0 B=? C=1" in prompt(FACTS["f11"], template)


@pytest.mark.parametrize("template", ["own", "released"])
def test_what_is_not_there_is_not_said(template: str) -> None:
    """Without errors, holes and knowledge a problem of version 2 reads as that of version 1."""
    plain = {key: value for key, value in F05.items() if key != "errors"}
    first = prompt(plain | {"format": "symcause.boolean/1"}, template)
    assert prompt(plain, template) == first
    assert "disturbed" not in first and "Known beforehand" not in first
    more = prompt(F05 | {"knowledge": KNOWN}, template)
    if template == "released":
        assert more.startswith(first)


@pytest.mark.parametrize("name", ["next", "play"])
def test_errors_are_refused_by_name(name: str) -> None:
    with pytest.raises(UsageError, match="takes no disturbed cells"):
        if name == "next":
            symcause.next_experiments(symcause.problem(F06))
        else:
            symcause.Episode(symcause.problem(F06))


@pytest.mark.parametrize(
    ("number", "variables"), [(300, 3), pytest.param(300, 4, marks=pytest.mark.exhaustive)]
)
def test_the_next_experiment_within_the_knowledge(number: int, variables: int) -> None:
    """Members left in the best and worst case and on average, by listing those that respect it."""
    shrinking = 0
    for problem, known in cases(number, 29, variables):
        members = listed(problem, known, problem.max_parents)
        if not 1 < len(members) <= 60:
            continue
        *_, found = rankings(problem, problem.default_class(), targets=1, seed=0)
        assert found.count == len(members)
        check_ranking(found, by_listing(problem, members, 1))
        shrinking += bool(found.shrinks)
    assert shrinking > 50


@pytest.mark.parametrize("number", [120, pytest.param(900, marks=pytest.mark.exhaustive)])
def test_episodes_count_within_the_knowledge(number: int) -> None:
    """After every step, as many members as the listing of what was seen has; agents are told why."""
    rng = random.Random(3)
    rules, played = BooleanRules(), 0
    for problem, known in cases(number, 31):
        members = listed(problem, known, problem.max_parents)
        if not 1 < len(members) <= 200:
            continue
        gold = rng.choice(members)
        answer = json.dumps({"roots": gold.roots, "mechanisms": dict(gold.mechanisms)})
        truth = _with_gold(problem, json.loads(answer))
        try:
            seen = rules.opening(truth, 0)
        except UsageError:
            continue
        assert seen.knowledge == known and seen.gold is None
        assert "Known beforehand: " in task(seen)
        for action in list(rules.admissible(seen))[:3]:
            seen = rules.learnt(seen, action, rules.act(truth, seen, action, random.Random(0)))
            left = [
                m
                for m in listed(replace(seen, gold=None), known, problem.max_parents)
                if replays_exactly(m, seen.training, seen.variables)
            ]
            assert rules.standing(seen).members == len(left)
            assert gold in left
        played += 1
    assert played > number // 3


def _with_gold(problem: BooleanProblem, gold: dict[str, Any]) -> BooleanProblem:
    from symcause.families.boolean.files.document_writer import write_boolean

    made = symcause.problem({**write_boolean(problem), "gold": gold})
    assert isinstance(made, BooleanProblem)
    return made


def test_an_agent_is_told_what_is_known() -> None:
    gold = {"roots": ["A", "B"], "mechanisms": {"C": "(and A B)"}}
    episode = symcause.Episode(fact("f17", gold=gold))
    assert "If A affects C, then more of A never means less of C." in str(episode.reset())
