"""Members of a version space: methods for audits that follow from listing them.

A family lists members, says why a model is none, and what a model shows under an experiment; the rest is
here, by listing. What a family knows better it overrides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from operator import index
from random import Random
from typing import Any, Generic, Self, TypeVar, cast, overload

from symcause.answers import Unknown, Unsat
from symcause.audits.experiments.outcome_shares import Outcomes, Plain, counted
from symcause.audits.space import Edges, EdgeStatus, EdgeStatuses, Infinite, Objection, Separation
from symcause.errors import KindError, LimitError, UsageError
from symcause.formats.data_frames import data_frame
from symcause.models.notebook_hook import Shown
from symcause.registry import family_of, load

N = TypeVar("N")

MOST_LISTED = 10_000
"""Members that are listed where nothing better is known than a list."""


def refuse_strangers(kind: type, names: Iterable[str], attribute: str, *models: object) -> None:
    """Raise for what is no model, or one with other variables than the problem."""
    for model in models:
        if not isinstance(model, kind):
            raise KindError(f"not a {kind.__name__}", value=type(model).__name__)
        if set(getattr(model, attribute)) != set(names):
            raise UsageError("not a model of this problem: it has other variables")


class Members(Shown, Generic[N]):
    """A version space, as far as it follows from members, objections and outcomes.

    A collection: ``for model in space``, ``len(space)``, ``model in space``, ``if space``, ``space[:10]``.
    What takes a listing here is bounded by :data:`MOST_LISTED`; a family that knows better overrides it.
    """

    def __repr__(self) -> str:
        problem = getattr(self, "problem", None)
        return f"<{type(self).__name__} of {getattr(problem, 'id', 'a problem')}>"

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

    def edges(self) -> Edges | Unknown:
        """None: a family whose models are graphs says which."""
        return EdgeStatuses({})

    def open_variables(self) -> tuple[str, ...] | Unknown:
        """The variables with an edge into them that some members have and others have not."""
        edges = self.edges()
        if isinstance(edges, Unknown):
            return edges
        return tuple(dict.fromkeys(effect for _, effect in edges.having(EdgeStatus.OPEN)))

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

    def random(self, number: int = 1, *, seed: int = 0) -> tuple[N, ...] | Unknown:
        """Members at random, each drawn from all; the same seed gives the same.

        Raises ValueError if there is none.
        """
        rng, found = Random(seed), list[N]()
        for _ in range(number):
            drawn = self.draw(rng)
            if isinstance(drawn, Unknown):
                return drawn
            found.append(drawn)
        return tuple(found)

    # experiments and evidence

    def what_if(self, experiment: Any) -> Outcomes | Unknown:
        """What the members would show under an experiment, and how many of them each."""
        listed = self.listed()
        if isinstance(listed, Unknown):
            return listed
        return counted(experiment, ((self.outcome(member, experiment), 1) for member in listed))

    def learnt(self, experiment: Any, outcome: Any) -> Any:
        """The problem after an experiment and what it showed."""
        raise UsageError("nothing is learnt by experiments here")

    def with_evidence(self, evidence: Any) -> Any:
        """The problem with further evidence of the family's own kind."""
        raise UsageError("give an experiment and its outcome")

    def reopened(self, problem: Any) -> Self:
        """The space of another problem, in the class of this one."""
        opener = family_of(problem).space
        assert opener is not None, "a family with a space says how it is opened"
        return cast("Self", load(opener)(problem))

    def given(self, evidence: Any, outcome: Any = None) -> Self:
        """The space with more evidence: an experiment and its outcome, or evidence of the family's kind."""
        known = self.with_evidence(evidence) if outcome is None else self.learnt(evidence, outcome)
        return self.reopened(known)

    # a collection

    def row(self, model: N) -> Plain:
        """A member as a row of a frame."""
        return {"member": model}

    def to_pandas(self, limit: int | None = None) -> Any:
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
