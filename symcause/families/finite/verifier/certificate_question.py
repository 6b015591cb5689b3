"""The question of a certificate in the finite verifier: rows, parents that a class admits, root sets.

What the kernel knows about a problem it derives here, from the problem alone. A *pattern* is a tuple of
value positions, one for each of some parents in the order of the file. The *demand* on a variable and
parents are the patterns that training rows show, with the value that the variable has there; rows in
which it is a target, and rows that hide it or a parent, say nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import comb
from typing import TypeAlias

from symcause.families.finite.problem.problem import FiniteProblem
from symcause.kernel.work import Work
from symcause.models.background_knowledge import Knowledge
from symcause.models.disclosure import Setting

Pattern: TypeAlias = tuple[int, ...]
Demand: TypeAlias = Mapping[Pattern, int]
Parents: TypeAlias = tuple[str, ...]


@dataclass(frozen=True)
class TrainingRow:
    """A row of a training world: its cells, the variables that were set, and where it stands."""

    cells: tuple[int | None, ...]
    targets: frozenset[str]
    place: str


@dataclass(frozen=True)
class CertifiedQuestion:
    """A problem, and what is left to spend on a certificate about it."""

    problem: FiniteProblem
    work: Work = field(default_factory=Work, compare=False)

    @property
    def names(self) -> tuple[str, ...]:
        return self.problem.variables

    @cached_property
    def position(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self.names)}

    def sizes(self, names: Collection[str]) -> tuple[int, ...]:
        """How many values these variables have."""
        return tuple(len(self.problem.domain(name).values) for name in names)

    @cached_property
    def rows(self) -> tuple[TrainingRow, ...]:
        """The training rows; in messages worlds are numbered as in the file."""
        numbered = [(w, x) for w, x in enumerate(self.problem.worlds) if x in self.problem.training]
        return tuple(
            TrainingRow(cells, frozenset(world.targets), f"worlds[{w}].rows[{r}]")
            for w, world in numbered
            for r, cells in enumerate(world.rows)
        )

    @cached_property
    def _knowledge(self) -> Knowledge:
        return self.problem.knowledge or Knowledge()

    @cached_property
    def _pools(self) -> dict[str, Parents]:
        return {name: self._admitted(name) for name in self.names}

    def _admitted(self, variable: str) -> Parents:
        own = self.problem.model_class.of(variable).candidates
        return tuple(
            name
            for name in self.problem.disclosure.admissible(variable)
            if (own is None or name in own) and self._knowledge.admits(name, variable)
        )

    def allows(self, variable: str, parents: Collection[str]) -> bool:
        """May the variable have exactly these essential parents?"""
        own = self.problem.model_class.of(variable)
        most = len(self.names) if own.max_parents is None else own.max_parents
        required = set(self._knowledge.required(variable))
        bounded = own.min_parents <= len(parents) <= most
        return bounded and required <= set(parents) <= set(self._pools[variable])

    def parent_sets(self, variable: str, without: Collection[str] = ()) -> Iterator[Parents]:
        """The essential parents that the variable may have outside some others."""
        own, required = self.problem.model_class.of(variable), self._knowledge.required(variable)
        pool = [name for name in self._pools[variable] if name not in without]
        if not set(required) <= set(pool):
            return
        most = len(pool) if own.max_parents is None else min(own.max_parents, len(pool))
        free = [name for name in pool if name not in required]
        for size in range(max(own.min_parents, len(required)), most + 1):
            self.work.spend(20 * comb(len(free), size - len(required)), "the sets of parents")
            for chosen in combinations(free, size - len(required)):
                both = {*required, *chosen}
                yield tuple(name for name in pool if name in both)

    def demand(self, variable: str, parents: Parents) -> Demand | None:
        """What rows show of the variable, pattern by pattern; None if two of them disagree."""
        rows = self._speaking[variable]
        self.work.spend(len(rows) * (5 + 2 * len(parents)), "the rows for each set of parents")
        places = [self.position[name] for name in parents]
        shown: dict[Pattern, int] = {}
        for cells, value in rows:
            pattern = tuple([cell for p in places if (cell := cells[p]) is not None])
            if len(pattern) == len(places) and shown.setdefault(pattern, value) != value:
                return None
        return shown

    @cached_property
    def _speaking(self) -> dict[str, list[tuple[tuple[int | None, ...], int]]]:
        """The rows that say what value a variable has where it is no target."""
        return {
            name: [
                (row.cells, value)
                for row in self.rows
                if name not in row.targets and (value := row.cells[place]) is not None
            ]
            for name, place in self.position.items()
        }

    def root_sets(self) -> Iterator[Parents]:
        """The root sets that members may have, in the order of the file."""
        if self.problem.setting is Setting.HIDDEN_ROOTS:
            count = comb(len(self.names), self.problem.disclosure.size_of_root_set)
            self.work.spend(count * (20 + 5 * len(self.names)), "the root sets")
        return filter(self.may_be_roots, self.problem.disclosure.root_sets())

    def may_be_roots(self, roots: Parents) -> bool:
        """Do members have these roots? Hidden ones are no effects, and leave a scored cell."""
        if self.problem.disclosure.roots is not None:
            return set(roots) == set(self.problem.disclosure.roots)
        chosen, caused = set(roots), {effect for _, effect in self._knowledge.require}
        scored = {name for name, rows in self._speaking.items() if rows}
        right = len(chosen) == self.problem.disclosure.size_of_root_set
        return right and not chosen & caused and bool(scored - chosen) and chosen <= set(self.names)
