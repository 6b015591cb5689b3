"""Boolean problems of shapes that plain random ones lack, each with the model that made its rows."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, product

from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.models.disclosure import Disclosure, Setting
from tests.boolean.brute import all_functions, is_acyclic, random_problem, random_scm

Made = tuple[BooleanProblem, int | None]
"""A problem, and how many parents its mechanisms have at most."""


def _world(rows: tuple[str, ...], name: str = "w0") -> World:
    return World(name, Split.TRAIN, Mode.NONE, (), rows)


def _hidden(names: tuple[str, ...], roots: int, *worlds: World) -> BooleanProblem:
    disclosure = Disclosure(Setting.HIDDEN_ORDER, names, names[:roots])
    return BooleanProblem("p", disclosure, worlds)


def _ran(rng: random.Random, model: BooleanSCM, names: tuple[str, ...], rows: int) -> World:
    columns = model.run({v: rng.getrandbits(rows) for v in names}, (), (1 << rows) - 1)
    return _world(tuple("".join(str(columns[v] >> r & 1) for v in names) for r in range(rows)))


def idle_parent(rng: random.Random) -> Made:
    """A variable that others could use and that never changes."""
    rows = tuple(f"0{rng.randrange(2)}{bit}" for bit in "0101")
    return _hidden(("X1", "X2", "X3"), 2, _world(rows)), None


def isolated(rng: random.Random) -> Made:
    """A variable that nothing can cause and that causes nothing in the rows: the others repeat."""
    rows = tuple(f"{a}{a}{b}" for a, b in product("01", repeat=2))
    return _hidden(("X1", "X2", "X3"), rng.choice((1, 2)), _world(rows)), rng.choice((1, 2))


def one_row(rng: random.Random) -> Made:
    row = "".join(rng.choice("01") for _ in range(3))
    return _hidden(("X1", "X2", "X3"), rng.choice((1, 2)), _world((row,))), None


def equal_rows(rng: random.Random) -> Made:
    """The same row many times, in one world and in two."""
    problem, bound = one_row(rng)
    (world,) = problem.training
    more = _world(world.rows * 2, "w1")
    return replace(problem, worlds=(replace(world, rows=world.rows * 3), more)), bound


def unobserved(rng: random.Random) -> Made:
    """A row of which nothing was observed, beside one with a hole."""
    rows = ["???", *("".join(rng.choice("01?") for _ in range(2)) + "1" for _ in range(2))]
    return _hidden(("X1", "X2", "X3"), rng.choice((1, 2)), _world(tuple(rows))), 2


def six_variables(rng: random.Random) -> Made:
    names = tuple(f"X{i + 1}" for i in range(6))
    model = random_scm(rng, list(names), 3, 1)
    return _hidden(names, 3, _ran(rng, model, names, 3)), 1


def names_by_number(rng: random.Random) -> Made:
    """Names that sort differently as texts and by their numbers, in neither order."""
    plain, _ = random_problem(rng, 3, Setting.HIDDEN_ORDER, 2, 2)
    new = dict(zip(plain.variables, rng.sample(["X10", "X2", "X9"], 3), strict=True))
    names = tuple(new[v] for v in plain.variables)
    roots = tuple(new[v] for v in plain.disclosure.roots or ())
    worlds = tuple(replace(w, targets=tuple(new[v] for v in w.targets)) for w in plain.worlds)
    return BooleanProblem("p", Disclosure(Setting.HIDDEN_ORDER, names, roots), worlds), None


SHAPES: dict[str, Callable[[random.Random], Made]] = {
    "idle parent": idle_parent,
    "isolated variable": isolated,
    "one row": one_row,
    "equal rows": equal_rows,
    "nothing observed": unobserved,
    "six variables": six_variables,
    "names by number": names_by_number,
}


def explaining(problem: BooleanProblem, most: int | None) -> set[BooleanSCM]:
    """Every model that agrees with the rows, whatever stands in the cells that were not observed."""
    names, roots = problem.variables, problem.disclosure.roots or ()
    inner = [v for v in names if v not in roots]
    options = [_functions(problem.disclosure.admissible(v), most) for v in inner]
    rows = [(row, world.targets) for world in problem.training for row in world.rows]
    found = set()
    for chosen in product(*options):
        functions = dict(zip(inner, chosen, strict=True))
        if is_acyclic(functions) and all(_agrees(functions, names, *row) for row in rows):
            found.add(BooleanSCM(roots, functions))
    return found


def _functions(names: tuple[str, ...], most: int | None) -> set[Function]:
    """Every function of at most so many of the names."""
    size = len(names) if most is None else min(most, len(names))
    return {f for chosen in combinations(names, size) for f in all_functions(chosen)}


def _agrees(
    functions: dict[str, Function], names: tuple[str, ...], row: str, targets: tuple[str, ...]
) -> bool:
    """Is there a completion of the row in which every mechanism that acts gives its value?"""
    for bits in product(*("01" if cell == "?" else cell for cell in row)):
        state = {v: bit == "1" for v, bit in zip(names, bits, strict=True)}
        if all(f(state) == state[v] for v, f in functions.items() if v not in targets):
            return True
    return False
