"""Components of scenario models: design domains, distributions, variables, the one loop.

>>> Integer(0, 3, 0).size, Choice(("plain", "filter"), "plain").size
(4, 2)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from symcause.grammar.scenario.scenario_terms import Term

Value = Fraction | bool | str
"""A number, a truth value or an option."""

Design = Mapping[str, Value]
"""A value for every design variable."""


@dataclass(frozen=True)
class Integer:
    """Whole numbers from *least* to *most*; None: no cap."""

    least: int
    most: int | None
    default: int

    @property
    def size(self) -> int | None:
        return None if self.most is None else self.most - self.least + 1


@dataclass(frozen=True)
class Boolean:
    """True or false."""

    default: bool

    @property
    def size(self) -> int:
        return 2


@dataclass(frozen=True)
class Choice:
    """One of several options."""

    options: tuple[str, ...]
    default: str

    @property
    def size(self) -> int:
        return len(self.options)


Domain = Integer | Boolean | Choice


def default_of(domain: Domain) -> Value:
    """The default as a value."""
    return Fraction(domain.default) if isinstance(domain, Integer) else domain.default


DISTRIBUTIONS = {
    "bernoulli": ("p",),
    "uniform": ("low", "high"),
    "integer": ("low", "high"),
    "normal": ("mean", "sd"),
    "truncated": ("mean", "sd", "low", "high"),
}
"""The distributions and their parameters; ``categorical`` has one weight an option."""

CONTINUOUS = frozenset({"uniform", "normal", "truncated"})


@dataclass(frozen=True)
class Distribution:
    """A distribution whose parameters are terms; *options* are those of ``categorical``."""

    kind: str
    terms: tuple[Term, ...]
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Draw:
    """A variable drawn from a distribution."""

    name: str
    distribution: Distribution


@dataclass(frozen=True)
class Define:
    """A variable defined by a term."""

    name: str
    term: Term


@dataclass(frozen=True)
class Repeat:
    """Rounds that add an amount to one of several targets.

    In each of *times* rounds, with probability *chance* one target is chosen in proportion to its weight
    and the amount is added to its total. Yields ``name.target`` for every target, and ``name.hits``.
    """

    name: str
    times: Term
    chance: Term
    targets: tuple[tuple[str, Term], ...]
    draws: tuple[tuple[str, Distribution], ...]
    amount: Term

    @property
    def totals(self) -> tuple[str, ...]:
        return tuple(f"{self.name}.{target}" for target, _ in self.targets)


Variable = Draw | Define | Repeat


def terms_of(variable: Variable) -> tuple[Term, ...]:
    """The terms that say where a variable comes from (those inside a loop included)."""
    if isinstance(variable, Define):
        return (variable.term,)
    if isinstance(variable, Draw):
        return variable.distribution.terms
    inside = tuple(term for _, drawn in variable.draws for term in drawn.terms)
    weights = tuple(term for _, term in variable.targets)
    return (variable.times, variable.chance, *weights, *inside, variable.amount)
