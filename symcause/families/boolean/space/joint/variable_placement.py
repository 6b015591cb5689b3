"""Greedy placement of variables in the joint search: which can come before which in some member.

Place the roots, then again and again any variable that has a fitting parent set among the placed ones.
Placing more never hurts, so a member with these roots exists iff everything gets placed, and the result
does not depend on the order. Leaving out V shows the largest set that can come before V: in a space that
is not empty, V can have the parents S in some member iff S fits and lies in that set. (Place that set, then
V, then the rest, which gets placed because it is placed without the detour.) Acyclicity thus never has to
be encoded.

*Hidden roots.* If placing gets stuck at P, every root set inside P gets stuck there too, so one root must
lie outside P. Root sets of the disclosed size that satisfy all such clauses found so far are proposed by
SAT until one works: an implicit hitting set (E. Moreno-Centeno and R. Karp, Operations Research 2013).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from symcause.answers import Sat
from symcause.errors import LimitError
from symcause.families.boolean.models.functions import (
    MAX_MENTIONED,
    Function,
    full_mask,
    projection,
    reduce,
)
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.joint.row_bits import Observed, ParentSearch, positions
from symcause.models.variable_names import natural_key
from symcause.solvers.sat.cnf import Cnf
from symcause.solvers.sat.sat_engine import INCREMENTAL_ENGINE, PysatEngine


class Placing:
    """Fitting parent sets of all variables of a problem, and the orders they allow."""

    def __init__(self, problem: BooleanProblem, hypotheses: HypothesisClass) -> None:
        self.problem = problem
        self.names = problem.variables
        self.where = {name: i for i, name in enumerate(self.names)}
        self.all = (1 << len(self.names)) - 1
        self._bound = hypotheses.max_parents
        self._known = hypotheses.knowledge
        self._searches: dict[int, ParentSearch] = {}

    @cached_property
    def observed(self) -> Observed:
        return Observed.of(self.problem)

    @cached_property
    def scored(self) -> int:
        """The variables that are no target in some training world."""
        return sum(1 << v for v, rows in enumerate(self.observed.free) if rows)

    def search(self, variable: int) -> ParentSearch:
        """The parent sets of one variable."""
        if variable not in self._searches:
            candidates = self.mask(self._mentionable(variable)) & ~self._excluded(variable)
            bound = candidates.bit_count() if self._bound is None else self._bound
            self._searches[variable] = ParentSearch(self.observed, variable, candidates, bound)
        return self._searches[variable]

    def _mentionable(self, variable: int) -> tuple[str, ...]:
        return self.problem.disclosure.admissible(self.names[variable])

    def _excluded(self, variable: int) -> int:
        """The variables that are known to be no parents."""
        known, child = self._known, self.names[variable]
        if not known:
            return 0
        return self.mask(tuple(v for v in self.names if not known.admits(v, child)))

    def mask(self, names: tuple[str, ...]) -> int:
        return sum(1 << self.where[name] for name in names)

    def close(self, placed: int, skip: int | None = None) -> tuple[int, dict[int, int]]:
        """Place what can be placed: the set reached, and the parent sets used, in order."""
        used: dict[int, int] = {}
        rest = [v for v in positions(self.all & ~placed) if v != skip]
        while True:
            stuck: list[int] = []
            for v in rest:
                parents = self.search(v).within(placed)
                if parents is None:
                    stuck.append(v)
                else:
                    used[v] = parents
                    placed |= 1 << v
            if len(stuck) == len(rest):
                return placed, used
            rest = stuck

    def admits(self, roots: int) -> bool:
        """True if SCMs over these roots can be written and, for hidden roots, leave a scored cell.

        Without constants every mechanism needs a root to mention; see
        :mod:`~space.mechanisms.class_evidence`.
        """
        endogenous = self.all & ~roots
        if self.problem.disclosure.roots is None and not endogenous & self.scored:
            return False
        return self.problem.constants or all(
            self.mask(self._mentionable(v)) & roots for v in positions(endogenous)
        )

    def works(self, roots: int) -> bool:
        """True if there is a member over these roots."""
        return self.admits(roots) and self.close(roots)[0] == self.all

    def root_sets(self) -> Iterator[int]:
        """The root sets that have members, each once."""
        disclosure = self.problem.disclosure
        if disclosure.roots is None:
            yield from _HiddenRoots(self).working()
            return
        roots = self.mask(disclosure.roots)
        if self.works(roots):
            yield roots

    def member(self, roots: int) -> BooleanSCM:
        """One member over a root set that has members; patterns never seen give 0."""
        placed, used = self.close(roots)
        assert placed == self.all, "the root set has members"
        functions = {self.names[v]: self.function(v, parents) for v, parents in used.items()}
        return BooleanSCM(tuple(self.names[r] for r in positions(roots)), functions)

    def function(
        self,
        variable: int,
        parents: int,
        like: Function | None = None,
        point: int = 0,
        output: bool | None = None,
    ) -> Function:
        """A function of fitting *parents* that agrees with the rows.

        On patterns never seen it does as *like* (other inputs read from *point*), else it is 0. At the
        *point* itself it gives *output*, if that is said.
        """
        chosen = sorted(positions(parents), key=lambda p: natural_key(self.names[p]))
        if len(chosen) > MAX_MENTIONED:
            raise LimitError(
                f"a mechanism of {self.names[variable]} would need {len(chosen)} parents",
                remedy="bound the class with --max-parents",
            )
        table = self._default(chosen, like, point)
        if output is not None:
            pattern = sum((point >> p & 1) << j for j, p in enumerate(chosen))
            table = table | 1 << pattern if output else table & ~(1 << pattern)
        for block in self.observed.blocks(self.observed.free[variable], parents):
            row = self.observed.states[(block & -block).bit_length() - 1]
            pattern = sum((row >> p & 1) << j for j, p in enumerate(chosen))
            table = table | 1 << pattern if row >> variable & 1 else table & ~(1 << pattern)
        return reduce([self.names[p] for p in chosen], table)

    def _default(self, chosen: list[int], like: Function | None, point: int) -> int:
        if like is None:
            return 0
        mask = full_mask(len(chosen))
        columns = {name: mask if point >> self.where[name] & 1 else 0 for name in like.parents}
        columns |= {self.names[p]: projection(j, len(chosen)) for j, p in enumerate(chosen)}
        return like.on(columns, mask)


class _HiddenRoots:
    """Proposes root sets until placing succeeds; learns from every failure."""

    def __init__(self, placing: Placing) -> None:
        self._placing = placing
        problem = placing.problem
        cnf = Cnf()
        self._root = [cnf.variable(name) for name in placing.names]
        cnf.exactly(self._root, problem.disclosure.size_of_root_set)
        cnf.add(*(-self._root[v] for v in positions(placing.scored)))  # one scored cell is left
        if not problem.disclosure.size_of_root_set and not problem.constants:
            cnf.add()  # no mechanism could be written: there is no root to mention
        self._engine = PysatEngine(cnf.clauses, INCREMENTAL_ENGINE)

    def working(self) -> Iterator[int]:
        while isinstance(self._engine.solve(), Sat):
            roots = sum(1 << i for i, r in enumerate(self._root) if self._engine.value(r))
            reached, _ = self._placing.close(roots)
            if reached == self._placing.all:
                yield roots
                self._engine.add(-self._root[p] for p in positions(roots))
            else:
                outside = self._placing.all & ~self._grown(reached)
                self._engine.add(self._root[p] for p in positions(outside))

    def _grown(self, reached: int) -> int:
        """A largest set that still gets stuck: the clause over its complement says most."""
        for p in positions(self._placing.all & ~reached):
            if not reached >> p & 1:
                larger, _ = self._placing.close(reached | 1 << p)
                if larger != self._placing.all:
                    reached = larger
        return reached
