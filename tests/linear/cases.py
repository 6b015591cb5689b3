"""Random crystals, simulated episodes, and brute force that shares no code with the engines."""

from __future__ import annotations

import itertools
import os
import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

import pytest

from symcause.families.linear.generator.episode_simulation import simulate
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import EquationFamily, Hidden, Semantics
from symcause.families.linear.problem.evidence_replay import execute
from symcause.families.linear.problem.problem import Coefficients, Domain, Gold, LinearProblem
from symcause.families.linear.space.graph_space import GraphSpace
from symcause.formats.pools.problem_files import read_problems
from symcause.models.equations import Effect, Equation

RATIONAL = Coefficients()


def integers(low: int, high: int) -> Coefficients:
    return Coefficients(Domain.INTEGER, low, high)


def random_model(
    rng: random.Random,
    size: int,
    *,
    sink: bool = True,
    density: float = 0.5,
    values: Sequence[Fraction | int] = (-3, -2, -1, 1, 2, 3),
    quadratic: bool = False,
) -> CrystalModel:
    """A model over x0, x1, …, f with the target f."""
    names = [f"x{i}" for i in range(size - 1)] + ["f"]
    order = names[:-1]
    rng.shuffle(order)
    order.insert(len(order) if sink else rng.randint(0, len(order)), "f")
    equations: dict[str, Equation] = {}
    for i, name in enumerate(order):
        parents = [p for p in order[:i] if rng.random() < density]
        effects = {
            p: Effect(
                Fraction(rng.choice(values)), Fraction(rng.choice(values) if quadratic else 0)
            )
            for p in parents
        }
        equations[name] = Equation.of(rng.randint(15, 45), effects)
    return CrystalModel.of({name: equations[name] for name in names})


def problem_of(
    model: CrystalModel,
    *,
    semantics: Semantics = Semantics.SET,
    coefficients: Coefficients = RATIONAL,
    sink: bool = True,
    rounding: str = "0",
    hidden: Hidden | None = None,
    family: EquationFamily = EquationFamily.LINEAR,
) -> LinearProblem:
    """A problem with gold and without evidence."""
    names = model.variables
    return LinearProblem(
        id="case",
        variables=names,
        target="f",
        controllable=names[:-1],
        family=family,
        semantics=semantics,
        rounding=Fraction(rounding),
        coefficients=coefficients,
        gold=Gold(model.equations),
        target_may_cause=not sink,
        hidden=hidden,
    )


def episode(
    rng: random.Random, problem: LinearProblem, targets: Sequence[str], records: int = 2
) -> LinearProblem:
    return simulate(problem, rng.randrange(10**9), records=records, targets=targets)


@lru_cache(maxsize=8)
def all_dags(size: int) -> tuple[tuple[int, ...], ...]:
    """Every DAG as one parent mask a node: all subsets of the edges along every order."""
    found: set[tuple[int, ...]] = set()
    for order in itertools.permutations(range(size)):
        pairs = list(itertools.combinations(order, 2))
        for chosen in range(1 << len(pairs)):
            masks = [0] * size
            for i, (cause, effect) in enumerate(pairs):
                if chosen >> i & 1:
                    masks[effect] |= 1 << cause
            found.add(tuple(masks))
    return tuple(sorted(found))


def _acyclic(parents: Sequence[int]) -> bool:
    rest = set(range(len(parents)))
    while rest:
        roots = {v for v in rest if not any(parents[v] >> p & 1 for p in rest)}
        if not roots:
            return False
        rest -= roots
    return True


def local_equations(
    problem: LinearProblem, name: str
) -> list[tuple[dict[str, Fraction], Fraction]]:
    """Exact data of one variable as equations Σ w·Δp = ΔX, written down directly."""
    found: list[tuple[dict[str, Fraction], Fraction]] = []

    def difference(now: dict[str, Fraction], then: dict[str, Fraction]) -> None:
        found.append(({v: now[v] - then[v] for v in now}, now[name] - then[name]))

    if name not in problem.controllable:
        states = [r.values for r in problem.records] + [s.values for s in problem.chain]
        for state in states[1:]:
            difference(state, states[0])
        return found
    start: dict[str, Fraction] | None = None  # the reading that later ones are compared with
    offset = None
    held = None  # what a do or hold keeps the variable at
    for state in problem.chain:
        mine = state.settings.get(name)
        if mine is not None and problem.semantics is Semantics.SET:
            start = {**state.values, name: mine}
        if mine is not None and problem.semantics is Semantics.SHIFT:
            offset = mine
        if state.acted and problem.semantics is Semantics.DO:
            held = mine
        if problem.semantics is Semantics.HOLD:
            held = None if name in state.released else held if mine is None else mine
        if held is not None:
            found.append(({v: Fraction(0) for v in state.values}, state.values[name] - held))
        elif offset is not None:
            found.append((dict(state.values), state.values[name] - offset))
        elif start is None:
            start = dict(state.values)
        else:
            difference(state.values, start)
    return found


