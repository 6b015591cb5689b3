"""Dynamic programme of the Boolean catalogue: functions by the size of their shortest expression.

*Worlds.* World k holds the functions all of whose k variables matter, one for each class under
permutations of the variables. A shortest expression mentions only variables that matter: if f does
not depend on y, writing another variable x for y changes neither f nor size nor depth. So world k
needs the worlds below it and nothing above. Constants are found where x is the only variable (world 1)
and kept in world 0; as arguments they may mention any variable, say the first.

*Steps.* An expression of size s is a leaf, a negation, or an operator over arguments of total size
t = s - 1. Arguments are added one at a time, smallest last: an open list of total size t is a single
argument of size t - b ≥ b, or a longer open list of total t - b ≥ 2b, extended by an argument of
size b. By symmetry the long part is a representative on the variables 0 … j-1 and the short part runs
through all placements that mention the rest. An open list is known by what its operator gathers: for
``and``, ``or`` and ``xor`` the function of its arguments so far; for ``iff`` a pair (all true, some true).

*Pruning.* A list is dropped if the same function (pair) is available at a smaller total, or as a single
argument of the same size that is no deeper. Nothing is lost: both continue alike. All arguments of a
shortest expression are shortest, and so the programme also finds the least depth among the shortest.

*Depth.* With a bound d the arguments come from the programme with bound d - 1; without one they come
from the programme itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, reduce, wraps
from itertools import combinations
from operator import and_, or_
from typing import Any, Concatenate, ParamSpec, TypeVar

import numpy as np

from symcause.families.boolean.catalogue import table_arrays as rows
from symcause.families.boolean.catalogue.conditionals import conditionals
from symcause.families.boolean.catalogue.formula_arrays import (
    FALSE,
    TRUE,
    OperatorFamily,
    extended,
    leaves,
    nothing,
    union,
)
from symcause.families.boolean.catalogue.orbits import arranged_orbits, canonical
from symcause.families.boolean.catalogue.table_arrays import Mask, Tables
from symcause.models.operators.mechanism_operators import OPERATOR, Meaning

Gathers = tuple[Callable[[Any, Any], Any], ...]


def combine(
    meaning: Meaning, rest: Sequence[Tables], last: Tables, ones: np.uint64, paired: bool
) -> Tables:
    """Every long part with every last argument; row r·(number of last arguments) + a."""
    width = last.shape[1]
    gathers = zip(meaning.gathers, rest, strict=True)
    gathered: list[Tables] = [gather(part[:, None, :], last) for gather, part in gathers]
    tables = gathered[0]
    if paired:
        tables, width = np.concatenate(gathered, axis=2), len(gathered) * width
    elif meaning.value is not None:
        tables = meaning.value(gathered, ones)
    return tables.reshape(-1, width)


def essential(tables: Tables, count: int, paired: bool) -> Mask:
    """Do all variables matter (to at least one table of a pair)?"""
    if not paired:
        return rows.full_support(tables, count)
    parts = _parts(tables, rows.words(count))
    result = np.ones(len(tables), dtype=bool)
    for variable in range(count):
        result &= reduce(or_, (rows.depends(part, variable) for part in parts))
    return result


@cache
def _plain(gathers: Gathers) -> Meaning:
    """What only gathers."""
    return Meaning(gathers)


def _parts(tables: Tables, width: int) -> list[Tables]:
    """What is gathered, each of so many words."""
    return [tables[:, at : at + width] for at in range(0, tables.shape[1], width)]


P = ParamSpec("P")
R = TypeVar("R")

_CHUNK = 1 << 19  # combinations formed at once


def _once(
    method: Callable[Concatenate[Programme, P], R],
) -> Callable[Concatenate[Programme, P], R]:
    """Remember the results of a method, for as long as its programme lives."""

    @wraps(method)
    def remembered(self: Programme, /, *args: P.args, **kwargs: P.kwargs) -> R:
        key = (method.__name__, args, tuple(sorted(kwargs.items())))
        if key not in self.memory:
            self.memory[key] = method(self, *args, **kwargs)
        return self.memory[key]  # type: ignore[return-value]

    return remembered


class Programme:
    """All functions by world and size, computed when asked for.

    >>> [len(Programme(("and", "not"), False).level(2, size)) for size in range(1, 7)]
    [0, 0, 1, 2, 2, 1]
    """

    def __init__(
        self, operators: tuple[str, ...], constants: bool, max_depth: int | None = None
    ) -> None:
        self.operators = operators
        self.constants = constants
        self.memory: dict[tuple[object, ...], object] = {}
        self.arguments: Programme | None = self
        if max_depth is not None:
            deeper = max_depth > 1
            self.arguments = Programme(operators, constants, max_depth - 1) if deeper else None

    @_once
    def level(self, count: int, size: int) -> OperatorFamily:
        """The functions of *count* variables whose shortest expression has this size.

        One for each class under permutations, canonical and ascending.
        """
        if size == 1:
            return self._leaves(count)
        families = [nothing(rows.words(count), size)]
        if size <= count:  # every variable is a leaf, and an operator is needed
            return families[0]
        if self.arguments is not None:
            if self.arguments is not self:
                families.append(self.arguments.level(count, size))
            meanings = {word: OPERATOR[word].meaning for word in self.operators}
            fixed = [word for word, meaning in meanings.items() if not meaning.gathers]
            for word in fixed:
                if meanings[word].least == 1:
                    level = self.arguments.level(count, size - 1)
                    families.append(self._valued(meanings[word], count, level).closed(word))
            if size > 2:
                families += [
                    self.lists(meaning, count, size - 1).closed(word)
                    for word, meaning in meanings.items()
                    if word not in fixed
                ]
            for word in fixed:
                if 1 < meanings[word].least < size:
                    written = conditionals(meanings[word], self.arguments, count, size - 1)
                    families.append(written.closed(word))
        family = union(families).shallowest()
        return family.take(~rows.among(family.tables, self.known(count, size - 1)))

    def _leaves(self, count: int) -> OperatorFamily:
        if count == 1:
            return leaves(rows.from_integers([0b10], 1), [0])
        if count == 0 and self.constants:
            return leaves(rows.from_integers([0, 1], 0), [FALSE, TRUE])
        return nothing(rows.words(count), 1)

    def _valued(self, meaning: Meaning, count: int, level: OperatorFamily) -> OperatorFamily:
        """What an operator of one argument makes of a level."""
        assert meaning.value is not None
        tables = meaning.value([level.tables], rows.ones(count))
        return level.arranged(*canonical(tables, count))

    @_once
    def known(self, count: int, size: int) -> Tables:
        """The canonical tables of all functions of at most this size."""
        if size < 1:
            return rows.empty(count)
        return np.concatenate((self.known(count, size - 1), self.level(count, size).tables))

    @_once
    def placed(self, count: int, size: int) -> tuple[OperatorFamily, Tables]:
        """All functions of this size over *count* variables, and the set each depends on."""
        families = [nothing(rows.words(count), size)]
        supports = [np.zeros(0, dtype=np.uint64)]
        for support in range(min(count, size) + 1):
            level = self.level(support, size)
            tables, origin, arrangements = arranged_orbits(level.tables, support)
            members = level.take(origin).arranged(tables, arrangements)
            for positions in combinations(range(count), support):
                families.append(members.placed(rows.place(tables, positions, count), positions))
                mask = np.uint64(sum(1 << position for position in positions))
                supports.append(np.full(len(members), mask))
        return union(families), np.concatenate(supports)

    @_once
    def lists(self, meaning: Meaning, count: int, total: int) -> OperatorFamily:
        """Argument lists by the function of an operator: those that no smaller or equal one replaces."""
        assert self.arguments is not None
        raw = self._lists(meaning, count, total, False)
        family = raw.arranged(*canonical(raw.tables, count)).shallowest()
        useless = rows.among(family.tables, self.arguments.known(count, total - 1))
        useless |= rows.among(family.tables, self._functions_of_lists(meaning, count, total - 1))
        single = self.arguments.level(count, total)
        for depth in set(single.depth.tolist()):
            shallow = single.tables[single.depth <= depth]
            useless |= (family.depth >= depth) & rows.among(family.tables, shallow)
        return family.take(~useless)

    @_once
    def pairs(self, gathers: Gathers, count: int, total: int) -> OperatorFamily:
        """Open argument lists by all that is gathered: of ``iff`` the pair (all true, some true)."""
        family = self._lists(_plain(gathers), count, total, True)
        useless = rows.among(family.tables, self._paired(gathers, count, total - 1))
        if {and_, or_} <= set(gathers):  # if these are equal, so are all arguments
            first, *rest = _parts(family.tables, rows.words(count))
            useless |= reduce(and_, ((first == other).all(axis=1) for other in rest))
        return family.take(~useless)

    def _open(self, meaning: Meaning, count: int, total: int) -> OperatorFamily:
        """Lists that can go on: what only gathers one thing is known by the function of its arguments."""
        if len(meaning.gathers) == 1:
            plain = meaning if meaning.value is None else _plain(meaning.gathers)
            return self.lists(plain, count, total)
        return self.pairs(meaning.gathers, count, total)

    @_once
    def _functions_of_lists(self, meaning: Meaning, count: int, total: int) -> Tables:
        """The functions of all lists of at most this total."""
        if total < 2:
            return rows.empty(count)
        return np.concatenate(
            (
                self._functions_of_lists(meaning, count, total - 1),
                self.lists(meaning, count, total).tables,
            )
        )

    @_once
    def _paired(self, gathers: Gathers, count: int, total: int) -> Tables:
        """The pairs of all lists of at most this total."""
        if total < 2:
            return np.empty((0, len(gathers) * rows.words(count)), dtype=np.uint64)
        before = self._paired(gathers, count, total - 1)
        return np.concatenate((before, self.pairs(gathers, count, total).tables))

    def _lists(self, meaning: Meaning, count: int, total: int, paired: bool) -> OperatorFamily:
        """Lists on exactly *count* variables; the constants of world 1 belong to world 0."""
        family = self._combined(meaning, count, total, paired)
        if count == 1:
            return family.take(essential(family.tables, 1, paired))
        if count == 0:
            other = self._combined(meaning, 1, total, paired)
            other = other.take(~essential(other.tables, 1, paired))
            return union((family, other.over(other.tables & np.uint64(1)))).shallowest()
        return family

    @_once
    def _combined(self, meaning: Meaning, count: int, total: int, paired: bool) -> OperatorFamily:
        number = len(meaning.gathers)
        families = [nothing(rows.words(count) * (number if paired else 1), total)]
        if total < count:
            return families[0]
        for rest, support, last in self._splits(meaning, count, total):
            size = rows.words(support)
            wide = [rows.extend(part, support, count) for part in _parts(rest.tables, size)]
            parts = wide if len(wide) == number else wide * number
            step = max(1, _CHUNK // len(last))
            for start in range(0, len(rest), step):
                some = [part[start : start + step] for part in parts]
                tables = combine(meaning, some, last.tables, rows.ones(count), paired)
                keep = np.nonzero(essential(tables, count, paired) | (count == 1))[0]
                families.append(extended(rest, last, tables[keep], start * len(last) + keep))
        return union(families).shallowest()

    def _splits(
        self, meaning: Meaning, count: int, total: int
    ) -> Iterator[tuple[OperatorFamily, int, OperatorFamily]]:
        """The long parts, how many variables they have, and the last arguments that fit."""
        assert self.arguments is not None
        for size in range(1, total // 2 + 1):
            family, supports = self.arguments.placed(count, size)
            for support in range(count + 1):
                others = np.uint64((1 << count) - (1 << support))
                last = family.take((supports & others) == others)
                if not len(last):
                    continue
                rest = total - size
                yield self.arguments.level(support, rest), support, last
                if rest >= 2 * size:
                    yield self._open(meaning, support, rest), support, last
