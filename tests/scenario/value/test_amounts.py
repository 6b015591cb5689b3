"""Totals of amounts that are no whole numbers lie where a formula or a list puts them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb, factorial
from random import Random
from typing import Any

import pytest

from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.value.enclosure.probability_bounds import enclose
from symcause.families.scenario.value.summation_plan import make_plan
from symcause.families.scenario.value.valuer import Valuer
from symcause.grammar.scenario.scenario_terms import Name


def _document(
    rounds: int, chance: Fraction, draws: dict[str, Any], amount: str, cap: Fraction
) -> Any:
    fight = {
        "times": str(rounds),
        "chance": str(chance),
        "targets": {"hull": "1", "none": "1"},
        "draws": draws,
        "amount": amount,
    }
    return {
        "format": "symcause.scenario/1",
        "id": "amounts",
        "design": {"k": {"type": "integer", "min": 0, "max": 1, "default": 0}},
        "variables": [
            {"name": "fight", "repeat": fight},
            {"name": "survived", "is": f"fight.hull <= {cap}"},
        ],
        "outcome": "survived",
    }


def _within(rounds: int, chance: Fraction, held: Any) -> Fraction:
    """Over how many rounds hit, each with half the chance; *held* is P(k amounts within the cap)."""
    p = chance / 2
    return sum(
        (comb(rounds, k) * p**k * (1 - p) ** (rounds - k) * held(k) for k in range(rounds + 1)),
        Fraction(0),
    )


def uniform_sums(k: int, most: Fraction, cap: Fraction) -> Fraction:
    """P(k uniform amounts between 0 and *most* stay within the cap): Irwin and Hall."""
    x = cap / most
    if k == 0:
        return Fraction(1)
    terms = ((-1) ** i * comb(k, i) * (x - i) ** k for i in range(k + 1) if i <= x)
    return min(sum(terms, Fraction(0)) / factorial(k), Fraction(1))


def listed_sums(k: int, amounts: list[Fraction], cap: Fraction) -> Fraction:
    """The same for amounts that are equally likely, by listing them."""
    every = [sum(chosen) <= cap for chosen in product(amounts, repeat=k)]
    return Fraction(sum(every), len(every))


def _cases(seed: int) -> Iterator[tuple[Any, Fraction, bool]]:
    """A scenario, its value, and whether that is found exactly."""
    rng = Random(f"amounts {seed}")
    rounds, chance = rng.randint(1, 3), Fraction(rng.randint(1, 4), 4)
    most, cap = Fraction(rng.randint(1, 5), rng.randint(1, 3)), Fraction(rng.randint(1, 11), 4)
    draws: dict[str, Any] = {"c": {"uniform": ["0", str(most)]}}
    value = _within(rounds, chance, lambda k: uniform_sums(k, most, cap))
    yield _document(rounds, chance, draws, "c", cap), value, False
    part = rng.choice((2, 3, 7))
    draws = {"c": {"integer": ["1", "2"]}, "d": {"integer": ["0", "1"]}}
    amounts = [Fraction(c + d, part) for c in (1, 2) for d in (0, 1)]
    value = _within(rounds, chance, lambda k: listed_sums(k, amounts, cap))
    yield _document(rounds, chance, draws, f"(c + d)/{part}", cap), value, True


@pytest.mark.few(6)
@pytest.mark.parametrize("seed", range(60))
def test_fractional_and_continuous_totals_are_enclosed(seed: int) -> None:
    for document, truth, exact in _cases(seed):
        problem = read_scenario(document)
        plan = make_plan(problem.staged("1"), frozenset(problem.design), Name("survived"))
        found = enclose(plan, [{"k": Fraction(0)}], 64)
        low, high = found.low[0], found.high[0]
        assert low <= high, "an interval begins before it ends"
        assert low - 1e-9 <= truth <= high + 1e-9
        assert high - low < 0.4
        value = Valuer(problem).value({"k": Fraction(0)})
        assert value.low <= truth <= value.high
        assert value.exact is exact
