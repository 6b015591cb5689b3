"""The optimum number of interventions in ShapeWorld audits: worst case, expectation, proof.

Worst case, bound and expectation look forward from the end of the transcript; the shortest proof is of
the whole case. Up to five shapes everything is searched; larger worlds are searched where few members
are left. A case that nobody has played has a closed form in the classes ``all`` and ``hidden``, whatever
its size. A search may be given a budget, after which what it looks for is not known; the bound always is.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.errors import LimitError
from symcause.families.shapeworld.audits.action_order import Ranking
from symcause.families.shapeworld.bounds import PROVED_SHAPES, SEARCHED_MEMBERS
from symcause.families.shapeworld.models.dynamics import after
from symcause.families.shapeworld.problem.transcript_evidence import Seen, last_state, numbered
from symcause.families.shapeworld.problem.world_classes import WorldClass
from symcause.families.shapeworld.space.expected_steps import Expected
from symcause.families.shapeworld.space.relation_slices import Slices
from symcause.families.shapeworld.space.shape_exchange import classes
from symcause.families.shapeworld.space.shapeworld_space import ShapeWorldSpace
from symcause.families.shapeworld.space.shortest_proof import shortest_proof
from symcause.families.shapeworld.space.world_separation import Move, moves
from symcause.families.shapeworld.space.worst_case import Plan
from symcause.families.shapeworld.verifier.transcript_clauses import step_clauses


@dataclass(frozen=True)
class ExpectedOptimum:
    """The least expected number of interventions, members equally likely as relations or as DAGs."""

    relations: Fraction
    graphs: Fraction | None  # None where shapes are hidden

    @classmethod
    def of(cls, number: int) -> ExpectedOptimum:
        """The same number whatever member is true."""
        return cls(Fraction(number), Fraction(number))


class Optimum:
    """The optimum of one space with at least one member; parts are computed when they are asked for."""

    def __init__(self, space: ShapeWorldSpace, budget: Meter | None = None) -> None:
        state = last_state(space.case)
        assert state is not None, "a case with a start"
        self.space, self.state, self._budget = space, state, budget
        self.alike = classes(space.problem, space.scope.name)
        self.asked = space.problem.asked
        self._ranking: Ranking | Unknown | None = None

    def slices(self) -> Slices | Unknown:
        """All members, ready for a search; Unknown if they are too many."""
        codes = self.space.codes
        if isinstance(codes, Unknown):
            return codes
        if self.space.problem.size > PROVED_SHAPES and len(codes) > SEARCHED_MEMBERS:
            return Unknown(
                f"searched for at most {PROVED_SHAPES} shapes or {SEARCHED_MEMBERS} members"
            )
        return self.member_slices()

    def member_slices(self) -> Slices:
        """All members, however many there are, as long as they can be listed."""
        codes = self.space.codes
        if isinstance(codes, Unknown):
            raise LimitError(codes.reason)
        return Slices(self.space.coding, codes, self._budget, self.space.case.unseen)

    def bound(self) -> int:
        """This many interventions always do: the plan of the closed form."""
        return self._plan.length

    @cached_property
    def _plan(self) -> Plan:
        return Plan.of(self.space.solver, self.space.case, self.state)

    def worst_case(self) -> int | Unknown:
        """The fewest interventions that settle the question whatever member is true."""
        most = self.bound()
        closed = self.space.scope.name in (WorldClass.ALL, WorldClass.HIDDEN)
        fresh = closed and not numbered(self.space.problem)
        if most <= 1 or fresh:
            return most
        ranking = self.ranking()
        if isinstance(ranking, Unknown):
            return ranking
        try:
            return ranking.worst.value(ranking.slices.whole, self.state, self.alike)
        except LimitError as error:
            return Unknown(str(error))

    def expected(self) -> ExpectedOptimum | Unknown:
        """The least expected number of interventions, for both priors."""
        most = self.bound()
        if most <= 1:
            return ExpectedOptimum.of(most)
        ranking = self.ranking()
        if isinstance(ranking, Unknown):
            return ranking
        slices = ranking.slices
        by_graphs = Expected(slices, self.asked, slices.graphs)
        try:
            relations = ranking.expected.value(slices.whole, self.state, self.alike)
            if self.space.case.unseen:
                return ExpectedOptimum(relations, None)
            return ExpectedOptimum(relations, by_graphs.value(slices.whole, self.state, self.alike))
        except LimitError as error:
            return Unknown(str(error))

    def shortest_proof(self) -> int | Unknown:
        """The fewest interventions that settle the question in the true world, from the start on."""
        case = self.space.case
        gold = case.gold_relation
        if gold is None or case.initial is None:
            return Unknown("the true world is not given")
        start = case.mask(case.initial)
        return shortest_proof(gold.effects, self.asked, start, self.space.scope.name)

    def ranking(self) -> Ranking | Unknown:
        """Orders actions over the members, where they can be searched."""
        if self._ranking is None:
            slices = self.slices()
            self._ranking = slices if isinstance(slices, Unknown) else Ranking(slices, self.asked)
        return self._ranking

    def best(self) -> Move | None:
        """The first of the ranked actions; where nobody can search, the one of the plan."""
        return next(iter(self.equally_good()), None)

    def equally_good(self) -> tuple[Move, ...]:
        """The best actions, as listed: none is worth more than another."""
        ranking = self.ranking()
        if isinstance(ranking, Unknown) or not self.bound():
            return self.plans()
        try:
            return tuple(ranking.best(ranking.slices.whole, self.state, self.alike))
        except LimitError:
            return self.plans()

    def teaching(self, state: int) -> list[tuple[Move, bool, int]]:
        """Every action that is not void in a state: do members differ in what it shows, and one of it."""
        solver, size = self.space.solver, self.space.case.size
        member = solver.some()
        assert member is not None, "a space with members"
        found = []
        for action, shape in moves(self.space.case.shown, state):
            shown = after(member, state, action, shape)
            line = Seen(0, 1, action, shape, state, shown)
            found.append(((action, shape), solver.escapes(step_clauses(size, line)), shown))
        return found

    def planned(self) -> Move | None:
        """What the plan does next; None if the question is settled."""
        return next(iter(self.plans()), None)

    def plans(self) -> tuple[Move, ...]:
        """What the plan may do next, as listed; nothing if the question is settled."""
        return self._plan.next
