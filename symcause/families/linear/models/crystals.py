"""Crystals: linear and quadratic structural causal models, executed exactly.

A :class:`CrystalModel` is what all crystals of an episode share: one equation a variable, acyclic. A
:class:`Crystal` is one of them: it has bases of its own. A :class:`Laboratory` adds the rules under which
crystals are measured and changed, and is the trusted kernel: no solver, no search, only Fractions.

*Measuring* computes variables in topological order and rounds each one to the printed unit; children are
computed from the *rounded* parents, as the published environment does.

*Intervening* on X with value v, in three semantics:

- ``set``: the base becomes v − (what the parents contribute now), so X reads v and later changes of its
  parents propagate again. This is what the released environment does.
- ``shift``: the base becomes v, so X reads v + the parents' contribution. This is what the paper writes.
- ``do``: X reads v and its parents are cut until the next intervention (on whatever variable); its base
  is not touched.

*Hidden disturbance*: H is 0 at first and drawn anew by each intervention; ``weight``·H is added to the
affected variables and propagates. A new base is solved on the values without H, so an affected X reads
v plus the effect of H.

>>> from symcause.models.equations import Effect
>>> model = CrystalModel.of({"a": Equation(), "f": Equation.of(25, {"a": Effect(Fraction(2))})})
>>> lab = Laboratory(model)
>>> crystal = lab.crystal({"a": Fraction(10)})
>>> {name: int(value) for name, value in lab.measure(crystal).items()}
{'a': 10, 'f': 45}
>>> int(lab.measure(lab.intervene(crystal, Intervention("a", Fraction(1))))["f"])
27
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property

from symcause.errors import ProblemError, did_you_mean
from symcause.models.equations import Equation, State
from symcause.models.numbers import print_number, round_to
from symcause.models.showing import Shown

ZERO = Fraction(0)


class Semantics(StrEnum):
    """What an intervention does to its variable's equation."""

    SET = "set"
    SHIFT = "shift"
    DO = "do"


class Family(StrEnum):
    """The functional family: which effects a parent may have."""

    LINEAR = "linear"
    QUADRATIC = "quadratic"


@dataclass(frozen=True)
class Intervention:
    """One property of the manipulator's crystal is set to a value."""

    variable: str
    value: Fraction

    def __str__(self) -> str:
        return f"{self.variable} := {print_number(self.value)}"


@dataclass(frozen=True)
class Hidden:
    """A disturbance nobody sees: its possible values, its weight, the variables it is added to.

    ``nodes`` is None where it is not known which variables are affected.
    """

    values: tuple[Fraction, ...]
    weight: Fraction = Fraction(1)
    nodes: tuple[str, ...] | None = None


@dataclass(frozen=True)
class CrystalModel(Shown):
    """One equation a variable, acyclic.

    The base in the equation of a controllable variable belongs to no crystal in particular.
    """

    equations: tuple[tuple[str, Equation], ...]

    def __post_init__(self) -> None:
        _check_parents(self.equations)
        _ = self.order

    @classmethod
    def of(cls, equations: Mapping[str, Equation]) -> CrystalModel:
        return cls(tuple(equations.items()))

    @property
    def variables(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.equations)

    @cached_property
    def by_name(self) -> dict[str, Equation]:
        return dict(self.equations)

    @cached_property
    def order(self) -> tuple[str, ...]:
        """A topological order, ties by position; an error names a cycle."""
        waiting = {name: set(equation.parents) for name, equation in self.equations}
        order: list[str] = []
        while waiting:
            ready = [name for name, parents in waiting.items() if not parents]
            if not ready:
                raise ProblemError(
                    f"the equations form a cycle: {_cycle(waiting)}",
                    remedy="remove or turn one of its edges",
                )
            for name in ready:
                del waiting[name]
            for parents in waiting.values():
                parents.difference_update(ready)
            order += ready
        return tuple(order)

    @property
    def edges(self) -> tuple[tuple[str, str], ...]:
        """(cause, effect) pairs, in the order of the variables."""
        return tuple(
            (cause, effect)
            for cause in self.variables
            for effect, equation in self.equations
            if cause in equation.parents
        )

    def run(
        self,
        bases: State,
        *,
        clamped: State | None = None,
        pushes: State | None = None,
        rounding: Fraction = ZERO,
    ) -> dict[str, Fraction]:
        """Every variable's value: base + effects of the rounded parents + push, rounded."""
        clamped, pushes = clamped or {}, pushes or {}
        values: dict[str, Fraction] = {}
        for name in self.order:
            if name in clamped:
                exact = clamped[name]
            else:
                equation = self.by_name[name]
                exact = bases[name] + equation.contribution(values) + pushes.get(name, ZERO)
            values[name] = round_to(exact, rounding)
        return {name: values[name] for name in self.variables}

    def bases_of(self, state: State) -> dict[str, Fraction]:
        """The bases of an undisturbed crystal that reads *state*."""
        return {name: state[name] - eq.contribution(state) for name, eq in self.equations}


