"""The collection of members that a version space is: its length, its items, and sets of them.

Two spaces over the same variables and with the same identity can be compared as sets: ``a & b``, ``a - b``,
``a <= b``, ``a == b``. Where a family can open the space of both, that is what ``&`` gives and what the
others count; else members of the first are looked up in the second, one after the other and only as far as
somebody asks.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from itertools import islice
from operator import index
from typing import TYPE_CHECKING, Generic, Self, TypeVar, cast, overload

from symcause.answers import Unknown
from symcause.audits.space import Infinite
from symcause.bounds.audits_bounds import LISTED_MEMBERS, LOOKED_UP_MEMBERS
from symcause.budgets import Meter
from symcause.errors import KindError, LimitError, UsageError
from symcause.formats.data_frames import data_frame
from symcause.models.notebook_hook import Shown

if TYPE_CHECKING:
    from pandas import DataFrame

    from symcause.audits.experiments.outcome_shares import Plain

N = TypeVar("N")
T = TypeVar("T")

_MEMBER = 10  # steps of work that a member of a listing takes


def up_to_a_bound(found: Iterable[T], meter: Meter) -> Iterator[T | Unknown]:
    """The listing, drawn from a meter; where a bound ends it, the reason is the last item."""
    bounded = meter.bounded
    try:
        for member in found:
            meter.spend(_MEMBER)
            yield member
            if bounded and meter.over:
                yield meter.shortage
                return
    except LimitError as error:
        yield Unknown(str(error))


def several(space: MemberCollection[N]) -> bool:
    """Are two members found that differ? Then the evidence settles nothing, whatever the count."""
    first = [member for member in islice(space.members(), 2) if not isinstance(member, Unknown)]
    return len(first) == 2 and first[0] != first[1]


class MemberCollection(Shown, ABC, Generic[N]):
    """Members one after the other, and how many they are."""

    def count(self) -> int | Infinite | Unknown:
        """How many there are, by listing."""
        listed = self.listed()
        return listed if isinstance(listed, Unknown) else len(listed)

    @abstractmethod
    def members(self, after: N | None = None) -> Iterator[N | Unknown]:
        """The members, from the one that follows *after* on."""

    def listed(self) -> tuple[N, ...] | Unknown:
        """All members, where they are not too many."""
        members: list[N] = []
        for member in self.members():
            if isinstance(member, Unknown):
                return member
            if len(members) == LISTED_MEMBERS:
                return Unknown(f"more than {LISTED_MEMBERS:,} members: too many to list")
            members.append(member)
        return tuple(members)

    def pick(self) -> N | Unknown | None:
        """The first member, None if there is none."""
        return next(self.members(), None)

    @property
    @abstractmethod
    def over(self) -> tuple[str, ...]:
        """The variables that its members are about."""

    @abstractmethod
    def represents(self, model: N) -> bool:
        """Is there a member that is the same by the identity?"""

    def row(self, model: N) -> Plain:
        """A member as a row of a frame."""
        return {"member": model}

    def to_pandas(self, limit: int | None = None) -> DataFrame:
        """A frame with one row per member, of the first *limit* or of all.

        Raises LimitError where they cannot be listed, UsageError where pandas is not installed.
        """
        listed = self.listed() if limit is None else self[:limit]
        for last in (listed,) if isinstance(listed, Unknown) else listed[-1:]:
            if isinstance(last, Unknown):
                raise LimitError(last.reason, remedy="to_pandas(limit=100) takes the first")
        assert not isinstance(listed, Unknown)
        return data_frame([dict(self.row(cast("N", member))) for member in listed])

    @overload
    def __getitem__(self, at: int) -> N | Unknown: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[N | Unknown, ...]: ...

    def __getitem__(self, at: int | slice) -> N | Unknown | tuple[N | Unknown, ...]:
        """Members by their place in the listing; what a bound keeps from being listed is Unknown.

        Raises IndexError beyond the end.
        """
        if not isinstance(at, slice):
            return self._at(index(at))
        ends = [end for end in (at.start, at.stop, at.step) if end is not None]
        if at.stop is None or min(ends) < 0:
            listed = self.listed()
            return (listed,) if isinstance(listed, Unknown) else listed[at]
        members = list(islice(self.members(), at.stop))
        if members and isinstance(members[-1], Unknown):
            return (*members[:-1][at], members[-1])
        return tuple(members[at])

    def _at(self, place: int) -> N | Unknown:
        if place < 0:
            listed = self.listed()
            return listed if isinstance(listed, Unknown) else listed[place]
        number = 0
        for number, member in enumerate(self.members(), 1):
            if number > place or isinstance(member, Unknown):
                return member
        raise IndexError(f"there are {number} members")

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
        member = self.pick()
        if isinstance(member, Unknown):
            raise TypeError(f"whether there is a member is unknown: {member.reason}")
        return member is not None

    # sets

    def __eq__(self, other: object) -> bool:
        """The same members, by the identity. Raises TypeError where that is unknown."""
        if self is other or not isinstance(other, MemberCollection):
            return self is other
        return _kind(self) == _kind(other) and self <= other and other <= self

    def __hash__(self) -> int:
        return hash(_kind(self))

    def __le__(self, other: MemberCollection[N]) -> bool:
        """Is every member one of the other's? Raises TypeError where that is unknown."""
        found = _within(self, _fellow(self, other))
        if isinstance(found, Unknown):
            raise TypeError(f"whether all members are in both is unknown: {found.reason}")
        return found

    def __and__(self, other: MemberCollection[N]) -> MemberCollection[N]:
        """The members of both: a space where the family can open one."""
        collection = self.met(_fellow(self, other))
        return Chosen(self, other, True) if collection is None else collection

    def __sub__(self, other: MemberCollection[N]) -> MemberCollection[N]:
        """The members that the other does not have."""
        return Chosen(self, _fellow(self, other), False)

    def met(self, other: MemberCollection[N]) -> Self | None:
        """The space of what both explain, where it can be opened as one; None: members are looked up."""
        return None


