"""The cpt problem: a causal graph, tables or given probabilities, and what is asked of them.

With *tables* there is one network and one value. With *given* numbers the members are all networks on the
graph whose probabilities lie within half of *rounding* of them; the query then has a range.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from symcause.families.cpt.models.answer_rule import AnswerRule
from symcause.families.cpt.models.network import Network
from symcause.families.cpt.models.probability_keys import Key, Term
from symcause.families.cpt.models.query_values import Query
from symcause.models.dags import DAG
from symcause.models.notebook_hook import Shown

HOMOGENEOUS = "homogeneous"
ASSUMPTIONS = (HOMOGENEOUS,)
"""What one may assume beyond the graph."""

Box = tuple[Fraction, Fraction]
"""The closed interval of one number."""


def middle(box: Box) -> Fraction:
    """The number in the middle of a box."""
    return (box[0] + box[1]) / 2


def pinned(box: Box) -> bool:
    """Is a number 0, or 1, and nothing else?"""
    return box[0] == box[1] and box[0] in (0, 1)


@dataclass(frozen=True)
class GivenFamily:
    """A key with its numbers, one for each of its terms."""

    key: Key
    numbers: tuple[Fraction, ...]


@dataclass(frozen=True)
class Release:
    """The rest of a released question: what it says of itself that is not yet part of the problem.

    *model* is the number of its network in a file of models, where that has not been found; *printed* are
    the given numbers as the text prints them, or why they cannot be read off it.
    """

    model: str | None = None
    printed: tuple[GivenFamily, ...] | str = ()
    background: str = ""
    told: str = ""
    question: str = ""


@dataclass(frozen=True, repr=False)
class CptProblem(Shown):
    """A graph, what is known of its probabilities, and what is asked."""

    brief = ("id", "query")

    id: str
    dag: DAG
    query: Query
    tables: Network | None = None
    given: tuple[GivenFamily, ...] = ()
    rounding: Fraction = Fraction(0)
    unobserved: tuple[str, ...] = ()
    positive: bool = True
    threshold: Fraction | None = None
    assume: tuple[str, ...] = ()
    gold: str | None = None
    text: str | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    metadata: Mapping[str, object] = field(default_factory=dict)
    release: Release | None = None

    @property
    def rule(self) -> AnswerRule:
        """How a value becomes an answer."""
        return AnswerRule(self.query.type, self.positive, self.threshold)

    def terms(self) -> Iterator[tuple[Term, Fraction]]:
        """Every given probability and its number."""
        for family in self.given:
            yield from zip(family.key.terms, family.numbers, strict=True)

    def box(self, number: Fraction) -> Box:
        """The interval that a given number may stand for: half a rounding to each side, within 0 and 1."""
        half = self.rounding / 2
        return max(Fraction(0), number - half), min(Fraction(1), number + half)
