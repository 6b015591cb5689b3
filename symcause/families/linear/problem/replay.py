"""Does a model explain the evidence of a linear problem? Plain arithmetic, no solver.

Two independent ways to ask:

- :func:`mismatches` goes reading by reading: base + effects of the parents *as read* must be within half a
  printed unit of the reading. It names every reading that does not fit, and needs the model's coefficients
  and the bases of uncontrolled variables only; the bases of crystals are whatever fits best.
- :func:`execute` runs the laboratory forward from the first reading of the chain, disturbance included,
  and compares value for value (exact data).

Whatever a solver finds passes here before anybody sees it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import Crystal, Hidden, Laboratory, Semantics
from symcause.families.linear.problem.problem import ChainState, LinearProblem
from symcause.models.equations import Equation, State
from symcause.models.numbers import print_number, round_to


@dataclass(frozen=True)
class WrongReading:
    """A reading that a model does not produce."""

    place: str
    variable: str
    reading: Fraction
    expected: Fraction

    @property
    def message(self) -> str:
        """What is wrong, without the place."""
        read, given = print_number(self.reading), print_number(self.expected)
        return f"{self.variable} reads {read}, the model gives {given}"

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


def mismatches(problem: LinearProblem, model: CrystalModel) -> tuple[WrongReading, ...]:
    """Every reading that the model does not produce, taking the parents as they were read.

    For problems without hidden disturbance; see :func:`execute` for the others.
    """
    found: list[WrongReading] = []
    for variable, equation in model.equations.items():
        if variable in problem.controllable:
            found += _free_base(problem, variable, equation)
        else:
            found += _shared_base(problem, variable, equation)
    return tuple(found)


def _shared_base(
    problem: LinearProblem, variable: str, equation: Equation
) -> Iterator[WrongReading]:
    half = problem.rounding / 2
    for place, values in readings(problem):
        expected = equation(values)
        if abs(values[variable] - expected) > half:
            yield WrongReading(place, variable, values[variable], expected)


def _free_base(problem: LinearProblem, variable: str, equation: Equation) -> Iterator[WrongReading]:
    for i, record in enumerate(problem.records):
        yield from _Natural(problem, variable, equation).meet(f"records[{i}]", record.values)
    natural = _Natural(problem, variable, equation)
    base: Fraction | None = None  # what the last intervention on the variable made of its base
    clamp: Fraction | None = None  # what a do holds the variable at
    half = problem.rounding / 2
    for i, state in enumerate(problem.chain):
        place, values = f"chain[{i}]", state.values
        if state.intervention is not None:
            ours = state.intervention.variable == variable
            value = state.intervention.value
            if problem.semantics is Semantics.DO:
                clamp = value if ours else None
            elif ours and problem.semantics is Semantics.SET:
                base = value - equation.contribution(values)
            elif ours:
                base = value
        if clamp is None and base is None:
            yield from natural.meet(place, values)
            continue
        expected = clamp if clamp is not None else (base or 0) + equation.contribution(values)
        if abs(values[variable] - expected) > half:
            yield WrongReading(place, variable, values[variable], expected)


class _Natural:
    """The base a crystal came with: an interval that shrinks with every reading."""

    def __init__(self, problem: LinearProblem, variable: str, equation: Equation) -> None:
        self._half = problem.rounding / 2
        self._variable, self._equation = variable, equation
        self._low = problem.bases.minimum if problem.bases is not None else None
        self._high = problem.bases.maximum if problem.bases is not None else None

    @property
    def middle(self) -> Fraction:
        """A base from the interval."""
        if self._low is None or self._high is None:
            return self._low or self._high or Fraction(0)
        return (self._low + self._high) / 2

    def meet(self, place: str, values: State) -> Iterator[WrongReading]:
        """Shrink the interval; a reading that leaves nothing of it is a mismatch."""
        centre = values[self._variable] - self._equation.contribution(values)
        low, high = centre - self._half, centre + self._half
        low = low if self._low is None else max(low, self._low)
        high = high if self._high is None else min(high, self._high)
        if low > high:
            nearest = high if centre > high else low
            expected = values[self._variable] - centre + nearest
            yield WrongReading(place, self._variable, values[self._variable], expected)
        else:
            self._low, self._high = low, high


def readings(problem: LinearProblem) -> Iterator[tuple[str, State]]:
    """Every measured state with its place in the file."""
    for i, record in enumerate(problem.records):
        yield f"records[{i}]", record.values
    for i, state in enumerate(problem.chain):
        yield f"chain[{i}]", state.values


def execute(
    problem: LinearProblem,
    model: CrystalModel,
    disturbances: Sequence[Fraction] | None = None,
    nodes: Sequence[str] = (),
) -> tuple[WrongReading, ...]:
    """Run the laboratory through the chain and compare; exact data only.

    *disturbances* are the hidden values after each intervention, *nodes* the variables they act on.
    """
    found: list[WrongReading] = []
    shared = [v for v in problem.variables if v not in problem.controllable]
    for i, record in enumerate(problem.records):
        bases = model.bases_of(record.values)
        values = model.run({**bases, **{v: model.equations[v].base for v in shared}})
        found += _compare(f"records[{i}]", record.values, values)
    if not problem.chain:
        return tuple(found)
    lab = _laboratory(problem, model, nodes)
    bases = _first_bases(problem, model)
    bases.update({v: model.equations[v].base for v in shared})
    crystal = lab.crystal(bases)
    drawn = iter(disturbances or ())
    for i, state in enumerate(problem.chain):
        if state.intervention is not None:
            crystal = lab.intervene(crystal, state.intervention, next(drawn, Fraction(0)))
        found += _compare(f"chain[{i}]", state.values, lab.measure(crystal))
    return tuple(found)


def _first_bases(problem: LinearProblem, model: CrystalModel) -> dict[str, Fraction]:
    """The bases of the chain's crystal, each from the first reading that shows it."""
    bases = model.bases_of(problem.chain[0].values)
    if problem.semantics is Semantics.DO and problem.chain[0].intervention is not None:
        held = problem.chain[0].intervention.variable
        for state in problem.chain[1:]:
            if state.intervention is not None and state.intervention.variable != held:
                return {**bases, held: model.bases_of(state.values)[held]}
    return bases


