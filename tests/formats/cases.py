"""Problems for the tests of file formats: a small valid document, and random problems of any setting."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.models.disclosure import Disclosure, Setting
from symcause.models.expressions import Expression, Operation, Variable

_DEMO: dict[str, Any] = {
    "format": "symcause.boolean/1",
    "id": "demo",
    "variables": ["X1", "X2", "X3", "X4"],
    "setting": "hidden-order",
    "roots": ["X1", "X2"],
    "operators": ["not", "and", "or", "xor", "iff"],
    "constants": False,
    "max_parents": 2,
    "worlds": [
        {
            "id": "train_00",
            "split": "train",
            "mode": "none",
            "targets": [],
            "rows": ["0110", "1010"],
        },
        {
            "id": "train_01",
            "split": "train",
            "mode": "constant",
            "targets": ["X3"],
            "rows": ["0010"],
        },
        {
            "id": "heldout_00",
            "split": "heldout",
            "mode": "assigned",
            "targets": ["X1", "X3"],
            "rows": ["1101", "0110"],
            "units": ["u0", "u1"],
        },
    ],
    "gold": {"roots": ["X1", "X2"], "mechanisms": {"X3": "(xor X1 X2)", "X4": "(not X3)"}},
}


def demo(**changes: Any) -> dict[str, Any]:
    """The small valid document, with some top-level keys set anew (None: taken out)."""
    document = copy.deepcopy(_DEMO) | changes
    return {key: value for key, value in document.items() if value is not None}


def random_problem(seed: int) -> BooleanProblem:
    """A problem of a random setting; rows need not fit gold, the formats do not care."""
    random = Random(seed)
    count = random.randrange(2, 7)
    names = [f"V{i}" for i in range(1, count + 1)]
    random.shuffle(names)
    variables = tuple(names)
    roots = tuple(random.sample(variables, random.randrange(1, count)))
    setting = random.choice(list(Setting))
    disclosure = _disclosure(random, setting, variables, roots)
    worlds = tuple(_world(random, i, variables) for i in range(random.randrange(1, 5)))
    if all(set(w.targets) >= set(variables) - set(roots) for w in worlds if w.split is Split.TRAIN):
        free = World("free", Split.TRAIN, Mode.NONE, (), ("0" * count,))
        worlds = (*worlds, free)
    operators = ("and", "not") if random.random() < 0.2 else ("not", "and", "or", "xor", "iff")
    gold = _answer(random, variables, roots, operators) if random.random() < 0.7 else None
    reference = None
    if setting is not Setting.HIDDEN_ROOTS and random.random() < 0.3:
        reference = _answer(random, variables, roots, operators)
        reference = Answer(reference.mechanisms)
    return BooleanProblem(
        f"random {seed}",
        disclosure,
        worlds,
        operators,
        random.random() < 0.3,
        random.choice([None, 0, 3]),
        gold,
        reference,
    )


def _disclosure(
    random: Random, setting: Setting, variables: tuple[str, ...], roots: tuple[str, ...]
) -> Disclosure:
    if setting is Setting.HIDDEN_ROOTS:
        return Disclosure(setting, variables, root_count=len(roots))
    rest = tuple(v for v in variables if v not in roots)
    if setting is Setting.ORDERED:
        return Disclosure(setting, variables, roots, order=(*roots, *rest))
    if setting is Setting.BLOCK_ORDER:
        cut = random.randrange(len(rest) + 1)
        blocks = tuple(block for block in (roots, rest[:cut], rest[cut:]) if block)
        return Disclosure(setting, variables, roots, blocks=blocks)
    return Disclosure(setting, variables, roots)


def _world(random: Random, index: int, variables: tuple[str, ...]) -> World:
    targets = tuple(v for v in variables if random.random() < 0.3)
    mode = random.choice([Mode.CONSTANT, Mode.ASSIGNED]) if targets else Mode.NONE
    fixed = {v: random.choice("01") for v in targets}
    rows = tuple(
        "".join(
            fixed[v] if mode is Mode.CONSTANT and v in fixed else random.choice("01")
            for v in variables
        )
        for _ in range(random.randrange(1, 6))
    )
    split = Split.TRAIN if index == 0 else random.choice(list(Split))
    units = tuple(f"u{i}" for i in range(len(rows))) if random.random() < 0.5 else None
    return World(f"w{index}", split, mode, targets, rows, units)


def _answer(
    random: Random, variables: tuple[str, ...], roots: tuple[str, ...], operators: tuple[str, ...]
) -> Answer:
    mechanisms = {
        v: _expression(random, variables, operators, 3) for v in variables if v not in roots
    }
    order = None
    if random.random() < 0.5:
        order = tuple(random.sample(variables, len(variables)))
    return Answer(mechanisms, roots, order)


def _expression(
    random: Random, variables: tuple[str, ...], operators: tuple[str, ...], depth: int
) -> Expression:
    if depth == 0 or random.random() < 0.3:
        return Variable(random.choice(variables))
    operator = random.choice(operators)
    size = 1 if operator == "not" else random.randrange(2, 4)
    return Operation(
        operator, tuple(_expression(random, variables, operators, depth - 1) for _ in range(size))
    )