def rank(rows: list[list[Fraction]]) -> int:
    """By plain elimination."""
    rows = [list(row) for row in rows]
    done = 0
    for column in range(len(rows[0]) if rows else 0):
        pivot = next((i for i in range(done, len(rows)) if rows[i][column]), None)
        if pivot is None:
            continue
        rows[done], rows[pivot] = rows[pivot], rows[done]
        for i in range(done + 1, len(rows)):
            factor = rows[i][column] / rows[done][column]
            rows[i] = [a - factor * b for a, b in zip(rows[i], rows[done], strict=True)]
        done += 1
    return done


def rational_feasible(problem: LinearProblem, name: str, parents: Sequence[str]) -> bool:
    """Solvable, and no coefficient forced to zero: by ranks only."""
    system = local_equations(problem, name)
    matrix = [[features[p] for p in parents] for features, _ in system]
    augmented = [[*row, y] for row, (_, y) in zip(matrix, system, strict=True)]
    if rank(matrix) != rank(augmented):
        return False
    for i in range(len(parents)):
        unit = [Fraction(int(i == j)) for j in range(len(parents))]
        forced = rank([*matrix, unit]) == rank(matrix)
        if forced and rank([*augmented, [*unit, Fraction(0)]]) == rank(augmented):
            return False
    return True


def brute_graphs(problem: LinearProblem) -> set[tuple[int, ...]]:
    """All graphs of the rational class, over all DAGs."""
    names = problem.variables
    feasible: dict[tuple[int, int], bool] = {}
    found = set()
    for masks in all_dags(len(names)):
        for v, mask in enumerate(masks):
            if (v, mask) not in feasible:
                parents = [p for i, p in enumerate(names) if mask >> i & 1]
                legal = set(parents) <= set(problem.candidates(names[v]))
                feasible[v, mask] = legal and rational_feasible(problem, names[v], parents)
            if not feasible[v, mask]:
                break
        else:
            found.add(masks)
    return found


def brute_models(problem: LinearProblem) -> Iterator[CrystalModel]:
    """All members of an integer class, by running the laboratory with every coefficient matrix."""
    low, high = problem.coefficients.minimum or 0, problem.coefficients.maximum or 0
    values = sorted({0, *range(low, high + 1)})
    pairs = [(v, p) for v in problem.variables for p in problem.candidates(v)]
    if 0 not in range(low, high + 1):
        values = [0, *range(low, high + 1)]
    for chosen in itertools.product(values, repeat=len(pairs)):
        effects: dict[str, dict[str, Effect]] = {v: {} for v in problem.variables}
        for (v, p), w in zip(pairs, chosen, strict=True):
            effects[v][p] = Effect(Fraction(w))
        equations = {v: Equation.of(0, effects[v]) for v in problem.variables}
        masks = [
            sum(1 << i for i, p in enumerate(problem.variables) if p in equations[v].parents)
            for v in problem.variables
        ]
        if not _acyclic(masks):
            continue
        model = CrystalModel.of(equations)
        first = problem.records[0].values if problem.records else problem.chain[0].values
        base = model.bases_of(first)["f"]
        model = CrystalModel.of({**equations, "f": equations["f"].with_base(base)})
        if not execute(problem, model):
            yield model


def published(name: str) -> list[LinearProblem]:
    """The problems of a published CausaLab file; skips where the data are absent."""
    folder = os.environ.get("SYMCAUSE_DATA")
    if not folder or not (Path(folder) / "causalab").is_dir():
        pytest.skip("published data are absent: set SYMCAUSE_DATA to their folder")
    items = list(read_problems(Path(folder) / "causalab" / name))
    assert all(item.error is None for item in items)
    return [item.problem for item in items if isinstance(item.problem, LinearProblem)]


def edges_of(space: GraphSpace, masks: Sequence[int]) -> tuple[tuple[str, str], ...]:
    """Parent sets as edges."""
    names = space.problem.variables
    return tuple(
        (cause, effect)
        for i, cause in enumerate(names)
        for effect, mask in zip(names, masks, strict=True)
        if mask >> i & 1
    )
