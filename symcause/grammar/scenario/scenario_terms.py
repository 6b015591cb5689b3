"""Scenario terms: the expressions of scenarios as values, and how they print.

A term is a number, a truth value, a text, a name, an operation on terms, or a case distinction over the
options of a choice. Every term remembers where it began in its text (``at``), so that whoever finds
something wrong with it later can point there; two terms are equal whatever their places.

>>> show(Apply("*", (Name("emi"), Apply("-", (Number(Fraction(1)), Name("shield"))))))
'emi * (1 - shield)'
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from symcause.models.exact_numbers import print_number

FUNCTIONS: dict[str, tuple[int, int]] = {
    "min": (2, 16),
    "max": (2, 16),
    "clip": (3, 3),
    "floor": (1, 1),
    "abs": (1, 1),
    "exp": (1, 1),
    "sigmoid": (1, 1),
}
"""The functions and how many arguments they take, at least and at most."""

COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
WORDS = frozenset({"and", "or", "not", "if", "case", "else", "true", "false", *FUNCTIONS})
"""Words of the language; no variable may bear one."""


@dataclass(frozen=True, slots=True)
class Number:
    """An exact number."""

    value: Fraction
    at: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Truth:
    """True or false."""

    value: bool
    at: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Text:
    """An option of a choice, in quotes."""

    value: str
    at: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Name:
    """A variable, or a total of a loop (``fight.hull``)."""

    name: str
    at: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Apply:
    """An operation: ``+ - * /``, a comparison, ``and or not``, ``if``, ``neg`` or a function."""

    op: str
    args: tuple[Term, ...]
    at: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Case:
    """One term for each option of a choice; *otherwise* for all that are not named."""

    subject: str
    arms: tuple[tuple[str, Term], ...]
    otherwise: Term | None = None
    at: int = field(default=0, compare=False, repr=False)


Term = Number | Truth | Text | Name | Apply | Case


def children(term: Term) -> tuple[Term, ...]:
    """The terms directly inside."""
    if isinstance(term, Apply):
        return term.args
    if isinstance(term, Case):
        inner = tuple(arm for _, arm in term.arms)
        subject: tuple[Term, ...] = (Name(term.subject, term.at),)
        return subject + inner + (() if term.otherwise is None else (term.otherwise,))
    return ()


def walk(term: Term) -> Iterator[Term]:
    """The term and all terms inside it."""
    waiting = [term]
    while waiting:
        term = waiting.pop()
        yield term
        waiting.extend(children(term))


def names(term: Term) -> frozenset[str]:
    """The names that a term mentions."""
    return frozenset(part.name for part in walk(term) if isinstance(part, Name))


_LEVELS = ({"or"}, {"and"}, {"not"}, set(COMPARISONS), {"+", "-"}, {"*", "/"}, {"neg"})
_SIMPLE = len(_LEVELS)


def show(term: Term) -> str:
    """The text of a term, with as few brackets as it takes; reading it gives the term back."""
    return _show(term)[0]


def _show(term: Term) -> tuple[str, int]:
    """The text, and how tightly its outermost operator binds."""
    if isinstance(term, Number):
        return _number(term.value)
    if isinstance(term, Truth):
        return str(term.value).lower(), _SIMPLE
    if isinstance(term, Text):
        return f'"{term.value}"', _SIMPLE
    if isinstance(term, Name):
        return term.name, _SIMPLE
    if isinstance(term, Case):
        arms = [f"{_word(option)}: {show(inner)}" for option, inner in term.arms]
        if term.otherwise is not None:
            arms.append(f"else: {show(term.otherwise)}")
        return f"case({', '.join((term.subject, *arms))})", _SIMPLE
    level = next((i for i, ops in enumerate(_LEVELS) if term.op in ops), _SIMPLE)
    if level == _SIMPLE:
        return f"{term.op}({', '.join(show(arg) for arg in term.args)})", _SIMPLE
    if term.op in ("neg", "not"):
        sign = "-" if term.op == "neg" else "not "
        return sign + _bracketed(term.args[0], level), level
    left, right = term.args
    tight = level + 1 if term.op in COMPARISONS else level
    return f"{_bracketed(left, tight)} {term.op} {_bracketed(right, level + 1)}", level


def _bracketed(term: Term, least: int) -> str:
    text, level = _show(term)
    return text if level >= least else f"({text})"


def _number(value: Fraction) -> tuple[str, int]:
    text = print_number(value)
    if "/" in text:
        return text, _LEVELS.index({"*", "/"})
    return text, _LEVELS.index({"neg"}) if value < 0 else _SIMPLE


def _word(option: str) -> str:
    plain = option.isascii() and option.isidentifier() and option not in WORDS
    return option if plain else f'"{option}"'
