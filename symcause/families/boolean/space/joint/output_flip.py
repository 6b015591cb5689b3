"""Output flip in the joint search: a state at which a variable's mechanism can give the other value.

For a variable V the formula asks for a state x of the model, under an experiment that leaves V alone, and a
parent set S such that the rows of V together with one more row, x with V flipped, have no conflict on S.

Unknowns: ``parent(U)`` says that U is in S, ``target(W)`` that the experiment clamps W, ``state(W)`` is the
value at x, and ``unlike(U, b)`` implies that U is in S and not b at x. Clauses: at most this many parents
and targets; every variable that is no target has the value of its table; S hits the differences of
conflicting rows; every row with V as at x is unlike x in some parent. The last two families are large and
added only when a proposal violates them. A target among the roots only chooses the context, so roots are no
targets here; without roots there must be a target.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symcause.answers import Sat
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.space.joint.row_bits import Observed, ParentSearch, lowest, positions
from symcause.families.boolean.space.joint.variable_placement import Placing
from symcause.solvers.sat.cnf import Cnf
from symcause.solvers.sat.sat_engine import PysatEngine

_ROWS = 16  # violated rows that become clauses at a time


@dataclass(frozen=True)
class Flip:
    """Another mechanism of *variable* may read *parents* and give the other value at *state*."""

    variable: int
    parents: int
    state: int
    targets: int


def find_flip(
    search: ParentSearch,
    allowed: int,
    model: BooleanSCM,
    where: Mapping[str, int],
    *,
    targets: int | None,
    engine: str,
) -> Flip | None:
    """A flip of the search's variable with parents inside *allowed*, None if there is none.

    With *targets* None the state is arbitrary except that the model's own mechanism computes V there:
    then the question is whether V has another function at all.
    """
    formula = _Formula(search, allowed & search.candidates)
    formula.add_tables(model, where, targets)
    with PysatEngine(formula.cnf.clauses, engine) as solver:
        while isinstance(solver.solve(), Sat):
            flip = formula.read(solver)
            violated = formula.violated(flip)
            if not violated:
                return _least(search.observed, flip)
            for clause in violated:
                solver.add(clause)
    return None


class _Formula:
    """The clauses about one variable, and those that a proposal turns out to need."""

    def __init__(self, search: ParentSearch, allowed: int) -> None:
        self.cnf = Cnf()
        self._search = search
        self._observed = search.observed
        self._variable = search.variable
        self._allowed = allowed
        self._width = 0
        cnf = self.cnf
        candidates = positions(allowed)
        self._parents = {u: cnf.variable(("parent", u)) for u in candidates}
        self._unlike: dict[tuple[int, int], int] = {}
        cnf.at_most(list(self._parents.values()), search.bound)
        for u, parent in self._parents.items():
            value = self._state(u)
            for bit, differs in ((0, value), (1, -value)):
                unlike = self._unlike[u, bit] = cnf.variable(("unlike", u, bit))
                cnf.add(-unlike, parent)
                cnf.add(-unlike, differs)
        for difference in search.differences:
            cnf.add(*self._hitting(difference))

    def add_tables(self, model: BooleanSCM, where: Mapping[str, int], targets: int | None) -> None:
        """The state is one of the model's, under an experiment with at most this many targets."""
        self._width = len(where)
        clamped: list[int] = []
        for name, function in model.functions.items():
            at = where[name]
            if at != self._variable and targets is None:
                continue
            inputs = [self._state(where[p]) for p in function.parents]
            spared: tuple[int, ...] = ()
            if at != self._variable:
                spared = (self.cnf.variable(("target", at)),)
                clamped += spared
            for pattern in range(1 << len(inputs)):
                differs = (-x if pattern >> j & 1 else x for j, x in enumerate(inputs))
                output = self._state(at) if function.table >> pattern & 1 else -self._state(at)
                self.cnf.add(*spared, *differs, output)
        if targets is not None:
            self.cnf.at_most(clamped, targets)
            if not model.roots:
                self.cnf.add(*clamped)

    def _state(self, at: int) -> int:
        return self.cnf.variable(("state", at))

    def _hitting(self, difference: int) -> list[int]:
        return [self._parents[u] for u in positions(difference & self._allowed)]

    def read(self, solver: PysatEngine) -> Flip:
        """The proposal of the last model."""
        found = {"parent": 0, "state": 0, "target": 0}
        for name, variable in self.cnf.names:
            assert isinstance(name, tuple)
            if name[0] in found and solver.value(variable):
                found[name[0]] |= 1 << name[1]
        return Flip(self._variable, found["parent"], found["state"], found["target"])

    def violated(self, flip: Flip) -> list[list[int]]:
        """Clauses that the proposal breaks; none if it is a flip."""
        missed = list(self._observed.misses(self._variable, flip.parents))
        self._search.differences += missed
        clauses = [self._hitting(difference) for difference in missed]
        agreeing = self._observed.agreeing(self._variable, flip.parents, flip.state)
        return clauses + [self._unlike_row(row) for row in lowest(agreeing, _ROWS)]

    def _unlike_row(self, row: int) -> list[int]:
        values = self._observed.states[row]
        own = self._state(self._variable)
        other_output = -own if values >> self._variable & 1 else own
        return [other_output, *(self._unlike[u, values >> u & 1] for u in self._parents)]


def _least(observed: Observed, flip: Flip) -> Flip:
    """The same flip with as few parents as possible."""
    parents = flip.parents
    for u in reversed(positions(parents)):
        fewer = parents & ~(1 << u)
        fits = observed.fits(flip.variable, fewer)
        if fits and not observed.agreeing(flip.variable, fewer, flip.state):
            parents = fewer
    return Flip(flip.variable, parents, flip.state, flip.targets)


def below(placing: Placing, model: BooleanSCM, variable: int) -> int:
    """The variable and its descendants in the model, as a mask."""
    found = 1 << variable
    for name in model.order:
        if placing.mask(model.functions[name].parents) & found:
            found |= 1 << placing.where[name]
    return found


def flipped(placing: Placing, model: BooleanSCM, flip: Flip) -> BooleanSCM:
    """The model with the one mechanism changed; acyclic if its parents are no descendants."""
    name = placing.names[flip.variable]
    value = bool(flip.state >> flip.variable & 1)
    before = model.functions[name]
    function = placing.function(flip.variable, flip.parents, before, flip.state, not value)
    return model.replaced(name, function)


class Predecessors:
    """What can come before a variable in some member, starting from what does in the base member."""

    def __init__(self, placing: Placing, base: BooleanSCM, variable: int) -> None:
        self._placing = placing
        self._base = base
        self.variable = variable
        later = below(placing, base, variable)
        self.placed, self._used = placing.all & ~later, dict[int, int]()
        if placing.search(variable).candidates & later:
            self.placed, self._used = placing.close(self.placed, skip=variable)

    def alternative(self, flip: Flip) -> BooleanSCM:
        """A member with the flipped mechanism; other mechanisms stay unless that makes a cycle."""
        placing, needed = self._placing, flip.parents
        functions = dict(flipped(placing, self._base, flip).functions)
        for moved in reversed(self._used):
            if needed >> moved & 1:
                name, parents = placing.names[moved], self._used[moved]
                functions[name] = placing.function(moved, parents, functions[name], flip.state)
                needed |= parents
        return BooleanSCM(self._base.roots, functions)
