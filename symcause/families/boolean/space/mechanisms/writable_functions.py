"""Writable functions: what a problem's operators can express within bounds on size and depth.

Where they can write every function of this many parents, nothing needs to be listed; else the catalogue
lists those that agree with the outputs on the patterns that were seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from symcause.errors import LimitError
from symcause.families.boolean.models.operator_completeness import expresses_everything

if TYPE_CHECKING:
    from symcause.families.boolean.catalogue import Catalogue
    from symcause.families.boolean.models.functions import Function
    from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
    from symcause.families.boolean.problem.problem import BooleanProblem


_FEW, _USUAL = 4, 10  # parents of which an audit asks for several sizes, up to this one


class Numbers:
    """How many functions can be written within each size: kept, for several classes ask for it."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int, int], tuple[int, list[int]]] = {}
        self._lists: dict[tuple[int, int], Callable[[int, int], list[int]]] = {}

    def within(self, book: Catalogue, cap: int, what: tuple[int, int, int]) -> int:
        """The number of those with this many parents, and such outputs on the seen patterns."""
        most, numbers = self._known.get(what, _UNKNOWN)
        if most < cap:
            parents, seen, value = what
            most = max(cap, _USUAL) if parents <= _FEW else cap
            counts = self._lists.get((parents, most))
            if counts is None:
                counts = self._lists[parents, most] = book.numbers(parents, most)
            numbers = counts(seen, value)
            self._known[what] = most, numbers
        return sum(numbers[: cap + 1]) if numbers else 0


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
        if self.known is not None and self.cap is not None and self.depth is None:
            return self.known.within(self.book, self.cap, (parents, seen, value))
        return self.book.count_fitting(parents, self.cap, seen, value, max_depth=self.depth)


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
