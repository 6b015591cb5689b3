"""Evidence rows of a local linear space: what the readings say about one equation.

Every variable is fully observed, so a model explains the evidence iff each equation, by itself, agrees with
all readings of its variable, and the graph is acyclic. A :class:`Row` is one such agreement, linear in the
unknown coefficients:

    value  =  (base of the row's group, if it has one)  +  Σ coefficient · feature        (± half a unit)

- A variable nobody controls has one base everywhere: one group, a row for every reading.
- A controllable variable has a base of its own in every crystal: a group for each record, and one for the
  chain until the first intervention on it. A group of one row says nothing unless bases are bounded.
- After ``set`` to v at reading t the base is v − Σ coefficient·feature_t, so its later rows compare with t:
  value X_s − v, features f_s − f_t, no group. *Rounded* data cannot be compared so: the environment stores
  the new base rounded. There each ``set`` opens a group of its own, whose base has no range, and the
  reading at t must be within one unit of v (one that is not is a row by itself, which nothing satisfies)
  unless a hidden disturbance moved it.
- After ``shift`` to v the base is v: value X_s − v, features f_s, no group.
- While ``do`` or ``hold`` cuts the variable, the row says X = v and has no features; afterwards the old
  base is back.

Features of a candidate parent p: p itself in the linear family; p² and p in the quadratic one, where the
coefficient of the square is the *main* one (a parent has a square).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from symcause.families.linear.models.laboratory import EquationFamily, Semantics
from symcause.families.linear.problem.problem import LinearProblem
from symcause.models.equations import Effect, State
from symcause.solvers.linear.rational_algebra import dot

Vector = tuple[Fraction, ...]
ZERO = Fraction(0)


@dataclass(frozen=True)
class Row:
    """One agreement; *place* says where in the problem its reading stands."""

    place: str
    value: Fraction
    features: Vector
    group: int | None


@dataclass(frozen=True)
class LinearRows:
    """All rows of one variable, and the layout of its unknowns.

    Columns: the main coefficient of every candidate parent, then (quadratic) the second ones.
    """

    variable: str
    candidates: tuple[str, ...]
    rows: tuple[Row, ...]
    family: EquationFamily
    half: Fraction
    low: Fraction | None = None  # bounds of the groups' bases
    high: Fraction | None = None
    opened: frozenset[int] = frozenset()  # groups after a rounded set: their bases have no bounds
    signs: tuple[int, ...] = ()  # known of the candidates' effects: 1, -1 or 0; () if nothing is
    required: int = 0  # candidates that are parents for sure, as a mask

    @property
    def width(self) -> int:
        """The number of coefficient columns."""
        return len(self.candidates) * (2 if self.family is EquationFamily.QUADRATIC else 1)

    @property
    def exact(self) -> bool:
        """True if the rows are equations and the bases are free."""
        return self.half == 0 and self.low is None and self.high is None

    def columns(self, mask: int) -> list[int]:
        """The coefficient columns of the parents in *mask* (bits are positions of candidates)."""
        chosen = [i for i in range(len(self.candidates)) if mask >> i & 1]
        if self.family is EquationFamily.QUADRATIC:
            chosen += [len(self.candidates) + i for i in chosen]
        return chosen

    def features(self, values: State) -> Vector:
        """The features of a complete reading."""
        return features_of(self.candidates, self.family, values)

    def only(self, rows: Iterable[Row]) -> LinearRows:
        """The same variable with fewer rows."""
        return replace(self, rows=tuple(rows))

    def differences(self) -> Iterator[tuple[Fraction, Vector]]:
        """The rows with the groups' bases eliminated: (value, features) equations."""
        first: dict[int, Row] = {}
        for row in self.rows:
            if row.group is None:
                yield row.value, row.features
            elif row.group not in first:
                first[row.group] = row
            else:
                other = first[row.group]
                features = tuple(a - b for a, b in zip(row.features, other.features, strict=True))
                yield row.value - other.value, features

    def effects(self, coefficients: Vector) -> dict[str, Effect]:
        """Coefficient columns as effects of the candidates."""
        count = len(self.candidates)
        if self.family is EquationFamily.LINEAR:
            return {p: Effect(coefficients[i]) for i, p in enumerate(self.candidates)}
        return {
            p: Effect(coefficients[count + i], coefficients[i])
            for i, p in enumerate(self.candidates)
        }

    def coefficients(self, effects: dict[str, Effect]) -> Vector:
        """The coefficient columns of given effects."""
        none = Effect(ZERO)
        chosen = [effects.get(p, none) for p in self.candidates]
        if self.family is EquationFamily.LINEAR:
            return tuple(e.linear for e in chosen)
        return tuple(e.square for e in chosen) + tuple(e.linear for e in chosen)

    def bounds(self, group: int) -> tuple[Fraction | None, Fraction | None]:
        """The bounds of a group's base, readings aside."""
        return (None, None) if group in self.opened else (self.low, self.high)

    def base_of(self, group: int, coefficients: Vector) -> tuple[Fraction | None, Fraction | None]:
        """The interval of bases that a group admits under given coefficients (low > high: none)."""
        low, high = self.bounds(group)
        for row in self.rows:
            if row.group == group:
                centre = row.value - dot(coefficients, row.features)
                low = centre - self.half if low is None else max(low, centre - self.half)
                high = centre + self.half if high is None else min(high, centre + self.half)
        return low, high


