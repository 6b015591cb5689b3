"""Premise sentences: how benchmarks put (in)dependences into words, read and written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from symcause.errors import ProblemError
from symcause.families.statements.bounds import KEPT_SENTENCES
from symcause.families.statements.problem.fingerprint import ordered
from symcause.families.statements.problem.problem import Statement, StatementsProblem

_SYSTEM = re.compile(
    r"Suppose there is a closed system of (?P<number>\d+) variables, (?P<names>[^.]*?)"
    r"(?P<dag>, whose causal structure forms a directed acyclic graph and satisfies faithfulness)?\. "
    r"(?:All the statistical relations among these (?P<again>\d+) variables are as follows:"
    r"|All the conditional independence relations are:)(?P<rest>.*)",
    re.DOTALL,
)
_CORRELATES = re.compile(r"(\S+) correlates with (\S+)")
_INDEPENDENT = re.compile(r"(\S+) is independent of (\S+)")
_GIVEN = re.compile(r"(\S+) and (\S+) are independent given (.+)")
_INDEP = re.compile(r"(\S+) indep (\S+)(?: \| (.+))?")
_HOWEVER = "However, "
_PLACE = "premise"


class Told(NamedTuple):
    """What a premise says."""

    variables: tuple[str, ...]
    independent: tuple[Statement, ...]
    dependent: tuple[Statement, ...]


@lru_cache(maxsize=KEPT_SENTENCES)
def read_premise(text: str) -> Told:
    """What a premise says. Raises ProblemError naming a sentence that is not understood."""
    told = " ".join(text.split())
    match = _SYSTEM.fullmatch(told)
    if match is None:
        raise _puzzled(told)
    names = _names(match["names"])
    for number in filter(None, (match["number"], match["again"])):
        if number != str(len(names)):
            raise ProblemError(
                f"a system of {number} variables names {len(names)}",
                place=_PLACE,
                value=match["names"],
            )
    rest = match["rest"].strip()
    if match["dag"]:
        return Told(names, _triples(rest), ())
    return Told(names, *_sentences(rest))


def _sentences(rest: str) -> tuple[tuple[Statement, ...], tuple[Statement, ...]]:
    """The sentences of Corr2Cause: independent and dependent triples."""
    independent, dependent = list[Statement](), list[Statement]()
    for sentence in _cut(rest, ". "):
        said = sentence.removeprefix(_HOWEVER)
        if (match := _CORRELATES.fullmatch(said)) is not None:
            dependent.append(Statement(match[1], match[2]))
        elif (match := _INDEPENDENT.fullmatch(said)) is not None:
            independent.append(Statement(match[1], match[2]))
        elif (match := _GIVEN.fullmatch(said)) is not None:
            independent.append(Statement(match[1], match[2], _names(match[3])))
        else:
            raise _puzzled(f"{sentence}.")
    return tuple(independent), tuple(dependent)


def _triples(rest: str) -> tuple[Statement, ...]:
    """The list of Corr2Cause++, which may be empty."""
    statements = []
    for sentence in _cut(rest, ";"):
        triple = _INDEP.fullmatch(sentence)
        if triple is None:
            raise _puzzled(sentence)
        statements.append(Statement(triple[1], triple[2], _names(triple[3] or "")))
    return tuple(statements)


def _cut(rest: str, between: str) -> list[str]:
    if not rest.endswith("."):
        raise _puzzled(rest)
    return [part.strip() for part in rest[:-1].split(between)] if rest[:-1].strip() else []


def _names(listed: str) -> tuple[str, ...]:
    """``A``, ``A and B``, ``A, B and C``, ``A, B, and C``.

    >>> _names("A, B, and C"), _names("")
    (('A', 'B', 'C'), ())
    """
    found = re.split(r", and |, | and ", listed.strip())
    return tuple(filter(None, (name.strip() for name in found)))


def _puzzled(sentence: str) -> ProblemError:
    return ProblemError("a sentence that is not understood", place=_PLACE, value=sentence)


def write_premise(problem: StatementsProblem) -> str:
    """The premise in the words of Corr2Cause; an incomplete list says that it is one."""
    names = problem.variables
    number = len(names)
    text = f"Suppose there is a closed system of {number} variables, {_joined_names(names)}. "
    if problem.complete:
        text += f"All the statistical relations among these {number} variables are as follows: "
    else:
        text += f"These statistical relations among the {number} variables are known: "
    independent = ordered(problem, problem.premise.independent)
    apart = {(one.first, one.second) for one in independent if not one.given}
    joined = [f"{x} correlates with {y}." for x, y in _correlated(problem) if (x, y) not in apart]
    further = [
        f"{one.first} and {one.second} are dependent given {_joined_names(one.given)}."
        for one in ordered(problem, problem.premise.dependent)
        if one.given
    ]
    separate = [_independence(one) for one in independent]
    link = [f"However, {separate[0]}", *separate[1:]] if separate and joined else separate
    return text + " ".join([*joined, *further, *link]).strip()


def _correlated(problem: StatementsProblem) -> list[tuple[str, str]]:
    names = problem.variables
    if problem.complete:
        return [(x, y) for i, x in enumerate(names) for y in names[i + 1 :]]
    stated = ordered(problem, problem.premise.dependent)
    return [(one.first, one.second) for one in stated if not one.given]


def _independence(one: Statement) -> str:
    if not one.given:
        return f"{one.first} is independent of {one.second}."
    return f"{one.first} and {one.second} are independent given {_joined_names(one.given)}."


def _joined_names(names: Sequence[str]) -> str:
    """``A``, ``A and B``, ``A, B and C``, as the release writes them."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
