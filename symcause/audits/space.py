"""The version space: the set of all models of a class that explain the evidence.

This is the one protocol that every family with such a set speaks; ``symcause.space(problem)`` gives it.
``Unknown`` is a value: no method raises because a bound was met; a listing that a bound ends has it, with
the reason, as its last item. *Same model* is always said aloud: see ``identity``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Any, Generic, Protocol, TypeVar, cast

from symcause.answers import Unknown, Unsat

M = TypeVar("M")
N = TypeVar("N")
Edge = tuple[str, str]

MOST_LISTED = 10_000
"""Members that are listed where nothing better is known than a list."""


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


Plain = Mapping[str, object]
"""An experiment, or what is seen under one: plain values, as JSON has them."""


class Members(Generic[N]):
    """What a version space need not write: the rest follows from members, objections and experiments.

    A collection: ``for model in space``, ``len(space)``, ``model in space``, ``if space``. What takes a
    listing here is bounded by :data:`MOST_LISTED`; a family that knows better overrides it.
    """

    def count(self) -> int | Infinite | Unknown:
        """How many there are, by listing."""
        listed = self.listed()
        return listed if isinstance(listed, Unknown) else len(listed)

    def members(self, after: N | None = None) -> Iterator[N | Unknown]:
        raise NotImplementedError

    def objections(self, model: N) -> tuple[Objection, ...]:
        raise NotImplementedError

    def experiments(self) -> Iterable[Plain]:
        """What one may do to learn more, in a fixed order; nothing where evidence cannot grow."""
        return ()

    def outcome(self, model: N, experiment: Plain) -> Plain:
        """What a model shows under an experiment."""
        raise NotImplementedError

    def listed(self) -> tuple[N, ...] | Unknown:
        """All members, where they are not too many."""
        found: list[N] = []
        for member in self.members():
            if isinstance(member, Unknown):
                return member
            if len(found) == MOST_LISTED:
                return Unknown(f"more than {MOST_LISTED:,} members: too many to list")
            found.append(member)
        return tuple(found)

    def pick(self) -> N | Unknown | None:
        """The first member, None if there is none."""
        return next(self.members(), None)

    def simplest(self) -> Iterator[N | Unknown]:
        """As they are listed: where members have no size, one is as simple as another."""
        return self.members()

    def represents(self, model: N) -> bool:
        """Is there a member that is the same by the identity?"""
        return model in self

    def others(self, than: N) -> Iterator[N | Unknown]:
        """The other members, as they are listed."""
        return (member for member in self.members() if member != than)

    def edges(self) -> Mapping[Edge, EdgeStatus] | Unknown:
        """None: a family whose models are graphs says which."""
        return {}

    def separate(self, first: N, second: N | None = None) -> Separation | Unsat | Unknown:
        """The first experiment under which they show different things."""
        for other in self.others(first) if second is None else (second,):
            if isinstance(other, Unknown):
                return other
            for experiment in self.experiments():
                shown = self.outcome(first, experiment), self.outcome(other, experiment)
                if shown[0] != shown[1]:
                    return Separation(experiment, first, other, shown)
        return Unsat()

    def draw(self, rng: Random) -> N | Unknown:
        """One member, uniformly. Raises ValueError if there is none."""
        listed = self.listed()
        if isinstance(listed, Unknown):
            return listed
        if not listed:
            raise ValueError("there is no member to draw")
        return rng.choice(listed)

    def __contains__(self, model: object) -> bool:
        return not self.objections(cast("N", model))

    def __iter__(self) -> Iterator[N | Unknown]:
        """Every member once; a listing that a bound ends has Unknown as its last item."""
        return self.members()

    def __len__(self) -> int:
        """The count, where it is known and no longer than a length may be."""
        count = self.count()
        if isinstance(count, int):
            return count
        if isinstance(count, Unknown):
            raise TypeError(f"the number of members is unknown: {count.reason}")
        raise TypeError(f"there are infinitely many members ({count.what})")

    def __bool__(self) -> bool:
        """Is there a member?"""
        found = self.pick()
        if isinstance(found, Unknown):
            raise TypeError(f"whether there is a member is unknown: {found.reason}")
        return found is not None


class VersionSpace(Protocol[M]):
    """All models of a class that explain the evidence."""

    @property
    def problem(self) -> Any:
        """The problem, in the class that was asked for."""

    @property
    def identity(self) -> str:
        """What makes two members the same: functions+roots, graph, dag, relation."""

    def count(self) -> int | Infinite | Unknown:
        """How many members there are, up to the identity."""

    def members(self, after: M | None = None) -> Iterator[M | Unknown]:
        """Every member once, in a fixed order; *after* resumes a listing."""

    def pick(self) -> M | Unknown | None:
        """Some member, None if there is none."""

    def simplest(self) -> Iterator[M | Unknown]:
        """Every member once, by increasing size."""

    def objections(self, model: M) -> tuple[Objection, ...]:
        """Why the model is no member; () if it is one."""

    def represents(self, model: M) -> bool:
        """Is there a member that is the same by the identity? It need not be this very model."""

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
