"""Evidence and hypothesis class together: which mechanisms each Boolean variable can have.

:class:`Evidence` counts fitting functions once per variable and serves every class from that: g(S)
does not depend on the bounds. Which functions can be *written* enters in three places:

* Without constants a constant function must mention some variable, and the graph of mentioned
  variables must be acyclic. If a variable has an admissible root it can mention that. If some
  endogenous variable has none, then the variables without an admissible root may only mention each
  other (admissible sets are closed downwards), so one of them closes a cycle: no member exists.
* Operators that cannot express everything: only what they generate counts (up to 4 parents).
* Bounds on AST size or depth: only what the catalogue lists counts.

A rule of one's own enters last, the cheapest part of it first: edges shrink the candidates, parent sets
are dropped, tables are listed and asked one by one. What a mechanism merely mentions is no matter of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial, reduce
from operator import and_
from typing import TYPE_CHECKING

from symcause.budgets import Meter, StrictMeter
from symcause.families.boolean.bounds import (
    MAX_ASKED,
    MAX_FITTING_IN_ALL,
    MAX_LISTED_IN_ALL,
    MAX_SETS_IN_ALL,
)
from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.mechanisms.local_rows import LocalRows, local_rows
from symcause.families.boolean.space.mechanisms.mechanism_groups import LocalSpace
from symcause.families.boolean.space.mechanisms.parent_counts import Fitting, fitting_functions
from symcause.families.boolean.space.mechanisms.rule_filter import no_parents, ruled
from symcause.families.boolean.space.mechanisms.writable_functions import (
    Numbers,
    Writable,
    excludes_nothing,
    listing,
)
from symcause.mechanisms.parent_sums import pattern_count, subsets
from symcause.models.bit_sets import mask_of
from symcause.models.disclosure import Setting

if TYPE_CHECKING:
    from symcause.families.boolean.catalogue import Catalogue
    from symcause.families.boolean.space.noise.world_readings import FunctionCosts, WorldReadings


_TOO_MANY_SETS = f"more than {MAX_SETS_IN_ALL:,} candidate parent sets in all"
_TOO_MANY_LISTED = (
    f"more than {MAX_LISTED_IN_ALL:,} fitting parent sets to look up in the catalogue"
)
_NARROWER = "bound the class with --max-parents"

Lookup = tuple[Fitting, Callable[[int], tuple[int, int]], Writable]


class Evidence:
    """What the training worlds say, counted once and shared by all classes."""

    def __init__(self, problem: BooleanProblem, worlds: Sequence[World] | None = None) -> None:
        """Evidence of the problem's training worlds, or of other *worlds* over its variables."""
        self.problem = problem
        self._worlds = problem.training if worlds is None else tuple(worlds)
        self._sets = StrictMeter(
            MAX_SETS_IN_ALL,
            _TOO_MANY_SETS,
            remedy=_NARROWER,
        )
        self._kept = Meter(MAX_FITTING_IN_ALL)
        self._listed = StrictMeter(
            MAX_LISTED_IN_ALL,
            _TOO_MANY_LISTED,
            remedy=_NARROWER,
        )
        self.asked = Meter(MAX_ASKED)  # tables, by a rule
        self._rows: dict[str, LocalRows] = {}
        self._counts: dict[tuple[str, int], Fitting] = {}
        self._numbers = Numbers()
        self._admitted: dict[tuple[str, ...], bool] = {}
        self._candidates: dict[tuple[str, int], tuple[int, ...]] = {}
        self._spaces: dict[tuple[str, HypothesisClass, int], LocalSpace] = {}

    @property
    def worlds(self) -> tuple[World, ...]:
        return self._worlds

    @cached_property
    def catalogue(self) -> Catalogue:
        from symcause.families.boolean.catalogue import catalogue

        return catalogue(self.problem.operators, self.problem.constants)

    def rows(self, variable: str) -> LocalRows:
        if variable not in self._rows:
            self._rows[variable] = self._collected(variable)
        return self._rows[variable]

    def _collected(self, variable: str) -> LocalRows:
        candidates = self.candidates(variable)
        return local_rows(variable, self.problem.variables, self.worlds, candidates)

    def candidates(self, variable: str, banned: int = 0) -> tuple[int, ...]:
        """Positions of the admissible parents, without those in the mask *banned*."""
        key = variable, banned
        known = self._candidates.get(key)
        if known is not None:
            return known
        if banned:
            known = tuple(i for i in self.candidates(variable) if not banned >> i & 1)
        else:
            admissible = set(self.problem.disclosure.admissible(variable))
            known = tuple(i for i, v in enumerate(self.problem.variables) if v in admissible)
        self._candidates[key] = known
        return known

    def admits(self, roots: tuple[str, ...]) -> bool:
        """True if some SCM over this root set could be written at all and leaves a scored cell."""
        if roots not in self._admitted:
            self._admitted[roots] = self._admits(roots)
        return self._admitted[roots]

    def _admits(self, roots: tuple[str, ...]) -> bool:
        problem = self.problem
        endogenous = problem.disclosure.endogenous(roots)
        scored = any(v not in world.targets for world in problem.training for v in endogenous)
        if problem.setting is Setting.HIDDEN_ROOTS and not scored:
            return False
        if problem.constants:
            return True
        chosen = mask_of(map(problem.variables.index, roots))
        return bool(chosen & self._admitted_by_all) or all(
            chosen & self._admissible[v] for v in endogenous
        )

    @cached_property
    def _admitted_by_all(self) -> int:
        """The variables that every other one may have as a parent, as a mask."""
        own = (self._admissible[v] | 1 << i for i, v in enumerate(self.problem.variables))
        return reduce(and_, own, -1)

    @cached_property
    def _admissible(self) -> dict[str, int]:
        """Of every variable its admissible parents, as a mask."""
        return {v: mask_of(self.candidates(v)) for v in self.problem.variables}

    def counted(self, variable: str, bound: int, banned: int = 0) -> Fitting:
        """h(S) and g(S) where they are not 0, for the parent sets within the bound."""
        candidates = self.candidates(variable, banned)
        bound = min(bound, len(candidates))
        known = self._counts.get((variable, 0))
        if known is None or known.bound < bound:
            known = self._counts.get((variable, banned))
        if known is None or known.bound < bound:
            self._sets.reserve(subsets(len(candidates), bound))
            room = self._kept.left or 0
            rows = self.rows(variable)
            known = self._known_before(variable, bound, banned, room) or fitting_functions(
                rows, candidates, bound, banned, room
            )
            self._kept.spend(len(known.sets))
            self._counts[variable, banned] = known
        return known.within(bound, banned)

    def _known_before(self, variable: str, bound: int, banned: int, room: int) -> Fitting | None:
        """What is known without counting: nothing here (but see :mod:`.evidence_extension`)."""
        return None

    def check_reach(self, hypotheses: HypothesisClass) -> None:
        """Raise LimitError if the class has too many parent sets, before any is looked at."""
        if self.beyond(self._sets.left or 0, hypotheses):
            raise self._sets.refused()

    def local_space(
        self, variable: str, hypotheses: HypothesisClass, banned: int = 0
    ) -> LocalSpace:
        """The mechanisms of a variable in the class, without *banned* parents; LimitError beyond reach."""
        key = (variable, hypotheses, banned)
        known = self._spaces.get(key)
        if known is None:
            without = banned | self._excluded(variable, hypotheses)
            space = self._local_space(variable, hypotheses, without)
            if hypotheses.admits is not None or hypotheses.knowledge is not None:
                bound = self._most_parents(variable, hypotheses)
                fitting = partial(self.counted, variable, bound, without)
                space = ruled(space, hypotheses, fitting, self.asked)
            known = self._spaces[key] = space
        return known

    def local_costs(
        self, variable: str, hypotheses: HypothesisClass, readings: WorldReadings
    ) -> FunctionCosts:
        """What the mechanisms of the class cost in disturbed cells."""
        from symcause.families.boolean.space.mechanisms.class_tables import ClassTables
        from symcause.families.boolean.space.noise.world_readings import FunctionCosts

        candidates = self.candidates(variable, self._excluded(variable, hypotheses))
        bound = self._most_parents(variable, hypotheses)
        position = self.problem.variables.index(variable)
        tables = ClassTables.of(self.problem, hypotheses, variable, bound)
        return FunctionCosts(readings, position, candidates, bound, tables)

    def tabled(self, hypotheses: HypothesisClass) -> tuple[int, int]:
        """How many parent sets the class has over all variables, and how many patterns they have."""
        sets = patterns = 0
        for variable in self.problem.variables:
            candidates = len(self.candidates(variable, self._excluded(variable, hypotheses)))
            bound = min(self._most_parents(variable, hypotheses), candidates)
            sets += subsets(candidates, bound)
            patterns += pattern_count((2,) * candidates, bound)
        return sets, patterns

    def beyond(
        self, most: int, hypotheses: HypothesisClass, banned: Mapping[str, int] | None = None
    ) -> bool:
        """Would the class have more parent sets looked at than this? In small problems none has."""
        names = len(self.problem.variables)
        return names << names > most and self.unseen_sets(hypotheses, banned) > most

    def unseen_sets(
        self, hypotheses: HypothesisClass, banned: Mapping[str, int] | None = None
    ) -> int:
        """How many parent sets the class would still have looked at, without the *banned* ones."""
        total = 0
        for variable in self.problem.variables:
            without = (banned or {}).get(variable, 0) | self._excluded(variable, hypotheses)
            candidates = len(self.candidates(variable, without))
            bound = min(self._most_parents(variable, hypotheses), candidates)
            counted = [self._counts.get((variable, some)) for some in (0, without)]
            if max((known.bound for known in counted if known), default=-1) < bound:
                total += subsets(candidates, bound)
        return total

    def fitting(self, variable: str, hypotheses: HypothesisClass) -> Mapping[int, int]:
        """h(S) of a variable where it is not 0, within the bounds on parents."""
        most = self._most_parents(variable, hypotheses)
        return self.counted(variable, most, self._excluded(variable, hypotheses)).sets

    def parents(self, hypotheses: HypothesisClass) -> dict[str, tuple[tuple[int, ...], int]] | None:
        """Possible parents of what is no given root, and how many; None if more than rows counts."""
        names = self.problem.disclosure.endogenous(self.problem.disclosure.roots or ())
        bounds = {v: self._most_parents(v, hypotheses) for v in names}
        plain = not (hypotheses.admits or hypotheses.knowledge or hypotheses.errors)
        if not plain or not all(
            excludes_nothing(self.problem, hypotheses, k) for k in bounds.values()
        ):
            return None
        return {v: (self.candidates(v), bounds[v]) for v in names}

    def _excluded(self, variable: str, hypotheses: HypothesisClass) -> int:
        """The candidates that a rule takes for no parent, as a mask."""
        if hypotheses.admits is None and hypotheses.knowledge is None:
            return 0
        return no_parents(hypotheses, variable, self.candidates(variable), self.problem.variables)

    def _most_parents(self, variable: str, hypotheses: HypothesisClass) -> int:
        bound = len(self.candidates(variable))
        if hypotheses.max_parents is not None:
            bound = min(bound, hypotheses.max_parents)
        if hypotheses.max_ast is not None:
            # A function of k >= 2 parents needs k leaves and an operator.
            bound = min(bound, max(hypotheses.max_ast - 1, 1))
        return bound

    def _local_space(self, variable: str, hypotheses: HypothesisClass, banned: int) -> LocalSpace:
        bound = self._most_parents(variable, hypotheses)
        rows = self.rows(variable)
        if excludes_nothing(self.problem, hypotheses, bound):
            return LocalSpace(rows, self.counted(variable, bound, banned).exact)
        fitting, fixed, written = self.looked_up(variable, hypotheses, banned)
        self._listed.spend(len(fitting.sets))
        return LocalSpace(rows, fitting.written(fixed, written), written)

    def looked_up(self, variable: str, hypotheses: HypothesisClass, banned: int) -> Lookup:
        """Parent sets that fit, what is seen of each, and what can be written in the class."""
        bound = self._most_parents(variable, hypotheses)
        written = listing(self.problem, hypotheses, bound, self._numbers)
        fitting = self.counted(variable, bound, banned)
        return fitting, LocalSpace(self.rows(variable), fitting.sets).fixed, written
