"""Query interface of the Boolean catalogue: sizes, shortest expressions, functions that fit.

A class of functions is given by the number of parents (all functional), a size bound and a depth bound
(None: no bound). It is *settled* if its members are known exactly; how far that goes is said at
:meth:`Catalogue.reach`. Beyond it a question about one function answers None, and a question about
all of them is refused.

>>> c = catalogue(("not", "and", "or", "xor", "iff"))
>>> c.count_fitting(2, 3, care=0, value=0)  # and, or, xor, iff
4
>>> c.fitting(2, 4, care=0b1001, value=0b1000)  # 00 gives 0, 11 gives 1
[8, 14]
>>> c.minimal_size(Function(("X1", "X2"), 0b0010)), c.minimal_size(Function((), 0))
(4, 3)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from symcause.errors import LimitError, UsageError, did_you_mean
from symcause.families.boolean.bounds import CLONE_VARIABLES, FEW_TABLES
from symcause.families.boolean.catalogue import clones
from symcause.families.boolean.catalogue import depth_bounds as depths
from symcause.families.boolean.catalogue import table_arrays as rows
from symcause.families.boolean.catalogue.formula_arrays import expressed
from symcause.families.boolean.catalogue.function_lookup import effective_depth, find
from symcause.families.boolean.catalogue.level_store import MOST_VARIABLES, cap
from symcause.families.boolean.catalogue.output_counts import OutputCounts
from symcause.families.boolean.catalogue.table_lists import (
    Listing,
    at_any_size,
    exactly,
    functions,
    least_size,
    listing,
    sized,
)
from symcause.families.boolean.models.functions import Function, full_mask
from symcause.families.boolean.models.operator_completeness import expresses_everything
from symcause.models.expressions import Expression
from symcause.models.variable_names import WORDS

UNBOUNDED = 2**31 - 1
"""The reach of a class that is settled for every size."""


@dataclass(frozen=True)
class Catalogue:
    """The functions that an operator set can write, by size and depth; see :func:`catalogue`."""

    operators: tuple[str, ...]
    constants: bool

    @cached_property
    def expresses_everything(self) -> bool:
        """Can every Boolean function be written, at some size?"""
        return expresses_everything(self.operators, self.constants)

    def reach(self, parents_count: int, max_depth: int | None = None) -> int:
        """The largest size bound up to which classes with this many parents are settled.

        14 with at most four parents, 10 with five to nine. With k ≥ 10 parents it is k: nothing so
        short mentions them all. If every function that the operators (and the depth) admit has been
        found by then, there is no limit, and the answer is :data:`UNBOUNDED`.
        """
        if parents_count > MOST_VARIABLES:
            return parents_count
        most = cap(parents_count)
        if parents_count > CLONE_VARIABLES:
            return most
        found = sized(
            self.operators, self.constants, effective_depth(most, max_depth), parents_count, most
        )
        admitted = at_any_size(self.operators, self.constants, max_depth, parents_count)
        return UNBOUNDED if len(found) == len(admitted) else most

    def reaches(
        self, parents_count: int, max_ast: int | None, max_depth: int | None = None
    ) -> bool:
        """Is the class settled: are its members known, so that they can be counted and listed?"""
        bound = self._bound(parents_count, max_ast, max_depth)
        if bound is None:
            return parents_count <= CLONE_VARIABLES
        if parents_count <= MOST_VARIABLES and bound <= cap(parents_count):
            return True
        return bound <= self.reach(parents_count, max_depth)

    def covers(self, parents_count: int, max_ast: int | None, max_depth: int | None = None) -> bool:
        """Is every Boolean function of this many parents known to be in the class?

        Then the bounds exclude nothing, and plain counting of functions applies.
        """
        key = parents_count, max_ast, max_depth
        if key not in self._covered:
            self._covered[key] = self._covers(*key)
        return self._covered[key]

    @cached_property
    def _covered(self) -> dict[tuple[int, int | None, int | None], bool]:
        return {}

    def _covers(self, parents_count: int, max_ast: int | None, max_depth: int | None) -> bool:
        if max_ast is None and self.expresses_everything:
            universal = depths.universal_depth(self.operators, self.constants)
            if max_depth is None or (universal is not None and universal <= max_depth):
                return True
        if parents_count > CLONE_VARIABLES:
            return False
        if not self.reaches(parents_count, max_ast, max_depth):
            return False
        return len(self._members(parents_count, max_ast, max_depth)) == functions(parents_count)

    def minimal_size(self, function: Function, max_depth: int | None = None) -> int | None:
        """The least AST size of the function (within the depth); None if beyond reach or impossible.

        Mentioning a variable that does not matter never helps; a constant mentions one variable.
        """
        pair = self._found(function, max_depth)
        return None if pair is None else len(pair[0])

    def shortest(
        self, function: Function, via: str | None = None, max_depth: int | None = None
    ) -> Expression | None:
        """A shortest expression (within the depth); None if beyond reach or impossible.

        Among the shortest it is one of least depth, and among those the first one constructed for the
        class of the function under permutations. Arguments stand in order of size, then operator,
        then natural order of names. *via* is the variable that a constant may mention.
        """
        pair = self._found(function, max_depth)
        if pair is None:
            return None
        formula, arrangement = pair
        names = [function.parents[variable] for variable in arrangement]
        if not names and formula[-1] == 0:
            if via is None:
                raise UsageError("a constant function needs a variable to mention")
            names = [via]
        return expressed(formula, tuple(names))

    def writable(
        self, function: Function, max_ast: int | None, max_depth: int | None = None
    ) -> bool | None:
        """Can the function be written within the bounds? None if that is beyond reach."""
        count = len(function.parents)
        if max_ast is None and max_depth is None:
            return self._generates(function)
        bound = self._bound(count, max_ast, max_depth)
        size = self.minimal_size(function, max_depth)
        if size is not None and (bound is None or size <= bound):
            return True
        if self.reaches(count, max_ast, max_depth):
            mask = full_mask(count)
            return (
                bound is None
                and self.count_fitting(count, None, mask, function.table, max_depth=max_depth) > 0
            )
        if self.covers(count, max_ast, max_depth):
            return True
        return None if self._generates(function) else False

    def fitting(
        self,
        parents_count: int,
        max_ast: int | None,
        care: int,
        value: int,
        *,
        max_depth: int | None = None,
    ) -> list[int]:
        """The truth tables of the class with ``table & care == value``, ascending."""
        members = self._members(parents_count, max_ast, max_depth)
        return sorted(members.tables(members.matching(care, value)))

    def fitting_by_size(
        self,
        parents_count: int,
        max_ast: int,
        care: int,
        value: int,
        *,
        max_depth: int | None = None,
    ) -> list[tuple[int, int]]:
        """The same tables as pairs (least size within the depth, table), ascending."""
        members = self._members(parents_count, max_ast, max_depth)
        matching = members.matching(care, value)
        return sorted(zip(members.sizes[matching].tolist(), members.tables(matching), strict=True))

    def least(
        self, parents_count: int, care: int, value: int, *, max_depth: int | None = None
    ) -> tuple[int, int] | None:
        """The least (size, table) with ``table & care == value``; None if none is within reach."""
        if parents_count > MOST_VARIABLES:
            return None
        most = cap(parents_count)
        depth = effective_depth(most, max_depth)
        for size in range(least_size(parents_count), most + 1):
            members = exactly(self.operators, self.constants, depth, parents_count, size)
            if len(matching := members.matching(care, value)):
                return size, min(members.tables(matching))
        return None

    def count_fitting(
        self,
        parents_count: int,
        max_ast: int | None,
        care: int,
        value: int,
        *,
        max_depth: int | None = None,
    ) -> int:
        """How many tables :meth:`fitting` would list."""
        return self._members(parents_count, max_ast, max_depth).number(care, value)

    def few(
        self, parents_count: int, max_ast: int | None, *, max_depth: int | None = None
    ) -> list[int] | None:
        """All tables of a class that has few, in no order; None of one that has many."""
        members = self._members(parents_count, max_ast, max_depth)
        return members.tables(members.matching(0, 0)) if len(members) <= FEW_TABLES else None

    def numbers(self, parents_count: int, max_ast: int) -> OutputCounts:
        """Of seen patterns and their outputs: how many tables of the class agree, by size from 0 on."""
        return self._members(parents_count, max_ast, None).counts

    def generated(self, parents_count: int) -> list[int]:
        """All truth tables of at most four parents that the operators generate, at any size."""
        return self.fitting(parents_count, None, 0, 0)

    def _bound(self, count: int, max_ast: int | None, max_depth: int | None) -> int | None:
        """The size bound, or the one that a small depth implies.

        Depth 2 is an operator over leaves, of which few are enough.
        """
        effective_depth(0, max_depth)
        if count <= CLONE_VARIABLES or max_depth is None or max_depth > 2:
            return max_ast
        implied = 1 if max_depth == 1 else depths.broadest(self.operators, self.constants, count)
        return implied if max_ast is None else min(implied, max_ast)

    def _settled(self, count: int, max_ast: int | None, max_depth: int | None) -> None:
        """Refuse a class whose members are not known."""
        if not self.reaches(count, max_ast, max_depth):
            raise LimitError(
                f"the functions of {count} parents with AST size {_shown(max_ast)} and depth "
                f"{_shown(max_depth)} are not known exactly",
                remedy=f"with {count} parents sizes up to {self.reach(count, max_depth)} are",
            )

    def _members(self, count: int, max_ast: int | None, max_depth: int | None) -> Listing:
        self._settled(count, max_ast, max_depth)
        bound = self._bound(count, max_ast, max_depth)
        if bound is None:
            return at_any_size(self.operators, self.constants, max_depth, count)
        if count > MOST_VARIABLES:
            return listing(rows.empty(count), count)
        bound = min(bound, cap(count))
        return sized(
            self.operators, self.constants, effective_depth(bound, max_depth), count, bound
        )

    def _found(
        self, function: Function, max_depth: int | None
    ) -> tuple[bytes, tuple[int, ...]] | None:
        count = len(function.parents)
        if count > MOST_VARIABLES:
            return None
        depth = effective_depth(cap(count), max_depth)
        return find(self.operators, self.constants, depth, count, function.table)

    def _generates(self, function: Function) -> bool:
        count = len(function.parents)
        table = rows.from_integers([function.table], count)
        return bool(clones.generates(self.operators, self.constants, table, count)[0])


_catalogue = lru_cache(maxsize=64)(Catalogue)


def catalogue(operators: Iterable[str], constants: bool = False) -> Catalogue:
    """The catalogue of an operator set; the order of the operators does not matter."""
    return _given(tuple(operators), constants)


@lru_cache(maxsize=64)
def _given(operators: tuple[str, ...], constants: bool) -> Catalogue:
    words = set(operators)
    for word in sorted(words.difference(WORDS)):
        raise UsageError("unknown operator", value=word, remedy=did_you_mean(word, WORDS))
    return _catalogue(tuple(word for word in WORDS if word in words), constants)


def _shown(bound: int | None) -> str:
    return "unbounded" if bound is None else f"at most {bound}"
