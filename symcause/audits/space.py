"""The version space: the set of all models of a class that explain the evidence.

This is the one protocol that every family with such a set speaks; ``symcause.space(problem)`` gives it.
``Unknown`` is a value: no method raises because a bound was met; a listing that a bound ends has it, with
the reason, as its last item. *Same model* is always said aloud: see ``identity``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Generic, Protocol, TypeVar

from symcause.answers import Unknown, Unsat

M = TypeVar("M")
N = TypeVar("N")
Edge = tuple[str, str]


class EdgeStatus(StrEnum):
    """In which members an edge is."""

    ALWAYS = "always"
    NEVER = "never"
    OPEN = "open"


@dataclass(frozen=True)
class Infinite:
    """More members than any number, and of which kind (say, rational coefficients)."""

    what: str


@dataclass(frozen=True)
class Objection:
    """Why a model is no member: a rule of the class, or a place of the evidence that it gets wrong."""

    message: str
    place: str | None = None

    def __str__(self) -> str:
        return self.message if self.place is None else f"{self.place}: {self.message}"


@dataclass(frozen=True)
class Separation:
    """An experiment, and what two members show under it."""

    experiment: Mapping[str, object]
    first: object
    second: object
    readings: tuple[Mapping[str, object], Mapping[str, object]]


class Members(Generic[N]):
    """What makes a version space a collection: ``for model in space``, ``len(space)``, ``if space``."""

    def count(self) -> int | Infinite | Unknown:
        raise NotImplementedError

    def members(self, after: N | None = None) -> Iterator[N | Unknown]:
        raise NotImplementedError

    def pick(self) -> N | Unknown | None:
        raise NotImplementedError

    def __iter__(self) -> Iterator[N | Unknown]:
        """Every member once; a listing that a bound ends has Unknown as its last item."""
        return self.members()

    def __len__(self) -> int:
        """The count, where it is known and no longer than a length may be."""
        count = self.count()
        if isinstance(count, int):
            return count
        why = (
            count.reason
            if isinstance(count, Unknown)
            else f"there are infinitely many ({count.what})"
        )
        raise TypeError(f"the number of members is no length: {why}")

    def __bool__(self) -> bool:
        """Is there a member?"""
        found = self.pick()
        if isinstance(found, Unknown):
            raise TypeError(f"whether there is a member is unknown: {found.reason}")
        return found is not None


class VersionSpace(Protocol[M]):
    """All models of a class that explain the evidence."""

    @property
    def identity(self) -> str:
        """What makes two members the same: functions+roots, graph, dag, relation."""

    def count(self) -> int | Infinite | Unknown:
        """How many members there are, up to the identity."""

    def members(self, after: M | None = None) -> Iterator[M | Unknown]:
        """Every member once, in a fixed order; *after* resumes a listing."""

    def pick(self) -> M | Unknown | None:
        """Some member, None if there is none."""

    def objections(self, model: M) -> tuple[Objection, ...]:
        """Why the model is no member; () if it is one."""

    def __contains__(self, model: object) -> bool:
        """Is the model a member?"""

    def __iter__(self) -> Iterator[M | Unknown]:
        """Every member once, as :meth:`members`."""

    def __len__(self) -> int:
        """The count. Raises TypeError where it is unknown or infinite."""

    def edges(self) -> Mapping[Edge, EdgeStatus] | Unknown:
        """Every ordered pair of variables: an edge in all, some or no members."""

    def others(self, than: M) -> Iterator[M | Unknown]:
        """Members that differ from a model, nearest first."""

    def separate(self, first: M, second: M | None = None) -> Separation | Unsat | Unknown:
        """An experiment that tells two models apart, or the first from some member."""

    def draw(self, rng: Random) -> M | Unknown:
        """One member at random: uniform where the identity makes the number finite.

        Raises ValueError if there is none.
        """