def features_of(candidates: tuple[str, ...], family: EquationFamily, values: State) -> Vector:
    plain = tuple(values[p] for p in candidates)
    if family is EquationFamily.LINEAR:
        return plain
    return tuple(x * x for x in plain) + plain


def rows_of(problem: LinearProblem, variable: str) -> LinearRows:
    """The rows of *variable*."""
    candidates = problem.candidates(variable)
    builder = _Builder(problem, variable, candidates)
    if variable in problem.controllable:
        rows = tuple(builder.controllable())
    else:
        rows = tuple(builder.shared())
    bases, known = problem.bases, problem.knowledge
    signs: tuple[int, ...] = ()
    if known is not None and any(known.sign(name, variable) for name in candidates):
        signs = tuple(_SIGNS[known.sign(name, variable)] for name in candidates)
    needed = () if known is None else known.required(variable)
    return LinearRows(
        variable,
        candidates,
        rows,
        problem.family,
        problem.rounding / 2,
        None if bases is None else bases.minimum,
        None if bases is None else bases.maximum,
        frozenset(builder.opened),
        signs,
        sum(1 << i for i, name in enumerate(candidates) if name in needed),
    )


_SIGNS = {None: 0, "+": 1, "-": -1}


class _Builder:
    def __init__(self, problem: LinearProblem, variable: str, candidates: tuple[str, ...]) -> None:
        self.problem, self.variable, self.candidates = problem, variable, candidates
        self.opened: list[int] = []

    def _features(self, values: State) -> Vector:
        return features_of(self.candidates, self.problem.family, values)

    def _free(self, place: str, values: State, group: int) -> Row:
        return Row(place, values[self.variable], self._features(values), group)

    def shared(self) -> Iterator[Row]:
        """One base for all crystals."""
        for i, record in enumerate(self.problem.records):
            yield self._free(f"records[{i}]", record.values, 0)
        for i, state in enumerate(self.problem.chain):
            yield self._free(f"chain[{i}]", state.values, 0)

    def controllable(self) -> Iterator[Row]:
        """A base for every crystal, replaced by interventions."""
        for i, record in enumerate(self.problem.records):
            yield self._free(f"records[{i}]", record.values, 1 + i)
        semantics, rounding = self.problem.semantics, self.problem.rounding
        group = 0
        offset: Fraction | None = None  # v of the last shift, or of the last exact set
        reference: Vector = ()
        for i, (state, held) in enumerate(zip(self.problem.chain, self.problem.held, strict=True)):
            place, values = f"chain[{i}]", state.values
            features, reading = self._features(values), values[self.variable]
            nothing = (ZERO,) * len(features)
            if self.variable in held:
                yield Row(place, reading - held[self.variable], nothing, None)
                continue
            value = None if semantics.cuts else self.problem.done[i].get(self.variable)
            if value is not None and semantics is Semantics.SET and rounding:
                group = 1 + len(self.problem.records) + i
                self.opened.append(group)
                if abs(reading - value) > rounding and self.problem.hidden is None:
                    yield Row(place, reading - value, nothing, None)
            elif value is not None:
                offset = value
                reference = features if semantics is Semantics.SET else nothing
            if offset is None:
                yield self._free(place, values, group)
            else:
                moved = tuple(a - b for a, b in zip(features, reference, strict=True))
                yield Row(place, reading - offset, moved, None)
