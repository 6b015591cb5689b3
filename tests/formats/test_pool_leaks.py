"""Leaks of generated pools: what index, order, outline and every declared shortcut say about gold is what
chance says, on pools with a fixed seed; all of some hundred problems where everything runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from math import comb
from typing import Any

import pytest

from symcause.audits.instance_generator import Generator
from symcause.families.boolean.generator.boolean_generator import BooleanGenerator
from symcause.families.cpt.generator.cpt_generator import CAUSAL, CptGenerator
from symcause.families.finite.generator.finite_generator import FiniteGenerator
from symcause.families.linear.generator.linear_generator import LinearGenerator
from symcause.families.shapeworld.generator.shapeworld_generator import ShapeWorldGenerator
from symcause.families.statements.generator.statements_generator import StatementsGenerator
from symcause.formats.problems import read_document
from symcause.registry import family
from symcause.scoring.shortcuts import ShortcutAccuracy, shortcut_accuracies
from symcause.scoring.shortcuts.shortcut_accuracy import accuracy_of
from symcause.scoring.shortcuts.shown_problems import labelled, public_views
from tests.amounts import amount

Document = dict[str, Any]
CLASSES = ("entailed", "open", "impossible")


def tail(hits: int, number: int, chance: float) -> float:
    """How likely is it that a rule without knowledge is as often right, or even more often?"""
    terms = (comb(number, k) * chance**k * (1 - chance) ** (number - k) for k in range(number + 1))
    return sum(p for k, p in enumerate(terms) if k >= hits)


def right(rule: Callable[[int, Document], str], found: Iterable[tuple[int, Document, str]]) -> int:
    return sum(rule(index, document) == gold for index, document, gold in found)


def test_tails_are_those_of_the_binomial() -> None:
    assert tail(0, 5, 0.5) == 1.0
    assert tail(5, 5, 0.5) == 1 / 32


def test_the_index_of_statements_does_not_tell_their_label() -> None:
    made = StatementsGenerator(seed=11)
    found = [(i, d, d["gold"]) for i in range(amount(60, 600)) for d in made.items(i)]
    assert {
        label: sum(gold == label for _, _, gold in found) for label in CLASSES
    } == dict.fromkeys(CLASSES, len(found) // 3)
    for turn in range(3):  # whichever label a place in a round would stand for
        hits = right(lambda i, _, turn=turn: CLASSES[(i + turn) % 3], found)  # type: ignore[misc]
        assert tail(hits, len(found), 1 / 3) > 0.01


def test_the_index_of_table_problems_does_not_tell_their_answer() -> None:
    made = CptGenerator(seed=11)
    found = [(i, d, d["gold"]) for i in range(amount(80, 800)) for d in made.items(i)]
    assert sum(gold == "yes" for _, _, gold in found) == len(found) // 2
    for turn in range(2):
        hits = right(lambda i, _, turn=turn: ("yes", "no")[(i + turn) % 2], found)  # type: ignore[misc]
        assert tail(hits, len(found), 1 / 2) > 0.01


def _associated(index: int, document: Document) -> str:
    """What follows from P(Y | X) alone, whatever is asked."""
    network = read_document(document).tables  # type: ignore[attr-defined]
    high, low = (network.probability({"Y": 1}, {"X": value}) for value in (1, 0))
    return "yes" if (high > low) == (document["asks"] == "positive") else "no"


@pytest.mark.parametrize("query", CAUSAL)
def test_the_association_answers_half_of_the_causal_queries(query: str) -> None:
    made = CptGenerator(seed=11, query=query)
    found = [(i, d, d["gold"]) for i in range(amount(24, 200)) for d in made.items(i)]
    hits = right(_associated, found)
    assert hits == len(found) // 2


def _shapes() -> list[tuple[int, Document, str]]:
    made = ShapeWorldGenerator(seed=11, level="certified")
    return [
        (place, document, document["metadata"]["case"]["answer"])
        for world in range(amount(25, 250))
        for place, document in enumerate(made.items(world))
    ]


def test_the_outline_of_a_transcript_does_not_tell_the_answer() -> None:
    found = _shapes()

    def acted(_: int, document: Document) -> str:
        steps = document["transcript"]
        return "yes" if any(s["shape"] == document["question"]["cause"] for s in steps) else "no"

    def short(_: int, document: Document) -> str:
        return "yes" if len(document["transcript"]) < 2 else "no"

    def last(place: int, _: Document) -> str:
        return "yes" if place >= 3 else "no"

    for rule in (acted, short, last):
        assert tail(right(rule, found), len(found), 1 / 2) > 0.01, rule.__name__
    assert len({len(document["transcript"]) for _, document, _ in found}) == 1
    for _, document, _ in found:
        acted_on = {step["shape"] for step in document["transcript"]}
        assert {document["question"]["cause"], document["question"]["effect"]} <= acted_on


def read(made: Generator, items: int) -> list[Any]:
    return [read_document(document) for index in range(items) for document in made.items(index)]


POOLS: dict[str, tuple[Generator, int, int]] = {
    "statements": (StatementsGenerator(seed=11), 60, 450),
    "statements of five": (StatementsGenerator(seed=11, variables=5), 30, 300),
    "cpt": (CptGenerator(seed=11), 100, 600),
    "shapeworld": (ShapeWorldGenerator(seed=11, level="certified"), 16, 80),
    "statements siblings": (StatementsGenerator(seed=11, siblings=True), 24, 300),
    "shapeworld siblings": (ShapeWorldGenerator(seed=11, siblings=True), 30, 300),
    "linear siblings": (LinearGenerator(seed=11, siblings=True, question="graph"), 8, 300),
    "boolean siblings": (
        BooleanGenerator(preset="hs_n6_easy_calibration", pool_size=200, seed=11, siblings=True),
        6,
        100,
    ),
}
"""Generators, and how many items are made every time and where everything runs."""


@pytest.mark.parametrize("pool", POOLS)
def test_no_rule_that_solves_nothing_is_better_than_chance(pool: str) -> None:
    found = shortcut_accuracies(shown(pool))
    assert len(found) > 5
    for one in found:  # all of them at once: each has its share of one in a hundred
        assert tail(one.right, one.problems, one.constant) > 0.01 / len(found), one


@cache
def shown(pool: str) -> list[Any]:
    made, few, many = POOLS[pool]
    return read(made, amount(few, many))


def accuracy(found: Iterable[ShortcutAccuracy], name: str) -> ShortcutAccuracy:
    return next(one for one in found if one.rule == name)


def test_what_was_made_before_is_noticed() -> None:
    """The same rules on statements in which relation and number of independences tell the verdict."""
    found = shortcut_accuracies(read(StatementsGenerator(seed=11, unmatched=True), 150))
    assert accuracy(found, "relation and reading").better
    assert not accuracy(found, "place in the pool modulo 3").better


def test_relation_and_length_do_not_tell_entailed_from_the_rest() -> None:
    """As a question of yes or no: whoever always says no is right in two of three, and no rule in more."""
    home = family("statements")
    from symcause.families.statements.scoring.shortcut_rules import StatementShortcuts

    rules = StatementShortcuts()
    part = [
        one
        for problem in shown("statements")
        if (one := labelled(home, rules, problem)) is not None
    ]
    answers = [replace(one, label="yes" if one.label == "entailed" else "no") for one in part]
    for rule in rules.rules:
        one = accuracy_of("statements", rule, public_views(home, rules, part), answers)
        assert one is not None and one.constant == pytest.approx(2 / 3)
        assert tail(one.right, one.problems, one.constant) > 0.01


def test_settled_siblings_are_as_often_entailed_as_impossible() -> None:
    found = Counter(one.gold for one in shown("statements siblings"))
    assert found["entailed"] == found["impossible"] and found["open"] == found.total() // 2


def test_every_problem_names_its_latent_one() -> None:
    for name in POOLS:
        for one in shown(name):
            assert one.metadata.get("latent") or one.metadata["sibling"]["pair"], name
    for made in (LinearGenerator(seed=1), ShapeWorldGenerator(seed=1), FiniteGenerator(seed=1)):
        assert all(one.metadata["latent"] for one in read(made, 1))


def test_settings_of_one_latent_share_their_worlds_and_those_of_two_seeds_do_not() -> None:
    """So two settings are published together only where they are of different seeds."""
    fast: dict[str, Any] = {"preset": "hs_n6_easy_calibration", "pool_size": 200}
    both = read(BooleanGenerator(seed=1, settings=("ordered", "hidden-roots"), **fast), 2)
    other = read(BooleanGenerator(seed=2, settings=("hidden-roots",), **fast), 2)
    rows = [{world.rows for world in one.training} for one in (*both, *other)]
    assert rows[0] == rows[1] and both[0].metadata["latent"] == both[1].metadata["latent"]
    assert all(own.isdisjoint(rows[0] | rows[2]) for own in rows[4:])


def test_too_many_shapes_are_refused_once() -> None:
    from symcause.errors import LimitError

    for options in ({"level": "certified"}, {"certified": True}, {"hidden": True, "shapes": 6}):
        made = ShapeWorldGenerator(**{"shapes": 8, "level": "certified", **options})
        with pytest.raises(LimitError, match=r"at most [56] shapes"):
            made.prepare()
    ShapeWorldGenerator(shapes=8).prepare()
