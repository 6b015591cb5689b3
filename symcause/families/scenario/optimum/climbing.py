"""A good design by climbing: steps along one variable, then exchanges between two.

From a design the value of every single step is computed; the steps that help most and the ones that
cost least are then combined, so that a total that is spent can be moved from where it does little to
where it does much. Nothing here proves anything: a design that is found is a witness, with its own
proven value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from symcause.families.scenario.models.intervals import Interval
from symcause.families.scenario.models.parts import Integer, Value
from symcause.families.scenario.problem.problem import ScenarioProblem, Space, violations

Found = tuple[dict[str, Value], Interval]
Measure = Callable[[dict[str, Value]], Interval]

STRIDES = (8, 4, 2, 1)
TRIED = 6
"""Exchanges that are tried before the stride is shortened."""


class Climber:
    """Climbs in one space; *measure* gives the value of a design."""

    def __init__(
        self,
        problem: ScenarioProblem,
        space: Space,
        used: frozenset[str],
        assignments: list[Mapping[str, Value]],
        measure: Measure,
    ) -> None:
        self.problem, self.space, self.measure = problem, space, measure
        self.assignments = assignments  # of choices and flags, those that make a difference
        self.domains = {
            name: domain
            for name, domain in problem.domains(space).items()
            if name in used and isinstance(domain, Integer)
        }

    def climb(self, start: dict[str, Value]) -> Iterator[Found]:
        """Better and better designs; the first is the start."""
        best = (start, self.measure(start))
        yield best
        for stride in STRIDES:
            while True:
                better = self._turned(best) or self._stepped(best, stride)
                if better is None:
                    break
                best = better
                yield best

    def allowed(self, design: dict[str, Value]) -> bool:
        """Is the design in the space?"""
        return not violations(self.problem, design, self.space)

    def _turned(self, best: Found) -> Found | None:
        """Other choices and flags, with the same numbers."""
        for values in self.assignments:
            design = {**best[0], **values}
            if design != best[0] and self.allowed(design):
                found = (design, self.measure(design))
                if found[1].low > best[1].low:
                    return found
        return None

    def _stepped(self, best: Found, stride: int) -> Found | None:
        """A step along one variable or an exchange between two that helps."""
        design, value = best
        gains: dict[tuple[str, int], Fraction] = {}
        for name in self.domains:
            for step in (stride, -stride):
                moved = self._moved(design, ((name, step),))
                if moved is not None:
                    gains[name, step] = self.measure(moved).middle - value.middle
        ranked = sorted(gains, key=lambda move: -gains[move])
        for move in ranked:
            if gains[move] <= 0:
                break
            found = self._tried(best, (move,))
            if found is not None:
                return found
        pairs = [
            (gains[up] + gains[down], up, down)
            for up in ranked
            for down in ranked
            if up[1] > 0 > down[1] and up[0] != down[0]
        ]
        for gain, up, down in sorted(pairs, key=lambda pair: -pair[0])[:TRIED]:
            if gain > 0:
                found = self._tried(best, (up, down))
                if found is not None:
                    return found
        return None

    def _tried(self, best: Found, moves: tuple[tuple[str, int], ...]) -> Found | None:
        moved = self._moved(best[0], moves)
        if moved is None or not self.allowed(moved):
            return None
        value = self.measure(moved)
        return (moved, value) if value.low > best[1].low else None

    def _moved(
        self, design: dict[str, Value], moves: tuple[tuple[str, int], ...]
    ) -> dict[str, Value] | None:
        """The design after some steps, cut off at the ends of the ranges; None if nothing changes."""
        found = dict(design)
        for name, step in moves:
            domain, value = self.domains[name], design[name]
            assert isinstance(value, Fraction)
            after = max(value + step, Fraction(domain.least))
            found[name] = after if domain.most is None else min(after, Fraction(domain.most))
        return None if found == design else found