def _laboratory(problem: LinearProblem, model: CrystalModel, nodes: Sequence[str]) -> Laboratory:
    lab = problem.laboratory(model)
    weight = problem.hidden.weight if problem.hidden is not None else Fraction(1)
    values = problem.hidden.values if problem.hidden is not None else (Fraction(0),)
    return replace(lab, rounding=Fraction(0), hidden=Hidden(values, weight, tuple(nodes)))


def _compare(place: str, read: State, run: State) -> Iterator[WrongReading]:
    for name, value in run.items():
        if read[name] != value:
            yield WrongReading(place, name, read[name], value)


def current_crystal(problem: LinearProblem, model: CrystalModel) -> Crystal | None:
    """The manipulator's crystal as it is now, under a model that explains the evidence.

    Without a chain it is the crystal of the first record. Bases that only an interval is known of are
    taken from its middle. None if nothing was measured.
    """
    states = problem.chain or tuple(ChainState(r.values) for r in problem.records[:1])
    if not states:
        return None
    bases: dict[str, Fraction] = {}
    for name, equation in model.equations.items():
        if name not in problem.controllable:
            bases[name] = equation.base
            continue
        natural, base = _Natural(problem, name, equation), None
        held = False
        for state in states:
            hit = state.intervention
            if hit is not None and problem.semantics is Semantics.DO:
                held = hit.variable == name
            elif hit is not None and hit.variable == name:
                shift = problem.semantics is Semantics.SHIFT
                base = hit.value - (0 if shift else equation.contribution(state.values))
            if base is None and not held:
                list(natural.meet("", state.values))
        bases[name] = natural.middle if base is None else base
    last = states[-1].intervention
    clamped = {}
    if last is not None and problem.semantics is Semantics.DO:
        clamped = {last.variable: last.value}
    return Crystal(bases, clamped)


def reactor_target(problem: LinearProblem, model: CrystalModel) -> Fraction | None:
    """The target of the reactor's crystal as the model predicts it, rounded as printed."""
    if problem.reactor is None:
        return None
    return round_to(model.equations[problem.target](problem.reactor), problem.rounding)
