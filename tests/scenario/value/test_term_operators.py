"""Every operator of scenario terms is read, printed, typed, computed and enclosed, against plain Python."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from symcause.families.scenario.models.term_evaluation import evaluate
from symcause.families.scenario.problem.term_types import NUMBER, TRUTH, Typer
from symcause.families.scenario.value.enclosure import set_terms
from symcause.families.scenario.value.unit_sampler import smooth
from symcause.grammar.scenario.scenario_terms import WORDS, Apply, Name, Number, Term, show
from symcause.grammar.scenario.term_mistakes import TermError
from symcause.grammar.scenario.term_operators import (
    FUNCTIONS,
    SMOOTH,
    TERM_OPERATOR,
    Sort,
)
from symcause.grammar.scenario.term_parser import parse_term

PLAIN: dict[str, Callable[..., Any]] = {
    "or": lambda a, b: a or b,
    "and": lambda a, b: a and b,
    "not": lambda a: not a,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "neg": lambda a: -a,
    "if": lambda a, b, c: b if a else c,
    "min": lambda *a: sorted(a)[0],
    "max": lambda *a: sorted(a)[-1],
    "clip": lambda x, low, high: low if x < low else high if x > high else x,
    "floor": lambda x: x // 1,
    "abs": lambda x: x if x > 0 else -x,
    "exp": lambda x: math.exp(x),
    "sigmoid": lambda x: 1 / (1 + math.exp(-x)),
}
"""What each means, written down once more."""


def arguments(word: str, rng: random.Random) -> list[Any]:
    """Values that an operator takes."""
    own = TERM_OPERATOR[word]
    number = rng.randint(own.least, min(own.most, 4))
    numbers = [Fraction(rng.randint(-12, 12), rng.choice([1, 2, 4])) for _ in range(number)]
    if own.sort is Sort.LOGIC:
        return [rng.random() < 0.5 for _ in range(number)]
    if own.sort is Sort.CHOICE:
        return [rng.random() < 0.5, *numbers[1:]]
    if word == "/" and not numbers[1]:
        numbers[1] = Fraction(1, 2)
    if word == "clip":
        numbers[1:] = sorted(numbers[1:])
    return list(numbers)


def enclosed(term: Term, values: dict[str, Any]) -> set_terms.Column:
    """What a term may be, where every name has one value."""
    words = set_terms.Words()
    return set_terms.evaluate(term, lambda name: words.column(values[name]), words)


def test_all_operators_are_asked() -> None:
    assert {*TERM_OPERATOR} == {*PLAIN} == {*set_terms._OPERATIONS}
    assert {*SMOOTH} == {word for word, own in TERM_OPERATOR.items() if own.value is None}
    called = {word for word in WORDS if word in TERM_OPERATOR}
    assert called == {word for word in TERM_OPERATOR if word.isalpha() and word != "neg"}


@pytest.mark.parametrize("word", TERM_OPERATOR)
def test_an_operator_is_computed_and_enclosed(word: str) -> None:
    rng, own = random.Random(word), TERM_OPERATOR[word]
    for _ in range(60):
        given = arguments(word, rng)
        names = [f"v{i}" for i in range(len(given))]
        term = Apply(word, tuple(map(Name, names)))
        assert parse_term(show(term)) == term
        assert parse_term(f"1 + if(on, {show(term)}, 0)") is not None
        values = dict(zip(names, given, strict=True))
        kinds = {n: TRUTH if isinstance(v, bool) else NUMBER for n, v in values.items()}
        number = own.sort in (Sort.ARITHMETIC, Sort.CHOICE)
        assert Typer(show(term), kinds).kind(term) == (NUMBER if number else TRUTH)
        wanted, found = PLAIN[word](*given), evaluate(term, values, smooth)
        assert found == pytest.approx(wanted, rel=1e-12) if word in SMOOTH else found == wanted
        column = enclosed(term, values)
        assert not isinstance(column, set_terms.Options)
        low, high = column.low[0], column.high[0]
        if isinstance(column, set_terms.Numbers) and column.den:
            low, high = Fraction(int(low), column.den), Fraction(int(high), column.den)
        assert low <= wanted <= high


@pytest.mark.parametrize("word", TERM_OPERATOR)
def test_an_operator_prints_inside_every_other(word: str) -> None:
    inner = Apply(word, tuple(map(Name, "abc"[: TERM_OPERATOR[word].least])))
    for other, own in TERM_OPERATOR.items():
        for place in range(own.least):
            args: list[Term] = [Name(f"n{i}") for i in range(own.least)]
            args[place] = inner
            outer = Apply(other, tuple(args))
            text = show(outer)
            assert parse_term(text) == outer, text


@pytest.mark.parametrize("word", FUNCTIONS)
def test_a_function_says_what_it_takes(word: str) -> None:
    least, most = FUNCTIONS[word]
    for count in {least - 1, most + 1} - {0}:
        with pytest.raises(TermError, match=f"{word} takes"):
            parse_term(f"{word}({', '.join(['x'] * count)})")
    assert parse_term(f"{word}({', '.join(['1'] * least)})") == Apply(
        word, (Number(Fraction(1)),) * least
    )


@pytest.mark.parametrize("op", ["==", "!="])
def test_truth_values_and_options_are_equal_or_not(op: str) -> None:
    term = Apply(op, (Name("a"), Name("b")))
    for a, b in product((False, True, "red", "blue"), repeat=2):
        if isinstance(a, bool) == isinstance(b, bool):
            column = enclosed(term, {"a": a, "b": b})
            assert isinstance(column, set_terms.Truths)
            assert column.low[0] == column.high[0] == PLAIN[op](a, b)
