"""The fewest experiments that leave as little as all of them together, for any version space.

What gold shows under an experiment is evidence, and more evidence leaves no more members. So a choice of
experiments suffices if and only if it leaves as many members as all of them do. A member that a choice
leaves and that all experiments together refute demands one of those under which it shows another thing
than gold; a smallest choice that meets all demands is proposed, and what it leaves adds demands, until
nothing is left to add (:mod:`symcause.solvers.sets.hitting_sets`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Generic, TypeVar

from symcause.answers import Unknown
from symcause.audits.experiments.outcome_shares import Plain
from symcause.audits.of_space.count import unlisted
from symcause.audits.of_space.member_collection import MemberCollection
from symcause.bounds.plans_bounds import (
    CANDIDATE_EXPERIMENTS,
    LEARNT_DEMANDS,
    LISTED_OUTCOMES,
    OTHER_MEMBERS,
    PROPOSED_CHOICES,
)
from symcause.errors import LimitError, UsageError
from symcause.models.bit_sets import bits
from symcause.registry import families
from symcause.solvers.sets.hitting_sets import Fewest, fewest, greedy, irredundant

if TYPE_CHECKING:
    from symcause.audits.members import Members

M = TypeVar("M")


@dataclass(frozen=True)
class FewestExperiments(Generic[M]):
    """A search among the experiments of a space, where gold is known."""

    space: Members[M]
    gold: M

    @cached_property
    def candidates(self) -> tuple[Plain, ...]:
        """The experiments."""
        return tuple(islice(self.space.experiments(), CANDIDATE_EXPERIMENTS))

    @cached_property
    def seen(self) -> tuple[Plain, ...]:
        """What gold shows under each."""
        return tuple(self.space.outcome(self.gold, one) for one in self.candidates)

    @property
    def every(self) -> int:
        """All of them."""
        return (1 << len(self.candidates)) - 1

    def space_after(self, chosen: int) -> Members[M]:
        """The space with what gold shows under these experiments."""
        members = self.space
        for at in bits(chosen):
            members = members.given(self.candidates[at], self.seen[at])
        return members

    def left(self, chosen: int) -> int:
        """How many members these experiments leave. Raises LimitError where that is unknown."""
        count = self.space_after(chosen).count()
        if not isinstance(count, int):
            raise LimitError(unlisted(count))
        if count > (self.left(0) if chosen else count) or not count:  # gold is one of them
            raise self._contradiction()
        return count

    def _contradiction(self) -> UsageError:
        """A family that learns something else than what its members show."""
        problem = self.space.problem
        kinds = {f"{kind.__module__}:{kind.__qualname__}" for kind in type(problem).__mro__}
        named = (family.name for family in families() if family.problem in kinds)
        name = next(named, type(problem).__name__)
        return UsageError(
            f"what the family {name} learns from experiments is not what its members show",
            value=problem.id,
            remedy=f"mend learnt of its space: python -m symcause.families check {name}",
        )

    def choices(self) -> Iterator[Fewest]:
        """Ever better choices and bounds. Raises LimitError where something is unknown."""
        demands: list[int] = []
        while learnt := self._learnt(chosen := greedy(demands, range(len(self.candidates)))):
            demands = irredundant([*demands, *learnt])
        yield Fewest(chosen, min(1, chosen.bit_count()))
        yield from islice(fewest(chosen, demands, self._learnt), PROPOSED_CHOICES)

    def _learnt(self, chosen: int) -> list[int]:
        """Demands that a choice does not meet; none where it leaves no more than all experiments do."""
        if self._masks is not None:
            unmet = (mask for mask in self._masks if mask and not mask & chosen)
            return irredundant(islice(unmet, LEARNT_DEMANDS)) or self._confirmed(chosen)
        after = self.space_after(chosen)
        count = after.count()
        if not isinstance(count, int):
            raise LimitError(unlisted(count))
        return [] if count == self.least else self._refuted(after, chosen)

    @cached_property
    def least(self) -> int:
        """The members that all experiments together leave."""
        least = self.left(self.every)
        if self._each is not None and least != sum(not mask for mask in self._each):
            raise self._contradiction()
        return least

    def _confirmed(self, chosen: int) -> list[int]:
        """Nothing, where the space says so, too."""
        if self.left(chosen) != self.least:
            raise self._contradiction()
        return []

    def _refuted(self, after: Members[M], chosen: int) -> list[int]:
        """Demands of members that a choice leaves and all experiments refute."""
        learnt: list[int] = []
        for other in islice(after.others(self.gold), OTHER_MEMBERS):
            if isinstance(other, Unknown):
                raise LimitError(other.reason)
            mask = self._mask(other)
            if mask & chosen:
                raise self._contradiction()
            if mask:
                learnt.append(mask)
            if len(learnt) == LEARNT_DEMANDS:
                break
        if not learnt:
            raise LimitError(
                f"none of {OTHER_MEMBERS:,} other members is refuted by any experiment"
            )
        return irredundant(learnt)

    def _mask(self, member: M) -> int:
        """The experiments under which a member shows another thing than gold."""
        pairs = zip(self.candidates, self.seen, strict=True)
        differing = (self.space.outcome(member, one) != shown for one, shown in pairs)
        return sum(1 << at for at, differs in enumerate(differing) if differs)

    @cached_property
    def _masks(self) -> Sequence[int] | None:
        """Those of all members, each once, where they are few enough to be listed."""
        each = self._each
        return each and sorted(set(each), key=lambda mask: (mask.bit_count(), mask))

    @cached_property
    def _each(self) -> Sequence[int] | None:
        """Those of all members, member by member."""
        if not isinstance(self.space, MemberCollection):
            return None
        listed = self.space.listed()
        if isinstance(listed, Unknown) or len(listed) * len(self.candidates) > LISTED_OUTCOMES:
            return None
        return list(map(self._mask, listed))
