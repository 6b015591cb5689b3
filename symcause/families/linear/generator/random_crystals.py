"""Random crystals of the linear generator: graphs, coefficients and simulated evidence.

A graph follows a random order of the properties, with the target last (or anywhere, if it may be a cause);
an edge is there with the stated density; graphs whose target has no parent or that fall into pieces are
drawn again. Coefficients are integers of a range without zero. Quadratic effects are u·(p − axis)² written
out, u one of three sizes and the axis between 30 and 70, as in the published suite. A hidden disturbance
acts on this many variables. Evidence is simulated by :mod:`~generator.episode_simulation`: two records and
4(k − 1) interventions in turn, unless stated otherwise.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from fractions import Fraction

from symcause.errors import UsageError
from symcause.families.linear.bounds import CRYSTAL_TRIES, DRAWN_VARIABLES
from symcause.families.linear.generator.episode_simulation import (
    PUBLISHED_BASES,
    PUBLISHED_RECORDS,
    simulate,
)
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import EquationFamily, Hidden, Semantics
from symcause.families.linear.problem.problem import (
    Coefficients,
    Domain,
    Episode,
    Gold,
    LinearProblem,
)
from symcause.models.equations import Effect, Equation

PROPERTIES = (
    "temperatureC",
    "quantumSize",
    "density",
    "radiation",
    "pressure",
    "moisture",
    "conductivity",
    "ph",
)
"""The published properties; larger instances go on with ``property9``, ``property10``, …."""

TARGET = "resonanceFreq"
DISTURBANCE = (Fraction(-5), Fraction(0), Fraction(5))
SQUARES = (Fraction("0.008"), Fraction("0.012"), Fraction("0.016"))
QUADRATIC_CLASS = Coefficients(min_effect=Fraction("0.004"))


@dataclass(frozen=True)
class LinearOptions:
    """What to generate; the defaults are the published four-node suite."""

    variables: int = 4
    density: float = 0.5
    low: int = 1
    high: int = 3
    records: int = PUBLISHED_RECORDS
    budget: int | None = None
    semantics: Semantics = Semantics.SET
    target_may_cause: bool = False
    quadratic: bool = False
    hidden: int = 0
    hidden_on_target: bool = False
    integer_class: bool = False

    def __post_init__(self) -> None:
        checks = [
            (2 <= self.variables <= DRAWN_VARIABLES, f"variables are 2 to {DRAWN_VARIABLES}"),
            (0 < self.density <= 1, "the density is above 0 and at most 1"),
            (any(range(self.low, self.high + 1)), "the range needs a coefficient that is not zero"),
            (self.records >= 0 and (self.budget or 0) >= 0, "records and budget are not negative"),
            (0 <= self.hidden < self.variables, "the disturbance acts on fewer variables"),
            (not (self.hidden and self.quadratic), "a disturbance goes with linear equations"),
            (not (self.integer_class and self.quadratic), "quadratic effects are no integers"),
        ]
        for fine, message in checks:
            if not fine:
                raise UsageError(message)

    @property
    def interventions(self) -> int:
        """The budget: 4(k − 1) unless stated."""
        return 4 * (self.variables - 1) if self.budget is None else self.budget


def draw(options: LinearOptions, seed: int, index: int, attempt: int = 0) -> LinearProblem:
    """One instance with simulated evidence, not yet certified; *attempt*: another of the same number."""
    again = f" {attempt}" if attempt else ""
    rng = random.Random(f"symcause linear {seed} {index} {options}{again}")
    names = _names(options.variables, rng)
    model = _model(options, names, rng)
    hidden: Hidden | None = None
    if options.hidden:
        others = [name for name in names if name != TARGET]
        nodes = [TARGET] if options.hidden_on_target else []
        nodes += rng.sample(others, options.hidden - len(nodes))
        hidden = Hidden(DISTURBANCE, Fraction(1), tuple(nodes))
    integer = Coefficients(Domain.INTEGER, options.low, options.high)
    coefficients = integer if options.integer_class else Coefficients()
    problem = LinearProblem(
        id=f"linear-{options.variables}-{seed}-{index}",
        variables=names,
        target=TARGET,
        controllable=tuple(name for name in names if name != TARGET),
        family=EquationFamily.QUADRATIC if options.quadratic else EquationFamily.LINEAR,
        semantics=options.semantics,
        rounding=Fraction("0.01") if options.quadratic else Fraction(0),
        coefficients=QUADRATIC_CLASS if options.quadratic else coefficients,
        gold=Gold(model.equations),
        target_may_cause=options.target_may_cause,
        hidden=hidden,
        episode=Episode(options.interventions, dict.fromkeys(names, PUBLISHED_BASES)),
        metadata={"budget": options.interventions},
    )
    simulated = simulate(problem, seed, records=options.records)
    return replace(simulated, id=problem.id)


def _names(count: int, rng: random.Random) -> tuple[str, ...]:
    pool = [*PROPERTIES, *(f"property{i}" for i in range(len(PROPERTIES) + 1, count + 1))]
    return (*rng.sample(pool[: max(count - 1, len(PROPERTIES))], count - 1), TARGET)


def _model(options: LinearOptions, names: tuple[str, ...], rng: random.Random) -> CrystalModel:
    for _ in range(CRYSTAL_TRIES):
        order = [name for name in names if name != TARGET]
        rng.shuffle(order)
        last = len(order)
        order.insert(rng.randint(1, last) if options.target_may_cause else last, TARGET)
        parents = {
            name: [p for p in order[:i] if rng.random() < options.density]
            for i, name in enumerate(order)
        }
        if parents[TARGET] and _connected(parents):
            equations = {name: _equation(options, parents[name], rng) for name in names}
            return CrystalModel.of(equations)
    raise UsageError("no connected graph found", remedy="raise the density")


def _connected(parents: dict[str, list[str]]) -> bool:
    reached, waiting = set[str](), [TARGET]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += parents[name] + [c for c, above in parents.items() if name in above]
    return len(reached) == len(parents)


def _equation(options: LinearOptions, parents: list[str], rng: random.Random) -> Equation:
    base = Fraction(rng.randint(15, 25))
    effects: dict[str, Effect] = {}
    for parent in parents:
        if options.quadratic:
            square, axis = rng.choice(SQUARES), Fraction(rng.randint(3000, 7000), 100)
            effects[parent] = Effect(-2 * square * axis, square)
            base += square * axis * axis
        else:
            values = [w for w in range(options.low, options.high + 1) if w]
            effects[parent] = Effect(Fraction(rng.choice(values)))
    return Equation.of(base, effects)
