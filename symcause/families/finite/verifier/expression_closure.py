"""The closure of a grammar in the finite verifier: all functions of its expressions, bottom up by size.

A function is the column of its values, one for each pattern of the parents, the first parent slowest;
None is "no value". An expression of size s is an operator over expressions of sizes that add up to s - 1,
so each size is made of smaller ones. Of expressions with one column the first is enough, but where depth
is bounded a later one that is less deep is kept, too. Arguments of an operator that takes any number are
tried in one order only.

>>> from symcause.families.finite.models.mechanism_class import DeclaredOperator
>>> grammar = Grammar(4, None, (0, 1), (DeclaredOperator("not", 1), DeclaredOperator("and", None)))
>>> sorted(columns(grammar, grammar.constants, ((0, 1), (0, 1)), Work()))[:5]
[(0, 0, 0, 0), (0, 0, 0, 1), (0, 0, 1, 0), (0, 0, 1, 1), (0, 1, 0, 0)]
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations_with_replacement, groupby, product
from math import comb, prod
from typing import TypeAlias

from symcause.families.finite.models.builtin_operators import BUILT_INS, Maybe
from symcause.families.finite.models.finite_values import Value
from symcause.families.finite.models.mechanism_class import DeclaredOperator, Grammar
from symcause.families.finite.models.term_text import term_size
from symcause.families.finite.models.term_values import applied
from symcause.kernel.work import Work

Column: TypeAlias = tuple[Maybe, ...]
Level: TypeAlias = list[tuple[Column, int]]
"""Columns of one size, with the depth of an expression."""

_WHAT = "the expressions of a grammar"


def columns(
    grammar: Grammar,
    constants: tuple[Value, ...],
    domains: tuple[tuple[Value, ...], ...],
    work: Work,
) -> set[Column]:
    """The columns of all expressions over variables with these values."""
    return set(_Closure(grammar, constants, domains, work).depths)


def operator_outputs(
    grammar: Grammar,
    constants: tuple[Value, ...],
    domains: tuple[tuple[Value, ...], ...],
    work: Work,
) -> tuple[dict[tuple[Maybe, ...], Maybe], ...]:
    """What every operator makes of all that stands in these expressions, in one order of arguments."""
    return tuple(map(dict, _Closure(grammar, constants, domains, work).outputs))


class _Outputs(dict[tuple[Maybe, ...], Maybe]):
    """What an operator makes of values, remembered."""

    def __init__(self, operator: DeclaredOperator, work: Work) -> None:
        self._operator, self._work = operator, work
        self._steps = 100 + 80 * (0 if operator.meaning is None else term_size(operator.meaning))

    def __missing__(self, values: tuple[Maybe, ...]) -> Maybe:
        self._work.spend(self._steps, _WHAT)
        self._work.hold(250, "the functions of a grammar")
        if not self._operator.built_in:
            output = applied(self._operator, values)
        elif BUILT_INS[self._operator.name].strict and None in values:
            output = None
        else:
            output = BUILT_INS[self._operator.name].value(values)
        self[values] = output
        return output


class _Closure:
    """Sizes one after the other; *depths* has the least depth of each column so far."""

    def __init__(
        self,
        grammar: Grammar,
        constants: tuple[Value, ...],
        domains: tuple[tuple[Value, ...], ...],
        work: Work,
    ) -> None:
        self._grammar, self._domains, self._work = grammar, domains, work
        self._patterns = prod(map(len, domains))
        work.spend(self._patterns * (1 + len(domains) + len(constants)), _WHAT)
        parents = list(zip(*product(*domains), strict=True))
        self._parents: list[Column] = parents
        self.depths: dict[Column, int] = {}
        self._levels: list[Level] = [[], []]
        for column in (*parents, *((value,) * self._patterns for value in constants)):
            self._keep(column, 1)
        self.outputs = [_Outputs(operator, work) for operator in grammar.operators]
        for size in range(2, grammar.max_size + 1):
            self._levels.append([])
            for operator, outputs in zip(grammar.operators, self.outputs, strict=True):
                self._grow(operator, outputs, size - 1)

    def _grow(self, operator: DeclaredOperator, outputs: _Outputs, rest: int) -> None:
        """All expressions with this operator in front of parts whose sizes add up to *rest*."""
        if operator.built_in and operator.name == "when":
            return self._match(rest)
        known = outputs.__getitem__
        for parts in self._arguments(operator.arity, rest):
            column = tuple(map(known, zip(*(part[0] for part in parts), strict=True)))
            self._keep(column, 1 + max(part[1] for part in parts))
        return None

    def _match(self, rest: int) -> None:
        """``(when PARENT value e1 e2)``: two atoms and two expressions."""
        for column, values in zip(self._parents, self._domains, strict=True):
            for value in values:
                has = [one == value for one in column]
                for (first, depth), (second, other) in self._arguments(2, rest - 2):
                    both = zip(has, first, second, strict=True)
                    self._keep(
                        tuple([a if yes else b for yes, a, b in both]), 1 + max(depth, other)
                    )

    def _arguments(self, arity: int | None, rest: int) -> Iterator[tuple[tuple[Column, int], ...]]:
        """Parts of these sizes together; of any number in one order, if the arity is none."""
        if arity is None:
            for sizes in _partitions(rest, 1):
                runs = [(self._levels[size], len(list(run))) for size, run in groupby(sizes)]
                self._announce(prod(comb(len(level) + n - 1, n) for level, n in runs), len(sizes))
                for parts in product(*(combinations_with_replacement(*run) for run in runs)):
                    yield tuple(chain.from_iterable(parts))
            return
        for sizes in _compositions(rest, arity):
            levels = [self._levels[size] for size in sizes]
            self._announce(prod(map(len, levels)), arity)
            yield from product(*levels)

    def _announce(self, number: int, parts: int) -> None:
        self._work.spend(number * (20 + self._patterns * (1 + parts // 3)), _WHAT)

    def _keep(self, column: Column, depth: int) -> None:
        bound, known = self._grammar.max_depth, self.depths.get(column)
        if known is None if bound is None else depth < (known or bound + 1):
            self._work.hold(180 + 9 * self._patterns, "the functions of a grammar")
            self.depths[column] = depth
            self._levels[-1].append((column, depth))


def _compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Sizes of so many parts, each at least 1, that add up."""
    if parts == 1:
        yield (total,)
        return
    for first in range(1, total - parts + 2):
        yield from ((first, *rest) for rest in _compositions(total - first, parts - 1))


def _partitions(total: int, least: int) -> Iterator[tuple[int, ...]]:
    """Sizes of any number of parts, ascending, that add up."""
    if total >= least:
        yield (total,)
    for first in range(least, total // 2 + 1):
        yield from ((first, *rest) for rest in _partitions(total - first, first))