@dataclass(frozen=True)
class Crystal:
    """One crystal: its bases, the variables a ``do`` holds, and the hidden disturbance on it now."""

    bases: State
    clamped: State = field(default_factory=dict)
    hidden: Fraction = ZERO


@dataclass(frozen=True)
class Laboratory:
    """A model with the rules of measuring and intervening."""

    model: CrystalModel
    semantics: Semantics = Semantics.SET
    rounding: Fraction = ZERO
    hidden: Hidden | None = None

    def crystal(self, bases: State) -> Crystal:
        """A new crystal; bases that are not given are those of the model's equations."""
        return Crystal({name: bases.get(name, eq.base) for name, eq in self.model.equations})

    def measure(self, crystal: Crystal) -> dict[str, Fraction]:
        """What the crystal reads now."""
        pushes: dict[str, Fraction] = {}
        if self.hidden is not None and crystal.hidden:
            pushes = dict.fromkeys(self.hidden.nodes or (), self.hidden.weight * crystal.hidden)
        return self.model.run(
            crystal.bases, clamped=crystal.clamped, pushes=pushes, rounding=self.rounding
        )

    def intervene(
        self, crystal: Crystal, intervention: Intervention, hidden: Fraction = ZERO
    ) -> Crystal:
        """The crystal after an intervention that comes with the disturbance *hidden*."""
        name, value = intervention.variable, intervention.value
        if name not in self.model.by_name:
            raise ProblemError(
                "an intervention names an unknown variable",
                value=name,
                remedy=did_you_mean(name, self.model.variables),
            )
        if self.semantics is Semantics.DO:
            return Crystal(crystal.bases, {name: value}, hidden)
        if self.semantics is Semantics.SHIFT:
            base = value
        else:
            clean = self.measure(replace(crystal, hidden=ZERO))
            base = value - self.model.by_name[name].contribution(clean)
        return Crystal({**crystal.bases, name: base}, {}, hidden)

    def chain(
        self,
        crystal: Crystal,
        interventions: Sequence[Intervention],
        hidden: Sequence[Fraction] | None = None,
    ) -> list[dict[str, Fraction]]:
        """The first reading and the reading after each intervention."""
        states = [self.measure(crystal)]
        for i, intervention in enumerate(interventions):
            crystal = self.intervene(crystal, intervention, hidden[i] if hidden else ZERO)
            states.append(self.measure(crystal))
        return states


def _check_parents(equations: Sequence[tuple[str, Equation]]) -> None:
    names = [name for name, _ in equations]
    if len(set(names)) < len(names):
        raise ProblemError("two equations for one variable")
    for name, equation in equations:
        for parent in equation.parents:
            if parent not in names:
                raise ProblemError(
                    "an equation names an unknown variable",
                    place=name,
                    value=parent,
                    remedy=did_you_mean(parent, names),
                )


def _cycle(waiting: Mapping[str, set[str]]) -> str:
    """A cycle among nodes that all still wait for a parent."""
    walk = [next(iter(waiting))]
    while walk[-1] not in walk[:-1]:
        walk.append(min(waiting[walk[-1]]))
    loop = walk[walk.index(walk[-1]) :]
    return " -> ".join(reversed(loop))
