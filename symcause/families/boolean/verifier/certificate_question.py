"""The question of a certificate in the Boolean verifier: problem, setting and class, in plain code.

What the kernel knows about a problem it derives here, from the problem alone: which rows speak about a
variable, which parents a class admits, which root sets count, whether every function of admitted parents
can be written. Training rows are numbered from 0; bit *j* of a row is the value of variable *j*.

*Which functions can be written.* An operator set can express every Boolean function iff it leaves each
of Post's five classes (those that preserve 0, preserve 1, are monotone, affine, self-dual); the
n-ary ``iff`` is all-equal, hence not affine. Without constants a mechanism must mention some
variable. It may mention an admissible root, if there is one. If some endogenous variable has none,
then no SCM at all is legal: the variables without an admissible root may mention only each other,
so their mentions close a cycle.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from math import comb

from symcause.families.boolean.models.scm import IDENTITY
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.kernel.nodes import Beyond
from symcause.kernel.work import Work
from symcause.models.disclosure import Setting
from symcause.models.variable_names import natural

MAX_ROOT_SETS = 200_000  # root sets
"""Most root sets that the kernel goes through."""

Filled = tuple[tuple[int, str, int], ...]
"""Unobserved cells with a value: training row, variable, bit."""

_POST = {"not": "01m", "and": "as", "or": "as", "xor": "1ms", "iff": "0mas", "if": "mas"}
_POST |= {"0": "1s", "1": "0s"}
"""Which of Post's classes an operator leaves: 0-preserving, 1-preserving, monotone, affine, self-dual."""


@dataclass(frozen=True)
class CertifiedQuestion:
    """A problem in the setting of the certificate, and the class of the verdict."""

    problem: BooleanProblem
    hypothesis: HypothesisClass
    work: Work = field(default_factory=Work, compare=False)  # what is left to spend on it
    identity: str = IDENTITY  # what makes two members the same

    @property
    def partial(self) -> bool:
        """True if cells may be disturbed or were not observed."""
        return bool(self.hypothesis.errors) or self.problem.holed

    @cached_property
    def rows(self) -> tuple[int, ...]:
        """The training rows; bit *j* is the value of variable *j*."""
        return tuple(int(row[::-1], 2) for world in self.problem.training for row in world.rows)

    @cached_property
    def targets(self) -> tuple[frozenset[str], ...]:
        """The targets of each training row."""
        return tuple(
            frozenset(world.targets) for world in self.problem.training for _ in world.rows
        )

    @cached_property
    def position(self) -> dict[str, int]:
        return {name: j for j, name in enumerate(self.problem.variables)}

    def value(self, row: int, variable: str) -> int:
        """The bit of a variable in a row."""
        return self.rows[row] >> self.position[variable] & 1

    def column(self, variable: str, rows: list[int]) -> int:
        """The rows of the list in which the variable is 1, as a bit set."""
        return sum(self.value(row, variable) << i for i, row in enumerate(rows))

    def mask(self, names: tuple[str, ...]) -> int:
        """A set of variables as a bit mask over the positions of the problem."""
        return sum(1 << self.position[name] for name in names)

    def rows_of(self, variable: str) -> list[int]:
        """The rows that speak about a variable: those in which it is no target."""
        return [i for i, targets in enumerate(self.targets) if variable not in targets]

    def admissible(self, variable: str) -> tuple[str, ...]:
        """What may be a parent of the variable, in natural order; mentions are another matter."""
        known, found = self.hypothesis.knowledge, self.problem.disclosure.admissible(variable)
        return natural(v for v in found if known is None or known.admits(v, variable))

    def bound(self, variable: str) -> int:
        """Most functional parents of the variable in the class."""
        count, most = len(self.admissible(variable)), self.hypothesis.max_parents
        return count if most is None else min(most, count)

    def endogenous(self, roots: tuple[str, ...]) -> tuple[str, ...]:
        return self.problem.disclosure.endogenous(roots)

    def root_sets(self) -> Iterator[tuple[str, ...]]:
        """The root sets of members, in the order of the problem: each leaves a scored cell."""
        disclosure = self.problem.disclosure
        if self.problem.setting is Setting.HIDDEN_ROOTS:
            count = comb(len(disclosure.variables), disclosure.size_of_root_set)
            if count > MAX_ROOT_SETS:
                raise Beyond(f"{count} root sets are beyond the kernel's {MAX_ROOT_SETS}")
            self.work.spend(count * (70 + 25 * len(disclosure.variables)), "the root sets")
        known = self.hypothesis.knowledge
        caused = frozenset(effect for _, effect in known.require) if known else frozenset()
        free = (roots for roots in disclosure.root_sets() if not caused.intersection(roots))
        return filter(self.leaves_scored_cell, free)

    @cached_property
    def scored(self) -> set[str]:
        """The variables that some training world leaves alone and shows."""
        return {
            v
            for world in self.problem.training
            for j, v in enumerate(self.problem.variables)
            if v not in world.targets and (world.holes is None or world.holes[j] != world.mask)
        }

    def leaves_scored_cell(self, roots: tuple[str, ...]) -> bool:
        """True if some training world leaves an endogenous variable alone."""
        return not self.scored.isdisjoint(self.endogenous(roots))

    def unwritable(self, roots: tuple[str, ...]) -> str | None:
        """An endogenous variable that rules out every SCM over these roots, None if there is none."""
        if self.problem.constants:
            return None
        chosen = set(roots)
        for variable in self.endogenous(roots):
            if not chosen & set(self.problem.disclosure.admissible(variable)):
                return variable
        return None

    @cached_property
    def expressive(self) -> bool:
        """True if the operators can express every Boolean function."""
        words = (*self.problem.operators, *(("0", "1") if self.problem.constants else ()))
        return set("01mas") == {left for word in words for left in _POST[word]}

    @property
    def needs_expressions(self) -> bool:
        """True if membership of a function must be shown by an expression."""
        return self.hypothesis.tabled or not self.expressive
