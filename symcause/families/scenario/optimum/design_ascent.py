"""Design ascent to the optimum of a scenario: a good design by steps that help.

From a design the value of every single step is computed. All that help are tried together, then one by
one; then the steps that help most and the ones that cost least are combined, so that a total that is
spent can be moved from where it does little to where it does much. A move that helps is doubled for as
long as it does, which is what reaches far designs where ranges have no end; there numbers are then made
smaller where that costs nothing. Nothing here proves anything: a design that is found is a witness, with
its own proven value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from symcause.families.scenario.bounds import TRIED_EXCHANGES
from symcause.families.scenario.models.model_components import Integer, Value
from symcause.families.scenario.models.rational_intervals import Interval
from symcause.families.scenario.problem.problem import ScenarioProblem, Space, violations

Found = tuple[dict[str, Value], Interval]
Moves = tuple[tuple[str, int], ...]
Measure = Callable[[dict[str, Value]], Interval]

STRIDES = (8, 4, 2, 1)


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
            while (better := self._better(best, stride)) is not None:
                best = better
                yield best

    def _better(self, best: Found, stride: int) -> Found | None:
        """A better design nearby; far out, one before the plateau."""
        pair = self._turned(best) or self._stepped(best, stride)
        return pair or (self._thinned(best) if stride == STRIDES[0] else None)

    def allowed(self, design: dict[str, Value]) -> bool:
        """Is the design in the space?"""
        return not violations(self.problem, design, self.space)

    def _turned(self, best: Found) -> Found | None:
        """Other choices and flags, with the same numbers."""
        for values in self.assignments:
            design = {**best[0], **values}
            if design != best[0] and self.allowed(design):
                pair = (design, self.measure(design))
                if pair[1].low > best[1].low:
                    return pair
        return None

    def _stepped(self, best: Found, stride: int) -> Found | None:
        """Steps along some variables or an exchange between two that help, doubled while they do."""
        for moves in self._moves(best, stride):
            pair = self._tried(best, moves)
            if pair is not None:
                return self._doubled(pair, moves)
        return None

    def _moves(self, best: Found, stride: int) -> Iterator[Moves]:
        """Moves that promise something, by the gains of single steps."""
        design, value = best
        gains: dict[tuple[str, int], Fraction] = {}
        for name in self.domains:
            for step in (stride, -stride):
                moved = self._moved(design, ((name, step),))
                if moved is not None:
                    gains[name, step] = self.measure(moved).middle - value.middle
        ranked = sorted(gains, key=lambda move: -gains[move])
        helpful = [move for move in ranked if gains[move] > 0]
        every = tuple(dict(reversed(helpful)).items())  # of two steps of a variable the better one
        if len(every) > 1:
            yield every
        for move in helpful:
            yield (move,)
        pairs = [
            (gains[up] + gains[down], up, down)
            for up in ranked
            for down in ranked
            if up[1] > 0 > down[1] and up[0] != down[0]
        ]
        for gain, up, down in sorted(pairs, key=lambda pair: -pair[0])[:TRIED_EXCHANGES]:
            if gain > 0:
                yield up, down

    def _doubled(self, best: Found, moves: Moves) -> Found:
        """The same moves again, twice as far each time, for as long as they help."""
        while True:
            moves = tuple((name, 2 * step) for name, step in moves)
            pair = self._tried(best, moves)
            if pair is None:
                return best
            best = pair

    def _thinned(self, best: Found) -> Found | None:
        """Smaller numbers, where ranges have no end: far out the value is flat, and what lies before a
        plateau is not seen from it. None if nothing is gained."""
        thin = best
        for name, domain in self.domains.items():
            value = best[0][name]
            assert isinstance(value, Fraction)
            step = int(value) - domain.least if domain.most is None else 0
            while step > 0:
                moved = self._moved(thin[0], ((name, -step),))
                if moved is not None and self.allowed(moved):
                    pair = (moved, self.measure(moved))
                    thin = pair if pair[1].low >= thin[1].low else thin
                step //= 2
        return thin if thin[1].low > best[1].low else None

    def _tried(self, best: Found, moves: Moves) -> Found | None:
        moved = self._moved(best[0], moves)
        if moved is None or not self.allowed(moved):
            return None
        value = self.measure(moved)
        return (moved, value) if value.low > best[1].low else None

    def _moved(self, design: dict[str, Value], moves: Moves) -> dict[str, Value] | None:
        """The design after some steps, cut off at the ends of the ranges; None if nothing changes."""
        found = dict(design)
        for name, step in moves:
            domain, value = self.domains[name], design[name]
            assert isinstance(value, Fraction)
            after = max(value + step, Fraction(domain.least))
            found[name] = after if domain.most is None else min(after, Fraction(domain.most))
        return None if found == design else found
