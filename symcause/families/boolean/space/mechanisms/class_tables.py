"""Class tables: the truth tables that a restricted class of mechanisms has for each parent set.

Where a class is bounded by how its mechanisms are written, or by a rule on them, costs are taken table by
table. Functions of more than four parents are listed only where the class is small enough to list them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Self

from symcause.budgets import Meter
from symcause.errors import LimitError
from symcause.families.boolean.bounds import CLASS_PARENTS, CLASS_TABLES
from symcause.families.boolean.models.functions import reduce
from symcause.families.boolean.problem.class_rules import Rule
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.knowledge_rules import rule_of
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.mechanisms.mechanism_groups import FunctionListing
from symcause.families.boolean.space.mechanisms.parent_signs import Signed
from symcause.families.boolean.space.mechanisms.writable_functions import excludes_nothing, listing
from symcause.models.bit_sets import bits
from symcause.models.variable_names import natural


class ClassTables:
    """What the class has of every parent set."""

    def __init__(
        self,
        variables: tuple[str, ...],
        listing: FunctionListing | None,
        rule: Rule | None,
        signed: Signed | None = None,
    ) -> None:
        self._variables = variables
        self._listing = listing
        self._rule = rule
        self._signed = signed
        self._weighed = Meter(CLASS_TABLES)
        self._known: dict[tuple[int, int], tuple[int, ...]] = {}

    @classmethod
    def of(
        cls, problem: BooleanProblem, hypotheses: HypothesisClass, variable: str, bound: int
    ) -> Self | None:
        """What a class has of a variable with at most so many parents; None: every table."""
        written = None
        if not excludes_nothing(problem, hypotheses, bound):
            written = listing(problem, hypotheses, bound)
        signed = Signed.of(hypotheses.knowledge, variable) if written is None else None
        rule = rule_of(hypotheses, variable, signs=signed is None)
        if rule is not None and rule.parents is None and rule.tables is None:
            rule = None  # edges: the candidates are without them
        if written is None and rule is None and signed is None:
            return None
        return cls(problem.variables, written, rule, signed)

    def __call__(self, variable: int, parents: int) -> tuple[int, ...]:
        """The tables with exactly these parents, ascending; raises LimitError beyond reach."""
        own = self._rule is not None or self._signed is not None
        key = (variable if own else -1, parents if own else parents.bit_count())
        if key not in self._known:
            self._known[key] = tuple(self._admitted(variable, parents))
        return self._known[key]

    def _admitted(self, variable: int, parents: int) -> Iterator[int]:
        names = tuple(natural({self._variables[p] for p in bits(parents)}))
        rule, name = self._rule, self._variables[variable]
        if rule is not None and not rule.takes_parents(name, names):
            return
        signed = self._signed
        listed = self._writable(len(names)) if signed is None else (*signed.tables(names, 0, 0),)
        self._weighed.spend(len(listed))
        for table in listed:
            if rule is None or rule.takes_table(name, names, table):
                yield table

    def _writable(self, parents: int) -> tuple[int, ...]:
        if self._weighed.over or (self._listing is None and parents > CLASS_PARENTS):
            raise LimitError(
                "too many mechanisms to weigh each by its disturbed cells",
                remedy="bound the class with --max-parents",
            )
        if self._listing is None:
            return _every(parents)
        return tuple(self._listing.tables(parents, 0, 0))


@cache
def _every(parents: int) -> tuple[int, ...]:
    """All functions that use every one of this many parents."""
    names = tuple(f"p{j}" for j in range(parents))
    tables = range(1 << (1 << parents))
    return tuple(table for table in tables if len(reduce(names, table).parents) == parents)
