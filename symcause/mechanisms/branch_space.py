"""The space of branches: counts, lists, draws and inspects all models, one root set after the other.

Whether a model fits is a matter of each mechanism alone, only acyclicity couples them. So a branch (the
members with one root set) is an acyclic-choice problem: every endogenous variable picks a parent set,
weighted by how many fitting mechanisms use exactly those parents. The space is the disjoint union of its
branches.

*Order of members*: root sets as given, then parent sets (as bit masks over the variables, compared variable
by variable), then tables.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property, reduce
from operator import and_, or_
from typing import Generic

from symcause.budgets import Meter, StrictMeter
from symcause.mechanisms.bounds import PLACED_ROOT_SETS, PLACEMENT_LOOKS
from symcause.mechanisms.local_space import Build, F, M, S
from symcause.mechanisms.member_tally import Tally
from symcause.mechanisms.root_branch import Branch
from symcause.solvers.acyclic.choice_sampler import Options
from symcause.solvers.acyclic.node_placement import Placement

Roots = tuple[str, ...]


def branches_of(
    names: tuple[str, ...],
    root_sets: Sequence[Roots],
    admitted: Callable[[Roots], bool],
    opened: Callable[[str], S],
    build: Build[F, M],
) -> tuple[Branch[S, F, M], ...]:
    """The branches of the root sets that are admitted; *opened* gives the local space of a variable."""
    kept, local = filter(admitted, root_sets), cache(opened)
    if len(root_sets) > PLACED_ROOT_SETS:
        return tuple(_sharing(names, kept, [local(v) for v in names], build))
    return tuple(
        Branch(names, roots, tuple(None if v in roots else local(v) for v in names), build)
        for roots in kept
    )


def _sharing(
    names: tuple[str, ...],
    root_sets: Iterable[Roots],
    spaces: Sequence[S],
    build: Build[F, M],
) -> Iterator[Branch[S, F, M]]:
    """Branches that share where variables can be placed, and what that takes."""
    at, least = {v: i for i, v in enumerate(names)}, [space.least for space in spaces]
    placement, looked = Placement(range(len(names)), least), sum(map(len, least))
    for roots in root_sets:
        own: list[S | None] = [*spaces]
        for root in roots:
            own[at[root]] = None
        taken = looked - sum([len(least[at[root]]) - 1 for root in roots])
        yield Branch(names, roots, tuple(own), build, placement, taken)


class BranchSpace(Generic[S, F, M]):
    """All models of a class, branch by branch.

    Every answer is exact; what is beyond reach raises LimitError. A family gives its variables, the tally
    and the branches, the last two computed once.
    """

    @property
    @abstractmethod
    def variables(self) -> tuple[str, ...]:
        """All variables, in the order of the problem."""

    @property
    @abstractmethod
    def tally(self) -> Tally:
        """What there is to count, over all root sets at once."""

    @property
    @abstractmethod
    def branches(self) -> tuple[Branch[S, F, M], ...]:
        """The members with the same roots, one root set after the other (:func:`branches_of`)."""

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

    def __contains__(self, model: M) -> bool:
        branch = self.branch_of(model)
        return branch is not None and all(
            model.functions[space.variable] in space for space in branch.endogenous
        )

    def branch_of(self, model: M) -> Branch[S, F, M] | None:
        """The branch with the model's root set."""
        roots = set(model.roots)
        return next((b for b in self.branches if set(b.roots) == roots), None)

    def pick(self) -> M | None:
        """The first member, None if the space is empty."""
        return next(self.members(), None)

    def members(self, after: M | None = None) -> Iterator[M]:
        """Every member once, in the order of the module docstring; *after* resumes a listing."""
        found = after is None
        for branch in self.branches:
            if not found and after is not None and set(branch.roots) == set(after.roots):
                found = True
                yield from branch.members(after)
            elif found:
                yield from branch.members()

    def draw(self, rng: random.Random) -> M:
        """One member, uniformly. Raises ValueError on an empty space."""
        return self.drawn_branch(rng).draw(rng)

    def drawn_branch(self, rng: random.Random) -> Branch[S, F, M]:
        """One branch, by the number of its members. Raises ValueError on an empty space."""
        return self.branches[self._weighted.pick(rng)]

    @cached_property
    def _weighted(self) -> Options:
        return Options([(i, branch.count) for i, branch in enumerate(self.branches)])

    def mechanisms(self, variable: str) -> Iterator[F]:
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
            for v in self.variables
            if len({v in b.roots for b in alive}) > 1 or self.mechanism_count(v) > 1
        )

    def _live(self, variable: str) -> tuple[S | None, list[int]]:
        """The parent sets that occur, in no order, with the local space (the same in every branch)."""
        if variable not in self._lived:
            self._lived[variable] = self._find_live(variable)
        return self._lived[variable]

    @cached_property
    def _lived(self) -> dict[str, tuple[S | None, list[int]]]:
        return {}

    def _find_live(self, variable: str) -> tuple[S | None, list[int]]:
        found: set[int] = set()
        space: S | None = None
        for before, branch in self._places(variable):
            space, outside = branch.local(variable), ~before
            if not reduce(or_, space.weights, 0) & outside:
                return space, list(space.weights)
            found.update([group for group in space.weights if not group & outside])
            if len(found) == len(space.weights):
                break
        return space, list(found)

    def _places(self, variable: str) -> Iterator[tuple[int, Branch[S, F, M]]]:
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
        names = self.variables
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
