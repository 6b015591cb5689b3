r"""Mechanism operators as data: one record for each, which all who deal with Boolean operators read.

A record says what its operator denotes (diagrams, the catalogue and the searches follow from that), how it
is written in every notation, what it is called elsewhere, and what is said of it. What the verifier loads
has small tables of its own, on purpose: the words (:mod:`symcause.models.variable_names`), how many
arguments they take (:mod:`symcause.models.mechanism_scanner`), what is executed
(:mod:`symcause.models.expressions`) and which of Post's classes they leave
(``families/boolean/verifier/certificate_question``). ``tests/boolean/operators`` holds all of it together.

>>> OPERATOR["iff"].signs, OPERATOR["iff"].latex, OPERATOR["if"].parts
(('↔', '<->'), '\\leftrightarrow', ('condition', 'then', 'else'))
>>> OPERATOR["xor"].plain(Conjunctive(), ["X1", "X2"])
'((X1 & !X2) | (!X1 & X2))'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from operator import and_, or_, xor
from typing import Any, Protocol, TypeVar

from symcause.models.mechanism_scanner import MANY
from symcause.models.variable_names import OPERATORS

T = TypeVar("T")


class Infix(StrEnum):
    """How an operator stands among its operands in infix notation."""

    PREFIX = "prefix"  # not a
    CHAIN = "chain"  # a and b and c: one operation
    PAIR = "pair"  # a iff b; of several it is called
    CALL = "call"  # if(a, b, c)


class Folding(StrEnum):
    """What the canonical form of the ReplaySCM release makes of an operation."""

    NEGATION = "negation"  # two of them are none
    ALL = "all"  # flat, each argument once; 0 decides
    ANY = "any"  # the same; 1 decides
    PARITY = "parity"  # flat, pairs of equal arguments cancel
    EQUALITY = "equality"  # each argument once
    CHOICE = "choice"  # decided by a constant condition
    NOTHING = "nothing"  # it stays as it is written


class Plain(Protocol[T]):
    """Whatever can be negated and joined by *and* and *or*: texts, formulas of another package."""

    def negated(self, part: T) -> T: ...

    def all_of(self, parts: Sequence[T]) -> T: ...

    def any_of(self, parts: Sequence[T]) -> T: ...


Spelling = Callable[[Plain[Any], Sequence[Any]], Any]
"""How an operation is spelled with *not*, *and* and *or* alone."""


@dataclass(frozen=True, eq=False)
class Meaning:
    """What an operator denotes: the *value* of what it gathers, and of a one.

    It joins any number of arguments, two or more, by each of *gathers*: ``and_``, ``or_``, ``xor``. Without
    them it takes exactly *least* arguments, each with a part of its own, and is a value of those. Columns,
    arrays and diagrams will do: whatever has ``&``, ``|`` and ``^``.
    """

    gathers: tuple[Callable[[Any, Any], Any], ...] = ()
    value: Callable[[Sequence[Any], Any], Any] | None = None  # None: what is gathered, as it is
    least: int = 2

    @property
    def most(self) -> int:
        return MANY if self.gathers else self.least


@dataclass(frozen=True)
class Operator:
    """All that is to be known of an operator."""

    word: str
    meaning: Meaning
    infix: Infix
    latex: str  # between or before operands; of a call the name
    sentence: str  # what it means, in the prompt of a problem
    plain: Spelling
    folding: Folding = Folding.NOTHING
    binds: int = 0  # between operands: 1 is the tightest, no two alike
    signs: tuple[str, ...] = ()  # in infix notation, besides the word; the first is printed
    call: str = ""  # how a call of it is named in LaTeX, where that is another name
    parts: tuple[str, ...] = ()  # what its arguments are called, if each has a part of its own
    several: str = ""  # when a call of several is 1, if a pair of them does not chain
    synonyms: str = ""  # what other languages call it, between spaces
    sympy: str = ""  # its class there; without one it is spelled with others
    proof: str = ""  # its constructor in the proofs, if they know it
    explained: str = ""  # what a rendered text says of it, if it needs saying

    @property
    def usual(self) -> bool:
        """Has every problem it, unless it says otherwise?"""
        return self.word in OPERATORS

    @property
    def symmetric(self) -> bool:
        """Is the order of arguments free?"""
        return bool(self.meaning.gathers) or self.meaning.least == 1

    @property
    def associative(self) -> bool:
        """Is an operation under itself the same as one of all arguments?"""
        return self.meaning.value is None

    @property
    def called(self) -> bool:
        """Can it be written as a call in infix notation?"""
        return self.infix in (Infix.PAIR, Infix.CALL)


class Conjunctive:
    """Texts with ``!``, ``&`` and ``|``, every operation in brackets."""

    def negated(self, part: str) -> str:
        return f"!{part}"

    def all_of(self, parts: Sequence[str]) -> str:
        return f"({' & '.join(parts)})"

    def any_of(self, parts: Sequence[str]) -> str:
        return f"({' | '.join(parts)})"


def _odd(plain: Plain[Any], parts: Sequence[Any]) -> Any:
    result, *rest = parts
    for part in rest:
        only, other = [result, plain.negated(part)], [plain.negated(result), part]
        result = plain.any_of([plain.all_of(only), plain.all_of(other)])
    return result


def _equal(plain: Plain[Any], parts: Sequence[Any]) -> Any:
    return plain.any_of([plain.all_of(parts), plain.all_of([plain.negated(p) for p in parts])])


def _chosen(plain: Plain[Any], parts: Sequence[Any]) -> Any:
    test, yes, no = parts
    return plain.any_of([plain.all_of([test, yes]), plain.all_of([plain.negated(test), no])])


OPERATOR: Mapping[str, Operator] = {
    record.word: record
    for record in (
        Operator(
            "not",
            Meaning(value=lambda parts, one: parts[0] ^ one, least=1),
            Infix.PREFIX,
            r"\lnot",
            "(not e): e is 0",
            lambda plain, parts: plain.negated(parts[0]),
            Folding.NEGATION,
            signs=("¬", "!", "~"),
            synonyms="! ~ ¬ neg negation",
            sympy="Not",
            proof="Not",
        ),
        Operator(
            "and",
            Meaning((and_,)),
            Infix.CHAIN,
            r"\land",
            "(and e e ...): all are 1",
            lambda plain, parts: plain.all_of(parts),
            Folding.ALL,
            binds=1,
            signs=("∧", "&"),
            synonyms="& && ∧ ⋀ all",
            sympy="And",
            proof="And",
        ),
        Operator(
            "or",
            Meaning((or_,)),
            Infix.CHAIN,
            r"\lor",
            "(or e e ...): at least one is 1",
            lambda plain, parts: plain.any_of(parts),
            Folding.ANY,
            binds=3,
            signs=("∨", "|"),
            synonyms="| || ∨ ⋁ any",
            sympy="Or",
            proof="Or",
        ),
        Operator(
            "xor",
            Meaning((xor,)),
            Infix.CHAIN,
            r"\oplus",
            "(xor e e ...): an odd number is 1",
            _odd,
            Folding.PARITY,
            binds=2,
            signs=("⊕", "^"),
            synonyms="^ ⊕ != <> ≠ ⊻ parity",
            sympy="Xor",
            proof="Xor",
            explained="The operator xor gives 1 if an odd number of its arguments are 1.",
        ),
        Operator(
            "iff",
            Meaning((and_, or_), lambda parts, one: parts[0] | (parts[1] ^ one)),
            Infix.PAIR,
            r"\leftrightarrow",
            "(iff e e ...): all are equal",
            _equal,
            Folding.EQUALITY,
            binds=4,
            signs=("↔", "<->"),
            call=r"\mathrm{iff}",
            several="all are equal",
            synonyms="= == === ≡ <-> <=> ↔ ⇔ eq equal equals equiv xnor",
            sympy="Equivalent",
            proof="Iff",
            explained="The operator iff gives 1 if all its arguments are equal.",
        ),
        Operator(
            "if",
            Meaning(value=lambda p, one: p[0] & p[1] | (p[0] ^ one) & p[2], least=3),
            Infix.CALL,
            r"\mathrm{if}",
            "(if c t e): t where c is 1, e where c is 0",
            _chosen,
            Folding.CHOICE,
            parts=("condition", "then", "else"),
            synonyms="ite mux ifelse ifthenelse",
            sympy="ITE",
            proof="If",
            explained="The operator if has three arguments: it gives the second if the first is 1, "
            "else the third.",
        ),
    )
}
"""By the word, in the order in which they are listed."""


def between() -> tuple[str, ...]:
    """The operators between operands in infix notation, from the tightest to the loosest.

    >>> between()
    ('and', 'xor', 'or', 'iff')
    """
    binding = (operator for operator in OPERATOR.values() if operator.binds)
    return tuple(operator.word for operator in sorted(binding, key=lambda one: one.binds))
