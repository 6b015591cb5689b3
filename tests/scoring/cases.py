"""Small problems for scoring tests, simulated from their gold row by row, and a plain scorer."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product

from benchmarks.interpreting import interpret
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.grammar import parse
from symcause.models.disclosure import Disclosure, Setting

GOLD = {"X3": "(xor X1 X2)", "X4": "(not (and X1 X3))", "X5": "(iff X3 X4)"}
ROOTS = ("X1", "X2")
VARIABLES = ("X1", "X2", "X3", "X4", "X5")


def mechanisms(texts: Mapping[str, str]) -> Answer:
    return Answer({name: parse(text) for name, text in texts.items()})


def plain_run(
    answer: Answer, roots: Sequence[str], given: Mapping[str, bool], targets: Sequence[str]
) -> dict[str, bool]:
    """One row, by the definition: clamp, copy, walk the trees in a topological order."""
    state = {v: given[v] for v in (*roots, *targets)}
    for name in answer.mentioned_order():
        if name not in targets:
            state[name] = interpret(answer.mechanisms[name], state)
    return state


def plain_replay(problem: BooleanProblem, answer: Answer, split: Split) -> tuple[int, ...]:
    """(scored worlds, exact worlds, scored cells, right cells), one cell at a time."""
    roots = answer.roots or problem.disclosure.roots or ()
    worlds = exact = cells = right = 0
    for world in problem.worlds:
        scored = [v for v in answer.mechanisms if v not in world.targets]
        if world.split is not split or not scored:
            continue
        good = 0
        for row in world.rows:
            seen = {v: bit == "1" for v, bit in zip(problem.variables, row, strict=True)}
            state = plain_run(answer, roots, seen, world.targets)
            good += sum(state[v] == seen[v] for v in scored)
        worlds += 1
        cells += len(scored) * len(world.rows)
        right += good
        exact += good == len(scored) * len(world.rows)
    return worlds, exact, cells, right


def simulate(
    gold: Answer,
    roots: Sequence[str],
    variables: Sequence[str],
    plans: Sequence[tuple[str, str, tuple[str, ...]]],
    seed: int = 1,
    rows: int = 8,
) -> tuple[World, ...]:
    """Worlds under (split, mode, targets) plans with random roots and assigned values."""
    rng = random.Random(seed)
    worlds = []
    for number, (split, mode, targets) in enumerate(plans):
        constant = {v: rng.random() < 0.5 for v in targets}
        lines = []
        for _ in range(rows):
            given = {v: rng.random() < 0.5 for v in (*roots, *targets)}
            if mode == "constant":
                given |= constant
            state = plain_run(gold, roots, given, targets)
            lines.append("".join("01"[state[v]] for v in variables))
        worlds.append(
            World(f"{split}_{number:02}", Split(split), Mode(mode), targets, tuple(lines))
        )
    return tuple(worlds)


PLANS = (
    ("train", "none", ()),
    ("train", "constant", ("X3",)),
    ("train", "assigned", ("X1", "X4")),
    ("heldout", "assigned", ("X3", "X4")),
    ("heldout", "constant", ("X2", "X5")),
)


def disclosure(setting: Setting) -> Disclosure:
    if setting is Setting.ORDERED:
        return Disclosure(setting, VARIABLES, ROOTS, order=("X2", "X1", "X3", "X4", "X5"))
    if setting is Setting.BLOCK_ORDER:
        blocks = (ROOTS, ("X4", "X3"), ("X5",))
        return Disclosure(setting, VARIABLES, ROOTS, blocks=blocks)
    if setting is Setting.HIDDEN_ORDER:
        return Disclosure(setting, VARIABLES, ROOTS)
    return Disclosure(setting, VARIABLES, root_count=2)


def demo(setting: Setting = Setting.HIDDEN_ORDER, **changes: object) -> BooleanProblem:
    """Five variables, two of them roots, with gold."""
    gold = mechanisms(GOLD)
    if setting is Setting.HIDDEN_ROOTS:
        gold = replace(gold, roots=ROOTS)
    problem = BooleanProblem(
        id=f"demo-{setting}",
        disclosure=disclosure(setting),
        worlds=simulate(mechanisms(GOLD), ROOTS, VARIABLES, PLANS),
        gold=gold,
    )
    return replace(problem, **changes)  # type: ignore[arg-type]


def random_problem(seed: int) -> tuple[BooleanProblem, list[Answer]]:
    """A hidden-order problem of 4 to 7 variables, and random answers to it (gold first)."""
    rng = random.Random(seed)
    count = rng.randint(4, 7)
    names = tuple(f"X{i}" for i in range(1, count + 1))
    order = list(names)
    rng.shuffle(order)
    roots = tuple(order[: rng.randint(1, 3)])
    gold = random_answer(rng, order, roots)
    plans = []
    for split in ("train", "train", "train", "heldout", "heldout"):
        targets = tuple(sorted(rng.sample(names, rng.randint(0, count))))
        mode = rng.choice(("constant", "assigned")) if targets else "none"
        plans.append((split, mode, targets))
    plans.append(("train", "none", ()))
    worlds = simulate(gold, roots, names, plans, seed, rng.randint(1, 6))
    problem = BooleanProblem(
        f"random-{seed}", Disclosure(Setting.HIDDEN_ORDER, names, roots), worlds, gold=gold
    )
    return problem, [gold, *(random_answer(rng, order, roots) for _ in range(4))]


def random_answer(rng: random.Random, order: Sequence[str], roots: Sequence[str]) -> Answer:
    texts = {}
    for position, name in enumerate(order):
        if name not in roots:
            texts[name] = random_text(rng, order[:position], 3)
    return mechanisms(texts)


def random_text(rng: random.Random, names: Sequence[str], depth: int) -> str:
    if depth == 1 or rng.random() < 0.25:
        return rng.choice(list(names))
    operator = rng.choice(("not", "and", "or", "xor", "iff"))
    count = 1 if operator == "not" else rng.randint(2, 3)
    inner = " ".join(random_text(rng, names, depth - 1) for _ in range(count))
    return f"({operator} {inner})"


def all_assignments(names: Sequence[str]) -> list[dict[str, bool]]:
    return [
        dict(zip(names, bits, strict=True)) for bits in product((False, True), repeat=len(names))
    ]
