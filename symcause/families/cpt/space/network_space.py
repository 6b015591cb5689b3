"""The network space: all networks that have the given numbers, and the answer that they leave.

An answer is settled if all values of the range have it and some network of the space was found and
executed. It is open if two networks, executed against every given number, have different answers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property

from symcause.errors import SymcauseError
from symcause.families.cpt.models.answer_rule import INCONSISTENT, OPEN, UNKNOWN
from symcause.families.cpt.models.network import Network
from symcause.families.cpt.models.query_values import query_value
from symcause.families.cpt.problem.problem import CptProblem
from symcause.families.cpt.problem.step_budgets import APPROACHES, NETWORK
from symcause.families.cpt.space.number_boxes import NumberBoxes
from symcause.families.cpt.space.programme.linear_range import linear_range
from symcause.families.cpt.space.query_range import HIGH, LOW, NoMember, QueryRange
from symcause.families.cpt.space.range_choice import range_of

NO_DERIVATION = "no derivation is known for this query from these numbers"
NO_NETWORK = "whether any network has the given numbers is not known"


@dataclass(frozen=True)
class Member:
    """A network of the space, the value of the query in it, and its answer."""

    network: Network
    value: Fraction
    answer: str


@dataclass(frozen=True)
class Judgement:
    """The answer that given numbers leave, the range, members that show it, and why no more is known."""

    answer: str
    range: QueryRange | None = None
    members: tuple[Member, ...] = ()
    reason: str | None = None


class NetworkSpace:
    """The members of a problem with given numbers."""

    def __init__(self, problem: CptProblem) -> None:
        self.problem, self.boxes = problem, NumberBoxes(problem)
        self._executed: dict[int, tuple[Network, bool]] = {}

    def _fits(self, network: Network) -> bool:
        """Does a network have all given numbers? It is executed once."""
        known = self._executed.get(id(network))
        if known is None or known[0] is not network:
            known = self._executed[id(network)] = network, not self.boxes.misfits(network)
        return known[1]

    def member(self, network: Network | None) -> Member | None:
        """A network with its value and answer, if it is a member: it is executed here."""
        if network is None or not self._fits(network):
            return None
        if any(
            size != 2 and name not in self.problem.unobserved
            for name, size in zip(network.dag.nodes, network.sizes, strict=True)
        ):
            return None
        try:
            value = query_value(network, self.problem.query)
        except SymcauseError:
            return None
        return Member(network, value, self.problem.rule.answer(value))

    @cached_property
    def found(self) -> QueryRange | NoMember | None:
        """The range of the query, or why there is none.

        Where no derivation is known for the query, or one that does not look at all given numbers, it is
        that of a linear programme.
        """
        first = range_of(self.problem, self.boxes)
        if isinstance(first, QueryRange):
            first = replace(first, approach=cache(first.approach))
        if isinstance(first, NoMember) or (first is not None and not self._strained(first)):
            return first
        second = linear_range(self.problem, self.boxes)
        if first is None or isinstance(second, NoMember):
            return second
        if second is None or (
            not second.exact and second.high - second.low > first.high - first.low
        ):
            return replace(first, exact=False)
        return second

    def _strained(self, found: QueryRange) -> bool:
        """Do networks at the ends of a range lack a given number that its derivation does not use?"""
        made = (
            found.approach(end, Fraction(0 if found.attained[end] else 1, 2))
            for end in (LOW, HIGH)
            if found.exact
        )
        return any(network is not None and not self._fits(network) for network in made)

    @cached_property
    def judgement(self) -> Judgement:
        """The answer, with what shows it."""
        found = self.found
        if found is None:
            return Judgement(UNKNOWN, reason=NO_DERIVATION)
        if isinstance(found, NoMember):
            return Judgement(INCONSISTENT, reason=found.reason)
        words = self.problem.rule.possible(found.low, found.high, found.attained)
        if len(words) == 1:
            one = self._any(found)
            if one is None:
                return Judgement(UNKNOWN, found, reason=NO_NETWORK)
            return Judgement(next(iter(words)), found, (one,))
        pair = self._two(found)
        if pair is None:
            told = "the range leaves several answers, and no two networks that show them were found"
            return Judgement(UNKNOWN, found, reason=told)
        return Judgement(OPEN, found, pair)

    def _any(self, found: QueryRange) -> Member | None:
        for near in (Fraction(0), Fraction(1, 2), Fraction(1, 64)):
            for end in (LOW, HIGH):
                one = self._at(found, end, near)
                if one is not None:
                    return one
        return None

    def _at(self, found: QueryRange, end: int, near: Fraction) -> Member | None:
        if not near and not found.attained[end] and found.exact:
            return None
        return self.member(found.approach(end, near))

    def _two(self, found: QueryRange) -> tuple[Member, Member] | None:
        """Two members with different answers, as near to the ends as that takes."""
        near, seen = Fraction(0), dict[str, Member]()
        for step in range(APPROACHES // NETWORK):
            for end in (LOW, HIGH):
                one = self._at(found, end, near)
                if one is not None:
                    seen.setdefault(one.answer, one)
            if len(seen) > 1:
                first, second = sorted(list(seen.values())[:2], key=lambda member: member.value)
                return first, second
            near = Fraction(1, 4) ** (step + 1)
            if step > 1 and not found.exact:
                break
        return None
