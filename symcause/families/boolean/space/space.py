"""The Boolean version space: count, pick, list, sample and look at all explaining SCMs.

Consistency is a matter of each mechanism alone (see :mod:`.rows`), only acyclicity couples them.
So a branch (the members with one root set) is an acyclic-choice problem: every endogenous variable
picks a parent set, weighted by how many fitting functions use exactly those parents. The space is the
disjoint union of its branches; all settings but hidden-roots have one.

*Order of members*: root sets in problem order, then parent sets (as bit masks over the variables in
problem order, compared variable by variable), then truth tables.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from symcause.families.boolean.catalogue import Catalogue, catalogue
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.classes import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.evidence import Evidence
from symcause.families.boolean.space.local import LocalSpace
from symcause.solvers.acyclic import (
    count_acyclic,
    enumerate_acyclic,
    exists_acyclic,
    placeable_without,
)
from symcause.solvers.sampling import Sampler, weighted_pick


@dataclass(frozen=True)
class Branch:
    """The members with one root set; ``spaces[i]`` is None where variable *i* is a root."""

    variables: tuple[str, ...]
    roots: tuple[str, ...]
    spaces: tuple[LocalSpace | None, ...]

    @cached_property
    def choices(self) -> list[Mapping[int, int]]:
        """The acyclic-choice problem over all variables; roots have nothing to choose."""
        return [{0: 1} if space is None else space.weights for space in self.spaces]

    @cached_property
    def count(self) -> int:
        return count_acyclic(self.choices)

    @cached_property
    def is_empty(self) -> bool:
        return not exists_acyclic(self.choices)

    @cached_property
    def sampler(self) -> Sampler:
        return Sampler(self.choices)

    def local(self, variable: str) -> LocalSpace:
        space = self.spaces[self.variables.index(variable)]
        assert space is not None, f"{variable} is a root here"
        return space

    @property
    def endogenous(self) -> tuple[LocalSpace, ...]:
        return tuple(space for space in self.spaces if space is not None)

    def live(self, variable: str) -> tuple[int, ...]:
        """The parent sets that *variable* has in some member."""
        if self.is_empty:
            return ()
        earlier = placeable_without(self.choices, self.variables.index(variable))
        return tuple(sorted(g for g in self.local(variable).weights if not g & ~earlier))

    def members(self, after: BooleanSCM | None = None) -> Iterator[BooleanSCM]:
        """The members in order, those behind *after* if it is given."""
        start = (
            None if after is None else [0 if s is None else _group(s, after) for s in self.spaces]
        )
        for groups in enumerate_acyclic(self.choices, start):
            tables = None
            if after is not None and start is not None and list(groups) == start:
                tables = [
                    0 if s is None else after.functions[s.variable].table for s in self.spaces
                ]
            for functions in self._functions(groups, {}, tables):
                member = BooleanSCM(self.roots, functions)
                if member != after:
                    yield member

    def _functions(
        self, groups: Sequence[int], chosen: dict[str, Function], tables: Sequence[int] | None
    ) -> Iterator[dict[str, Function]]:
        at = next(
            (i for i, s in enumerate(self.spaces) if s is not None and s.variable not in chosen),
            None,
        )
        if at is None:
            yield chosen
            return
        space = self.spaces[at]
        assert space is not None
        for function in space.functions(groups[at], tables[at] if tables else 0):
            on_edge = tables if tables and function.table == tables[at] else None
            yield from self._functions(groups, {**chosen, space.variable: function}, on_edge)

    def draw(self, rng: random.Random) -> BooleanSCM:
        groups = self.sampler.draw(rng)
        return BooleanSCM(
            self.roots,
            {
                space.variable: space.draw(group, rng)
                for space, group in zip(self.spaces, groups, strict=True)
                if space is not None
            },
        )


def _group(space: LocalSpace, member: BooleanSCM) -> int:
    return space.group(member.functions[space.variable])


@dataclass(frozen=True)
class ExactSpace:
    """All SCMs of the class that replay the training worlds, branch by branch.

    Every answer is exact. What is beyond reach raises LimitError; :class:`~.boolean_space.BooleanSpace` is
    the space for those who want to know what can still be said then.
    """

    problem: BooleanProblem
    hypotheses: HypothesisClass
    branches: tuple[Branch, ...]

    @staticmethod
    def of(
        problem: BooleanProblem,
        hypotheses: HypothesisClass | None = None,
        evidence: Evidence | None = None,
    ) -> ExactSpace:
        """The space of a problem; raises LimitError where the class is beyond reach.

        Pass one *evidence* to look at several classes without counting functions again.
        """
        hypotheses = hypotheses or problem.default_class()
        evidence = evidence or Evidence(problem)
        evidence.check_reach(hypotheses)
        branches = []
        for roots in problem.disclosure.root_sets():
            if not evidence.admits(roots):
                continue
            spaces = tuple(
                None if v in roots else evidence.local_space(v, hypotheses)
                for v in problem.variables
            )
            branches.append(Branch(problem.variables, roots, spaces))
        return ExactSpace(problem, hypotheses, tuple(branches))

    @property
    def catalogue(self) -> Catalogue:
        """The writable functions of the problem's language."""
        return catalogue(self.problem.operators, self.problem.constants)

    @cached_property
    def count(self) -> int:
        """The exact number of members, up to the same roots and functions."""
        return sum(branch.count for branch in self.branches)

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
        weights = [(i, branch.count) for i, branch in enumerate(self.branches)]
        return self.branches[weighted_pick(weights, rng)].draw(rng)

    def mechanisms(self, variable: str) -> Iterator[Function]:
        """The mechanisms that *variable* has in some member, each once."""
        for space, group in self._live(variable):
            yield from space.functions(group)

    def mechanism_count(self, variable: str) -> int:
        """How many mechanisms *variable* has over all members."""
        return sum(space.weights[group] for space, group in self._live(variable))

    def _live(self, variable: str) -> list[tuple[LocalSpace, int]]:
        """The parent sets that occur, with the local space (the same in every branch)."""
        found = {
            group: branch.local(variable)
            for branch in self.branches
            if variable not in branch.roots
            for group in branch.live(variable)
        }
        return [(found[group], group) for group in sorted(found)]

    def edges(self) -> dict[tuple[str, str], str]:
        """Whether an edge (parent, child) is in all (``always``), no (``never``) or some members."""
        possible: dict[tuple[str, str], bool] = {}
        certain: dict[tuple[str, str], bool] = {}
        names = self.problem.variables
        for branch in self.branches:
            if branch.is_empty:
                continue
            for c, child in enumerate(names):
                live = () if branch.spaces[c] is None else branch.live(child)
                some = every = 0
                if live:
                    every = -1
                for group in live:
                    some |= group
                    every &= group
                for p, parent in enumerate(names):
                    edge = (parent, child)
                    possible[edge] = possible.get(edge, False) or bool(some >> p & 1)
                    certain[edge] = certain.get(edge, True) and bool(every >> p & 1)
        return {
            edge: "always" if certain[edge] else "open" if possible[edge] else "never"
            for edge in sorted(possible, key=lambda e: (names.index(e[1]), names.index(e[0])))
            if edge[0] != edge[1]
        }
