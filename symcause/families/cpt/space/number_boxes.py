"""Number boxes: the intervals of all given probabilities, found by event and condition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product

from symcause.families.cpt.models.network import Network
from symcause.families.cpt.models.probability_keys import Term
from symcause.families.cpt.problem.problem import Box, CptProblem, middle

Spot = tuple[frozenset[tuple[str, int]], frozenset[tuple[str, int]]]


def _spot(event: Mapping[str, int], given: Mapping[str, int]) -> Spot:
    return frozenset(event.items()), frozenset(given.items())


class NumberBoxes:
    """The box of every given probability; that of the opposite event is known with it."""

    def __init__(self, problem: CptProblem) -> None:
        self.terms: list[tuple[Term, Box]] = []
        self._boxes: dict[Spot, Box] = {}
        for term, number in problem.terms():
            box = problem.box(number)
            self.terms.append((term, box))
            self._boxes[_spot(dict(term.event), dict(term.given))] = box
            if len(term.event) == 1:
                ((name, value),) = term.event
                low, high = box
                self._boxes.setdefault(
                    _spot({name: 1 - value}, dict(term.given)), (1 - high, 1 - low)
                )

    def one(self, event: Mapping[str, int], given: Mapping[str, int] | None = None) -> Box | None:
        """The box of one probability, if it is given."""
        return self._boxes.get(_spot(event, given or {}))

    def table(self, name: str, conditions: Sequence[str] = ()) -> tuple[Box, ...] | None:
        """The boxes of P(name = 1 | conditions), the first condition outermost, if all are given."""
        found = [
            self.one({name: 1}, dict(zip(conditions, values, strict=True)))
            for values in product((0, 1), repeat=len(conditions))
        ]
        known = tuple(box for box in found if box is not None)
        return known if len(known) == len(found) else None

    def share(self, name: str) -> Fraction:
        """P(name = 1) in the middle of its box; one half where it is not given."""
        box = self.one({name: 1})
        return Fraction(1, 2) if box is None else middle(box)

    def misfits(self, network: Network) -> list[str]:
        """Given numbers that a network does not have, and conditions without probability."""
        texts = []
        for term, (low, high) in self.terms:
            value = network.probability(dict(term.event), dict(term.given))
            if value is None or not low <= value <= high:
                texts.append(term.text)
        return texts
