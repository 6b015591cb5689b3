"""The programme engine of local linear spaces: rounded data, decided by linear programmes.

A parent set is a programme (:mod:`~space.local.parent_programme`) over integers, solved by pivoting: much
shorter than a solver's search over all parent sets, whose numbers grow long. Whatever it does not decide is
left to z3.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property

from symcause.answers import Unknown
from symcause.families.linear.problem.problem import Coefficients, Domain
from symcause.families.linear.space.local.coefficient_space import EquationWitness, Extremes
from symcause.families.linear.space.local.evidence_rows import LinearRows, Vector
from symcause.families.linear.space.local.least_squares_parents import shortest
from symcause.families.linear.space.local.parent_programme import Best, ParentProgramme, Refuted
from symcause.families.linear.space.local.smt_engine import FAR, SmtLocal
from symcause.solvers.linear.rational_algebra import dot
from symcause.solvers.sat.linear_arithmetic import Assignment

ZERO, ONE = Fraction(0), Fraction(1)


def bounded_effects(evidence: LinearRows, coefficients: Coefficients) -> bool:
    """Rational coefficients of a least size, of either sign: what programmes apply to."""
    rational = coefficients.domain is not Domain.INTEGER
    return rational and coefficients.min_effect is not None and not evidence.signs


class IntervalLocal(SmtLocal):
    """Linear programmes for one variable."""

    @cached_property
    def _size(self) -> Fraction:
        assert self._least is not None
        return self._least

    @cached_property
    def _weights(self) -> dict[int, int]:
        return {}

    def weight(self, mask: int) -> int | Unknown:
        if mask in self._models:
            return super().weight(mask)
        if mask not in self._weights:
            weight = self._weighed(mask)
            if isinstance(weight, Unknown):
                return weight
            self._weights[mask] = weight
        return self._weights[mask]

    def _weighed(self, mask: int) -> int | Unknown:
        """1 if a parent set has a member, else 0; whoever wants to see it asks for the witness."""
        if self._ruled_out(mask):
            return 0
        guessed = self._guessed(mask)
        if guessed is not None:
            self._models[mask] = guessed
            return 1
        if self._budget.over:
            return self._budget.shortage
        found = self.programme(mask).best(None)
        if isinstance(found, Unknown):
            return super().weight(mask)
        if isinstance(found, Best):
            return 1
        self._refute(mask, found)
        return 0

    @cached_property
    def _programmes(self) -> dict[tuple[int, int | None], ParentProgramme]:
        return {}

    def programme(self, mask: int, first: int | None = None) -> ParentProgramme:
        """Where a programme starts is worth remembering."""
        if (mask, first) not in self._programmes:
            made = ParentProgramme(self._rows, mask, self._size, first, self._budget)
            self._programmes[mask, first] = made
        return self._programmes[mask, first]

    def _refute(self, mask: int, found: Refuted) -> None:
        """Smaller sets with the effects that had to be large have no member either."""
        count = len(self.evidence.candidates)
        parents = [i for i in range(count) if mask >> i & 1]
        absent = [~i for i in range(count) if not mask >> i & 1]
        self._refuted.append(frozenset([*absent, *(parents[k] for k in found.effects)]))

    def _asked(self, mask: int) -> Assignment | Unknown | None:
        """A member of a parent set, None if it has none."""
        programme = self.programme(mask)
        found = programme.inside()
        if isinstance(found, Unknown):
            return super()._asked(mask)
        if isinstance(found, Refuted):
            self._refute(mask, found)
            return None
        columns, groups = programme.columns, tuple(self._groups)
        short = shortest(self._rows, groups, columns, found[: len(columns)], self._size)
        if short is None:
            coefficients = self._spread(columns, found)
            bases = self._rows.bases(groups, coefficients)
            assert bases is not None
            short = (coefficients, bases)
        return self._assigned(mask, *short)

    def _spread(self, columns: list[int], point: Vector) -> Vector:
        """The coefficients of a point over all columns."""
        spread = [ZERO] * self.evidence.width
        for i, x in zip(columns, point, strict=False):  # bases come after
            spread[i] = x
        return tuple(spread)

    def another(self, mask: int, witness: EquationWitness) -> EquationWitness | Unknown | None:
        for column in self.evidence.columns(mask):
            unit = tuple(Fraction(int(i == column)) for i in range(self.evidence.width))
            extremes = self._between(mask, unit, based=False)
            if extremes is None or isinstance(extremes, Unknown):
                return extremes if extremes is None else super().another(mask, witness)
            for other in (extremes.low_at, extremes.high_at):
                if other.coefficients[column] != witness.coefficients[column]:
                    return other
        return None

    def extremes(self, mask: int, objective: Vector) -> Extremes | Unknown | None:
        extremes = self._between(mask, objective)
        return super().extremes(mask, objective) if isinstance(extremes, Unknown) else extremes

    def extremes_of_all(self, objective: Vector) -> Extremes | Unknown | None:
        best: Extremes | None = None
        for mask in range(1 << len(self.evidence.candidates)):
            if self._budget.over:
                return self._budget.shortage
            weight = self.weight(mask)
            extremes = self.extremes(mask, objective) if weight else None
            if isinstance(weight, Unknown) or isinstance(extremes, Unknown):
                return super().extremes_of_all(objective)
            if extremes is not None:
                best = extremes if best is None else _wider(best, extremes)
                if best.low is None and best.high is None:
                    break
        return best

    def _between(
        self, mask: int, objective: Vector, *, based: bool = True
    ) -> Extremes | Unknown | None:
        """The range of objective·coefficients, and of the first base with it."""
        first = next(iter(self._groups))
        if first not in self._rows.groups:
            return Unknown("no row shows the base")
        if self._ruled_out(mask):
            return None
        programme = self.programme(mask, first)
        goal = [objective[i] for i in programme.columns]
        goal += [Fraction(int(based and group == first)) for group in programme.groups]
        if any(dot(goal, direction) for direction in programme.directions):
            return self._endless(programme, goal)
        sides: list[tuple[Fraction, EquationWitness]] = []
        for sign in (1, -1):
            found = programme.best([sign * x for x in goal])
            if isinstance(found, Refuted):
                return None
            if isinstance(found, Unknown):
                return found
            assert isinstance(found, Best)
            sides.append((sign * found.value, self._at(programme, programme.enlarged(found.point))))
        (low, low_at), (high, high_at) = sides
        return Extremes(low, high, low_at, high_at)

    def predicted(
        self, mask: int, features: Vector, group: int | None
    ) -> tuple[Fraction | None, Fraction | None] | Unknown:
        """Between which values a reading of a group with these features lies before it is rounded."""
        programme = self.programme(mask, group)
        goal = [features[i] for i in programme.columns]
        goal += [Fraction(int(own == group)) for own in programme.groups]
        if any(dot(goal, direction) for direction in programme.directions):
            return None, None
        ends: list[Fraction] = []
        for sign in (1, -1):
            found = programme.best([sign * x for x in goal])
            if not isinstance(found, Best):
                return found if isinstance(found, Unknown) else Unknown("no member")
            ends.append(sign * found.value)
        return ends[0], ends[1]

    def _endless(
        self, programme: ParentProgramme, goal: list[Fraction]
    ) -> Extremes | Unknown | None:
        """No bounds: members far out on both sides."""
        start = programme.inside()
        if isinstance(start, Refuted):
            return None
        if isinstance(start, Unknown):
            return start
        reach = FAR + abs(dot(goal, start))
        low, high = (
            self._at(programme, programme.far(start, goal, sign * reach)) for sign in (-1, 1)
        )
        return Extremes(None, None, low, high, False, False)

    def _at(self, programme: ParentProgramme, point: Vector) -> EquationWitness:
        base = len(programme.columns) + programme.groups.index(next(iter(self._groups)))
        return EquationWitness(self._spread(programme.columns, point), point[base])


def _wider(one: Extremes, other: Extremes) -> Extremes:
    """The range of both together."""
    low = one if one.low is None or (other.low is not None and one.low <= other.low) else other
    high = one if one.high is None or (other.high is not None and one.high >= other.high) else other
    return Extremes(
        *(low.low, high.high, low.low_at, high.high_at), low.low_attained, high.high_attained
    )
