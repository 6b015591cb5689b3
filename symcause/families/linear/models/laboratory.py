"""The laboratory of linear models: how crystals are measured and intervened on.

*Measuring* computes variables in topological order and rounds each one to the printed unit; children are
computed from the *rounded* parents, as the published environment does.

*Intervening* on X with value v, in four semantics:

- ``set``: the base becomes v − (what the parents contribute), so X reads v and later changes of its
  parents propagate again. This is what the released environment does; it stores the new base rounded to
  the printed unit, so that rounded data may be a whole unit away from what the exact formula says.
- ``shift``: the base becomes v, so X reads v + the parents' contribution. This is what the paper writes.
- ``do``: X reads v and its parents are cut, one experiment at a time: the next intervention, on whatever
  variable, releases it; its base is not touched.
- ``hold``: X reads v and its parents are cut until X is released or held at another value.

Several targets act at once: under ``set`` all new bases are solved at the *new* values, so that every
target reads its v; under the others each is treated as if it were alone.

*Hidden disturbance*: H has its initial value (0) at first and is drawn anew by each intervention;
``weight``·H is added to the affected variables and propagates. A new base is solved on the values without
H, so an affected X reads v plus the effect of H.

*Hundredths*: the released environment stores bases with two decimals, so a value with more of them is never
set: what is set is a number with two decimals beside it. Which one a tie becomes, nobody knows beforehand.

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
from dataclasses import dataclass, field
from fractions import Fraction

from symcause.errors import ProblemError, did_you_mean
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.lab_rules import (
    CENT,
    ZERO,
    EquationFamily,
    Hidden,
    Manipulation,
    Semantics,
    is_fine,
    slack,
)
from symcause.models.equations import State
from symcause.models.exact_numbers import round_to

__all__ = [
    "CENT",
    "ZERO",
    "Crystal",
    "EquationFamily",
    "Hidden",
    "Laboratory",
    "Manipulation",
    "Semantics",
    "is_fine",
    "slack",
]


@dataclass(frozen=True)
class Crystal:
    """One crystal: its bases, the variables that are held, and the hidden disturbance on it now."""

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
        pushes = {} if self.hidden is None else self.hidden.pushes(crystal.hidden)
        return self.model.run(
            crystal.bases, clamped=crystal.clamped, pushes=pushes, rounding=self.rounding
        )

    def intervene(
        self, crystal: Crystal, intervention: Manipulation, hidden: Fraction = ZERO
    ) -> Crystal:
        """The crystal after an intervention that comes with the disturbance *hidden*."""
        return self.act(crystal, {intervention.variable: intervention.value}, hidden=hidden)

    def act(
        self,
        crystal: Crystal,
        settings: State,
        released: Sequence[str] = (),
        hidden: Fraction = ZERO,
    ) -> Crystal:
        """The crystal after variables were set, all at once, and others released."""
        for name in (*settings, *released):
            if name not in self.model.equations:
                raise ProblemError(
                    "an intervention names an unknown variable",
                    value=name,
                    remedy=did_you_mean(name, self.model.variables),
                )
        if self.semantics is Semantics.DO:
            return Crystal(crystal.bases, dict(settings), hidden)
        if self.semantics is Semantics.HOLD:
            kept = {name: v for name, v in crystal.clamped.items() if name not in released}
            return Crystal(crystal.bases, {**kept, **settings}, hidden)
        if self.semantics is Semantics.SHIFT:
            return Crystal({**crystal.bases, **settings}, {}, hidden)
        clean = self.model.run(crystal.bases, clamped=settings, rounding=self.rounding)
        bases = {
            name: round_to(value - self.model.equations[name].contribution(clean), self.rounding)
            for name, value in settings.items()
        }
        return Crystal({**crystal.bases, **bases}, {}, hidden)

    def settled(self, settings: State) -> dict[str, Fraction]:
        """What values that are sent become when they are set on exact crystals, as released."""
        if self.semantics is not Semantics.SET or self.rounding:
            return dict(settings)
        return {n: round_to(v, CENT) if is_fine(v) else v for n, v in settings.items()}

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
