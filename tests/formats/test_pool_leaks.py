"""Leaks of generated pools: what index, order and outline say about gold is what chance says."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import comb
from typing import Any

import pytest

from symcause.families.cpt.generator.cpt_generator import CAUSAL, CptGenerator
from symcause.families.shapeworld.generator.shapeworld_generator import ShapeWorldGenerator
from symcause.families.statements.generator.statements_generator import StatementsGenerator
from symcause.formats.problems import read_document
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
