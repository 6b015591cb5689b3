"""The laboratory: the rules under which crystals are measured and changed. Only Fractions, no search.

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

>>> from symcause.models.equations import Effect, Equation
>>> model = CrystalModel.of({"a": Equation(), "f": Equation.of(25, {"a": Effect(Fraction(2))})})
>>> lab = Laboratory(model)
>>> crystal = lab.crystal({"a": Fraction(10)})
>>> {name: int(value) for name, value in lab.measure(crystal).items()}
{'a': 10, 'f': 45}
>>> int(lab.measure(lab.intervene(crystal, Manipulation("a", Fraction(1))))["f"])
27
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction

from symcause.errors import ProblemError, did_you_mean
from symcause.families.linear.models.crystals import CrystalModel
from symcause.models.equations import State
from symcause.models.numbers import print_number

ZERO = Fraction(0)


class Semantics(StrEnum):
    """What an intervention does to its variable's equation."""

    SET = "set"
    SHIFT = "shift"
    DO = "do"


@dataclass(frozen=True)
class Manipulation:
    """An intervention: one property of the manipulator's crystal is set to a value."""

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
        equations = self.model.equations.items()
        return Crystal({name: bases.get(name, equation.base) for name, equation in equations})

    def measure(self, crystal: Crystal) -> dict[str, Fraction]:
        """What the crystal reads now."""
        pushes: dict[str, Fraction] = {}
        if self.hidden is not None and crystal.hidden:
            pushes = dict.fromkeys(self.hidden.nodes or (), self.hidden.weight * crystal.hidden)
        return self.model.run(
            crystal.bases, clamped=crystal.clamped, pushes=pushes, rounding=self.rounding
        )

    def intervene(
        self, crystal: Crystal, intervention: Manipulation, hidden: Fraction = ZERO
    ) -> Crystal:
        """The crystal after an intervention that comes with the disturbance *hidden*."""
        name, value = intervention.variable, intervention.value
        if name not in self.model.equations:
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
            base = value - self.model.equations[name].contribution(clean)
        return Crystal({**crystal.bases, name: base}, {}, hidden)

    def chain(
        self,
        crystal: Crystal,
        interventions: Sequence[Manipulation],
        hidden: Sequence[Fraction] | None = None,
    ) -> list[dict[str, Fraction]]:
        """The first reading and the reading after each intervention."""
        states = [self.measure(crystal)]
        for i, intervention in enumerate(interventions):
            crystal = self.intervene(crystal, intervention, hidden[i] if hidden else ZERO)
            states.append(self.measure(crystal))
        return states
