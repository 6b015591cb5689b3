"""How few interventions are enough: worst case, bound, expectation, shortest proof; exact or not known.

Worst case, bound and expectation look forward from the end of the transcript; the shortest proof is of
the whole case. Up to five shapes everything is searched; larger worlds are searched where few members
are left. A case that nobody has played has a closed form in the class ``all``, whatever its size.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from symcause.answers import Unknown
from symcause.errors import LimitError
from symcause.families.shapeworld.audits.expected import Expected
from symcause.families.shapeworld.audits.proof import SEARCHED_SHAPES, shortest_proof
from symcause.families.shapeworld.audits.worst_case import WorstCase, bound, drivers
from symcause.families.shapeworld.models.dynamics import Action
from symcause.families.shapeworld.problem.classes import WorldClass
from symcause.families.shapeworld.problem.evidence import last_state, numbered
from symcause.families.shapeworld.space.separation import Move
from symcause.families.shapeworld.space.slices import Slices
from symcause.families.shapeworld.space.space import ShapeWorldSpace

SEARCHED_MEMBERS = 2_000
"""Spaces of so few members are searched whatever the number of shapes."""


@dataclass(frozen=True)
class ExpectedOptimum:
    """The least expected number of interventions, members equally likely as relations or as DAGs."""

    relations: Fraction
    graphs: Fraction


class Optimum:
    """The optimum of one space with at least one member; parts are computed when they are asked for."""

    def __init__(self, space: ShapeWorldSpace) -> None:
        state = last_state(space.problem)
        assert state is not None, "a case with a start"
        self.space, self.state = space, state
        self.asked = space.problem.asked

    def slices(self) -> Slices | Unknown:
        """All members, ready for a search; Unknown if they are too many."""
        space = self.space
        if isinstance(space.codes, Unknown):
            return space.codes
        if space.problem.size > SEARCHED_SHAPES and len(space.codes) > SEARCHED_MEMBERS:
            return Unknown(
                f"searched for at most {SEARCHED_SHAPES} shapes or {SEARCHED_MEMBERS} members"
            )
        return Slices(space.coding, space.codes)

    def bound(self) -> int:
        """So many interventions always do: the plan of the closed form."""
        return bound(self.space.solver, self.asked, self.state)

    def worst_case(self) -> int | Unknown:
        """The fewest interventions that settle the question whatever member is true."""
        most = self.bound()
        fresh = self.space.scope.name is WorldClass.ALL and not numbered(self.space.problem)
        if most <= 1 or fresh:
            return most
        slices = self.slices()
        if isinstance(slices, Unknown):
            return slices
        return WorstCase(slices, self.asked).value(slices.whole, self.state)

    def expected(self) -> ExpectedOptimum | Unknown:
        """The least expected number of interventions, for both priors."""
        most = self.bound()
        if most <= 1:
            return ExpectedOptimum(Fraction(most), Fraction(most))
        slices = self.slices()
        if isinstance(slices, Unknown):
            return slices
        try:
            found = [
                Expected(slices, self.asked, weight).value(slices.whole, self.state)
                for weight in (int.bit_count, slices.graphs)
            ]
        except LimitError as error:
            return Unknown(str(error))
        return ExpectedOptimum(found[0], found[1])

    def shortest_proof(self) -> int | Unknown:
        """The fewest interventions that settle the question in the true world, from the start on."""
        problem = self.space.problem
        gold = problem.gold_relation
        if gold is None or problem.initial is None:
            return Unknown("the true world is not given")
        start = problem.mask(problem.initial)
        return shortest_proof(gold.effects, self.asked, start, self.space.scope.name)

    def planned(self) -> Move | None:
        """What the plan does next; None if the question is settled."""
        if not self.bound():
            return None
        cause, effect = self.asked
        if not self.state >> effect & 1:
            return Action.MOVE, cause
        others = drivers(self.space.solver, self.asked, self.state)
        if others:
            return Action.HOLD, others[0]
        return Action.HOLD, cause if self.state >> cause & 1 else effect
