"""Writable functions: what a problem's operators can express within bounds on size and depth.

Where they can write every function of this many parents, nothing needs to be listed; else the catalogue
lists those that agree with the outputs on the patterns that were seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from symcause.errors import LimitError
from symcause.families.boolean.bounds import ASKED_NODES, ASKED_PARENTS
from symcause.families.boolean.models.operator_completeness import expresses_everything

if TYPE_CHECKING:
    from symcause.families.boolean.catalogue import Catalogue
    from symcause.families.boolean.models.functions import Function
    from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
    from symcause.families.boolean.problem.problem import BooleanProblem


Shown = tuple[int, int]
"""The patterns of a parent set that are seen, and those of them with output 1, as bits."""


_MANY = 16  # questions for which few tables are tried one by one
_WORD = 6  # parents whose patterns are the bits of a word


class Numbers:
    """How many functions can be written within each size: kept, for several classes ask for it."""

    def __init__(self) -> None:
        self._known: dict[int, dict[Shown, tuple[int, list[int]]]] = {}

    def within(
        self, book: Catalogue, parents: int, cap: int, shown: Sequence[Shown]
    ) -> Iterator[int]:
        """The numbers of those with this many parents that show each of these."""
        known = self._known.setdefault(parents, {})
        if new := [what for what in dict.fromkeys(shown) if known.get(what, _UNKNOWN)[0] < cap]:
            most = max(cap, ASKED_NODES) if parents <= ASKED_PARENTS else cap
            counted = book.numbers(parents, most)(new)
            known.update(zip(new, ((most, numbers) for numbers in counted), strict=True))
        return (sum(known[what][1][: cap + 1]) for what in shown)


_UNKNOWN: tuple[int, list[int]] = (-1, [])


class Writable(Struct, frozen=True):
    """What the operators can write within bounds on size and depth (None: at any)."""

    book: Catalogue
    cap: int | None
    depth: int | None
    known: Numbers | None = None  # what is counted already

    def tables(self, parents: int, seen: int, value: int) -> Sequence[int]:
        return self.book.fitting(parents, self.cap, seen, value, max_depth=self.depth)

    def has(self, function: Function) -> bool:
        return bool(self.book.writable(function, self.cap, self.depth))

    def few(self, parents: int) -> list[int] | None:
        """All tables of this many parents, in no order; None if they are too many to try each."""
        return self.book.few(parents, self.cap, max_depth=self.depth)

    def number(self, parents: int, seen: int, value: int) -> int:
        return self.numbers(parents, [(seen, value)])[0]

    def numbers(self, parents: int, shown: Sequence[Shown]) -> list[int]:
        """How many functions of this many parents show each of these."""
        tables = self.few(parents) if len(shown) > _MANY else None
        if tables is not None:
            return _agreeing(tables, shown, parents)
        if self.known is not None and self.cap is not None and self.depth is None:
            return list(self.known.within(self.book, parents, self.cap, shown))
        count, bounds = self.book.count_fitting, (parents, self.cap)
        return [count(*bounds, *what, max_depth=self.depth) for what in shown]


def _agreeing(tables: Sequence[int], shown: Sequence[Shown], parents: int) -> list[int]:
    """How many of some tables show each of these."""
    if parents > _WORD:
        return [[table & seen for table in tables].count(value) for seen, value in shown]
    import numpy as np

    seen, value = np.array(shown, dtype=np.uint64).T
    numbers = np.zeros(len(shown), dtype=np.int64)
    for table in tables:
        numbers += seen & np.uint64(table) == value
    counted: list[int] = numbers.tolist()
    return counted


def excludes_nothing(problem: BooleanProblem, hypotheses: HypothesisClass, bound: int) -> bool:
    """True if every function of this many parents can be written within the bounds."""
    if not hypotheses.tabled:
        return expresses_everything(problem.operators, problem.constants)
    book, cap, depth = _book(problem), hypotheses.max_ast, hypotheses.max_depth
    return all(book.covers(k, cap, depth) for k in range(bound + 1))


def listing(
    problem: BooleanProblem,
    hypotheses: HypothesisClass,
    bound: int,
    known: Numbers | None = None,
) -> Writable:
    """The functions of up to this many parents; raises LimitError where not all of them are known.

    Numbers of functions are kept among the *known* ones.
    """
    book, cap, depth = _book(problem), hypotheses.max_ast, hypotheses.max_depth
    for parents in range(bound + 1):
        if not book.reaches(parents, cap, depth):
            what = hypotheses if hypotheses.tabled else " ".join(problem.operators)
            raise LimitError(
                f"which functions of {parents} parents can be written is not known: {what}",
                remedy="lower --max-ast or --max-parents",
            )
    return Writable(book, cap, depth, known)


def _book(problem: BooleanProblem) -> Catalogue:
    from symcause.families.boolean.catalogue import catalogue  # slow to load, rarely needed

    return catalogue(problem.operators, problem.constants)
