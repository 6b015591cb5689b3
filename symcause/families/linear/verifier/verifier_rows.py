"""The verifier's own rows of every variable, derived from the linear problem once more.

An equation X = base + Σ w·feature is linear in its coefficients. A base that several readings share drops
out of their differences, so each *base group* gives the differences to its first reading: a variable that
nobody controls has one group over all records and states, a controllable one has one for every stretch of
the chain over which its base stays (and a record alone says nothing about it). Readings whose base is known
give rows without a group: after ``set`` to v at t the base is v less what the parents contribute at t;
after ``shift`` to v it is v; while ``do`` or ``hold`` cuts X, the row says X = v and nothing
about coefficients. Of a v with more than two decimals, what is set is what is then read.

Columns: one for every candidate parent, in the order of the problem; quadratic: the squares of all
candidates first, then the candidates themselves. The *effect* of a parent is its first column.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from symcause.families.linear.models.lab_rules import EquationFamily, Semantics
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.problem.records import ChainState
from symcause.kernel.linear_sums import System, Vector
from symcause.kernel.nodes import Rejected
from symcause.kernel.work import Work
from symcause.models.equations import Equation, State

ZERO = Fraction(0)


@dataclass(frozen=True)
class LocalSystem:
    """The rows of one variable; *first* is a reading that shows its base, where one is shared by all."""

    variable: str
    candidates: tuple[int, ...]  # positions among the problem's variables
    names: tuple[str, ...]
    quadratic: bool
    system: System
    first: tuple[Fraction, Vector] | None
    required: int = 0  # the parents that are known, as a set of positions
    signs: tuple[int, ...] = ()  # of the effects of the candidates: 1, -1, 0 where none is known

    @property
    def everything(self) -> int:
        """All candidates, as a set of positions."""
        return sum(1 << place for place in self.candidates)

    def columns(self, parents: int) -> tuple[int, ...]:
        """The columns of a set of parents: their effects first."""
        chosen = tuple(i for i, place in enumerate(self.candidates) if parents >> place & 1)
        if not self.quadratic:
            return chosen
        return chosen + tuple(len(self.candidates) + i for i in chosen)

    def signs_of(self, parents: int) -> tuple[int, ...]:
        """The signs of the effects of a set of parents, as far as they are known."""
        chosen = zip(self.candidates, self.signs, strict=False)
        return tuple(sign for place, sign in chosen if parents >> place & 1)

    def features(self, values: State) -> Vector:
        """The columns of one reading."""
        plain = tuple(values[name] for name in self.names)
        return (*(value * value for value in plain), *plain) if self.quadratic else plain

    def fits(self, equation: Equation, shared: bool, work: Work) -> bool:
        """Does an equation agree with all rows, and with the base if it is *shared*?"""
        effects = dict(equation.effects)
        point: list[Fraction] = []
        for square in (True, False) if self.quadratic else (False,):
            for name in self.names:
                effect = effects.get(name)
                value = ZERO if effect is None else effect.square if square else effect.linear
                point.append(value)
        if not self.system.solved_by(point, range(len(point)), work):
            return False
        if not shared or self.first is None:
            return True
        value, features = self.first
        return equation.base + sum(w * f for w, f in zip(point, features, strict=True)) == value


def local_system(problem: LinearProblem, variable: str) -> LocalSystem:
    """The rows of a variable."""
    admitted = [
        (i, name)
        for i, name in enumerate(problem.variables)
        if name != variable and (name != problem.target or problem.target_may_cause)
        if problem.knowledge is None or problem.knowledge.admits(name, variable)
    ]
    bare = LocalSystem(
        variable,
        tuple(i for i, _ in admitted),
        tuple(name for _, name in admitted),
        problem.family is EquationFamily.QUADRATIC,
        System((), ()),
        None,
    )
    shared = variable not in problem.controllable
    found = list(_shared(bare, problem) if shared else _controlled(bare, problem))
    system = System(tuple(row for _, row in found), tuple(value for value, _ in found))
    states = states_of(problem)
    first = None
    if shared and states:
        first = states[0][variable], bare.features(states[0])
    known = problem.knowledge
    required, signs = 0, tuple[int, ...]()
    if known is not None:
        required = sum(1 << problem.variables.index(name) for name in known.required(variable))
        word = {"+": 1, "-": -1, None: 0}
        signs = tuple(word[known.sign(name, variable)] for name in bare.names)
    return replace(bare, system=system, first=first, required=required, signs=signs)


def states_of(problem: LinearProblem) -> list[State]:
    """Everything that was read: the records, then the chain."""
    return [record.values for record in problem.records] + [s.values for s in problem.chain]


Row = tuple[Fraction, Vector]
"""A right-hand side and its columns."""


def _minus(left: Row, right: Row) -> Row:
    features = tuple(a - b for a, b in zip(left[1], right[1], strict=True))
    return left[0] - right[0], features


def _shared(local: LocalSystem, problem: LinearProblem) -> Iterator[Row]:
    """One base everywhere: differences to the first reading."""
    name = local.variable
    readings = [(values[name], local.features(values)) for values in states_of(problem)]
    for reading in readings[1:]:
        yield _minus(reading, readings[0])


def _controlled(local: LocalSystem, problem: LinearProblem) -> Iterator[Row]:
    """A base for every stretch of the chain."""
    name, semantics = local.variable, problem.semantics
    natural: Row | None = None  # the first reading with the base that the crystal came with
    known: Row | None = None  # what to compare with after a set or a shift
    held: Fraction | None = None
    for state in problem.chain:
        reading: Row = state.values[name], local.features(state.values)
        nothing = (ZERO,) * len(reading[1])
        if semantics in (Semantics.DO, Semantics.HOLD):
            held = _held(held, state, name, semantics)
        elif name in state.settings:
            exact = semantics is Semantics.SET
            value = _really(state, name) if exact else state.settings[name]
            known = value, reading[1] if exact else nothing
        if held is not None:
            yield reading[0] - held, nothing
        elif known is not None:
            yield _minus(reading, known)
        elif natural is None:
            natural = reading
        else:
            yield _minus(reading, natural)


def _held(
    before: Fraction | None, state: ChainState, name: str, semantics: Semantics
) -> Fraction | None:
    """The value at which the variable is cut from its parents in this state."""
    if not state.settings and not state.released:
        return before
    if name in state.settings:
        return _really(state, name)
    if semantics is Semantics.DO or name in state.released:
        return None
    return before


def _really(state: ChainState, name: str) -> Fraction:
    """What was set: a value with more than two decimals became the number beside it that is read."""
    sent, read = state.settings[name], state.values[name]
    if (100 * sent).denominator == 1 or 100 * abs(read - sent) > 1:
        return sent
    return read


def check_equation(
    problem: LinearProblem, local: LocalSystem, equation: Equation, work: Work, whose: str
) -> None:
    """Coefficients of the class that fit the rows of a variable. Raises Rejected."""
    name = local.variable
    if local.required & ~sum(1 << problem.variables.index(p) for p in equation.parents):
        raise Rejected(f"{whose}'s equation of {name} lacks a parent that is required")
    for parent, effect in equation.effects:
        main = effect.square if local.quadratic else effect.linear
        if not main or (effect.square and not local.quadratic):
            raise Rejected(f"{whose}'s effect of {parent} on {name} is not of the class")
        sign = local.signs[local.names.index(parent)] if local.signs else 0
        if sign * main < 0:
            raise Rejected(f"{whose}'s effect of {parent} on {name} has another sign")
        numbers = (effect.linear, effect.square) if local.quadratic else (effect.linear,)
        if not all(_admitted(problem, number) for number in numbers):
            raise Rejected(f"{whose}'s equation of {name} is not of the class")
    if not local.fits(equation, name not in problem.controllable, work):
        raise Rejected(f"{whose}'s equation of {name} does not fit the evidence")


def _admitted(problem: LinearProblem, number: Fraction) -> bool:
    bounds = problem.coefficients
    if bounds.minimum is None or bounds.maximum is None:
        return True
    return number.denominator == 1 and bounds.minimum <= number <= bounds.maximum
