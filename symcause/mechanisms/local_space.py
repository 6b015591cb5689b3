"""The local space of one variable: its mechanisms that fit the evidence, by parent set.

A *group* is a parent set, as a bit mask over the variables of the problem. What a mechanism is, and which
ones fit, is the family's own; here it has parents and a *table*, a number by which mechanisms of one group
are ordered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from random import Random
from typing import Any, Protocol, TypeVar


class Mechanism(Protocol):
    """A mechanism in canonical form: every parent matters, and equal ones are the same function."""

    @property
    def parents(self) -> tuple[str, ...]:
        """The variables that it reads, each of which matters."""

    @property
    def table(self) -> int:
        """Its number among the functions of these parents."""


F = TypeVar("F", bound=Mechanism)


F_co = TypeVar("F_co", bound=Mechanism, covariant=True)
F_contra = TypeVar("F_contra", bound=Mechanism, contravariant=True)


class MechanismModel(Protocol[F_co]):
    """Roots, and one mechanism for every other variable."""

    @property
    def roots(self) -> tuple[str, ...]:
        """The variables without a mechanism."""

    @property
    def functions(self) -> Mapping[str, F_co]:
        """The mechanism of each of the others."""

    def changed(self, other: Any) -> tuple[str, ...]:
        """The variables whose mechanism differs from the one in another model, or is in one only."""


M = TypeVar("M", bound=MechanismModel[Any])

Build = Callable[[tuple[str, ...], dict[str, F]], M]
"""The model that has these roots and these mechanisms."""

Weights = Mapping[int, int]
"""From a parent set to the number of mechanisms with exactly these parents."""


class LocalSpace(Protocol[F]):
    """All mechanisms of one variable in the class that agree with the evidence."""

    @property
    def variable(self) -> str:
        """Whose mechanisms they are."""

    @property
    def weights(self) -> Weights:
        """How many mechanisms each parent set has, none of them 0."""

    @property
    def least(self) -> Weights:
        """The parent sets without those that only add one parent to another (:func:`least_sets`)."""

    @property
    def total(self) -> int:
        """How many mechanisms there are, over all parent sets."""

    @property
    def complete(self) -> bool:
        """Is every mechanism with one of these parent sets that fits in the class?"""

    def parents(self, group: int) -> tuple[str, ...]:
        """The names of a parent set, in the order in which tables read them."""

    def group(self, function: F) -> int:
        """The parent set of a mechanism, as a mask."""

    def __contains__(self, function: F) -> bool:
        """Is the mechanism one of them?"""

    def functions(self, group: int, start: int = 0) -> Iterator[F]:
        """The mechanisms of a group by ascending table, from table *start* on."""

    def draw(self, group: int, rng: Random) -> F:
        """One mechanism of the group, uniformly."""

    def agreeing_as_well(self, group: int, fresh: Mapping[int, int]) -> int:
        """How many mechanisms of a group agree with fresh patterns as well; asked if not all are there.

        *fresh* maps states of the parents (a lane each, at their places) to the outputs seen there; none of
        them was seen before.
        """


S = TypeVar("S", bound=LocalSpace[Any])
S_contra = TypeVar("S_contra", bound=LocalSpace[Any], contravariant=True)


def least_sets(weights: Weights) -> dict[int, int]:
    """The parent sets without those that only add one parent to another: where a variable can stand.

    Whether some parent set lies in a given set is the same question for both.

    >>> least_sets({0b001: 2, 0b011: 1, 0b110: 5})
    {1: 2, 6: 5}
    """
    least = {}
    for group, weight in weights.items():
        rest = group
        while rest:
            bit = rest & -rest
            if group ^ bit in weights:
                break
            rest ^= bit
        else:
            least[group] = weight
    return least


class WeighedSets:
    """What follows from the weights of parent sets, for local spaces to derive from."""

    weights: Weights

    @cached_property
    def total(self) -> int:
        """How many mechanisms there are, over all parent sets."""
        return sum(self.weights.values())

    @cached_property
    def least(self) -> Weights:
        """The parent sets without those that only add one parent to another."""
        return least_sets(self.weights)
