"""Terms of the scenario grammar: formulas as values, and how they are spelled.

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

from symcause.grammar.scenario.term_operators import TERM_OPERATOR, TIGHTEST, Sort
from symcause.models.exact_numbers import print_number

WORDS = frozenset(
    {"case", "else", "true", "false"} | {w for w in TERM_OPERATOR if w.isalpha()} - {"neg"}
)
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


def show(term: Term) -> str:
    """The text of a term, with as few brackets as it takes; reading it gives the term back."""
    return _show(term)[0]


def _show(term: Term) -> tuple[str, int]:
    """The text, and how tightly its outermost operator binds."""
    if isinstance(term, Number):
        return _number(term.value)
    if isinstance(term, Truth):
        return str(term.value).lower(), TIGHTEST
    if isinstance(term, Text):
        return f'"{term.value}"', TIGHTEST
    if isinstance(term, Name):
        return term.name, TIGHTEST
    if isinstance(term, Case):
        arms = [f"{_word(option)}: {show(inner)}" for option, inner in term.arms]
        if term.otherwise is not None:
            arms.append(f"else: {show(term.otherwise)}")
        return f"case({', '.join((term.subject, *arms))})", TIGHTEST
    own = TERM_OPERATOR[term.op]
    if own.binds is None:
        return f"{term.op}({', '.join(show(arg) for arg in term.args)})", TIGHTEST
    if own.prefix:
        return own.written + _bracketed(term.args[0], own.binds), own.binds
    left, right = term.args
    tight = own.binds + 1 if own.sort is Sort.COMPARISON else own.binds
    return f"{_bracketed(left, tight)} {term.op} {_bracketed(right, own.binds + 1)}", own.binds


def _bracketed(term: Term, least: int) -> str:
    text, level = _show(term)
    return text if level >= least else f"({text})"


def _number(value: Fraction) -> tuple[str, int]:
    text = print_number(value)
    if "/" in text:
        return text, _level("/")
    return text, _level("neg") if value < 0 else TIGHTEST


def _level(op: str) -> int:
    binds = TERM_OPERATOR[op].binds
    assert binds is not None
    return binds


def _word(option: str) -> str:
    plain = option.isascii() and option.isidentifier() and option not in WORDS
    return option if plain else f'"{option}"'
