"""Prompts: everything a system needs is in them, and nothing that it must not see."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.check.checker import Scorer
from symcause.families.boolean.scoring.prompt.prompts import render_prompt
from symcause.models.disclosure import Disclosure, Setting
from tests.properties import patient
from tests.scoring.cases import GOLD, VARIABLES, demo, mechanisms, random_text

ALL = [*Setting]


def _task(setting: Setting, alternative: bool) -> BooleanProblem:
    return demo(setting, reference=mechanisms(GOLD) if alternative else None)


@pytest.mark.parametrize("alternative", [False, True])
@pytest.mark.parametrize("setting", ALL)
def test_nothing_held_out_is_in_it(setting: Setting, alternative: bool) -> None:
    """Other held-out worlds, another gold, other bounds and metadata: the same prompt, to the byte."""
    problem = _task(setting, alternative)
    before = render_prompt(problem).text
    assert not any(world.id in before for world in problem.heldout)
    secret = World("secret", Split.HELDOUT, Mode.ASSIGNED, ("X5",), ("10101",) * 3)
    other: dict[str, Any] = {
        "worlds": (*problem.training, secret),
        "gold": Answer(mechanisms({**GOLD, "X4": "(and X1 X2)"}).mechanisms, None, VARIABLES),
        "metadata": {"latent": "p7", "note": "X3 is the parity"},
        "max_parents": 3,
        "id": "another",
    }
    for key, value in other.items():
        assert render_prompt(replace(problem, **{key: value})).text == before, key
    assert render_prompt(replace(problem, gold=None, worlds=problem.training)).text == before


def test_the_order_of_worlds_in_the_file_does_not_leak_heldout_positions() -> None:
    problem = demo()
    mixed = (*problem.heldout, *problem.training)
    assert render_prompt(replace(problem, worlds=mixed)) == render_prompt(problem)


@patient(max_examples=30)
@given(st.randoms(use_true_random=False), st.sampled_from(ALL))
def test_the_order_in_which_names_are_listed_tells_nothing(
    rng: random.Random, setting: Setting
) -> None:
    """Variables, roots, blocks and targets in any order: the same prompt."""

    def shuffled(names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(rng.sample(names, len(names)))

    problem = demo(setting, gold=None)
    names = shuffled(VARIABLES)
    places = [VARIABLES.index(name) for name in names]
    shown = problem.disclosure
    moved = Disclosure(
        setting,
        names,
        shown.roots and shuffled(shown.roots),
        shown.order,
        shown.blocks and tuple(shuffled(block) for block in shown.blocks),
        shown.root_count,
    )
    worlds = tuple(
        replace(
            world,
            targets=shuffled(world.targets),
            rows=tuple("".join(row[i] for i in places) for row in world.rows),
        )
        for world in problem.worlds
    )
    again = replace(problem, disclosure=moved, worlds=worlds)
    assert render_prompt(again).text == render_prompt(problem).text


def test_hidden_roots_are_not_told() -> None:
    """Which variables are roots is known to gold alone: another root set gives the same prompt."""
    problem = demo(Setting.HIDDEN_ROOTS)
    rng = random.Random(1)
    texts = {name: random_text(rng, ("X3", "X5"), 2) for name in ("X1", "X2", "X4")}
    other = replace(problem, gold=Answer(mechanisms(texts).mechanisms, ("X3", "X5")))
    assert render_prompt(other) == render_prompt(problem)
    assert "Number of roots: 2" in render_prompt(problem).text


def test_hidden_order_is_the_ordered_prompt_without_the_order() -> None:
    ordered = render_prompt(demo(Setting.ORDERED)).text
    hidden = render_prompt(demo(Setting.HIDDEN_ORDER)).text
    assert "Causal order: X2, X1, X3, X4, X5" in ordered
    assert "X2, X1" not in hidden and "order is not told" in hidden
    block = render_prompt(demo(Setting.BLOCK_ORDER)).text
    assert "{X1, X2} < {X3, X4} < {X5}" in block


@pytest.mark.parametrize("alternative", [False, True])
@pytest.mark.parametrize("setting", ALL)
def test_all_training_rows_are_in_it(setting: Setting, alternative: bool) -> None:
    problem = _task(setting, alternative)
    lines = render_prompt(problem).text.splitlines()
    for world in problem.training:
        start = lines.index(f"World {world.id}")
        for number, row in enumerate(world.rows):
            cells = " ".join(f"{v}={b}" for v, b in zip(VARIABLES, row, strict=True))
            assert lines[start + 2 + number] == f"- r{number}: {cells}"
    assert sum(line.startswith("World ") for line in lines) == len(problem.training)


@pytest.mark.parametrize("alternative", [False, True])
@pytest.mark.parametrize("setting", ALL)
def test_the_example_has_the_form_of_an_answer_and_foreign_names(
    setting: Setting, alternative: bool
) -> None:
    problem = _task(setting, alternative)
    *_, template, _, example = render_prompt(problem).text.strip().splitlines()
    assert Scorer(problem).shape(json.loads(template))
    value = json.loads(example)
    assert Scorer(problem).shape(value)
    assert not any(name in example for name in VARIABLES)
    assert set(value) == set(json.loads(template))


def test_the_language_follows_the_problem() -> None:
    text = render_prompt(demo(operators=("not", "and"), constants=True, gold=None)).text
    assert "(and e e ...)" in text and "xor" not in text and "The constants 0 and 1" in text
    assert "No constants" in render_prompt(demo()).text


def test_units_label_the_rows_and_targets_are_named() -> None:
    problem = demo()
    units = tuple(f"u{i:02}" for i in range(8))
    labelled = tuple(replace(world, units=units) for world in problem.worlds)
    text = render_prompt(replace(problem, worlds=labelled)).text
    assert "- u07: X1=" in text and "- r0" not in text
    assert "Intervention: assigned row by row, X1, X4" in text
    assert "Intervention: constant, X3=" in text


def test_the_reference_is_shown_for_alternative_tasks_only() -> None:
    assert "X3 = (xor X1 X2)" in render_prompt(_task(Setting.HIDDEN_ORDER, True)).text
    assert "(xor X1 X2)" not in render_prompt(_task(Setting.HIDDEN_ORDER, False)).text
    told = render_prompt(demo())
    assert told.text == f"{told.system}\n\n{told.message}"
