"""Printed percentages: the given numbers of a released cpt question as its text prints them.

The text prints the numbers of the question in their order, rounded to whole percentages.
"""

from __future__ import annotations

import re
from fractions import Fraction

from symcause.families.cpt.problem.problem import GivenFamily

ROUNDING = Fraction(1, 100)
_SENTENCE = re.compile(
    r"(?:For .+, the probability of .+|The overall probability of .+|The probability of .+) is (\d+)%"
)
_SLACK = Fraction(1, 10**9)


def printed_numbers(text: str, given: tuple[GivenFamily, ...]) -> tuple[GivenFamily, ...] | str:
    """The given numbers as the text has them; or the sentence that is not understood, in words."""
    numbers: list[Fraction] = []
    for sentence in filter(None, (part.strip() for part in re.split(r"\.(?:\s+|$)", text))):
        match = _SENTENCE.fullmatch(sentence)
        if match is None:
            return f"a sentence is not understood: {sentence!r}"
        numbers.append(Fraction(int(match[1]), 100))
    wanted = [number for family in given for number in family.numbers]
    if len(numbers) != len(wanted):
        return f"the text prints {len(numbers)} numbers, and {len(wanted)} are given"
    for printed, number in zip(numbers, wanted, strict=True):
        if abs(printed - number) > ROUNDING / 2 + _SLACK:
            return (
                f"the text prints {printed.numerator}/{printed.denominator} for {float(number):.6f}"
            )
    made, at = [], 0
    for family in given:
        made.append(GivenFamily(family.key, tuple(numbers[at : at + len(family.numbers)])))
        at += len(family.numbers)
    return tuple(made)
