"""Which intervention next, which targets suffice, and the best plan.

An experiment here is an intervention on one controllable variable of the manipulator's crystal. What it
will show depends on the model, so members are grouped by what they predict (*outcomes*), and what counts is
how many graphs are left afterwards.

- *Integer class*: all models are listed; groups are exact. Worst case: most graphs left over all outcomes.
  Expected: uniform over models.
- *Rational class*: outcomes are a continuum. For every graph a member in general position says what would
  be read, and the version space with that reading says exactly how many graphs would be left. The worst
  case is over these; there is no uniform measure, hence no expectation.

With exact linear data and ``set`` the value does not matter, as long as it changes something, and a second
intervention on the same variable shows nothing new; so plans never repeat a target.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from symcause.answers import Unknown
from symcause.errors import UsageError
from symcause.families.linear.models.crystals import CrystalModel, EquationFamily
from symcause.families.linear.models.laboratory import Manipulation, Semantics
from symcause.families.linear.problem.problem import ChainState, Domain, LinearProblem
from symcause.families.linear.problem.replay import current_crystal
from symcause.families.linear.space.listing import integer_models
from symcause.families.linear.space.space import LinearSpace

MAX_MODELS = 100_000
"""Most integer models that are listed."""

MAX_GRAPHS = 400
"""Most graphs of a rational class that outcomes are computed for."""

Outcome = tuple[Fraction, ...]


@dataclass(frozen=True)
class Candidate:
    """An intervention and how many graphs it would leave."""

    intervention: Manipulation
    outcomes: int
    worst: int
    expected: Fraction | None


@dataclass(frozen=True)
class NextIntervention:
    """All candidates, best first: least worst case, then least expectation, then the file's order.

    ``general_position``: the worst case is over one member in general position a graph (rational class).
    """

    candidates: tuple[Candidate, ...]
    graphs: int
    general_position: bool

    @property
    def best(self) -> Candidate:
        return self.candidates[0]


def next_intervention(problem: LinearProblem, *, seed: int = 0) -> NextIntervention | Unknown:
    """How well each controllable variable would split the version space."""
    if problem.hidden is not None:
        return Unknown("experiments under a hidden disturbance have no single outcome")
    space = LinearSpace(problem)
    graphs = space.count()
    if isinstance(graphs, Unknown):
        return graphs
    integer = problem.coefficients.domain is Domain.INTEGER
    members = members_of(space, seed)
    if isinstance(members, Unknown):
        return members
    if not members:
        return Unknown("no member: nothing to plan for")
    found: list[Candidate] = []
    for name in problem.controllable:
        step = Manipulation(name, fresh_value(problem, name))
        groups = outcomes(problem, members, step)
        if integer:
            found.append(_exact_candidate(step, groups, len(members)))
        else:
            candidate = _generic_candidate(problem, step, groups)
            if isinstance(candidate, Unknown):
                return candidate
            found.append(candidate)
    order = sorted(found, key=lambda c: (c.worst, c.expected or 0))
    return NextIntervention(tuple(order), graphs, not integer)


def members_of(space: LinearSpace, seed: int = 0) -> list[CrystalModel] | Unknown:
    """All models of an integer class, or one member in general position a graph."""
    if space.problem.coefficients.domain is Domain.INTEGER:
        return integer_models(space, MAX_MODELS)
    if isinstance(space.choices, Unknown):
        return space.choices
    rng = random.Random(f"general position {seed}")
    graphs = list(islice(space.masks(), MAX_GRAPHS + 1))
    if len(graphs) > MAX_GRAPHS:
        return Unknown(f"more than {MAX_GRAPHS} graphs to compute outcomes for")
    found: list[CrystalModel] = []
    for masks in graphs:
        model = space.generic(masks, rng)
        if isinstance(model, Unknown):
            return model
        found.append(model)
    return found


def fresh_value(problem: LinearProblem, name: str) -> Fraction:
    """A value that changes the variable: 50, or 10 where it reads 50 already."""
    states = problem.chain or tuple(ChainState(r.values) for r in problem.records[:1])
    if not states:
        raise UsageError("no crystal has been measured that could be manipulated")
    return Fraction(50) if states[-1].values[name] != 50 else Fraction(10)


def outcomes(
    problem: LinearProblem, members: Sequence[CrystalModel], step: Manipulation
) -> dict[Outcome, list[CrystalModel]]:
    """The members grouped by what they would read after the intervention."""
    groups: dict[Outcome, list[CrystalModel]] = defaultdict(list)
    linear = problem.family is EquationFamily.LINEAR and not problem.rounding
    if linear and problem.semantics is Semantics.SET and problem.chain:
        now = problem.chain[-1].values
        move = step.value - now[step.variable]
        for model in members:
            responses = response(model, step.variable)
            reads = tuple(now[v] + move * responses.get(v, 0) for v in problem.variables)
            groups[reads].append(model)
        return dict(groups)
    for model in members:
        lab, crystal = problem.laboratory(model), current_crystal(problem, model)
        assert crystal is not None
        groups[tuple(lab.measure(lab.intervene(crystal, step)).values())].append(model)
    return dict(groups)


def response(model: CrystalModel, name: str) -> dict[str, Fraction]:
    """The total effects of a variable: a column of (I − W)⁻¹ (linear models; zeros left out)."""
    total = {name: Fraction(1)}
    for other in model.order:
        if other == name:
            continue
        parts = [e.linear * total[p] for p, e in model.equations[other].effects if p in total]
        if parts and (effect := sum(parts, Fraction(0))):
            total[other] = effect
    return total


def _exact_candidate(
    step: Manipulation, groups: dict[Outcome, list[CrystalModel]], total: int
) -> Candidate:
    left = [(len(models), len({m.edges for m in models})) for models in groups.values()]
    expected = sum((Fraction(size * graphs, total) for size, graphs in left), Fraction(0))
    return Candidate(step, len(groups), max(graphs for _, graphs in left), expected)


def _generic_candidate(
    problem: LinearProblem, step: Manipulation, groups: dict[Outcome, list[CrystalModel]]
) -> Candidate | Unknown:
    worst = 0
    for reads in groups:
        graphs = LinearSpace(after(problem, step, reads)).count()
        if isinstance(graphs, Unknown):
            return graphs
        worst = max(worst, graphs)
    return Candidate(step, len(groups), worst, None)


def after(problem: LinearProblem, step: Manipulation, reads: Outcome) -> LinearProblem:
    """The problem with the outcome as one more reading."""
    state = ChainState(dict(zip(problem.variables, reads, strict=True)), step)
    start = problem
    if not problem.chain:  # the first record's crystal goes onto the manipulator
        start = problem.extended(ChainState(problem.records[0].values))
    return start.extended(state)


def subsets_by_size(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """All subsets, smaller ones first."""
    from itertools import combinations

    for size in range(len(names) + 1):
        yield from combinations(names, size)
