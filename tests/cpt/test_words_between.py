"""The words of all values between two: those of the inside always, of an end where it may be attained."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from types import SimpleNamespace
from typing import cast

import pytest

from symcause.families.cpt.problem.problem import CptProblem
from symcause.families.cpt.verifier.query_replay import replayed_answer, words_between

EIGHTHS = [Fraction(n, 8) for n in range(-4, 5)]


@pytest.mark.parametrize("threshold", [None, Fraction(1, 4)])
@pytest.mark.parametrize("positive", [True, False])
@pytest.mark.parametrize("kind", ["ate", "ett", "marginal", "collider_bias"])
def test_words_are_those_of_some_value(
    kind: str, positive: bool, threshold: Fraction | None
) -> None:
    problem = cast(
        CptProblem,
        SimpleNamespace(query=SimpleNamespace(type=kind), positive=positive, threshold=threshold),
    )
    for low, high in product(EIGHTHS, repeat=2):
        for ends in product((True, False), repeat=2):
            if low > high or (low == high and not all(ends)):
                continue
            fine = [Fraction(n, 64) for n in range(-32, 33) if low < Fraction(n, 64) < high]
            values = fine + [low] * ends[0] + [high] * ends[1]
            expected = {replayed_answer(problem, value) for value in values}
            assert words_between(problem, low, high, ends) == expected, (low, high, ends)


@pytest.mark.parametrize(
    ("kind", "value", "word"),
    [
        ("ate", 1, "yes"),
        ("ate", -1, "no"),
        ("ate", 0, "tie"),
        ("ett", 1, "no"),
        ("ett", -1, "yes"),
        ("collider_bias", 1, "yes"),
        ("collider_bias", 0, "no"),
    ],
)
def test_a_word_is_of_a_sign(kind: str, value: int, word: str) -> None:
    query = SimpleNamespace(type=kind)
    problem = SimpleNamespace(query=query, positive=True, threshold=None)
    assert replayed_answer(cast(CptProblem, problem), Fraction(value)) == word
