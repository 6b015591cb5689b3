"""Branches of tables: all models of a class of tables that replay worlds of rows.

This is all that a family of finitely many values needs below its files: the rows of its evidence as
numbers, and for each variable which parents and which tables it may have. Rows are complete, so a model
replays them iff each of its mechanisms agrees with the rows in which its variable is no target.

>>> worlds = (TableWorld(((0, 1, 1), (1, 1, 2), (2, 0, 1))),)
>>> evidence = TableEvidence(("A", "B", "C"), (3, 2, 3), worlds)
>>> space = TableBranches(evidence, ("A", "B"), {"C": TableChoice(("A", "B"), most=2)})
>>> space.count, [function.parents for function in space.mechanisms("C")][:2]
(27, [('A',), ('A', 'B')])
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from math import comb

from msgspec import Struct
from msgspec.structs import replace

from symcause.budgets import Meter, StrictMeter
from symcause.errors import LimitError
from symcause.mechanisms.bounds import LISTED_LOOKS, TABLE_ROOT_SETS
from symcause.mechanisms.branch_space import BranchSpace, Roots, branches_of
from symcause.mechanisms.member_tally import Tally
from symcause.mechanisms.root_branch import Branch
from symcause.mechanisms.tables.table_evidence import TableEvidence, TableWorld
from symcause.mechanisms.tables.table_functions import TableFunction
from symcause.mechanisms.tables.table_models import TableModel
from symcause.mechanisms.tables.table_space import Listing, ParentBounds, TableSpace
from symcause.models.bit_sets import mask_of


class TableChoice(Struct, frozen=True):
    """What one variable may choose: parents among the *candidates*, and any function or a listed one."""

    candidates: tuple[str, ...]
    most: int  # parents
    least: int = 0
    required: tuple[str, ...] = ()
    listing: Listing | None = None


class TableBranches(
    Struct, BranchSpace[TableSpace, TableFunction, TableModel], frozen=True, dict=True, eq=False
):
    """All models of tables that replay the evidence, branch by branch.

    The *roots* are given, or only their number. In the latter case a root set must leave one of the
    variables in *scored* (those of which a row shows a value, unless others are named), and no variable
    with required parents is a root. Every answer is exact; what is beyond reach raises LimitError.
    """

    evidence: TableEvidence
    roots: Roots | int
    choices: Mapping[str, TableChoice]  # of every variable that may have a mechanism
    scored: frozenset[str] | None = None
    meter: Meter | None = None

    @property
    def variables(self) -> tuple[str, ...]:
        """All variables, in the order of the evidence."""
        return self.evidence.variables

    def __post_init__(self) -> None:
        given = () if isinstance(self.roots, int) else self.roots
        for v in self.variables:
            if v not in self.choices and v not in given:
                raise ValueError(f"{v} is no root and has no choice of parents")
            if v in self.choices and v in self.choices[v].candidates:
                raise ValueError(f"{v} is a candidate parent of itself")

    @cached_property
    def tally(self) -> Tally:
        """What there is to count; raises LimitError where there are too many parent sets."""
        return self._tally(lambda v: self.local(v).weights)

    def within(self, most: int) -> Tally:
        """The same with so many parents at most: no function of these parents is another one then."""
        return self._tally(
            lambda v: {g: n for g, n in self.local(v).weights.items() if g.bit_count() <= most}
        )

    def _tally(self, weights_of: Callable[[str], Mapping[int, int]]) -> Tally:
        names = self.variables
        if not isinstance(self.roots, int):
            if not self._admitted(self.roots):
                return Tally([{} for _ in names], meter=self.meter)
            weights = [{0: 1} if v in self.roots else weights_of(v) for v in names]
            return Tally(weights, meter=self.meter)
        weights = [weights_of(v) for v in names]
        barred = mask_of([i for i, v in enumerate(names) if not self._rootable(v)])
        idle = None
        if len(self._scored) <= self.roots:
            idle = [{} if v in self._scored else w for v, w in zip(names, weights, strict=True)]
        return Tally(weights, self.roots, idle, barred, self.meter)

    @cached_property
    def branches(self) -> tuple[Branch[TableSpace, TableFunction, TableModel], ...]:
        """The members with the same roots, one root set after the other."""
        return branches_of(self.variables, self._root_sets, self._admitted, self.local, TableModel)

    @property
    def root_sets(self) -> tuple[Roots, ...]:
        """Those that may be the roots; raises LimitError where there are too many to look at."""
        return tuple(filter(self._admitted, self._root_sets))

    @property
    def _root_sets(self) -> tuple[Roots, ...]:
        """All there may be; raises LimitError, before any is looked at, if they are too many."""
        if not isinstance(self.roots, int):
            return (self.roots,)
        number = comb(len(self.variables), self.roots)
        if number > TABLE_ROOT_SETS:
            raise LimitError(
                f"{number:,} possible root sets: more than {TABLE_ROOT_SETS:,} are not looked at",
                remedy="disclose the roots",
            )
        return tuple(combinations(self.variables, self.roots))

    def _admitted(self, roots: Roots) -> bool:
        """May these be the roots?"""
        if isinstance(self.roots, int) and self._scored.issubset(roots):
            return False
        return all(map(self._rootable, roots))

    def _rootable(self, variable: str) -> bool:
        return variable not in self.choices or not self.choices[variable].required

    @property
    def _scored(self) -> frozenset[str]:
        return self.evidence.observed if self.scored is None else self.scored

    def after(self, worlds: Sequence[TableWorld]) -> TableBranches:
        """The space with further worlds as evidence; which root sets there may be is settled before."""
        evidence = replace(self.evidence, worlds=(*self.evidence.worlds, *worlds))
        found = replace(self, evidence=evidence, scored=self._scored)
        for variable, space in self._opened.items():
            rows = evidence.rows(variable, self.choices[variable].candidates)
            if rows.rows == space.rows.rows:
                found._opened[variable] = space
        return found

    def local(self, variable: str) -> TableSpace:
        """The mechanisms of one variable, wherever it is no root."""
        if variable not in self._opened:
            self._opened[variable] = self._open(variable)
        return self._opened[variable]

    @cached_property
    def _opened(self) -> dict[str, TableSpace]:
        return {}

    def _open(self, variable: str) -> TableSpace:
        choice, places = self.choices[variable], self.variables.index
        bounds = ParentBounds(choice.most, choice.least, mask_of(map(places, choice.required)))
        rows = self.evidence.rows(variable, choice.candidates)
        return TableSpace.of(rows, bounds, choice.listing, self._listed)

    @cached_property
    def _listed(self) -> Meter:
        """Looks at listed tables, over all variables."""
        return StrictMeter(
            LISTED_LOOKS,
            f"more than {LISTED_LOOKS:,} looks at listed tables",
            remedy="bound the number of parents, or take a smaller class",
            within=self.meter,
        )
