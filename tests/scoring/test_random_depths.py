"""Edits by depth, from texts of answers on: valid, exact and other alternatives found by truth tables."""

from __future__ import annotations

import json
import random
from functools import cache
from itertools import product
from typing import Any

import pytest

from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.questions.score import BooleanScoring
from symcause.models.disclosure import Disclosure, Setting
from symcause.scoring.bootstrap import Bootstrap
from tests.scoring.cases import mechanisms

Tree = Any
"""A name, or an operator and its parts."""

Model = dict[str, Tree]
VARIABLES = ("X1", "X2", "X3", "X4", "X5", "X6")
ROOTS = VARIABLES[:2]
SIZES = {Setting.ORDERED: 16, Setting.BLOCK_ORDER: 1, Setting.HIDDEN_ORDER: 16}


def grown(rng: random.Random, names: list[str], size: int = 3) -> Tree:
    """Often with a name that does not matter, now and then of one value."""
    if size == 0 or rng.random() < 0.25:
        return rng.choice(names)
    operator = rng.choice(("not", "and", "or", "xor", "iff"))
    parts = [grown(rng, names, size - 1) for _ in range(1 if operator == "not" else 2)]
    return (operator, *parts)


def turned(rng: random.Random, tree: Tree) -> Tree:
    """The same names under another operator: often the same parents."""
    if isinstance(tree, str) or tree[0] == "not":
        return ("not", tree)
    return (rng.choice(("and", "or", "xor", "iff")), *tree[1:])


def text(tree: Tree) -> str:
    return tree if isinstance(tree, str) else f"({tree[0]} {' '.join(map(text, tree[1:]))})"


def value(tree: Tree, state: dict[str, bool]) -> bool:
    if isinstance(tree, str):
        return state[tree]
    parts = [value(part, state) for part in tree[1:]]
    if tree[0] == "not":
        return not parts[0]
    if tree[0] in ("and", "or"):
        return all(parts) if tree[0] == "and" else any(parts)
    differ = parts[0] != parts[1]
    return differ if tree[0] == "xor" else not differ


@cache
def truth(tree: Tree) -> list[bool]:
    states = product((False, True), repeat=len(VARIABLES))
    return [value(tree, dict(zip(VARIABLES, state, strict=True))) for state in states]


def parents(tree: Tree) -> set[str]:
    """The names whose value matters in some state."""
    table, found = truth(tree), set()
    for place, name in enumerate(VARIABLES):
        step = 2 ** (len(VARIABLES) - 1 - place)
        if any(table[i] != table[i ^ step] for i in range(len(table))):
            found.add(name)
    return found


def layers(model: Model) -> dict[str, int]:
    """Peeled off: in the first layer are those that depend on no other endogenous variable."""
    left, depth = {name: parents(tree) for name, tree in model.items()}, 0
    found: dict[str, int] = {}
    while left:
        depth += 1
        free = [name for name in left if not left[name] & set(left)]
        found |= dict.fromkeys(free, depth)
        left = {name: own for name, own in left.items() if name not in free}
    return found


def run(model: Model, order: list[str], roots: dict[str, bool]) -> str:
    state = dict(roots)
    for name in order:
        if name in model:
            state[name] = value(model[name], state)
    return "".join(str(int(state[name])) for name in VARIABLES)


def drawn(rng: random.Random, order: list[str]) -> Model:
    return {name: grown(rng, order[: order.index(name)]) for name in order if name not in ROOTS}


def asked(rng: random.Random, setting: Setting, number: int) -> tuple[BooleanProblem, Model]:
    order, reference = list(VARIABLES), drawn(rng, list(VARIABLES))
    values = [
        dict(zip(ROOTS, pair, strict=True)) for pair in rng.sample(BITS, rng.choice((1, 1, 2)))
    ]
    rows = tuple(run(reference, order, own) for own in values)
    told: dict[str, Any] = {}
    if setting is Setting.ORDERED:
        told["order"] = VARIABLES
    elif setting is Setting.BLOCK_ORDER:
        told["blocks"] = (ROOTS, VARIABLES[2:])
    known = mechanisms({name: text(tree) for name, tree in reference.items()})
    problem = BooleanProblem(
        f"{setting}-{number}",
        Disclosure(setting, VARIABLES, ROOTS, **told),
        (World("train", Split.TRAIN, Mode.NONE, (), rows),),
        gold=known,
        reference=known,
    )
    return problem, reference


def rival(rng: random.Random, problem: BooleanProblem, reference: Model) -> tuple[Model, bool]:
    """A model near the reference or far from it, and whether it replays what was seen."""
    (world,) = problem.worlds
    for _ in range(4):
        order = list(VARIABLES)
        if problem.setting is Setting.HIDDEN_ORDER and rng.random() < 0.3:
            order = [*ROOTS, *rng.sample(VARIABLES[2:], 4)]
        other, share = drawn(rng, order), rng.choice((0.0, 0.2, 0.3))
        if order == list(VARIABLES):
            same = {v: reference[v] for v in other if rng.random() >= share}
            near = {v: turned(rng, reference[v]) for v in other if rng.random() < 0.3}
            other |= near | same if rng.random() < 0.5 else same | near
        seen = [{v: row[i] == "1" for i, v in enumerate(ROOTS)} for row in world.rows]
        if all(run(other, order, s) == row for s, row in zip(seen, world.rows, strict=True)):
            return other, True
    return other, False


BITS = list(product((False, True), repeat=2))


@pytest.mark.few(2)
@pytest.mark.parametrize("seed", range(5))
def test_depths(seed: int) -> None:
    rng, scoring = random.Random(seed), BooleanScoring()
    counted: dict[str, dict[str, list[int]]] = {}
    for number, setting in enumerate(s for s, size in SIZES.items() for _ in range(size)):
        problem, reference = asked(rng, setting, number)
        scoring.enter(problem, "pool")
        scorer = scoring.scorer(problem)
        group = counted.setdefault(f"alternative {setting}", {})
        for model in "abc":
            other, exact = rival(rng, problem, reference)
            written = {name: text(tree) for name, tree in other.items()}
            said = json.dumps({"alternative": {"mechanisms": written}})
            valid = rng.random() < 0.9
            scoring.take(scoring.score(scorer, model, said if valid else "none"), "pool")
            differs = {v: truth(other[v]) != truth(reference[v]) for v in reference}
            if not (valid and exact and any(differs.values())):
                continue
            for name, depth in layers(reference).items():
                row = group.setdefault(("1", "2", "3+")[min(depth, 3) - 1], [0, 0, 0])
                rewired = parents(other[name]) != parents(reference[name])
                row[0] += 1
                row[1] += rewired
                row[2] += differs[name] and not rewired
    found = {t.key: t for t in scoring.tables(Bootstrap())}["depths"]
    labels = [(str(row[0].value), str(row[1].value)) for row in found.rows]
    assert len(set(labels)) == len(labels)
    told = {key for key, own in counted.items() if own}
    assert {(key, depth) for key in told for depth in counted[key]} <= set(labels)
    for (key, at), cells in zip(labels, found.rows, strict=True):
        n, structure, mechanism = counted[key].get(at, [0, 0, 0])
        every = sum(own[1] + own[2] for own in counted[key].values())
        changed = structure + mechanism
        wanted = [rate(changed, n), rate(structure, n), rate(mechanism, n), rate(changed, every)]
        assert [cell.value for cell in cells[2:]] == [n, *wanted], (key, at)


def rate(part: int, cases: int) -> Any:
    return pytest.approx(part / cases) if cases > 5 else None
