"""Replay of a linear problem's evidence: whether a model explains it, by plain arithmetic.

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
from symcause.families.linear.models.lab_rules import Hidden, Semantics
from symcause.families.linear.models.laboratory import Crystal, Laboratory
from symcause.families.linear.problem.problem import ChainState, LinearProblem
from symcause.models.equations import Equation, State
from symcause.models.exact_numbers import print_number, round_to


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
    return tuple(
        wrong
        for variable, equation in model.equations.items()
        for wrong in mismatches_of(problem, variable, equation)
    )


def mismatches_of(
    problem: LinearProblem, variable: str, equation: Equation
) -> Iterator[WrongReading]:
    """The readings of one variable that its equation does not produce."""
    if variable in problem.controllable:
        return _free_base(problem, variable, equation)
    return _shared_base(problem, variable, equation)


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
    half = problem.rounding / 2
    for i, (state, held) in enumerate(zip(problem.chain, problem.held, strict=True)):
        place, values = f"chain[{i}]", state.values
        value = None if problem.semantics.cuts else problem.done[i].get(variable)
        if value is not None:
            base = value
            if problem.semantics is Semantics.SET and problem.rounding:
                base, natural = None, _Natural(problem, variable, equation, free=True)
                missed = abs(values[variable] - value) > problem.rounding
                if missed and problem.hidden is None:
                    yield WrongReading(place, variable, values[variable], value)
            elif problem.semantics is Semantics.SET:
                base = value - equation.contribution(values)
        if variable not in held and base is None:
            yield from natural.meet(place, values)
            continue
        expected = held.get(variable, (base or 0) + equation.contribution(values))
        if abs(values[variable] - expected) > half:
            yield WrongReading(place, variable, values[variable], expected)


class _Natural:
    """The base of a crystal: an interval that shrinks with every reading.

    *free*: not the one it came with, but one that a rounded ``set`` made: it has no range.
    """

    def __init__(
        self, problem: LinearProblem, variable: str, equation: Equation, *, free: bool = False
    ) -> None:
        self._half = problem.rounding / 2
        self._variable, self._equation = variable, equation
        bases = None if free else problem.bases
        self._low = bases.minimum if bases is not None else None
        self._high = bases.maximum if bases is not None else None

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
    wrong_readings: list[WrongReading] = []
    shared = [v for v in problem.variables if v not in problem.controllable]
    for i, record in enumerate(problem.records):
        bases = model.bases_of(record.values)
        values = model.run({**bases, **{v: model.equations[v].base for v in shared}})
        wrong_readings += _compare(f"records[{i}]", record.values, values)
    states = zip(
        problem.chain, disturbed_crystals(problem, model, disturbances, nodes), strict=True
    )
    for i, (state, (lab, crystal)) in enumerate(states):
        wrong_readings += _compare(f"chain[{i}]", state.values, lab.measure(crystal))
    return tuple(wrong_readings)


def disturbed_crystals(
    problem: LinearProblem,
    model: CrystalModel,
    disturbances: Sequence[Fraction] | None = None,
    nodes: Sequence[str] = (),
) -> Iterator[tuple[Laboratory, Crystal]]:
    """The crystal at every state of the chain, with the laboratory that measures it; exact data only."""
    if not problem.chain:
        return
    lab = _laboratory(problem, model, nodes)
    bases = _first_bases(problem, model, lab)
    bases |= {v: e.base for v, e in model.equations.items() if v not in problem.controllable}
    crystal = replace(lab.crystal(bases), hidden=lab.hidden.initial if lab.hidden else Fraction(0))
    drawn = iter(disturbances or ())
    for state, done in zip(problem.chain, problem.done, strict=True):
        if state.acted:
            drawn_now = next(drawn, Fraction(0))
            crystal = lab.act(crystal, done, state.released, drawn_now)
        yield lab, crystal


def _first_bases(
    problem: LinearProblem, model: CrystalModel, lab: Laboratory
) -> dict[str, Fraction]:
    """The bases of the chain's crystal, each from the first reading that shows it."""
    bases: dict[str, Fraction] = {}
    for state, held in zip(problem.chain, problem.held, strict=True):
        for name, base in model.bases_of(state.values).items():
            if name not in held:
                bases.setdefault(name, base)
        if not held:
            break
    pushes = lab.hidden.pushes(lab.hidden.initial) if lab.hidden is not None else {}
    return {name: base - pushes.get(name, 0) for name, base in bases.items()}


def _laboratory(problem: LinearProblem, model: CrystalModel, nodes: Sequence[str]) -> Laboratory:
    lab = problem.laboratory(model)
    hidden = problem.hidden or Hidden((Fraction(0),))
    return replace(lab, rounding=Fraction(0), hidden=replace(hidden, nodes=tuple(nodes)))


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
        bases[name] = _base_now(problem, states, name, equation)
    return Crystal(bases, problem.held[-1] if problem.chain else {})


def _base_now(
    problem: LinearProblem, states: Sequence[ChainState], name: str, equation: Equation
) -> Fraction:
    """The base of one variable of the manipulator's crystal."""
    natural, base = _Natural(problem, name, equation), None
    held, done = (numbers or ({},) * len(states) for numbers in (problem.held, problem.done))
    for state, cut, values in zip(states, held, done, strict=True):
        value = None if problem.semantics.cuts else values.get(name)
        if value is not None and problem.semantics is Semantics.SET and problem.rounding:
            natural = _Natural(problem, name, equation, free=True)
        elif value is not None:
            shift = problem.semantics is Semantics.SHIFT
            base = value - (0 if shift else equation.contribution(state.values))
        if base is None and name not in cut:
            list(natural.meet("", state.values))
    return natural.middle if base is None else base


def reactor_target(problem: LinearProblem, model: CrystalModel) -> Fraction | None:
    """The target of the reactor's crystal as the model predicts it, rounded as printed.

    None where there is no reactor, or where a cause of the target is not read.
    """
    if problem.reactor is None or not set(model.equations[problem.target].parents) <= set(
        problem.reactor
    ):
        return None
    return round_to(model.equations[problem.target](problem.reactor), problem.rounding)
