"""Plain definitions to test against: every SCM by listing, and random problems with their gold."""

from __future__ import annotations

import random
from functools import cache
from itertools import product

from symcause.errors import ProblemError
from symcause.families.boolean.models.functions import Function, reduce
from symcause.families.boolean.models.scm import BooleanSCM, CycleError, topological_order
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.models.disclosure import Disclosure, Setting
from symcause.models.variable_names import natural


@cache
def all_functions(names: tuple[str, ...]) -> tuple[Function, ...]:
    """Every Boolean function of these variables, by its functional parents."""
    ordered = natural(names)
    tables = range(1 << (1 << len(ordered)))
    return tuple(sorted({reduce(ordered, t) for t in tables}, key=lambda f: (f.parents, f.table)))


def fits(function: Function, variable: str, problem: BooleanProblem) -> bool:
    """Agreement with every row in which the variable is no target, one row at a time."""
    for world in problem.training:
        for row in world.rows if variable not in world.targets else ():
            state = {v: bit == "1" for v, bit in zip(problem.variables, row, strict=True)}
            if function(state) != state[variable]:
                return False
    return True


def is_acyclic(functions: dict[str, Function]) -> bool:
    try:
        topological_order({v: f.parents for v, f in functions.items()})
    except CycleError:
        return False
    return True


def members(problem: BooleanProblem, max_parents: int | None = None) -> list[BooleanSCM]:
    """The version space by listing every combination of functions."""
    found = []
    for roots in problem.disclosure.root_sets():
        endogenous = problem.disclosure.endogenous(roots)
        scored = any(v not in w.targets for w in problem.training for v in endogenous)
        if problem.setting is Setting.HIDDEN_ROOTS and not scored:
            continue
        admissible = {v: problem.disclosure.admissible(v) for v in endogenous}
        if not problem.constants and any(not set(roots) & set(a) for a in admissible.values()):
            continue  # a constant could not be written: see docs/theory/counting.md
        options = [
            [
                f
                for f in all_functions(admissible[v])
                if (max_parents is None or len(f.parents) <= max_parents) and fits(f, v, problem)
            ]
            for v in endogenous
        ]
        for chosen in product(*options):
            functions = dict(zip(endogenous, chosen, strict=True))
            if is_acyclic(functions):
                found.append(BooleanSCM(roots, functions))
    return found


def random_scm(rng: random.Random, order: list[str], roots: int, parents: int) -> BooleanSCM:
    """A random SCM along an order; some declared parents may turn out not to matter."""
    functions = {}
    for i in range(roots, len(order)):
        chosen = natural(rng.sample(order[:i], min(i, rng.randint(0, parents))))
        functions[order[i]] = reduce(chosen, rng.getrandbits(1 << len(chosen)))
    return BooleanSCM(tuple(order[:roots]), functions)


def random_world(
    rng: random.Random, model: BooleanSCM, name: str, rows: int, variables: tuple[str, ...]
) -> World:
    mode = rng.choice(list(Mode))
    size = 0 if mode is Mode.NONE else rng.randint(1, max(1, len(variables) - 2))
    targets = tuple(rng.sample(variables, size))
    mask = (1 << rows) - 1
    given = {v: rng.getrandbits(rows) for v in variables}
    if mode is Mode.CONSTANT:
        given |= {v: rng.choice((0, mask)) for v in targets}
    columns = model.run(given, targets, mask)
    lines = tuple("".join(str(columns[v] >> r & 1) for v in variables) for r in range(rows))
    return World(name, Split.TRAIN, mode, targets, lines)


def random_problem(
    rng: random.Random, size: int, setting: Setting, worlds: int = 2, rows: int = 3
) -> tuple[BooleanProblem, BooleanSCM]:
    """A small random problem and the model that made its rows."""
    variables = tuple(f"X{i + 1}" for i in range(size))
    while True:
        order = rng.sample(variables, size)
        count = rng.randint(1, size - 1)
        model = random_scm(rng, order, count, 2)
        made = tuple(
            random_world(rng, model, f"w{i}", rng.randint(1, rows), variables)
            for i in range(worlds)
        )
        try:
            return BooleanProblem("p", disclose(rng, setting, variables, order, count), made), model
        except ProblemError:
            continue  # every endogenous variable was a target everywhere


def disclose(
    rng: random.Random, setting: Setting, variables: tuple[str, ...], order: list[str], count: int
) -> Disclosure:
    roots, rest = tuple(order[:count]), tuple(order[count:])
    if setting is Setting.ORDERED:
        return Disclosure(setting, variables, roots, order=tuple(order))
    if setting is Setting.BLOCK_ORDER:
        cut = rng.randint(0, len(rest) - 1)
        blocks = tuple(b for b in (roots, rest[:cut], rest[cut:]) if b)
        return Disclosure(setting, variables, roots, blocks=blocks)
    if setting is Setting.HIDDEN_ORDER:
        return Disclosure(setting, variables, roots)
    return Disclosure(setting, variables, root_count=count)
