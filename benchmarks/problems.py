"""Random problems of the published shape: a few roots, small read-once mechanisms, worlds of 10 to 12 rows.

The first world is observational; the others clamp one to three variables, three in four times with a value
per row (``assigned``). More variables need more worlds to be determined; the caller says how many.
"""

from __future__ import annotations

import random
from dataclasses import replace

from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.models.disclosure import Disclosure, Setting
from symcause.models.expressions import Expression, Operation, Variable

_TARGETS = (1, 2, 3)
_TARGET_WEIGHTS = (1, 5, 4)
_ROOT_SHARES = (0.2, 0.35, 0.5, 0.65, 0.8)


def make_problem(
    n: int,
    roots: int = 3,
    max_parents: int = 3,
    worlds: int = 8,
    rows: int = 12,
    setting: Setting = Setting.HIDDEN_ORDER,
    seed: int = 0,
) -> BooleanProblem:
    """A problem with *n* variables and its gold; the same arguments give the same problem."""
    rng = random.Random(f"{n}/{roots}/{max_parents}/{worlds}/{rows}/{seed}")
    variables = tuple(f"X{i + 1}" for i in range(n))
    order = rng.sample(variables, n)
    mechanisms = {
        order[i]: _mechanism(
            rng, rng.sample(order[:i], min(i, rng.randint(2, max(2, max_parents))))
        )
        for i in range(roots, n)
    }
    gold = Answer(mechanisms, tuple(order[:roots]))
    model = gold.compiled(tuple(order[:roots]))
    made = tuple(_world(rng, model, variables, f"train_{i:02}", rows) for i in range(worlds))
    return BooleanProblem(
        f"n{n}-k{max_parents}-w{worlds}-s{seed}",
        _disclosure(setting, variables, order, roots),
        made,
        max_parents=max_parents,
        gold=gold,
    )


def hidden(problem: BooleanProblem, share: float) -> BooleanProblem:
    """The problem with this many of its training cells not observed."""
    rng = random.Random(f"{problem.id}/{share}")
    worlds = []
    for world in problem.worlds:
        held = {problem.variables.index(t) for t in world.targets}
        rows = (
            "".join("?" if i not in held and rng.random() < share else b for i, b in enumerate(row))
            for row in world.rows
        )
        worlds.append(replace(world, rows=tuple(rows)))
    return replace(problem, worlds=tuple(worlds))


def _mechanism(rng: random.Random, parents: list[str]) -> Expression:
    """Every parent occurs once, so every parent matters."""
    parts: list[Expression] = [_maybe_not(rng, Variable(name)) for name in parents]
    while len(parts) > 1:
        first, second = parts.pop(), parts.pop()
        operator = rng.choice(("and", "or", "xor", "iff"))
        parts.insert(
            rng.randint(0, len(parts)), _maybe_not(rng, Operation(operator, (first, second)))
        )
    return parts[0]


def _maybe_not(rng: random.Random, expression: Expression) -> Expression:
    return Operation("not", (expression,)) if rng.random() < 0.3 else expression


def _world(
    rng: random.Random, model: BooleanSCM, variables: tuple[str, ...], name: str, rows: int
) -> World:
    mode = rng.choices((Mode.CONSTANT, Mode.ASSIGNED), (1, 3))[0]
    targets = tuple(rng.sample(variables, rng.choices(_TARGETS, _TARGET_WEIGHTS)[0]))
    if name.endswith("_00"):
        mode, targets = Mode.NONE, ()
    mask = (1 << rows) - 1
    given = {root: _bits(rng, rng.choice(_ROOT_SHARES), rows) for root in model.roots}
    for target in targets:
        constant = rng.choice((0, mask))
        given[target] = constant if mode is Mode.CONSTANT else _bits(rng, 0.5, rows)
    columns = model.run(given, targets, mask)
    lines = tuple("".join(str(columns[v] >> r & 1) for v in variables) for r in range(rows))
    return World(name, Split.TRAIN, mode, targets, lines)


def _bits(rng: random.Random, share: float, count: int) -> int:
    return sum((rng.random() < share) << i for i in range(count))


def _disclosure(
    setting: Setting, variables: tuple[str, ...], order: list[str], roots: int
) -> Disclosure:
    first = tuple(order[:roots])
    if setting is Setting.ORDERED:
        return Disclosure(setting, variables, first, order=tuple(order))
    if setting is Setting.BLOCK_ORDER:
        middle = (roots + len(order)) // 2
        blocks = (first, tuple(order[roots:middle]), tuple(order[middle:]))
        return Disclosure(setting, variables, first, blocks=tuple(b for b in blocks if b))
    if setting is Setting.HIDDEN_ORDER:
        return Disclosure(setting, variables, first)
    return Disclosure(setting, variables, root_count=roots)
