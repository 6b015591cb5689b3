"""Linear forms of the cpt programme: probabilities as sums over shares of types, up to unknown factors.

A probability is a sum over worlds. In each world the tables outside of the block give a number and
perhaps unknown factors, and the values of the block's variables say which types show them. A form has,
for each product of unknown factors, one number a type.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

from symcause.families.cpt.models.back_doors import mediators
from symcause.families.cpt.models.query_values import HALF
from symcause.families.cpt.problem.problem import CptProblem
from symcause.families.cpt.space.number_boxes import NumberBoxes
from symcause.families.cpt.space.programme.response_block import ResponseBlock

ZERO, ONE = Fraction(0), Fraction(1)

Factor = tuple[str, int, int]
"""An unknown entry: of a variable, at a row of its table, for a value."""

Monomial = frozenset[Factor]
Vector = tuple[Fraction, ...]
Form = Mapping[Monomial, Vector]
NOTHING: Monomial = frozenset()


class LinearForms:
    """The forms of one block."""

    def __init__(self, block: ResponseBlock) -> None:
        self.block = block
        self.place = {name: i for i, name in enumerate(block.names)}

    def whole(self) -> Form:
        """All shares together."""
        return {NOTHING: (ONE,) * len(self.block.types)}

    def chance(
        self,
        event: Mapping[str, int],
        forced: Mapping[str, int] | None = None,
        sights: Mapping[str, int] | None = None,
        of: str = "",
    ) -> Form:
        """The probability of an event, where variables are forced, or see another value of one.

        *sights*: these children see that value of the variable *of* instead of its own.
        """
        if not event:
            return self.whole()
        numbers: dict[Monomial, list[Fraction]] = {}
        for monomial, weight, shown in self._worlds(event, forced or {}, sights or {}, of):
            sums = numbers.setdefault(monomial, [ZERO] * len(self.block.types))
            for j, responses in enumerate(self.block.types):
                if all(responses[v][row] == value for v, row, value in shown):
                    sums[j] += weight
        return {monomial: tuple(sums) for monomial, sums in numbers.items() if any(sums)}

    def _worlds(
        self,
        event: Mapping[str, int],
        forced: Mapping[str, int],
        sights: Mapping[str, int],
        of: str,
    ) -> Iterator[tuple[Monomial, Fraction, list[tuple[int, int, int]]]]:
        block = self.block
        names = block.above(event, forced)
        fixed = {**event, **forced}
        if any(fixed[name] != value for name, value in event.items()):
            return
        choices = [(fixed[name],) if name in fixed else (0, 1) for name in names]
        for values in product(*choices):
            world = dict(zip(names, values, strict=True))
            monomial, weight, shown = set[Factor](), ONE, []
            for name, value in world.items():
                if name in forced:
                    continue
                row = 0
                for parent in block.seen[name]:
                    seen = sights[name] if parent == of and name in sights else world[parent]
                    row = 2 * row + seen
                if name in self.place:
                    shown.append((self.place[name], row, value))
                elif name in block.known:
                    one = block.known[name][row]
                    weight *= one if value else 1 - one
                else:
                    monomial.add((name, row, value))
            if weight:
                yield frozenset(monomial), weight, shown


def minus(one: Form, other: Form, factor: Fraction = ONE) -> Form:
    """One form less a multiple of another."""
    numbers = dict(one)
    for monomial, vector in other.items():
        own = numbers.get(monomial, (ZERO,) * len(vector))
        numbers[monomial] = tuple(a - factor * b for a, b in zip(own, vector, strict=True))
    return {monomial: vector for monomial, vector in numbers.items() if any(vector)}


def together(size: int, *forms: Form) -> list[Vector] | None:
    """The vectors of forms that have one and the same unknown factor; None: they have several.

    *size*: how many types there are. A form that is 0 for all of them has no factor at all.
    """
    monomials = {monomial for form in forms for monomial in form}
    if len(monomials) > 1:
        return None
    return [next(iter(form.values()), (ZERO,) * size) for form in forms]


def query_form(
    problem: CptProblem, boxes: NumberBoxes, forms: LinearForms
) -> tuple[Vector, Vector] | None:
    """The query as a quotient of two forms; None where it is none."""
    made = _quotient(problem, boxes, forms)
    if made is None:
        return None
    vectors = together(len(forms.block.types), *made)
    return None if vectors is None else (vectors[0], vectors[1])


def _quotient(
    problem: CptProblem, boxes: NumberBoxes, forms: LinearForms
) -> tuple[Form, Form] | None:
    query = problem.query
    x, y, kind = query.treatment, query.outcome, query.type
    chance, whole = forms.chance, forms.whole()
    if kind == "marginal":
        return minus(chance({y: 1}), whole, HALF), whole
    if kind in ("ate", "collider_bias"):
        return minus(chance({y: 1}, {x: 1}), chance({y: 1}, {x: 0})), whole
    if kind in ("nde", "nie"):
        own = 1 if kind == "nde" else 0
        sights = dict.fromkeys(mediators(problem.dag, x, y), 1 - own)
        return minus(chance({y: 1}, {x: own}, sights, x), chance({y: 1}, {x: 0})), whole
    if kind == "ett":
        untreated = {child: 0 for child, parents in forms.block.seen.items() if x in parents}
        both = {x: 1, y: 1}
        return minus(chance(both), chance(both, sights=untreated, of=x)), chance({x: 1})
    share = boxes.one({x: 1})
    if kind == "correlation" and share is not None and share[0] == share[1] and 0 < share[0] < 1:
        p = share[0]
        treated = minus({}, chance({x: 1, y: 1}), -1 / p)
        return minus(treated, chance({x: 0, y: 1}), 1 / (1 - p)), whole
    return None
