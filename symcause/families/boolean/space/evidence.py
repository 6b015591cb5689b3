"""From evidence and a hypothesis class to the mechanisms of each variable.

:class:`Evidence` counts fitting functions once per variable and serves every class from that: g(S)
does not depend on the bounds. Which functions can be *written* enters in three places:

* Without constants a constant function must mention some variable, and the graph of mentioned
  variables must be acyclic. If a variable has an admissible root it can mention that. If some
  endogenous variable has none, then the variables without an admissible root may only mention each
  other (admissible sets are closed downwards), so one of them closes a cycle: no member exists.
* Operators that cannot express everything: only what they generate counts (up to 4 parents).
* Bounds on AST size or depth: only what the catalogue lists counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb

from symcause.errors import LimitError
from symcause.families.boolean.catalogue import Catalogue, catalogue
from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.problem.classes import HypothesisClass
from symcause.families.boolean.problem.disclosure import Setting
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.local import FunctionListing, LocalSpace
from symcause.families.boolean.space.parents import exact_parents, fitting_functions
from symcause.families.boolean.space.rows import LocalRows, local_rows

MAX_SETS_IN_ALL = 3_000_000
"""Most parent sets that are looked at for one problem; beyond it there is only SAT."""


class Evidence:
    """What the training worlds say, counted once and shared by all classes."""

    def __init__(self, problem: BooleanProblem, worlds: Sequence[World] | None = None) -> None:
        """Evidence of the problem's training worlds, or of other *worlds* over its variables."""
        self.problem = problem
        self.worlds = problem.training if worlds is None else tuple(worlds)
        self._spent = 0
        self._rows: dict[str, LocalRows] = {}
        self._counts: dict[str, tuple[int, dict[int, int], dict[int, int]]] = {}
        self._spaces: dict[tuple[str, HypothesisClass], LocalSpace] = {}

    @cached_property
    def catalogue(self) -> Catalogue:
        return catalogue(self.problem.operators, self.problem.constants)

    def rows(self, variable: str) -> LocalRows:
        if variable not in self._rows:
            problem = self.problem
            self._rows[variable] = local_rows(variable, problem.variables, self.worlds)
        return self._rows[variable]

    def candidates(self, variable: str) -> tuple[int, ...]:
        """Positions of the admissible parents."""
        admissible = set(self.problem.disclosure.admissible(variable))
        return tuple(i for i, v in enumerate(self.problem.variables) if v in admissible)

    def admits(self, roots: tuple[str, ...]) -> bool:
        """True if some SCM over this root set could be written at all and leaves a scored cell."""
        problem = self.problem
        endogenous = problem.disclosure.endogenous(roots)
        scored = any(v not in world.targets for world in problem.training for v in endogenous)
        if problem.setting is Setting.HIDDEN_ROOTS and not scored:
            return False
        if problem.constants:
            return True
        chosen = set(roots)
        return all(chosen & set(problem.disclosure.admissible(v)) for v in endogenous)

    def counts(self, variable: str, bound: int) -> tuple[dict[int, int], dict[int, int]]:
        """h(S) and g(S) for the parent sets within the bound."""
        candidates = self.candidates(variable)
        bound = min(bound, len(candidates))
        known, fitting, exact = self._counts.get(variable, (-1, {}, {}))
        if known < bound:
            self._spend(len(candidates), bound)
            fitting = fitting_functions(self.rows(variable), candidates, bound)
            exact = exact_parents(fitting, candidates)
            self._counts[variable] = (bound, fitting, exact)
        elif known > bound:
            fitting = {s: h for s, h in fitting.items() if s.bit_count() <= bound}
            exact = {s: g for s, g in exact.items() if s.bit_count() <= bound}
        return fitting, exact

    def check_reach(self, hypotheses: HypothesisClass) -> None:
        """Raise LimitError if the class has too many parent sets, before any is looked at."""
        if self._spent + self.unseen_sets(hypotheses) > MAX_SETS_IN_ALL:
            raise LimitError(
                f"more than {MAX_SETS_IN_ALL:,} candidate parent sets in all",
                remedy="bound the class with --max-parents",
            )

    def _spend(self, candidates: int, bound: int) -> None:
        """Keep the number of parent sets over all variables within reach."""
        spent = self._spent + _subsets(candidates, bound)
        if spent > MAX_SETS_IN_ALL:  # what is refused costs nothing: a smaller class may still fit
            raise LimitError(
                f"more than {MAX_SETS_IN_ALL:,} candidate parent sets in all",
                remedy="bound the class with --max-parents",
            )
        self._spent = spent

    def local_space(self, variable: str, hypotheses: HypothesisClass) -> LocalSpace:
        """The mechanisms of a variable in the class; raises LimitError beyond reach."""
        key = (variable, hypotheses)
        if key not in self._spaces:
            self._spaces[key] = self._local_space(variable, hypotheses)
        return self._spaces[key]

    def unseen_sets(self, hypotheses: HypothesisClass) -> int:
        """How many parent sets the class would still have looked at."""
        total = 0
        for variable in self.problem.variables:
            bound = self._most_parents(variable, hypotheses)
            if self._counts.get(variable, (-1, {}, {}))[0] < bound:
                total += _subsets(len(self.candidates(variable)), bound)
        return total

    def _most_parents(self, variable: str, hypotheses: HypothesisClass) -> int:
        bound = len(self.candidates(variable))
        if hypotheses.max_parents is not None:
            bound = min(bound, hypotheses.max_parents)
        if hypotheses.max_ast is not None:
            # A function of k >= 2 parents needs k leaves and an operator.
            bound = min(bound, max(hypotheses.max_ast - 1, 1))
        return bound

    def _local_space(self, variable: str, hypotheses: HypothesisClass) -> LocalSpace:
        bound = self._most_parents(variable, hypotheses)
        rows = self.rows(variable)
        if self._excludes_nothing(hypotheses, bound):
            return LocalSpace(rows, self.counts(variable, bound)[1])
        listing = self._listing(hypotheses, bound)
        fitting, _ = self.counts(variable, bound)
        everything = LocalSpace(rows, fitting)
        weights = {
            group: count
            for group, h in fitting.items()
            if h and (count := listing.number(group.bit_count(), *everything.fixed(group)))
        }
        return LocalSpace(rows, weights, listing)

    def _excludes_nothing(self, hypotheses: HypothesisClass, bound: int) -> bool:
        """True if every function of so many parents can be written within the bounds."""
        if not hypotheses.tabled:
            return self.catalogue.expresses_everything
        cap, depth = hypotheses.max_ast, hypotheses.max_depth
        return all(self.catalogue.covers(k, cap, depth) for k in range(bound + 1))

    def _listing(self, hypotheses: HypothesisClass, bound: int) -> FunctionListing:
        book, cap, depth = self.catalogue, hypotheses.max_ast, hypotheses.max_depth
        for parents in range(bound + 1):
            if not book.reaches(parents, cap, depth):
                what = hypotheses if hypotheses.tabled else " ".join(self.problem.operators)
                raise LimitError(
                    f"which functions of {parents} parents can be written is not known: {what}",
                    remedy="lower --max-ast or --max-parents",
                )
        return _Writable(book, cap, depth)


def _subsets(of: int, most: int) -> int:
    """How many subsets have at most so many elements."""
    return sum(comb(of, k) for k in range(most + 1))


@dataclass(frozen=True)
class _Writable:
    """What the operators can write within bounds on size and depth (None: at any)."""

    book: Catalogue
    cap: int | None
    depth: int | None

    def tables(self, parents: int, seen: int, value: int) -> Sequence[int]:
        return self.book.fitting(parents, self.cap, seen, value, max_depth=self.depth)

    def number(self, parents: int, seen: int, value: int) -> int:
        return self.book.count_fitting(parents, self.cap, seen, value, max_depth=self.depth)
