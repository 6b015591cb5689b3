"""The network space of cpt: all networks with the given probabilities, and the answer that they leave.

An answer is settled if all values of the range have it and some network of the space was found and
executed. It is open if two networks, executed against every given number, have different answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from itertools import product

from symcause.errors import ProblemError, SymcauseError
from symcause.families.cpt.bounds import APPROACH_STEPS
from symcause.families.cpt.models.answer_rule import INCONSISTENT, OPEN, UNKNOWN
from symcause.families.cpt.models.graph_shapes import shape_of
from symcause.families.cpt.models.network import Network
from symcause.families.cpt.models.query_values import query_value
from symcause.families.cpt.problem.problem import HOMOGENEOUS, CptProblem
from symcause.families.cpt.problem.step_budgets import NETWORK
from symcause.families.cpt.space.null_network import widened, without_effect
from symcause.families.cpt.space.number_boxes import NumberBoxes
from symcause.families.cpt.space.pair_range import no_effect
from symcause.families.cpt.space.programme.linear_range import linear_range
from symcause.families.cpt.space.query_range import HIGH, LOW, NoMember, NoValue, QueryRange
from symcause.families.cpt.space.range_choice import missing_condition, range_of

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
        if HOMOGENEOUS in self.problem.assume and not self._homogeneous(network):
            return None
        try:
            value = query_value(network, self.problem.query)
        except SymcauseError:
            return None
        return Member(network, value, self.problem.rule.answer(value))

    def _homogeneous(self, network: Network) -> bool:
        """Is the effect of a treatment that has an instrument the same whatever the confounder is?"""
        query = self.problem.query
        shape = shape_of(self.problem.dag, query.treatment, query.outcome)
        if shape is None or shape.name != "instrument":
            return True
        u, x, y = (network.dag.index[shape.roles[part]] for part in "UXY")
        parents = network.parents[y]
        sizes = [network.sizes[p] for p in parents]
        table = dict(zip(product(*map(range, sizes)), network.rows[y], strict=True))
        ones = {
            key[parents.index(u)]: [table[key][1]] for key in table if not key[parents.index(x)]
        }
        for key, row in table.items():
            if key[parents.index(x)]:
                ones[key[parents.index(u)]].append(row[1])
        return len({after - before for before, after in ones.values()}) == 1

    @cached_property
    def query_range(self) -> QueryRange | NoMember | NoValue | None:
        """The range of the query, or why there is none.

        Where no derivation is known for the query, or one that does not look at all given numbers, it is
        that of a linear programme. An effect that the graph alone rules out needs of it a network only.
        """
        first = range_of(self.problem, self.boxes)
        if isinstance(first, QueryRange):
            first = replace(first, approach=cache(first.approach))
        if isinstance(first, NoMember | NoValue) or (
            first is not None and not self._strained(first)
        ):
            return first
        second = linear_range(self.problem, self.boxes)
        if isinstance(second, NoMember | NoValue):
            return second
        without = missing_condition(self.problem, self.boxes)
        if without is not None:
            return NoValue(without)
        if first is None:
            return second
        nothing = no_effect(self.problem, self.boxes)
        if second is not None and nothing is not None:
            return replace(nothing, approach=second.approach)
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
        found = self.query_range
        if found is None:
            return Judgement(UNKNOWN, reason=NO_DERIVATION)
        if isinstance(found, NoMember):
            return Judgement(INCONSISTENT, reason=found.reason)
        if isinstance(found, NoValue):
            return self._without_value(found)
        words = self.problem.rule.possible(found.low, found.high, found.attained)
        if len(words) == 1:
            one = self._any(found)
            if one is None:
                return Judgement(UNKNOWN, found, reason=NO_NETWORK)
            return Judgement(next(iter(words)), found, (one,))
        pair = self._two(found)
        if pair is None:
            text = "the range leaves several answers, and no two networks that show them were found"
            return Judgement(UNKNOWN, found, reason=text)
        return Judgement(OPEN, found, pair)

    def _without_value(self, found: NoValue) -> Judgement:
        """No answer: the question is refused, unless the tables of the problem answer it."""
        text = f"a condition of the query has probability 0: {found.condition}"
        if self.problem.tables is None:
            raise ProblemError(
                f"{text} in every network that has the given numbers",
                place="given",
                remedy="ask another query, or mend the number that says so",
            )
        return Judgement(UNKNOWN, reason=text)

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
        for step in range(APPROACH_STEPS // NETWORK):
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
        if seen and found.low < 0 < found.high:
            (one,) = seen.values()
            for network in self._without_effect(found):
                other = self.member(network)
                if other is not None and other.answer != one.answer:
                    first, second = sorted((one, other), key=lambda member: member.value)
                    return first, second
        return None

    def _without_effect(self, found: QueryRange) -> Iterator[Network | None]:
        """Networks in which the effect is 0: a mixture of the ends, or some without its arrows."""
        if found.between is not None:
            yield found.between(Fraction(0))
        cut = without_effect(self.problem)
        if cut is not None:
            for member in NetworkSpace(cut).judgement.members:
                yield widened(member.network, self.problem.dag)
