"""The exact Boolean space: counts, lists, draws and inspects all SCMs that replay the worlds.

Consistency is a matter of each mechanism alone (see :mod:`~space.mechanisms.local_rows`), only acyclicity
couples them. So a branch (the members with one root set) is an acyclic-choice problem: every endogenous
variable picks a parent set, weighted by how many fitting functions use exactly those parents. The space is
the disjoint union of its branches; all settings but hidden-roots have one.

*Order of members*: root sets in problem order, then parent sets (as bit masks over the variables in
problem order, compared variable by variable), then truth tables.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache, cached_property, partial, reduce
from math import comb
from operator import and_, or_
from typing import TYPE_CHECKING

from msgspec import Struct

from symcause.budgets import Meter, StrictMeter
from symcause.errors import LimitError
from symcause.families.boolean.bounds import MAX_ROOT_SETS, PLACED_ROOT_SETS, PLACEMENT_LOOKS
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.knowledge_rules import rootable
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.member_tally import Tally
from symcause.families.boolean.space.exact.root_branch import Branch
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.families.boolean.space.mechanisms.mechanism_groups import LocalSpace
from symcause.solvers.acyclic.choice_sampler import Options
from symcause.solvers.acyclic.node_placement import Placement

if TYPE_CHECKING:
    from symcause.families.boolean.catalogue import Catalogue


class ExactSpace(Struct, frozen=True, dict=True):
    """All SCMs of the class that replay the training worlds, branch by branch.

    Every answer is exact. What is beyond reach raises LimitError;
    :class:`~space.boolean_space.BooleanSpace` is the space for those who want to know what can still be
    said then.
    """

    problem: BooleanProblem
    hypotheses: HypothesisClass
    evidence: Evidence
    tally: Tally

    @staticmethod
    def of(
        problem: BooleanProblem,
        hypotheses: HypothesisClass | None = None,
        evidence: Evidence | None = None,
        meter: Meter | None = None,
    ) -> ExactSpace:
        """The space of a problem; raises LimitError where the class is beyond reach.

        Pass one *evidence* to look at several classes without counting functions again. Work is charged
        to a *meter*.
        """
        hypotheses = hypotheses or problem.default_class()
        evidence = evidence or Evidence(problem)
        tally = Tally.of(problem, hypotheses, evidence, meter)
        _check_root_sets(problem)
        return ExactSpace(problem, hypotheses, evidence, tally)

    @cached_property
    def branches(self) -> tuple[Branch, ...]:
        """The members with the same roots, one root set after the other."""
        names, evidence = self.problem.variables, self.evidence
        root_sets = tuple(self.problem.disclosure.root_sets())
        local = cache(partial(evidence.local_space, hypotheses=self.hypotheses))
        admitted = (
            roots
            for roots in root_sets
            if evidence.admits(roots) and rootable(self.hypotheses, roots)
        )
        if len(root_sets) > PLACED_ROOT_SETS:
            return tuple(self._sharing(admitted, [local(v) for v in names]))
        return tuple(
            Branch(names, roots, tuple(None if v in roots else local(v) for v in names))
            for roots in admitted
        )

    def _sharing(
        self, root_sets: Iterator[tuple[str, ...]], spaces: list[LocalSpace]
    ) -> Iterator[Branch]:
        """Branches that share where variables can be placed, and what that takes."""
        names = self.problem.variables
        at, least = {v: i for i, v in enumerate(names)}, [space.least for space in spaces]
        placement, looked = Placement(range(len(names)), least), sum(map(len, least))
        for roots in root_sets:
            own: list[LocalSpace | None] = [*spaces]
            for root in roots:
                own[at[root]] = None
            taken = looked - sum([len(least[at[root]]) - 1 for root in roots])
            yield Branch(names, roots, tuple(own), placement, taken)

    @property
    def catalogue(self) -> Catalogue:
        """The writable functions of the problem's language."""
        from symcause.families.boolean.catalogue import catalogue

        return catalogue(self.problem.operators, self.problem.constants)

    @cached_property
    def count(self) -> int:
        """The exact number of members, up to the same roots and functions."""
        return self.tally.count_by_cases()

    @property
    def steps(self) -> int:
        """How long counting takes (:func:`~symcause.solvers.acyclic.choice_weight.counting_steps`)."""
        return self.tally.steps

    def counted(self, most: int) -> int:
        """The count, unless it takes more steps than this: then LimitError, before it begins."""
        return self.tally.count(most)

    @property
    def is_empty(self) -> bool:
        return all(branch.is_empty for branch in self.branches)

    def __contains__(self, model: BooleanSCM) -> bool:
        branch = self.branch_of(model)
        return branch is not None and all(
            model.functions[space.variable] in space for space in branch.endogenous
        )

    def branch_of(self, model: BooleanSCM) -> Branch | None:
        """The branch with the model's root set."""
        roots = set(model.roots)
        return next((b for b in self.branches if set(b.roots) == roots), None)

    def pick(self) -> BooleanSCM | None:
        """The first member, None if the space is empty."""
        return next(self.members(), None)

    def members(self, after: BooleanSCM | None = None) -> Iterator[BooleanSCM]:
        """Every member once, in the order of the module docstring; *after* resumes a listing."""
        found = after is None
        for branch in self.branches:
            if not found and after is not None and set(branch.roots) == set(after.roots):
                found = True
                yield from branch.members(after)
            elif found:
                yield from branch.members()

    def draw(self, rng: random.Random) -> BooleanSCM:
        """One member, uniformly. Raises ValueError on an empty space."""
        return self.drawn_branch(rng).draw(rng)

    def drawn_branch(self, rng: random.Random) -> Branch:
        """One branch, by the number of its members. Raises ValueError on an empty space."""
        return self.branches[self._weighted.pick(rng)]

    @cached_property
    def _weighted(self) -> Options:
        return Options([(i, branch.count) for i, branch in enumerate(self.branches)])

    def mechanisms(self, variable: str) -> Iterator[Function]:
        """The mechanisms that *variable* has in some member, each once."""
        space, groups = self._live(variable)
        for group in sorted(groups) if space else ():
            assert space is not None
            yield from space.functions(group)

    def mechanism_count(self, variable: str) -> int:
        """How many mechanisms *variable* has over all members."""
        space, groups = self._live(variable)
        if space is None:
            return 0
        if len(groups) == len(space.weights):
            return space.total
        return sum(map(space.weights.__getitem__, groups))

    def open_variables(self) -> tuple[str, ...]:
        """The variables that are a root in some members only, or have several mechanisms."""
        alive = [b for b in self.branches if not b.is_empty_within(self._looks)]
        return tuple(
            v
            for v in self.problem.variables
            if len({v in b.roots for b in alive}) > 1 or self.mechanism_count(v) > 1
        )

    def _live(self, variable: str) -> tuple[LocalSpace | None, list[int]]:
        """The parent sets that occur, in no order, with the local space (the same in every branch)."""
        if variable not in self._lived:
            self._lived[variable] = self._find_live(variable)
        return self._lived[variable]

    @cached_property
    def _lived(self) -> dict[str, tuple[LocalSpace | None, list[int]]]:
        return {}

    def _find_live(self, variable: str) -> tuple[LocalSpace | None, list[int]]:
        groups: set[int] = set()
        space: LocalSpace | None = None
        for before, branch in self._places(variable):
            space, outside = branch.local(variable), ~before
            if not reduce(or_, space.weights, 0) & outside:
                return space, list(space.weights)
            groups.update([group for group in space.weights if not group & outside])
            if len(groups) == len(space.weights):
                break
        return space, list(groups)

    def _places(self, variable: str) -> Iterator[tuple[int, Branch]]:
        """What can come before the variable, where that is new; branches without members are left out."""
        known: list[int] = []
        for branch in self.branches:
            if variable in branch.roots or branch.is_empty_within(self._looks):
                continue
            self._looks.spend(branch.looks)
            before = branch.before(variable)
            if not any(not before & ~larger for larger in known):
                known.append(before)
                yield before, branch

    @cached_property
    def _looks(self) -> Meter:
        return StrictMeter(
            PLACEMENT_LOOKS,
            f"{len(self.branches):,} root sets: too many to place variables in",
            remedy="more evidence or a smaller class makes fewer",
        )

    def edges(self) -> dict[tuple[str, str], str]:
        """Whether an edge (parent, child) is in all (``always``), no (``never``) or some members."""
        names = self.problem.variables
        status: dict[tuple[str, str], str] = {}
        for child in () if all(b.is_empty_within(self._looks) for b in self.branches) else names:
            _, groups = self._live(child)
            some, every = reduce(or_, groups, 0), reduce(and_, groups, -1 if groups else 0)
            rooted = (branch for branch in self.branches if child in branch.roots)
            if any(not branch.is_empty_within(self._looks) for branch in rooted):
                every = 0
            for p, parent in enumerate(names):
                if parent != child:
                    held = "always" if every >> p & 1 else "open" if some >> p & 1 else "never"
                    status[parent, child] = held
        return status


def _check_root_sets(problem: BooleanProblem) -> None:
    """Raise LimitError if hidden roots leave too many root sets, before any is looked at."""
    disclosure = problem.disclosure
    if disclosure.roots is None:
        sets = comb(len(problem.variables), disclosure.size_of_root_set)
        if sets > MAX_ROOT_SETS:
            raise LimitError(
                f"{sets:,} possible root sets: more than {MAX_ROOT_SETS:,} are not looked at one by one",
                remedy="disclose the roots",
            )
