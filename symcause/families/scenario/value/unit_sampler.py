"""The unit sampler of a scenario: seeded values of the units that agents deploy.

Everything is exact but for ``exp``, ``sigmoid`` and normal draws, which are decimals of forty digits,
correctly rounded: the same seed draws the same units on every machine. A finite draw has exactly its
chances: where 64 random bits do not decide it, more are taken. A uniform draw is one of 2^64 equally spaced
numbers. What is known of the design is put in once for all units.

>>> from symcause.families.scenario.models.model_components import Distribution
>>> from symcause.grammar.scenario.term_parser import parse_term
>>> drawn(Distribution("integer", (parse_term("2"), parse_term("2"))), {}, Random(0))
Fraction(2, 1)
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Context, Decimal, Overflow
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import ceil, floor
from random import Random

from symcause.families.scenario.bounds import NORMAL_TRIES, SAMPLED_ROUNDS
from symcause.families.scenario.models.model_components import (
    Define,
    Design,
    Distribution,
    Draw,
    Repeat,
    Value,
    Variable,
)
from symcause.families.scenario.models.term_evaluation import Inexact, evaluate
from symcause.families.scenario.problem.problem import ScenarioProblem, cut
from symcause.families.scenario.value.model_simplification import relevant, simplified
from symcause.grammar.scenario.scenario_terms import Term, names

_BITS = 64
_DIGITS = Context(prec=40)
_ZERO, _ONE = Fraction(0), Fraction(1)
Values = dict[str, Value]


class Units:
    """Draws units of one design in one stage; *wanted* are the names that somebody will look at."""

    def __init__(
        self,
        problem: ScenarioProblem,
        design: Design,
        stage: str,
        wanted: Iterable[str],
        force: Mapping[str, Value] | None = None,
    ) -> None:
        self._known: Values = dict(design)
        self._left: list[Variable] = []
        for variable in relevant(cut(problem.staged(stage), force or {}), wanted):
            simple = simplified(variable, self._known)
            if isinstance(simple, Define) and not names(simple.term):
                self._known[simple.name] = evaluate(simple.term, {}, smooth)
            else:
                self._left.append(simple)

    def draw(self, chance: Random) -> Values:
        """One unit: every name that is wanted, and what it depends on. Raises Inexact."""
        values = dict(self._known)
        for variable in self._left:
            if isinstance(variable, Define):
                values[variable.name] = evaluate(variable.term, values, smooth)
            elif isinstance(variable, Draw):
                values[variable.name] = drawn(variable.distribution, values, chance)
            else:
                values |= _fought(variable, values, chance)
        return values


_SMOOTH: Mapping[str, Callable[[Fraction], Fraction]] = {
    "exp": lambda x: Fraction(_DIGITS.exp(_decimal(x))),
    "sigmoid": lambda x: 1 / (1 + Fraction(_DIGITS.exp(_decimal(-x)))),
}


@lru_cache(maxsize=4_096)
def smooth(op: str, x: Fraction) -> Fraction:
    """``exp`` and ``sigmoid`` to forty digits."""
    try:
        return _SMOOTH[op](x)
    except Overflow:
        if op == "sigmoid":
            return _ZERO
        raise Inexact("exp of a number that is too large") from None


def _decimal(x: Fraction) -> Decimal:
    return _DIGITS.divide(Decimal(x.numerator), Decimal(x.denominator))


def drawn(distribution: Distribution, values: Mapping[str, Value], chance: Random) -> Value:
    """One draw. Raises Inexact where there is nothing to draw from."""
    given = [_number(term, values) for term in distribution.terms]
    kind = distribution.kind
    if kind == "bernoulli":
        return _happens(given[0], chance)
    if kind == "categorical":
        return distribution.options[chosen(given, chance)]
    if kind in ("normal", "truncated"):
        return normal(given, chance)
    low, high = given
    if kind == "integer":
        least, most = ceil(low), floor(high)
        if most < least:
            raise Inexact("an integer draw from an empty range")
        return Fraction(chance.randrange(least, most + 1))
    if high < low:
        raise Inexact("a uniform draw from an empty range")
    return low + (high - low) * _share(chance)


def _number(term: Term, values: Mapping[str, Value]) -> Fraction:
    value = evaluate(term, values, smooth)
    assert isinstance(value, Fraction)
    return value


def _share(chance: Random) -> Fraction:
    return Fraction(chance.getrandbits(_BITS), 1 << _BITS)


def _happens(probability: Fraction, chance: Random) -> bool:
    """Whether something happens, with exactly this chance."""
    top, bottom = probability.numerator << _BITS, probability.denominator
    share = chance.getrandbits(_BITS)
    while True:
        if share * bottom >= top:
            return False
        if (share + 1) * bottom <= top:
            return True
        share, top = share << _BITS | chance.getrandbits(_BITS), top << _BITS  # too close to tell


def chosen(weights: Sequence[Fraction], chance: Random) -> int:
    """A place, exactly in proportion to the weights; those below zero count as zero."""
    kept = [max(weight, _ZERO) for weight in weights]
    ends = list(accumulate(kept))
    whole = ends[-1]
    if not whole:
        raise Inexact("all weights of a draw are zero")
    share, size = chance.getrandbits(_BITS), 1 << _BITS
    while True:
        place = bisect_right(ends, whole * Fraction(share, size))
        if whole * Fraction(share + 1, size) <= ends[place]:
            return place
        share, size = share << _BITS | chance.getrandbits(_BITS), size << _BITS  # too close to tell


def normal(given: list[Fraction], chance: Random) -> Fraction:
    """A normal draw; with two more numbers, one that lies between them."""
    mean, sd, *ends = given
    if sd < 0:
        raise Inexact("a standard deviation below zero")
    if not ends:
        return mean + sd * _score(chance)
    low, high = ends
    if high < low:
        raise Inexact("a truncated draw from an empty range")
    if low == high or not sd:
        return min(max(mean, low), high)
    if mean < low and (low - mean) * min(high - low, low - mean) > 2 * sd * sd:
        return mean + sd * _tail((low - mean) / sd, (high - mean) / sd, chance)
    if mean > high and (mean - high) * min(high - low, mean - high) > 2 * sd * sd:
        return mean - sd * _tail((mean - high) / sd, (mean - low) / sd, chance)
    narrow = high - low < 3 * sd or not low < mean < high
    for _ in range(NORMAL_TRIES):
        if not narrow:
            number = mean + sd * _score(chance)
            if low <= number <= high:
                return number
        elif _keeps(number := low + (high - low) * _share(chance), given, chance):
            return number
    raise Inexact(f"nothing between the ends of a truncated draw in {NORMAL_TRIES} tries")


def _tail(low: Fraction, high: Fraction, chance: Random) -> Fraction:
    """A standard normal draw between two ends far above zero.

    An exponential draw of rate *low* beyond it, kept with chance exp(−(z − low)²/2): nearly always.
    """
    for _ in range(NORMAL_TRIES):
        share = _share(chance)
        beyond = Fraction(-_DIGITS.ln(_decimal(1 - share))) / low
        if low + beyond <= high and _share(chance) < Fraction(
            _DIGITS.exp(_decimal(-beyond * beyond / 2))
        ):
            return low + beyond
    raise Inexact(f"nothing between the ends of a truncated draw in {NORMAL_TRIES} tries")


def _keeps(found: Fraction, given: list[Fraction], chance: Random) -> bool:
    """Keep a uniform draw in proportion to the density of the normal there."""
    mean, sd, low, high = given
    nearest = min(max(mean, low), high)
    power = ((nearest - mean) ** 2 - (found - mean) ** 2) / (2 * sd**2)
    return _share(chance) < Fraction(_DIGITS.exp(_decimal(power)))


def _score(chance: Random) -> Fraction:
    """A standard normal draw, by the polar method: a point of the disc, stretched."""
    while True:
        x, y = (2 * _share(chance) - 1 for _ in range(2))
        square = x * x + y * y
        if 0 < square < 1:
            s = _decimal(square)
            ratio = _DIGITS.divide(_DIGITS.multiply(Decimal(-2), _DIGITS.ln(s)), s)
            return x * Fraction(_DIGITS.sqrt(ratio))


def _fought(loop: Repeat, values: Values, chance: Random) -> Values:
    """The totals of a loop, and how often something was hit."""
    rounds = max(0, floor(_number(loop.times, values)))
    if rounds > SAMPLED_ROUNDS:
        raise Inexact(f"more than {SAMPLED_ROUNDS} rounds")
    totals = dict.fromkeys(loop.totals, _ZERO)
    weights = [max(_number(weight, values), _ZERO) for _, weight in loop.targets]
    hits = 0
    if any(weights):
        probability = _number(loop.chance, values)
        hits = sum(_happens(probability, chance) for _ in range(rounds))
    for _ in range(hits):
        inside = dict(values)
        target = loop.totals[chosen(weights, chance)]
        for name, distribution in loop.draws:
            inside[name] = drawn(distribution, inside, chance)
        totals[target] += _number(loop.amount, inside)
    return {**totals, f"{loop.name}.hits": Fraction(hits)}
