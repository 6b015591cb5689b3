"""The exact probability of an event in a scenario, as a rational value.

Finite draws are enumerated, uniform draws cut where anything changes, loops summed by their closed form

    P = Σ_j n!/(n-j)! a_j q^(n-j),   Σ_j a_j x^j = Π_c Σ_k (h w_c/W)^k G_c(k) x^k / k!

with G_c(k) the probability that the condition on target c holds after k amounts, and q the probability
that a round hits no target with a condition. Whatever has no exact form raises
:class:`~symcause.families.scenario.models.term_evaluation.Inexact`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor, lcm

from symcause.budgets import StrictMeter
from symcause.families.scenario.bounds import EXACT_ROUNDS, EXACT_STATES
from symcause.families.scenario.models.model_components import Define, Distribution, Repeat, Value
from symcause.families.scenario.models.term_evaluation import Inexact, Undefined, evaluate
from symcause.families.scenario.value.draw_cuts import Cut, Resolution
from symcause.families.scenario.value.summation_plan import Group, Plan, Step
from symcause.grammar.scenario.scenario_terms import Term

_ZERO, _ONE = Fraction(0), Fraction(1)
Values = dict[str, Value]
States = dict[tuple[tuple[str, Value], ...], Fraction]


class Exactly:
    """One computation; *work* counts the states that it has gone through."""

    def __init__(self, plan: Plan, design: Mapping[str, Value]) -> None:
        if not plan.resolved:
            raise Inexact("a continuous draw enters a product")
        self.plan = plan
        self.work = StrictMeter(EXACT_STATES, f"more than {EXACT_STATES} states", refusal=Inexact)
        self.base: Values = dict(design)
        for fixed in plan.fixed:
            self.base[fixed.name] = evaluate(fixed.term, self.base)

    def probability(self) -> Fraction:
        """P(event)."""
        total = _ZERO
        states = self._run(self.plan.steps, {(): _ONE}, {})
        for state, weight in states.items():
            total += weight * self._ending({**self.base, **dict(state)})
        return total

    def _run(self, steps: tuple[Step, ...], states: States, given: Values) -> States:
        for step in steps:
            after: States = defaultdict(lambda: _ZERO)
            for state, weight in states.items():
                values = {**self.base, **given, **dict(state)}
                for added, share in self._outcomes(step, values):
                    self.work.spend()
                    kept = {**dict(state), **added}
                    key = tuple((n, v) for n, v in kept.items() if n in step.keep)
                    after[key] += weight * share
            states = dict(after)
        return states

    def _outcomes(self, step: Step, values: Values) -> Iterator[tuple[Values, Fraction]]:
        variable = step.variable
        if isinstance(variable, Define):
            yield {variable.name: evaluate(variable.term, values)}, _ONE
            return
        if step.resolution is not None:
            for point, share in _pieces(variable.distribution, step.resolution, values):
                yield {variable.name: point, f"{variable.name}'": point}, share
            return
        drawn = variable.distribution
        if step.chance is not None:
            drawn = Distribution(drawn.kind, (step.chance,))
        for value, share in outcomes(drawn, values):
            yield {variable.name: value}, share

    def _ending(self, values: Values) -> Fraction:
        loop = self.plan.loop
        if loop is None:
            (group,) = self.plan.groups
            return Fraction(all(evaluate(clause, values) is True for clause in group.clauses))
        rounds = max(0, floor(number(loop.times, values)))
        if rounds > EXACT_ROUNDS:
            raise Inexact(f"more than {EXACT_ROUNDS} rounds")
        chance = min(max(number(loop.chance, values), _ZERO), _ONE)
        weights = {t: max(number(w, values), _ZERO) for t, w in loop.targets}
        whole = sum(weights.values(), _ZERO)
        polynomial, missed = [_ONE], _ONE
        for group in self.plan.groups:
            share = _ZERO
            if group.total is not None and whole:
                share = chance * weights[group.total.partition(".")[2]] / whole
            missed -= share
            terms, power = [], _ONE
            for k, held in enumerate(self._held(group, loop, values, rounds if share else 0)):
                power = power * share / k if k else _ONE
                terms.append(power * held)
            polynomial = _product(polynomial, terms, rounds)
        total, falling = _ZERO, _ONE
        for j, coefficient in enumerate(polynomial):
            total += falling * coefficient * missed ** (rounds - j)
            falling *= rounds - j
        return total

    def _held(self, group: Group, loop: Repeat, values: Values, rounds: int) -> list[Fraction]:
        """P(the clauses of a group hold after k amounts), k = 0 .. rounds."""
        states = self._run(group.steps, {(): _ONE}, values)
        amounts = self._amounts(loop, values) if rounds else {}
        sums: dict[Fraction, Fraction] = {_ZERO: _ONE}
        numbers = []
        for k in range(rounds + 1):
            if k:
                after: dict[Fraction, Fraction] = defaultdict(lambda: _ZERO)
                for total, share in sums.items():
                    for amount, chance in amounts.items():
                        after[total + amount] += share * chance
                self.work.spend(len(sums) * len(amounts))
                sums = dict(after)
            held = _ZERO
            for state, weight in states.items():
                for total, share in sums.items():
                    self.work.owe(1)
                    given = {
                        **values,
                        **dict(state),
                        **({group.total: total} if group.total else {}),
                    }
                    if all(evaluate(clause, given) is True for clause in group.clauses):
                        held += weight * share
            numbers.append(held)
        return numbers

    def _amounts(self, loop: Repeat, values: Values) -> dict[Fraction, Fraction]:
        """The amounts of one round with their probabilities."""
        amounts: dict[Fraction, Fraction] = defaultdict(lambda: _ZERO)
        states = self._run(self.plan.inside, {(): _ONE}, values)
        for state, weight in states.items():
            amounts[number(loop.amount, {**values, **dict(state)})] += weight
        return dict(amounts)


def number(term: Term, values: Mapping[str, Value]) -> Fraction:
    """The number that a term is."""
    value = evaluate(term, values)
    assert isinstance(value, Fraction) and not isinstance(value, bool)
    return value


def outcomes(drawn: Distribution, values: Mapping[str, Value]) -> Iterator[tuple[Value, Fraction]]:
    """The values of a finite draw with their probabilities; those with probability zero are left out."""
    given = [number(term, values) for term in drawn.terms]
    if drawn.kind == "bernoulli":
        chance = min(max(given[0], _ZERO), _ONE)
        yield from ((v, p) for v, p in ((True, chance), (False, 1 - chance)) if p)
    elif drawn.kind == "categorical":
        weights = [max(weight, _ZERO) for weight in given]
        whole = sum(weights, _ZERO)
        if not whole:
            raise Undefined("all weights of a draw are zero")
        yield from ((o, w / whole) for o, w in zip(drawn.options, weights, strict=True) if w)
    elif drawn.kind == "integer":
        low, high = ceil(given[0]), floor(given[1])
        if high < low:
            raise Undefined("an integer draw from an empty range")
        if high - low > EXACT_STATES:
            raise Inexact("an integer draw from a long range")
        share = Fraction(1, high - low + 1)
        yield from ((Fraction(value), share) for value in range(low, high + 1))
    else:
        raise Inexact(f"{drawn.kind} has no finite support")


def _pieces(
    drawn: Distribution, resolution: Resolution, values: Values
) -> Iterator[tuple[Fraction, Fraction]]:
    """Midpoints of the pieces of a uniform draw, with their probabilities."""
    if drawn.kind != "uniform":
        raise Inexact(f"{drawn.kind} probabilities are not rational")
    low, high = (number(term, values) for term in drawn.terms)
    if high < low:
        raise Undefined("a uniform draw from an empty range")
    if high == low:
        yield low, _ONE
        return
    forms = [
        (number(cut.alpha, values), number(cut.beta, values), cut.whole)
        for cut in resolution.cuts or ()
    ]
    ends = pieces(low, high, forms)
    for left, right in pairwise(ends):
        yield (left + right) / 2, (right - left) / (high - low)


def pieces(
    low: Fraction, high: Fraction, forms: Iterable[tuple[Fraction, Fraction, bool]]
) -> list[Fraction]:
    """The ends of the pieces on which nothing changes, in order."""
    tops, bottom = piece_ends(low, high, forms)
    return [Fraction(top, bottom) for top in tops]


def piece_ends(
    low: Fraction, high: Fraction, forms: Iterable[tuple[Fraction, Fraction, bool]]
) -> tuple[list[int], int]:
    """The same ends over one denominator: there are many, and whole numbers are much faster."""
    lines = []  # start, step and the numbers of steps
    for alpha, beta, whole in forms:
        if not alpha:
            continue
        steps = range(1)
        if whole:
            first, last = sorted((alpha * low + beta, alpha * high + beta))
            if last - first > EXACT_STATES:
                raise Inexact("a floor with too many steps")
            steps = range(ceil(first), floor(last) + 1)
        lines.append((-beta / alpha, 1 / alpha, steps))
    parts = [low, high, *(part for start, step, _ in lines for part in (start, step))]
    bottom = lcm(*(part.denominator for part in parts))
    left, right, *scaled = (part.numerator * (bottom // part.denominator) for part in parts)
    found = {left, right}
    for start, step, (_, _, steps) in zip(scaled[::2], scaled[1::2], lines, strict=True):
        found.update(start + k * step for k in steps)
    return sorted(top for top in found if left <= top <= right), bottom


def _product(left: list[Fraction], right: list[Fraction], most: int) -> list[Fraction]:
    numbers = [_ZERO] * min(len(left) + len(right) - 1, most + 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            if i + j <= most:
                numbers[i + j] += a * b
    return numbers


__all__ = ["Cut", "Exactly", "number", "outcomes", "piece_ends", "pieces"]
