"""Equations in words: what is written from drawn equations is read as they are."""

from __future__ import annotations

from random import Random

import pytest

from symcause.errors import ProblemError
from symcause.families.cpt.files.equation_sentences import Equation, read_equations

PHRASES = (
    ("dark", "sun"),
    ("not sun and moon", "sunny"),
    ("not sunny weather", "sunny weather"),
    ("the alarm", "the alarm rings"),
    ("no andalusian", "Orange or not"),
    ("X", "x y"),
)
"""What values are called: some begin with others, with not, or hold a word that joins."""


def _said(rng: Random, names: dict[str, str], name: str, value: int) -> str:
    """A value by its phrase, or as what is not the other one, where no phrase begins like that."""
    other = f"not {names[f'{name}{1 - value}']}"
    begun = any(f"{other} ".casefold().startswith(f"{p} ".casefold()) for p in names.values())
    return names[f"{name}{value}"] if begun or rng.random() < 0.5 else other


@pytest.mark.parametrize("seed", range(60))
def test_equations_are_read_as_they_were_written(seed: int) -> None:
    rng = Random(seed)
    drawn = rng.sample(PHRASES, len(PHRASES))
    variables = ["A", "B", "C", "D", "E", "F"]
    names = {
        f"{v}{i}": phrase
        for v, two in zip(variables, drawn, strict=True)
        for i, phrase in enumerate(two)
    }
    order = rng.sample(variables, 6)
    effects = [order[3:], order[3:4], order[4:]][seed % 3]
    wanted, sentences = {}, []
    groups = [effects] if seed % 3 == 2 else [[effect] for effect in effects]
    for group in groups:
        before = order[: order.index(group[0])]
        causes = tuple((name, rng.randrange(2)) for name in rng.sample(before, rng.randint(1, 3)))
        joined = rng.choice(("and", "or")) if len(causes) > 1 else "and"
        values = [(name, rng.randrange(2)) for name in group]
        left = f" {joined} ".join(_said(rng, names, *cause) for cause in causes)
        right = " and ".join(_said(rng, names, *value) for value in values)
        sentences.append(f"{left} causes {right}")
        wanted |= {name: Equation(value, joined, causes) for name, value in values}
    text = "We know that " + rng.choice((". ", ", and we know that ")).join(sentences) + "."
    assert read_equations(text, names, variables) == wanted


def test_a_phrase_ends_with_its_word() -> None:
    names = {"A0": "not sun", "A1": "sun", "B0": "cloudy", "B1": "sunny", "C1": "warm"}
    read = read_equations("not sunny causes warm", names, "ABC")
    assert read == {"C": Equation(1, "and", (("B", 0),))}
    assert read_equations("not sun causes warm", names, "ABC")["C"].causes == (("A", 0),)
    for text in ("sunn causes warm", "sunnyish causes warm", "not suns causes warm"):
        with pytest.raises(ProblemError, match="a sentence is not understood"):
            read_equations(text, names, "ABC")
