"""Members of a space of mechanisms in order of nearness to a reference model, nearest first.

Nearness: fewest changed mechanisms, then the smallest distance; distances of the changed mechanisms add up,
and what the distance of two mechanisms is the family says, also where one exists on one side only (other
root sets): it is changed. Ties: changed variables in problem order, then parent sets, then a
fixed listing order.

A member that has others over its roots has one that differs in a single mechanism (docs/theory/counting.md,
Proposition 5): if there is none with one change, there is none with more.

Nothing is materialised. Variables and parent sets are streams merged by distance, and a stream is opened
only when the bound on how near its members can be is the next distance in line. A budget counts what is
opened, so the same question ends at the same place on every machine.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import combinations, count, islice
from typing import Any, Generic, Protocol, TypeVar

from symcause.budgets import Meter, StrictMeter
from symcause.mechanisms.branch_space import BranchSpace
from symcause.mechanisms.local_space import F, M, S, S_contra
from symcause.mechanisms.root_branch import Branch
from symcause.solvers.acyclic.acyclic_choices import enumerate_acyclic, live

K = TypeVar("K", bound=Hashable)


class Nearness(Protocol[K]):
    """A bound on how near the mechanisms of a parent set can be to a reference, other than itself."""

    def key(self, group: int) -> K:
        """What the bound of a parent set depends on."""

    def keyed(self, groups: Iterable[int]) -> Mapping[K, Sequence[int]]:
        """Parent sets by their key."""

    def bound(self, key: K) -> Fraction:
        """No mechanism of a parent set with this key is nearer."""


class Distances(Protocol[S_contra, F]):
    """How far mechanisms of a family are from each other."""

    def near(self, space: S_contra, reference: F | None) -> Nearness[Any]:
        """How near the mechanisms of a variable can be, before any is listed."""

    def by_distance(
        self, space: S_contra, group: int, reference: F | None
    ) -> Iterator[tuple[Fraction, F]]:
        """The mechanisms of one parent set other than the reference, nearest first."""

    def lost(self, reference: F) -> Fraction:
        """How far a mechanism of the reference is from none at all."""


@dataclass(frozen=True)
class Alternative(Generic[M]):
    """A member with the mechanisms in which it differs from the reference."""

    model: M
    changed: tuple[str, ...]
    distance: Fraction


def _comparing(most: int | None, meter: Meter | None = None) -> Meter:
    """Counts what is opened; past the bound it raises LimitError. Without a bound it only counts."""
    return StrictMeter(
        most,
        f"more than {most or 0:,} parent sets compared to find the nearest alternatives",
        remedy="symcause alternatives goes on without this bound",
        within=meter,
    )


def nearest(
    space: BranchSpace[S, F, M],
    reference: M,
    distances: Distances[S, F],
    *,
    most_changes: int | None = None,
    most_compared: int | None = None,
) -> Iterator[Alternative[M]]:
    """All members other than the reference, nearest first, with at most this many changes.

    With *most_compared*, LimitError where more parent sets would have to be compared.
    """
    total = len(space.variables)
    budget = _comparing(most_compared, space.tally.meter)
    member, alone = reference in space, True  # alone: no member over its roots differs in one
    for changes in range(1, (total if most_changes is None else most_changes) + 1):
        streams = []
        for branch in space.branches:
            if member and alone and changes > 1 and set(branch.roots) == set(reference.roots):
                continue  # by exchange
            # Each root that is another's here changes two mechanisms: one is gained and one is lost.
            if 2 * len(set(branch.roots) - set(reference.roots)) <= changes:
                budget.spend()
                if not branch.is_empty:
                    around = _Neighbourhood(branch, reference, distances, budget)
                    streams.append(around.with_changes(changes))
        for _, alternative in heapq.merge(*streams, key=lambda ranked: ranked[0]):
            alone = alone and changes > 1
            yield alternative


_Rank = tuple[Fraction, tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True)
class _Later(Generic[M]):
    """A stream of alternatives, or of later ones, by rank; to be opened when its bound is the next."""

    stream: Callable[[], _Stream[M]]


_Stream = Iterator[tuple[_Rank, Alternative[M] | _Later[M]]]


def _in_order(stream: _Stream[M]) -> Iterator[tuple[_Rank, Alternative[M]]]:
    """The alternatives of a stream by rank, where what is later is opened as late as possible."""
    serial = count()
    heap: list[tuple[_Rank, bool, int, Alternative[M] | _Later[M], _Stream[M]]] = []

    def push(stream: _Stream[M]) -> None:
        for rank, item in islice(stream, 1):
            entry = (rank, isinstance(item, Alternative), next(serial), item, stream)
            heapq.heappush(heap, entry)

    push(stream)
    while heap:
        rank, _, _, item, rest = heapq.heappop(heap)
        push(rest)
        if isinstance(item, Alternative):
            yield rank, item
        else:
            push(item.stream())


@dataclass(frozen=True)
class _Neighbourhood(Generic[S, F, M]):
    """The members of one branch around a reference."""

    branch: Branch[S, F, M]
    reference: M
    distances: Distances[S, F]
    budget: Meter

    def with_changes(self, changes: int) -> Iterator[tuple[_Rank, Alternative[M]]]:
        """The members with exactly this many changes, by distance."""
        spaces, functions = self.branch.endogenous, self.reference.functions
        forced = [
            s for s in spaces if s.variable not in functions or functions[s.variable] not in s
        ]
        lost = len([v for v in functions if v in self.branch.roots])
        free = [s for s in spaces if s not in forced]
        extra = changes - len(forced) - lost
        if extra < 0 or extra > len(free):
            return
        yield from _in_order(
            self._choosing(sorted([*forced, *added], key=spaces.index))
            for added in combinations(free, extra)
        )

    @cached_property
    def _lost(self) -> Fraction:
        """How far mechanisms of the reference are from none, where this branch has roots instead."""
        functions = self.reference.functions.items()
        gone = [self.distances.lost(f) for v, f in functions if v in self.branch.roots]
        return sum(gone, Fraction(0))

    def _choosing(self, changing: Sequence[S]) -> tuple[_Rank, _Later[M]]:
        self.budget.spend()
        return (Fraction(0), (), ()), _Later(partial(self._changing, changing))

    def _changing(self, changing: Sequence[S]) -> _Stream[M]:
        """The members that differ from the reference in exactly these mechanisms.

        Parent sets that can be equally near wait together, so that few things wait.
        """
        branch, functions = self.branch, self.reference.functions
        names = {s.variable for s in changing}
        choices = []
        for v, options in zip(branch.variables, branch.choices, strict=True):
            if v in branch.roots or v in names:
                choices.append(options)
            else:
                choices.append({branch.local(v).group(functions[v]): 1})
        at = tuple(branch.variables.index(s.variable) for s in changing)
        near = [self.distances.near(s, functions.get(s.variable)) for s in changing]
        keyed: dict[tuple[Hashable, ...], list[tuple[int, ...]]] = {}
        if len(at) == 1:  # no search: its parents stand before it
            for own, alone in near[0].keyed(live(choices, at[0])).items():
                keyed[(own,)] = list(zip(alone, strict=True))
        for groups in enumerate_acyclic(choices, tried=self.budget.spend) if len(at) != 1 else ():
            key = tuple([n.key(groups[i]) for n, i in zip(near, at, strict=True)])
            keyed.setdefault(key, []).append(tuple([groups[i] for i in at]))
        alike: dict[Fraction, list[tuple[int, ...]]] = {}
        for key, some in keyed.items():
            bound = sum((n.bound(k) for n, k in zip(near, key, strict=True)), self._lost)
            alike.setdefault(bound, []).extend(some)
        for bound in sorted(alike):
            waiting = partial(self._waiting, bound, changing, at, sorted(alike[bound]))
            yield (bound, (), ()), _Later(waiting)

    def _waiting(
        self,
        bound: Fraction,
        changing: Sequence[S],
        at: tuple[int, ...],
        alike: list[tuple[int, ...]],
    ) -> _Stream[M]:
        for groups in alike:
            yield (bound, at, groups), _Later(partial(self._of_groups, changing, at, groups))

    def _of_groups(
        self, changing: Sequence[S], at: tuple[int, ...], groups: tuple[int, ...]
    ) -> _Stream[M]:
        """The members whose changed mechanisms have these parent sets."""
        self.budget.spend()
        branch, functions = self.branch, self.reference.functions
        parts = [
            self.distances.by_distance(s, group, functions.get(s.variable))
            for s, group in zip(changing, groups, strict=True)
        ]
        kept = {v: f for v, f in functions.items() if v not in branch.roots}
        for own, others in _sums(parts):
            distance = own + self._lost if self._lost else own
            changed = {s.variable: f for s, f in zip(changing, others, strict=True)}
            model = branch.build(branch.roots, {**kept, **changed})
            alternative = Alternative(model, model.changed(self.reference), distance)
            yield (distance, at, groups), alternative


def _sums(parts: list[Iterator[tuple[Fraction, F]]]) -> Iterator[tuple[Fraction, tuple[F, ...]]]:
    """Combinations of one function a variable, by increasing total distance."""
    if len(parts) == 1:
        yield from ((distance, (function,)) for distance, function in parts[0])
        return
    seen = [_Memo(part) for part in parts]
    first = tuple(memo.get(0) for memo in seen)
    if any(item is None for item in first):
        return
    start = (0,) * len(parts)
    heap = [(sum((item[0] for item in first if item), Fraction(0)), start)]
    pushed = {start}
    while heap:
        total, index = heapq.heappop(heap)
        items = [memo.get(i) for memo, i in zip(seen, index, strict=True)]
        yield total, tuple(item[1] for item in items if item)
        for k in range(len(index)):
            following = (*index[:k], index[k] + 1, *index[k + 1 :])
            item, here = seen[k].get(following[k]), items[k]
            if item and here and following not in pushed:
                pushed.add(following)
                heapq.heappush(heap, (total - here[0] + item[0], following))


class _Memo(Generic[F]):
    """Random access to a lazy stream."""

    def __init__(self, stream: Iterator[tuple[Fraction, F]]) -> None:
        self._stream = stream
        self._items: list[tuple[Fraction, F]] = []

    def get(self, index: int) -> tuple[Fraction, F] | None:
        while len(self._items) <= index:
            item = next(self._stream, None)
            if item is None:
                return None
            self._items.append(item)
        return self._items[index]
