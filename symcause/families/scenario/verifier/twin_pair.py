"""The twin pair in the scenario verifier: two scenarios that only an experiment tells apart.

They are equal but for the numbers of their tables: the branches of ``risk``, of the cases in ``loss`` and
of its chain over the level. Whoever only reads the history cannot tell them apart, so that nobody wins more
often than *passive* in the worse of them; one experiment (*active*) tells which it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from math import ceil, isqrt

from symcause.families.scenario.models.model_components import Define, Design, Value, Variable
from symcause.families.scenario.problem.builder_claims import Claims
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.verifier.exact_terms import compiled
from symcause.families.scenario.verifier.finite_scenario import Finite
from symcause.families.scenario.verifier.finite_status import threshold
from symcause.families.scenario.verifier.shown_values import read_off
from symcause.grammar.scenario.scenario_terms import Apply, Case, Name, Number, Term, Truth, names
from symcause.kernel.nodes import Rejected
from symcause.kernel.work import bits, product_steps

TABLES = ("risk", "loss")
ERROR = Fraction(1, 20)
"""How often an experiment may name the wrong twin."""

_BLANK = Number(Fraction(0))


@dataclass(frozen=True)
class Experiment:
    """Units of a design: "at least *cut* survivors" names the twin in which the design is worth more."""

    design: dict[str, Value]
    n: int
    cut: int
    errors: tuple[Fraction, Fraction]  # the first called the second, and back


def alike(first: ScenarioProblem, second: ScenarioProblem) -> bool:
    """Are two scenarios equal but for their tables, ids, metadata and claims?"""
    return _bare(first) == _bare(second)


def _bare(problem: ScenarioProblem) -> ScenarioProblem:
    variables = tuple(_blank(variable) for variable in problem.variables)
    return replace(
        problem, id="", claims=Claims(), metadata={}, variables=variables, notes=(), server=None
    )


def _blank(variable: Variable) -> Variable:
    if isinstance(variable, Define) and variable.name in TABLES:
        return Define(variable.name, _blanked(variable.term))
    return variable


def _blanked(term: Term) -> Term:
    """A term without the numbers of tables: branches of cases, and of chains over a level."""
    if isinstance(term, Case):
        arms = tuple((option, _branch(arm)) for option, arm in term.arms)
        return Case(term.subject, arms, None if term.otherwise is None else _branch(term.otherwise))
    if not isinstance(term, Apply):
        return term
    if term.op == "if" and _is_level(term.args[0]):
        return Apply("if", (term.args[0], *map(_branch, term.args[1:])))
    return Apply(term.op, tuple(map(_blanked, term.args)))


def _branch(term: Term) -> Term:
    return _blanked(term) if names(term) else _BLANK


def _is_level(term: Term) -> bool:
    return (
        isinstance(term, Apply)
        and term.op == "=="
        and isinstance(term.args[0], Name)
        and isinstance(term.args[1], Number)
    )


Law = dict[tuple[int, tuple[Value, ...]], Fraction]


def law(finite: Finite) -> Law:
    """P(a record is shown), by entry of the policy and record; shares of the shown if none are counted."""
    problem = finite.problem
    history = problem.history
    if history is None:
        return {}
    shown = history.show or problem.observe.records
    select = problem.observe.select
    seen = compiled(Truth(True) if select is None else select)
    policy = problem.policy()
    whole = sum((entry.weight for entry, _ in policy), Fraction(0))
    numbers: Law = {}
    for place, share, unit in finite.history():
        if seen(unit) is True:
            key = (place, tuple(read_off(unit[name]) for name in shown))
            numbers[key] = numbers.get(key, Fraction(0)) + share
    if problem.tells_number:
        return {key: p * whole / policy[key[0]][0].weight for key, p in numbers.items()}
    every = sum(numbers.values(), Fraction(0))
    return {key: p / every for key, p in numbers.items()} if every else {}


class Pair:
    """Two scenarios that may be twins; the threshold is that of the first."""

    def __init__(self, first: Finite, second: Finite) -> None:
        self.first, self.second = first, second
        asked = first.problem.evaluate
        if asked is None:
            raise Rejected("there is no threshold")
        self.fleet, self.threshold = asked.fleet, asked.threshold
        self.designs = first.designs()
        self.values = [(first.value(d), second.value(d)) for d in self.designs]

    def history_equal(self) -> bool:
        """Do both show every record as often?"""
        return law(self.first) == law(self.second)

    def common_winner(self) -> dict[str, Value] | None:
        """A design that reaches the threshold in both."""
        both = zip(self.designs, self.values, strict=True)
        return next((d for d, v in both if min(v) >= self.threshold), None)

    def sound(self) -> bool:
        """Are both thresholds sound?"""
        sides = zip((self.first, self.second), zip(*self.values, strict=True), strict=True)
        return all(threshold(side, max(values))[0] == "sound" for side, values in sides)

    def passive(self, share: Fraction) -> Fraction:
        """The most that a reader of the history wins, *share* being how often it is the first twin."""
        won = [[self._tail(self.fleet, self._least, p) for p in pair] for pair in self.values]
        return max(share * a + (1 - share) * b for a, b in won)

    @property
    def _least(self) -> int:
        return ceil(self.threshold * self.fleet)

    def experiment(self, design: Design, n: int, cut: int) -> Experiment:
        """An experiment with its errors."""
        own = self.values[self.designs.index(dict(design))]
        more = [self._tail(n, cut, p) for p in own]
        if own[0] > own[1]:
            errors = (1 - more[0], more[1])
        else:
            errors = (more[0], 1 - more[1])
        return Experiment(dict(design), n, cut, errors)

    def active(self, most: int) -> Experiment | None:
        """The experiment with the fewest units, then the first design, then the least cut."""
        for n in range(1, most + 1):
            for design, (a, b) in zip(self.designs, self.values, strict=True):
                if a != b:
                    cut = self._cut(n, max(a, b), min(a, b))
                    if cut is not None:
                        return self.experiment(design, n, cut)
        return None

    def _cut(self, n: int, more: Fraction, less: Fraction) -> int | None:
        """The least cut for which both errors are small enough."""
        self._spend(n, int(n * (1 - less)) + 2 * isqrt(n), less)
        below = _first(n, less)  # least c with P(X' >= c) <= 1/20
        return below if below <= n and 1 - self._tail(n, below, more) <= ERROR else None

    def _tail(self, n: int, least: int, p: Fraction) -> Fraction:
        self._spend(n, n - least, p)
        self.first.work.spend(product_steps(n * bits(p), n * bits(p)), "the chances of a fleet")
        return tail(n, least, p)

    def _spend(self, n: int, terms: int, p: Fraction) -> None:
        """Announce this many terms of a binomial: each is n times as long as its chance."""
        self.first.work.spend((terms + 1) * (4 + n * bits(p) // 1_000), "the chances of a fleet")


def _terms(n: int, p: Fraction) -> Iterator[int]:
    """C(n, k) a^k b^(n - k) for k = n, n - 1, …, p = a / (a + b) not 0: each from the one before."""
    a, b = p.numerator, p.denominator - p.numerator
    term = a**n
    for k in range(n, -1, -1):
        yield term
        term = term * (k * b) // ((n - k + 1) * a)


def _first(n: int, p: Fraction) -> int:
    """The least c with P(X >= c) <= 1/20, for X binomial: from above, one term at a time."""
    if not p:
        return 1
    bound, total = p.denominator**n * ERROR.numerator, 0
    for above, term in enumerate(_terms(n, p)):
        total += term
        if total * ERROR.denominator > bound:
            return n - above + 1
    return 0


def tail(n: int, least: int, p: Fraction) -> Fraction:
    """P(X >= least) for X binomial with n trials of chance p.

    >>> tail(2, 1, Fraction(1, 2))
    Fraction(3, 4)
    """
    if least <= 0:
        return Fraction(1)
    if not p:
        return Fraction(0)
    return Fraction(sum(islice(_terms(n, p), max(n - least + 1, 0))), p.denominator**n)
