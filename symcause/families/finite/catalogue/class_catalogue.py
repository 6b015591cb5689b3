"""The catalogue of a declared class: functions of every variable by parent set, with sizes and expressions.

Functions of a grammar come from its closure, which variables and problems with the same values share; those
of a named class from its definition. Bounds on the number of parents are no matter of the catalogue.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import cached_property, lru_cache
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from symcause.errors import LimitError
from symcause.families.finite.bounds import KEPT_CATALOGUES, KEPT_CLOSURES, LISTED_FUNCTIONS
from symcause.families.finite.catalogue.grammar_closure import Closure, arity
from symcause.families.finite.catalogue.named_functions import holds, named_functions
from symcause.families.finite.models.builtin_operators import WHEN
from symcause.families.finite.models.finite_values import FiniteVariable, Value
from symcause.families.finite.models.mechanism_class import FiniteClass, Grammar
from symcause.families.finite.models.table_terms import written_table
from symcause.families.finite.models.terms import Constant, Term
from symcause.mechanisms.tables.free_outputs import completions
from symcause.mechanisms.tables.table_functions import TableFunction, all_matter
from symcause.mechanisms.tables.table_list import TableList

if TYPE_CHECKING:
    from symcause.families.finite.models.compiled_answers import Posed

_closures = OrderedDict[object, Closure | LimitError]()
_catalogues = OrderedDict[str, "ClassCatalogue"]()


def catalogue_of(problem: Posed) -> ClassCatalogue:
    """The catalogue of a problem's class, the same for problems with the same class and values."""
    key = repr((problem.domains, problem.model_class.shared, problem.model_class.own))
    if key not in _catalogues:
        _catalogues[key] = ClassCatalogue(problem.domains, problem.model_class)
        if len(_catalogues) > KEPT_CATALOGUES:
            _catalogues.popitem(last=False)
    _catalogues.move_to_end(key)
    return _catalogues[key]


def most_parents(grammar: Grammar) -> int:
    """How many parents an expression of a grammar can have at most."""
    widest = max(
        [2 if one.name == WHEN else arity(one) or grammar.max_size for one in grammar.operators],
        default=1,
    )
    number = 1
    while widest > 1 and number + 1 - (-number // (widest - 1)) <= grammar.max_size:
        number += 1
    return number


class ClassCatalogue:
    """The functions that the variables may have, whatever is seen."""

    def __init__(self, domains: Sequence[FiniteVariable], model_class: FiniteClass) -> None:
        self._class = model_class
        self._domains = {variable.name: variable for variable in domains}
        self._listed: dict[object, tuple[TableList, dict[int, int]]] = {}

    def free(self, variable: str) -> bool:
        """May the variable have any function?"""
        return "any" in self._class.of(variable).functions

    def sized_by_parents(self, variable: str) -> bool:
        """Is every function of the variable as large as it has parents, and 1 more?"""
        return self._class.of(variable).grammar is None

    def functions(self, variable: str, parents: Sequence[str]) -> TableList:
        """The functions in which all these parents matter, with their sizes.

        Raises LimitError where there are too many to list.
        """
        return self._listing(variable, tuple(parents))[0]

    def size(self, variable: str, function: TableFunction) -> int | None:
        """The size of a function of the class; None if it is none."""
        if self._class.of(variable).grammar is None:
            return 1 + len(function.parents) if self.contains(variable, function) else None
        listed = self.functions(variable, function.parents)
        at = listed.place(function.table)
        return None if at is None or listed.lengths is None else listed.lengths[at]

    def contains(self, variable: str, function: TableFunction) -> bool:
        """Is a function of the variable in its class, all bounds on parents aside?"""
        own = self._class.of(variable)
        if own.grammar is None:
            return any(holds(name, function) for name in own.functions)
        return self.size(variable, function) is not None

    def expression(self, variable: str, function: TableFunction) -> Term | None:
        """How a function of the class is written; None if it is none."""
        grammar = self._class.of(variable).grammar
        if grammar is None:
            return self._table(variable, function) if self.contains(variable, function) else None
        if len(function.parents) > most_parents(grammar):
            return None
        place = self._listing(variable, function.parents)[1].get(function.table)
        if place is None:
            return None
        return self._closure(variable, function.parents).term(place, function.parents)

    def printed(self, variable: str, function: TableFunction) -> Term:
        """How a function is written, in the class or not: where it has no expression, as a table."""
        try:
            term = self.expression(variable, function)
        except LimitError:
            term = None
        return self._table(variable, function) if term is None else term

    def _table(self, variable: str, function: TableFunction) -> Term:
        if not function.parents:
            return Constant(self._domains[variable].values[function.table])
        return written_table(function, self._domains[variable])

    def _values(self, name: str) -> tuple[Value, ...]:
        return self._domains[name].values

    def _listing(self, variable: str, parents: tuple[str, ...]) -> tuple[TableList, dict[int, int]]:
        """The functions, and in a grammar which expression each of them is."""
        own = self._class.of(variable)
        if own.grammar is None:
            sizes = tuple([len(self._values(parent)) for parent in parents])
            key: object = (own.functions, sizes, len(self._values(variable)))
        else:
            key = (self._texts[variable], self._values(variable), *map(self._values, parents))
        if key not in self._listed:
            if own.grammar is None:
                listed = _named(own.functions, sizes, len(self._values(variable)))
                self._listed[key] = listed, {}
            elif len(parents) > most_parents(own.grammar):
                shape = tuple([len(self._values(parent)) for parent in parents])
                self._listed[key] = TableList(shape, len(self._values(variable)), (), ()), {}
            else:
                closure = self._closure(variable, parents)
                self._listed[key] = closure.functions(self._values(variable))
        return self._listed[key]

    @cached_property
    def _texts(self) -> dict[str, str]:
        """What tells the grammars of the variables apart."""
        return {name: repr(self._class.of(name).grammar) for name in self._domains}

    def _closure(self, variable: str, parents: Sequence[str]) -> Closure:
        grammar = self._class.of(variable).grammar
        assert grammar is not None, "a grammar has a closure"
        own = grammar.constants == "own"
        constants = self._values(variable) if own else tuple(grammar.constants)
        domains = tuple([self._values(parent) for parent in parents])
        key = self._texts[variable], constants, domains
        if key not in _closures:
            try:
                _closures[key] = Closure(grammar, constants, domains)
            except LimitError as error:
                _closures[key] = error
            if len(_closures) > KEPT_CLOSURES:
                _closures.popitem(last=False)
        _closures.move_to_end(key)
        known = _closures[key]
        if isinstance(known, LimitError):
            raise known
        return known


@lru_cache(maxsize=32)
def _named(names: tuple[str, ...], sizes: tuple[int, ...], values: int) -> TableList:
    """The functions of named classes, all of size 1 and 1 for every parent."""
    if "any" in names:
        patterns = prod(sizes)
        if patterns * (values - 1).bit_length() > 64 or values**patterns > LISTED_FUNCTIONS:
            raise LimitError(
                f"{values}^{patterns:,} functions of one parent set: more than {LISTED_FUNCTIONS:,}"
                " are not listed",
                remedy="bound the number of parents",
            )
        every = completions({}, patterns, values)
        tables = tuple([table for table, outputs in every if all_matter(outputs, sizes)])
    else:
        lines = np.packbits(named_functions(names, sizes), axis=1, bitorder="little")
        tables = tuple(sorted([int.from_bytes(line.tobytes(), "little") for line in lines]))
    return TableList(sizes, values, tables, (1 + len(sizes),) * len(tables))
