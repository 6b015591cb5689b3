"""The closure of a grammar over some parents: all functions that its expressions compute, size by size.

Bottom up: expressions of a size are put together from smaller ones that were kept. One is kept for every
vector of values over all combinations of the parents' values (:mod:`.vector_operators`): the smallest, then
the least deep where depth is bounded, then the one that is written first; deeper ones are kept, too, where
they are written before it, since they may be so in a larger expression. What can no longer become a
function of all parents within the bound on size is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, reduce
from itertools import combinations
from math import prod

import numpy as np

from symcause.budgets import StrictMeter
from symcause.errors import LimitError
from symcause.families.finite.bounds import CLOSURE_LOOKS, CLOSURE_SEEDS, CLOSURE_VECTORS
from symcause.families.finite.catalogue.argument_states import ArgumentStates, split
from symcause.families.finite.catalogue.closure_ledger import Collision, Entries, Ledger, Matrix
from symcause.families.finite.catalogue.kept_expressions import (
    KeptExpressions,
    headed,
    portions,
)
from symcause.families.finite.catalogue.vector_operators import BOTTOM, Codes, VectorOperator
from symcause.families.finite.models.builtin_operators import BUILT_INS, WHEN
from symcause.families.finite.models.finite_values import Value
from symcause.families.finite.models.mechanism_class import DeclaredOperator, Grammar
from symcause.families.finite.models.terms import Constant, Name, Operation, Term
from symcause.mechanisms.tables.table_functions import table_of
from symcause.mechanisms.tables.table_list import TableList


def arity(operator: DeclaredOperator) -> int | None:
    """How many arguments an operator has; None: one or more."""
    return BUILT_INS[operator.name].arity if operator.built_in else operator.arity


class Closure:
    """The expressions of a grammar over parents with these values that can matter, one a function."""

    def __init__(
        self, grammar: Grammar, constants: Sequence[Value], domains: Sequence[Sequence[Value]]
    ) -> None:
        self._grammar, self._domains, self._codes = grammar, domains, Codes()
        self._shape = tuple(map(len, domains))
        self._patterns = prod(self._shape)
        ordinary = [one for one in grammar.operators if one.name != WHEN or not one.built_in]
        self._operators = [VectorOperator(one, self._codes) for one in ordinary]
        self._whens = self._conditions(constants) if len(ordinary) < len(grammar.operators) else []
        self._atoms = [*range(len(domains)), *constants]
        for seed in range(CLOSURE_SEEDS):
            try:
                self._grow(seed)
                return
            except Collision:
                continue
        raise AssertionError("two vectors had the same number again and again")

    def _conditions(self, constants: Sequence[Value]) -> list[tuple[int, Value]]:
        """What ``when`` can ask: a parent and one of its values, the constants first."""
        conditions = list[tuple[int, Value]]()
        for parent, values in enumerate(self._domains):
            first = [one for one in constants if (type(one), one) in {(type(v), v) for v in values}]
            conditions += [(parent, value) for value in dict.fromkeys([*first, *values])]
        return conditions

    def _column(self, parent: int) -> Matrix:
        """The values of a parent in all combinations, the first parent fastest."""
        codes = np.array([self._codes.code(value) for value in self._domains[parent]])
        inner = prod(self._shape[:parent])
        block = np.repeat(codes.astype(np.int64), inner)
        return np.tile(block, self._patterns // len(block))

    # growth

    def _grow(self, seed: int) -> None:
        looks = StrictMeter(
            CLOSURE_LOOKS, f"more than {CLOSURE_LOOKS:,} outputs to compute for a grammar"
        )
        self._kept = KeptExpressions(self._patterns, looks)
        many = [one for one in self._operators if arity(one.operator) is None]
        self._states = {id(one): ArgumentStates(self._kept, one, seed) for one in many}
        ledger, no_depths = Ledger(self._patterns, seed), self._grammar.max_depth is None
        for size in range(1, self._grammar.max_size + 1):
            parts = [self._kept.empty]
            for vectors, depths, written in self._candidates(size):
                if no_depths:
                    depths = np.zeros(len(vectors), dtype=np.int64)
                parts += self._new(ledger, size, vectors, depths, written)
            kept = ledger.least(all_of := Entries.joined(parts), self._kept.columns(all_of.written))
            ledger.add(kept)
            self._kept.add(kept)
            if len(self._kept) > CLOSURE_VECTORS:
                raise LimitError(
                    f"more than {CLOSURE_VECTORS:,} expressions of size {size} and less over parents"
                    f" with {' · '.join(map(str, self._shape))} values",
                    remedy=f"max_size {size - 1} would do",
                )
            if size < self._grammar.max_size:
                self._kept.put_in_order()

    def _new(
        self, ledger: Ledger, size: int, vectors: Matrix, depths: Matrix, written: Matrix
    ) -> list[Entries]:
        """Those of some candidates that can be kept."""
        vectors = np.ascontiguousarray(vectors, dtype=np.int64)
        numbers = ledger.numbers(vectors)
        places = ledger.fresh(vectors, numbers, depths)
        most = self._grammar.max_depth
        if most is not None:
            places = places[depths[places] <= most]
        places = places[(vectors[places] != BOTTOM).any(axis=1)]
        places = places[self._useful(vectors[places], size)]
        if not len(places):
            return []
        some = Entries(vectors[places], numbers[places], depths[places], written[places])
        return [ledger.least(some, self._kept.columns(some.written))]

    def _useful(self, vectors: Matrix, size: int) -> Matrix:
        """Can expressions of this size become part of a function of all parents?"""
        missing = len(self._shape) - sum(
            [self._matters(vectors, p).astype(np.int64) for p in range(len(self._shape))],
            start=np.zeros(len(vectors), dtype=np.int64),
        )
        return np.asarray(size + self._needs[missing] <= self._grammar.max_size)

    @cached_property
    def _needs(self) -> Matrix:
        """What it takes at least to mention so many further parents: these, and operators between."""
        arities = [arity(one.operator) or 99 for one in self._operators] + [3] * bool(self._whens)
        joins = max(arities, default=1) - 1
        number = np.arange(len(self._shape) + 1)
        return number - (-number // joins) if joins else number * (self._grammar.max_size + 1)

    def _matters(self, vectors: Matrix, parent: int) -> Matrix:
        """Where a parent changes some output."""
        inner, size = prod(self._shape[:parent]), self._shape[parent]
        cells = vectors.reshape(len(vectors), self._patterns // (inner * size), size, inner)
        return np.asarray((cells[:, :, 1:] != cells[:, :, :1]).any(axis=(1, 2, 3)))

    # candidates

    def _candidates(self, size: int) -> Iterator[tuple[Matrix, Matrix, Matrix]]:
        """Vectors, depths and how they are written, of expressions of a size."""
        heads = len(self._operators) + len(self._whens)
        if size == 1:
            columns = [self._column(parent) for parent in range(len(self._shape))]
            constants = [self._codes.code(value) for value in self._atoms[len(columns) :]]
            columns += [np.full(self._patterns, code) for code in constants]
            if columns:
                written = np.arange(heads, heads + len(columns)).reshape(-1, 1)
                yield np.array(columns), np.ones(len(columns), dtype=np.int64), written
            return
        for head, operator in enumerate(self._operators):
            number = arity(operator.operator)
            if number is None:
                entries = self._states[id(operator)].grown(size - 1)
                for some in portions(len(entries), self._patterns):
                    vectors = operator.end(split(entries.vectors[some], self._patterns))
                    yield vectors, entries.depths[some] + 1, headed(head, entries.written[some])
                continue
            for sizes in _compositions(size - 1, number):
                for places in self._products(sizes, operator.operator):
                    args = [
                        self._kept.of_size[s - 1].vectors[p]
                        for s, p in zip(sizes, places, strict=True)
                    ]
                    depths, ids = self._about(sizes, places)
                    yield operator.value(args), depths + 1, headed(head, ids)
        for at, (parent, value) in enumerate(self._whens):
            hit = self._column(parent) == self._codes.code(value)
            for sizes in _compositions(size - 3, 2):
                for places in self._products(sizes):
                    args = [
                        self._kept.of_size[s - 1].vectors[p]
                        for s, p in zip(sizes, places, strict=True)
                    ]
                    depths, ids = self._about(sizes, places)
                    head = len(self._operators) + at
                    yield np.where(hit, args[0], args[1]), depths + 1, headed(head, ids)

    def _about(self, sizes: Sequence[int], places: Sequence[Matrix]) -> tuple[Matrix, Matrix]:
        """The depth of the deepest part, and which expressions the parts are."""
        depths = [self._kept.of_size[s - 1].depths[p] for s, p in zip(sizes, places, strict=True)]
        ids = [self._kept.offsets[s - 1] + p for s, p in zip(sizes, places, strict=True)]
        return reduce(np.maximum, depths), np.stack(ids, axis=1)

    def _products(
        self, sizes: Sequence[int], operator: DeclaredOperator | None = None
    ) -> Iterator[list[Matrix]]:
        """All combinations of expressions of these sizes, as places among those of a size."""
        options = [np.arange(len(self._kept.of_size[s - 1])) for s in sizes]
        if operator is not None and operator.name == "if" and operator.built_in:
            vectors = self._kept.of_size[sizes[0] - 1].vectors  # one branch alone is smaller
            both = (vectors == 0).any(axis=1) & (vectors == 1).any(axis=1)
            options[0] = np.flatnonzero(both)
        shape = tuple(map(len, options))
        for some in portions(prod(shape), self._patterns):
            self._kept.looks.spend((some.stop - some.start) * self._patterns)
            places = np.unravel_index(np.arange(some.start, some.stop), shape)
            yield [option[at] for option, at in zip(options, places, strict=True)]

    # what came of it

    @cached_property
    def _found(self) -> tuple[Matrix, Matrix, Matrix]:
        """The functions of which every parent matters: vectors, sizes, and which expressions they are."""
        every, whole = Entries.joined(self._kept.of_size), np.zeros(0, dtype=np.int64)
        whole = np.ones(len(every), dtype=np.bool_)
        for parent in range(len(self._shape)):
            whole &= self._matters(every.vectors, parent)
        counts = np.diff(self._kept.offsets)
        sizes = np.repeat(np.arange(1, len(counts) + 1), counts)
        at = np.flatnonzero(whole)
        at = at[np.lexsort((every.depths[at], sizes[at]))]
        return every.vectors[at], sizes[at], at

    def functions(self, values: Sequence[Value]) -> tuple[TableList, dict[int, int]]:
        """The functions with these values, with their sizes; and which expression each of them is."""
        vectors, sizes, ids = self._found
        codes = [self._codes.code(value) for value in values]
        total = np.isin(vectors, codes).all(axis=1)
        vectors, sizes, ids = vectors[total], sizes[total], ids[total]
        order = np.argsort(codes)
        outputs = order[np.searchsorted(np.array(codes)[order], vectors)]
        least = dict[int, tuple[int, int]]()
        for line, size, one in zip(outputs.tolist(), sizes.tolist(), ids.tolist(), strict=True):
            least.setdefault(table_of(line, len(values)), (size, one))
        tables = tuple(sorted(least))
        lengths = tuple([least[table][0] for table in tables])
        listed = TableList(self._shape, len(values), tables, lengths)
        return listed, {table: one for table, (_, one) in least.items()}

    def term(self, expression: int, names: Sequence[str]) -> Term:
        """An expression, the parents called by these names."""
        size = int(np.searchsorted(self._kept.offsets, expression, side="right"))
        line = (
            self._kept.of_size[size - 1].written[expression - self._kept.offsets[size - 1]].tolist()
        )
        head, parts = line[0], [self.term(one, names) for one in line[1:] if one >= 0]
        operators, heads = len(self._operators), len(self._operators) + len(self._whens)
        if head < operators:
            return Operation(self._operators[head].operator.name, tuple(parts))
        if head < heads:
            parent, value = self._whens[head - operators]
            return Operation(WHEN, (Name(names[parent]), Constant(value), *parts))
        if head - heads < len(self._shape):
            return Name(names[head - heads])
        return Constant(self._atoms[head - heads])


def _compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """The ways to write a number as a sum of so many positive ones."""
    for cuts in combinations(range(1, total), parts - 1) if total >= parts else ():
        yield tuple([b - a for a, b in zip((0, *cuts), (*cuts, total), strict=True)])
