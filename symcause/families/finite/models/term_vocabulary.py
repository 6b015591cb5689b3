"""Term vocabulary of finite models: which variables, words, parameters and operators a text may have.

>>> known = MechanismVocabulary({"L": FiniteVariable("L", ("off", "on"))})
>>> known.atom("off"), known.knows("eq"), word_fault("min")
(Constant(value='off'), True, 'is an operator of the language; choose another word')
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from symcause.errors import closest, did_you_mean, shorten
from symcause.families.finite.bounds import WORD_LENGTH
from symcause.families.finite.models.builtin_operators import (
    BUILT_INS,
    JUDGEMENTS,
    LANGUAGE,
    MEANT,
    PARAMETERS,
    SPREAD,
    TABLE,
    WHEN,
)
from symcause.families.finite.models.finite_values import FiniteVariable, Value
from symcause.families.finite.models.mechanism_class import DeclaredOperator
from symcause.families.finite.models.terms import Constant, Name, Term

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")


class TermError(Exception):
    """What is wrong with the text of a term: a phrase that goes on where the text was named."""


class Vocabulary(Protocol):
    """What the atoms and operators of a text may be."""

    def atom(self, token: str) -> Term:
        """The variable, word or parameter; integers are read before."""

    def knows(self, operator: str) -> bool:
        """Is there such an operator?"""

    def takes(self, operator: str, count: int) -> None:
        """Raise TermError unless there is such an operator of so many arguments."""

    def values(self, name: str) -> tuple[Value, ...]:
        """The values of a variable; none of what is no variable."""

    @property
    def forms(self) -> Collection[str]:
        """Which of ``table`` and ``when`` may be written."""


@dataclass(frozen=True)
class MechanismVocabulary:
    """The variables of a problem, all their values, and the operators of a class."""

    domains: Mapping[str, FiniteVariable]
    operators: Mapping[str, DeclaredOperator] = field(default_factory=dict)

    @property
    def forms(self) -> Collection[str]:
        own = self.operators.get(WHEN)
        return (TABLE, WHEN) if own is None or own.built_in else (TABLE,)

    @cached_property
    def _words(self) -> frozenset[str]:
        every = (value for one in self.domains.values() for value in one.values)
        return frozenset(value for value in every if isinstance(value, str))

    def atom(self, token: str) -> Term:
        if token in self.domains:
            return Name(token)
        if token in self._words:
            return Constant(token)
        near = closest(token, (*self.domains, *self._words))
        meant = f"; did you mean {near!r}?" if near is not None else ""
        raise TermError(f"has {shorten(token)}, which is no variable, value or integer{meant}")

    def knows(self, operator: str) -> bool:
        return operator in self.operators or operator in LANGUAGE

    def takes(self, operator: str, count: int) -> None:
        own = self.operators.get(operator)
        if own is None or own.built_in:
            _check_built_in(operator, count, (*self.operators, *LANGUAGE), "operator")
        elif count != own.arity and (own.arity is not None or not count):
            needs = "1 or more" if own.arity is None else str(own.arity)
            raise TermError(f"gives {operator!r} {count} argument(s); it takes {needs}")

    def values(self, name: str) -> tuple[Value, ...]:
        return self.domains[name].values if name in self.domains else ()


@dataclass(frozen=True)
class MeaningVocabulary:
    """The parameters of an operator (of any number: all together), any words, built-in operators."""

    arity: int | None
    variables: Collection[str] = ()  # of the problem: they are no words
    forms: Collection[str] = ()

    def atom(self, token: str) -> Term:
        if token == SPREAD:
            if self.arity is None:
                return Name(SPREAD)
            raise TermError(f"uses ..., but the arity is {self.arity}; write the parameters")
        if token in PARAMETERS:
            if self.arity is not None and PARAMETERS.index(token) < self.arity:
                return Name(token)
            arity = '"many"; write ... for all arguments' if self.arity is None else self.arity
            raise TermError(f"uses the parameter {token}, but the arity is {arity}")
        if (why := word_fault(token, self.variables)) is not None:
            raise TermError(f"has {shorten(token)}, which {why}")
        return Constant(token)

    def knows(self, operator: str) -> bool:
        return operator in MEANT

    def takes(self, operator: str, count: int) -> None:
        _check_built_in(operator, count, MEANT, "built-in operator")

    def values(self, name: str) -> tuple[Value, ...]:
        return ()


def word_fault(text: str, variables: Collection[str] = ()) -> str | None:
    """Why a text is no word, None if it is one."""
    if WORD.fullmatch(text) is None or len(text) > WORD_LENGTH:
        return f"is no word: letters, digits, _ and -, no digit first, at most {WORD_LENGTH}"
    if text in LANGUAGE:
        return "is an operator of the language; choose another word"
    if text in JUDGEMENTS:
        return "is said of queries; choose another word"
    return "is a variable; choose another word" if text in variables else None


def _check_built_in(operator: str, count: int, known: Collection[str], kind: str) -> None:
    if operator not in known:
        remedy = did_you_mean(operator, known)
        raise TermError(
            f"uses {shorten(operator)}, which is no {kind}" + f"; {remedy}" * bool(remedy)
        )
    if not BUILT_INS[operator].takes(count):
        needs = BUILT_INS[operator].needs
        raise TermError(f"gives {operator!r} {count} argument(s); it takes {needs}")
