"""All models of small Boolean problems by listing, knowledge read off the definitions."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import combinations, product
from typing import Any

from symcause.boolean import BooleanProblem
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.models.background_knowledge import Knowledge
from symcause.models.variable_names import natural

Mechanism = tuple[
    tuple[str, ...], tuple[int, ...]
]  # parents; an output a pattern, first parent fastest


def output(mechanism: Mechanism, state: Mapping[str, int]) -> int:
    parents, outputs = mechanism
    return outputs[sum(state[p] << j for j, p in enumerate(parents))]


def _changes(mechanism: Mechanism, parent: str) -> set[int]:
    parents, _ = mechanism
    found = set()
    for values in product((0, 1), repeat=len(parents)):
        low = {**dict(zip(parents, values, strict=True)), parent: 0}
        found.add(output(mechanism, {**low, parent: 1}) - output(mechanism, low))
    return found - {0}


def knows(known: Knowledge | None, variable: str, mechanism: Mechanism) -> bool:
    """Does a mechanism respect the statements about its variable?"""
    if known is None:
        return True
    parents, _ = mechanism
    tier = {v: i for i, names in enumerate(known.tiers or ()) for v in names}
    for p in parents:
        if (p, variable) in known.forbid:
            return False
        if known.candidates is not None and (p, variable) not in known.candidates:
            return False
        if known.tiers is not None and tier[p] > tier[variable]:
            return False
        changes = _changes(mechanism, p)
        sign = dict(known.signs).get((p, variable))
        if (sign == "+" and -1 in changes) or (sign == "-" and 1 in changes):
            return False
        if known.unate and len(changes) == 2:
            return False
    return all(a in parents for a, b in known.require if b == variable)


def mechanisms(
    problem: BooleanProblem, variable: str, known: Knowledge | None, most: int | None
) -> Iterator[Mechanism]:
    """Those of one variable that explain its cells and respect what is known."""
    pool = problem.disclosure.admissible(variable)
    seen = [
        dict(zip(problem.variables, map(int, row), strict=True))
        for world in problem.training
        if variable not in world.targets
        for row in world.rows
    ]
    for size in range(len(pool) + 1 if most is None else min(most, len(pool)) + 1):
        for parents in combinations(natural(pool), size):
            for outputs in product((0, 1), repeat=1 << size):
                made = (parents, outputs)
                if any(not _changes(made, p) for p in parents):
                    continue
                if all(output(made, state) == state[variable] for state in seen) and knows(
                    known, variable, made
                ):
                    yield made


def _acyclic(chosen: Mapping[str, Mechanism]) -> bool:
    left = dict(chosen)
    while left:
        ready = [v for v, (parents, _) in left.items() if not set(parents) & left.keys()]
        if not ready:
            return False
        for v in ready:
            del left[v]
    return True


def listed(
    problem: BooleanProblem, known: Knowledge | None, most: int | None = None
) -> list[BooleanSCM]:
    """Every member: root sets, then mechanisms for the rest, acyclic."""
    found = []
    for roots in problem.disclosure.root_sets():
        if known is not None and any(effect in roots for _, effect in known.require):
            continue
        rest = [v for v in problem.variables if v not in roots]
        if all(v in world.targets for world in problem.training for v in rest):
            continue
        if any(not set(problem.disclosure.admissible(v)) & set(roots) for v in rest):
            continue  # nothing that a constant could mention
        each = [list(mechanisms(problem, v, known, most)) for v in rest]
        for chosen in product(*each):
            if _acyclic(dict(zip(rest, chosen, strict=True))):
                functions = {
                    v: Function(parents, sum(bit << i for i, bit in enumerate(outputs)))
                    for v, (parents, outputs) in zip(rest, chosen, strict=True)
                }
                found.append(BooleanSCM(roots, functions))
    return found


def drawn_knowledge(names: list[str], rng: random.Random) -> dict[str, Any]:
    """Some statements about these variables; they may contradict each other."""
    pairs = [f"{a}->{b}" for a in names for b in names if a != b]
    found: dict[str, Any] = {}
    if rng.random() < 0.3:
        found["require"] = rng.sample(pairs, 1)
    if rng.random() < 0.4:
        found["forbid"] = rng.sample(pairs, rng.randint(1, 2))
    if rng.random() < 0.25:
        shuffled = rng.sample(names, len(names))
        cut = rng.randint(1, len(names) - 1)
        found["tiers"] = [shuffled[:cut], shuffled[cut:]]
    if rng.random() < 0.5:
        found["signs"] = {edge: rng.choice("+-") for edge in rng.sample(pairs, rng.randint(1, 3))}
    if rng.random() < 0.25:
        found["unate"] = True
    if rng.random() < 0.25:
        found["candidates"] = rng.sample(pairs, rng.randint(1, len(pairs)))
    return found


def drawn_problem(rng: random.Random, variables: int = 3) -> dict[str, Any]:
    """A small problem whose rows come from a model, so that it often has members."""
    names = [f"X{i}" for i in range(1, variables + 1)]
    order = rng.sample(names, variables)
    count = rng.randint(1, variables - 1)
    roots, rest = order[:count], order[count:]
    truth: dict[str, Mechanism] = {}
    for i, v in enumerate(rest):
        parents = natural(rng.sample(order[: count + i], min(count + i, rng.randint(0, 2))))
        truth[v] = (parents, tuple(rng.choice((0, 1)) for _ in range(1 << len(parents))))

    def rows(target: str | None) -> list[str]:
        found = []
        for _ in range(rng.randint(1, 3)):
            state: dict[str, int] = {}
            for v in order:
                random_bit = v in roots or v == target
                state[v] = rng.choice((0, 1)) if random_bit else output(truth[v], state)
            found.append("".join(str(state[v]) for v in names))
        return found

    worlds = [{"id": "w0", "split": "train", "rows": rows(None)}]
    if rng.random() < 0.6:
        target = rng.choice(names)
        worlds.append(
            {
                "id": "w1",
                "split": "train",
                "mode": "assigned",
                "targets": [target],
                "rows": rows(target),
            }
        )
    setting = rng.choice(("ordered", "hidden-order", "hidden-order", "hidden-roots"))
    document: dict[str, Any] = {
        "format": "symcause.boolean/2",
        "id": "drawn",
        "variables": names,
        "setting": setting,
        "worlds": worlds,
        "max_parents": rng.choice((1, 2, 2)),
    }
    if setting == "hidden-roots":
        document["root_count"] = count
    else:
        document["roots"] = roots
    if setting == "ordered":
        document["order"] = order
    return document
