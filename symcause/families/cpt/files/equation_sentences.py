"""Equation sentences in cpt files: what a text of causes says of a deterministic network.

``A or B causes C``, ``A causes not B and C``: names stand for values of variables, and an effect has the
value that is named if and only if its causes hold. What was observed is no equation.

>>> called = {"R1": "rain", "S1": "sprinkler", "W1": "wet"}
>>> read_equations("We know that rain or sprinkler causes wet.", called, ("R", "S", "W"))
{'W': Equation(value=1, joined='or', causes=(('R', 1), ('S', 1)))}
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from symcause.errors import ProblemError

_JOINED = re.compile(r"\.\s+|,\s*and we know that\s+", re.IGNORECASE)
_OPENED = re.compile(r"we know that\s+", re.IGNORECASE)
_OBSERVED = re.compile(r"we observed\s", re.IGNORECASE)
_CAUSES = " causes "

Literal = tuple[str, int]


class Equation(NamedTuple):
    """The effect has this value if and only if its causes, joined by and or or, hold."""

    value: int
    joined: str
    causes: tuple[Literal, ...]

    def holds(self, world: Mapping[str, int]) -> bool:
        found = (world[name] == value for name, value in self.causes)
        return all(found) if self.joined == "and" else any(found)

    def result(self, world: Mapping[str, int]) -> int:
        """The value of the effect."""
        return self.value if self.holds(world) else 1 - self.value


def read_equations(
    text: str, names: Mapping[str, str], variables: Sequence[str]
) -> dict[str, Equation]:
    """The equations of a text, by effect. A sentence that is not understood is an error that names it."""
    phrases = _phrases(names, variables)
    equations: dict[str, Equation] = {}
    for sentence in _JOINED.split(text.strip().removesuffix(".")):
        said = _OPENED.sub("", sentence, count=1).strip()
        if not said or _OBSERVED.match(said):
            continue
        left, sign, right = said.partition(_CAUSES)
        causes, effects = _joined_values(left, phrases), _joined_values(right, phrases)
        if not sign or causes is None or effects is None or effects[0] == "or":
            raise _not_understood(sentence)
        for name, value in effects[1]:
            if name in equations:
                raise ProblemError("a second equation of a variable", place="text", value=sentence)
            equations[name] = Equation(value, causes[0], causes[1])
    return equations


def _not_understood(sentence: str) -> ProblemError:
    return ProblemError(
        "a sentence is not understood",
        place="text",
        value=sentence,
        remedy='equations read "A or B causes C" with the names of values',
    )


def _phrases(names: Mapping[str, str], variables: Sequence[str]) -> list[tuple[str, Literal]]:
    """What stands for a value, longest first."""
    phrases = [
        (names[f"{name}{value}"].casefold(), (name, value))
        for name in variables
        for value in (0, 1)
        if f"{name}{value}" in names
    ]
    return sorted(phrases, key=lambda pair: -len(pair[0]))


def _joined_values(
    text: str, phrases: Sequence[tuple[str, Literal]]
) -> tuple[str, tuple[Literal, ...]] | None:
    """Values that are joined by one word; None if that is not what the text is."""
    rest, joint, pairs = text.strip().casefold(), "", list[Literal]()
    while True:
        turned = rest.startswith("not ") and not any(_begins(rest, p) for p, _ in phrases)
        rest = rest[4:] if turned else rest
        match = next(((p, literal) for p, literal in phrases if _begins(rest, p)), None)
        if match is None:
            return None
        name, value = match[1]
        pairs.append((name, 1 - value if turned else value))
        rest = rest[len(match[0]) :]
        if not rest:
            return joint or "and", tuple(pairs)
        word = next((w for w in ("and", "or") if rest.startswith(f" {w} ")), None)
        if word is None or joint not in ("", word):
            return None
        joint, rest = word, rest[len(word) + 2 :]


def _begins(text: str, phrase: str) -> bool:
    return text.startswith(phrase) and (len(text) == len(phrase) or text[len(phrase)] == " ")
