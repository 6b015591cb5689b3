"""Shortcuts: rules that see public parts alone, on pools in which one knows what they see."""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest

from symcause.families.shapeworld.problem.problem import ShapeWorldProblem, Step
from symcause.families.statements.problem.problem import CLASSES, Hypothesis, StatementsProblem
from symcause.models.dags import DAG
from symcause.registry import family
from symcause.scoring.exact_tests import clopper_pearson
from symcause.scoring.shortcuts import ShortcutAccuracy, shortcut_accuracies
from symcause.scoring.shortcuts.shortcut_table import shortcut_lines, shortcut_table
from symcause.scoring.shortcuts.shown_problems import labelled, public_views


def pool(label: Any, number: int = 120) -> list[StatementsProblem]:
    """Problems that differ in their relation; *label* tells the label from the place."""
    rng, asked = Random("pool"), ("parent", "ancestor", "collider")
    return [
        StatementsProblem(
            f"s-{place}",
            ("A", "B", "C"),
            (),
            Hypothesis(rng.choice(asked), ("A", "B")),
            gold=label(place),
            metadata={"latent": f"s-{place}"},
        )
        for place in range(number)
    ]


def rule(name: str, problems: Any) -> ShortcutAccuracy:
    return {one.rule: one for one in shortcut_accuracies(problems)}[name]


def test_a_label_that_follows_the_place_is_noticed() -> None:
    one = rule("place in the pool modulo 3", pool(lambda place: CLASSES[place % 3]))
    assert (one.family, one.problems, one.right) == ("statements", 120, 120)
    assert one.labels == ("entailed", "impossible", "open") and one.constant == pytest.approx(1 / 3)
    assert one.better and (one.low, one.high) == clopper_pearson(120, 120)
    other = rule("place in the pool modulo 2", pool(lambda place: CLASSES[place % 3]))
    assert not other.better


def test_a_label_by_chance_is_at_chance() -> None:
    rng = Random("labels")
    drawn = pool(lambda place: rng.choice(CLASSES), 300)
    assert [one.rule for one in shortcut_accuracies(drawn) if one.better] == []


def test_a_constant_label_is_no_shortcut() -> None:
    one = rule(
        "always the commonest label", pool(lambda place: "open" if place % 4 else "entailed")
    )
    assert (one.right, one.constant, one.better) == (90, 0.75, False)


def test_rules_see_no_gold_and_no_metadata() -> None:
    known, drawn = family("statements"), pool(lambda place: "open", 4)
    from symcause.families.statements.scoring.shortcut_rules import StatementShortcuts

    rules = StatementShortcuts()
    part = [one for p in drawn if (one := labelled(known, rules, p)) is not None]
    for view in public_views(known, rules, part):
        assert view.problem.gold is None and not view.problem.metadata
    assert {one.label for one in part} == {"open"}


def siblings(number: int) -> list[StatementsProblem]:
    """Pairs whose settled one comes first and has the longer names."""
    made = []
    for pair, base in enumerate(pool(lambda place: None, number)):
        for settled in (True, False):
            about = {"pair": f"p{pair}", "id": "a", "settled": settled, "kind": "question"}
            names = ("AAAA", "B", "C") if settled else ("A", "B", "C")
            one = replace(base, variables=names, hypothesis=Hypothesis("parent", names[:2]))  # type: ignore[arg-type]
            made.append(replace(one, id=f"p{pair}-{settled}", metadata={"sibling": about}))
    return made


def test_siblings_are_settled_or_open_and_one_of_two_is_asked() -> None:
    found = {one.rule: one for one in shortcut_accuracies(siblings(40))}
    assert {one.labels for one in found.values()} == {("open", "settled")}
    for name in ("length of the prompt beside its sibling's", "place in the pool modulo 2"):
        assert (found[name].problems, found[name].right) == (40, 40)
    assert not found["number in the id modulo 2"].better


def worlds(number: int) -> list[ShapeWorldProblem]:
    """Two questions a world: the last is yes, and of its cause alone something was done."""
    made = []
    for world in range(number):
        for place, (cause, effect) in enumerate((("star", "cone"), ("cone", "star"))):
            steps = (Step("hold", "cone", ()),) if place else ()
            gold = DAG.of([("cone", "star")], nodes=("star", "cone"))
            case = ShapeWorldProblem(
                f"w{world}-{place}", ("star", "cone"), cause, effect, ("star", "cone"), steps
            )
            made.append(replace(case, gold=gold, metadata={"latent": f"w{world}"}))
    return made


def test_questions_of_a_world_and_what_was_done() -> None:
    found = {one.rule: one for one in shortcut_accuracies(worlds(20))}
    assert found["number of actions"].right == 40
    acted = found["yes iff the cause was acted on"]
    assert (acted.problems, acted.right) == (20, 20)  # where nothing was done, it does not apply


def test_what_has_no_label_is_left_out() -> None:
    assert shortcut_accuracies(pool(lambda place: None)) == ()
    assert shortcut_accuracies(()) == ()
    assert shortcut_accuracies(pool(lambda place: "open", 1)) == ()


def test_table_and_lines_have_every_rule() -> None:
    made = shortcut_accuracies(pool(lambda place: CLASSES[place % 3]))
    table, lines = shortcut_table(made), shortcut_lines(made)
    assert len(table.rows) == len(lines) == len(made)
    assert set(lines[0]) == {field.name for field in fields(ShortcutAccuracy)}
    assert "place in the pool modulo 3" in str(table) and "1.000 [0.970, 1.000]" in str(table)
