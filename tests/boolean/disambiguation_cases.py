"""Small random problems with gold, and the plain definition of a smallest sufficient choice."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations

from symcause.families.boolean.models.functions import compile_expression
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.models.disclosure import Disclosure, Setting
from symcause.models.expressions import Expression, Operation, Variable
from symcause.models.variable_names import natural


def random_problem(
    seed: int,
    setting: Setting,
    *,
    variables: int = 5,
    roots: int = 2,
    max_parents: int | None = 2,
    worlds: int = 2,
    rows: int = 3,
    heldout: int = 1,
    constants: bool = False,
) -> BooleanProblem:
    """A random SCM with a few poor worlds."""
    rng = random.Random(seed)
    order = [f"X{i + 1}" for i in range(variables)]
    rng.shuffle(order)
    bound = 3 if max_parents is None else max_parents
    mechanisms = {v: _mechanism(order[:i], bound, rng) for i, v in enumerate(order) if i >= roots}
    gold = Answer(mechanisms, natural(order[:roots]), tuple(order))
    names = natural(order)
    made = [_world(gold, names, i, Split.TRAIN, rows, rng) for i in range(worlds)]
    made += [_world(gold, names, i, Split.HELDOUT, rows, rng) for i in range(heldout)]
    return BooleanProblem(
        f"random-{seed}",
        _disclosed(setting, names, order, roots),
        tuple(made),
        max_parents=max_parents,
        gold=gold,
        constants=constants,
    )


def _mechanism(before: Sequence[str], bound: int, rng: random.Random) -> Expression:
    while True:
        parents = rng.sample(before, rng.randint(1, min(bound, len(before))))
        parts: list[Expression] = [Variable(p) for p in parents]
        parts = [Operation("not", (e,)) if rng.random() < 0.4 else e for e in parts]
        if len(parts) == 1:
            return parts[0]
        made = Operation(rng.choice(("and", "or", "xor", "iff")), tuple(parts))
        if len(compile_expression(made).parents) == len(parents):
            return made


def _world(
    gold: Answer, names: Sequence[str], number: int, split: Split, rows: int, rng: random.Random
) -> World:
    assert gold.roots is not None
    scm = gold.compiled(gold.roots)
    fewest = 1 if split is Split.HELDOUT else 0
    count = rng.randint(fewest, 2) if number or fewest else 0
    targets = natural(rng.sample(names, count))
    mode = rng.choice((Mode.CONSTANT, Mode.ASSIGNED)) if targets else Mode.NONE
    given = {r: rng.getrandbits(rows) for r in gold.roots}
    full = (1 << rows) - 1
    for target in targets:
        given[target] = (
            full * rng.getrandbits(1) if mode is Mode.CONSTANT else rng.getrandbits(rows)
        )
    columns = scm.run(given, targets, full)
    table = tuple("".join(str(columns[v] >> i & 1) for v in names) for i in range(rows))
    return World(f"{split}_{number:02d}", split, mode, targets, table)


def _disclosed(
    setting: Setting, names: tuple[str, ...], order: Sequence[str], roots: int
) -> Disclosure:
    first = natural(order[:roots])
    if setting is Setting.ORDERED:
        return Disclosure(setting, names, first, order=tuple(order))
    if setting is Setting.BLOCK_ORDER:
        rest = order[roots:]
        half = (len(rest) + 1) // 2
        blocks = (first, natural(rest[:half]), natural(rest[half:]))
        return Disclosure(setting, names, first, blocks=tuple(b for b in blocks if b))
    if setting is Setting.HIDDEN_ORDER:
        return Disclosure(setting, names, first)
    return Disclosure(setting, names, root_count=roots)


def count_with(
    problem: BooleanProblem, hypotheses: HypothesisClass, worlds: Sequence[World]
) -> int:
    """The exact number of members when these worlds join the training worlds."""
    evidence = Evidence(problem, (*problem.training, *worlds))
    return ExactSpace.of(problem, hypotheses, evidence).count


def smallest_by_trying(
    problem: BooleanProblem, hypotheses: HypothesisClass, pool: Sequence[World]
) -> int:
    """The size of a smallest sufficient choice, by trying all choices, smallest first."""
    target = count_with(problem, hypotheses, pool)
    for size in range(len(pool) + 1):
        for chosen in combinations(pool, size):
            if count_with(problem, hypotheses, chosen) == target:
                return size
    raise AssertionError("the whole pool is sufficient")