class Chosen(MemberCollection[N]):
    """Those members of one space that another has, or has not."""

    def __init__(
        self, first: MemberCollection[N], second: MemberCollection[N], shared: bool
    ) -> None:
        self.first, self.second, self.shared = first, second, shared

    def __repr__(self) -> str:
        return f"<{self.first!r} {'&' if self.shared else '-'} {self.second!r}>"

    @property
    def over(self) -> tuple[str, ...]:
        return self.first.over

    @property
    def identity(self) -> str:
        return _kind(self.first)[0]

    def count(self) -> int | Infinite | Unknown:
        """By the counts of both where a family opens what they share, else by listing."""
        both = None if self.shared else self.first.met(self.second)
        if both is not None:
            every, shared = self.first.count(), both.count()
            if isinstance(every, int) and isinstance(shared, int):
                return every - shared
        return super().count()

    def members(self, after: N | None = None) -> Iterator[N | Unknown]:
        """The members of the first space, looked up one by one."""
        for number, member in enumerate(self.first.members(after)):
            if isinstance(member, Unknown):
                yield member
                return
            if number == LOOKED_UP_MEMBERS:
                yield Unknown(f"more than {LOOKED_UP_MEMBERS:,} members: too many to look up")
                return
            try:
                found = self.second.represents(member)
            except LimitError as error:
                yield Unknown(str(error))
                return
            if found == self.shared:
                yield member

    def represents(self, model: N) -> bool:
        return self.first.represents(model) and self.second.represents(model) == self.shared

    def __contains__(self, model: object) -> bool:
        return self.represents(cast("N", model))

    def row(self, model: N) -> Plain:
        return self.first.row(model)


def _kind(space: MemberCollection[N]) -> tuple[str, frozenset[str]]:
    """What spaces must share to be compared: their identity, and what members are about."""
    return getattr(space, "identity", ""), frozenset(space.over)


def _fellow(space: MemberCollection[N], other: object) -> MemberCollection[N]:
    """The other space, if the two can be compared."""
    if not isinstance(other, MemberCollection):
        raise KindError("not a version space", value=type(other).__name__)
    ours, theirs = _kind(space), _kind(other)
    if ours[1] != theirs[1]:
        raise UsageError("the two spaces are about different variables", value=sorted(theirs[1]))
    if ours[0] != theirs[0]:
        raise UsageError("the two spaces tell members apart differently", value=theirs[0])
    return other


def _within(space: MemberCollection[N], other: MemberCollection[N]) -> bool | Unknown:
    """Counted where both are one space, else by looking for a member that the other lacks."""
    both, every = space.met(other), space.count()
    if both is not None and isinstance(every, int):
        shared = both.count()
        if isinstance(shared, int):
            return shared == every
    outside = Chosen(space, other, False).pick()
    return outside if isinstance(outside, Unknown) else outside is None
