"""Members by what can be written: the table of every formula, and the variables that it mentions.

Nothing of the package is used to list them: a mechanism is a table that some formula over admissible
variables has, a model needs formulas whose *mentioned* variables make no cycle, and two models are the same
if their roots and tables are. Weak operators, no constants, no roots at all, or roots that come late then
mean what they must.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, product
from typing import Any

import pytest

import symcause
from symcause.errors import SymcauseError

SEEDS = [*range(25), *(pytest.param(s, marks=pytest.mark.exhaustive) for s in range(25, 1_000))]
OPERATORS = (
    ("not", "and", "or", "xor", "iff"),
    ("not", "and", "or", "xor", "iff"),
    ("and", "or"),
    ("not",),
    ("xor",),
    ("iff",),
    ("or", "iff"),
    ("and", "xor"),
)
Written = tuple[frozenset[str], int]  # the variables that a formula mentions, and its table

_GIVES = {
    "and": lambda both, some, parity, full: both,
    "or": lambda both, some, parity, full: some,
    "xor": lambda both, some, parity, full: parity,
    "iff": lambda both, some, parity, full: both | full & ~some,
}


def random_document(seed: int) -> dict[str, Any]:
    """Two or three variables, whatever roots and blocks, and a few rows that need not fit anything."""
    rng = random.Random(seed)
    names = [f"X{i + 1}" for i in range(rng.choice((2, 3, 3, 3)))]
    order = rng.sample(names, len(names))
    setting = rng.choice(("ordered", "block-order", "hidden-order", "hidden-roots"))
    roots = sorted(rng.sample(names, rng.randint(0, len(names) - 1)))
    cut = rng.randint(1, len(names) - 1)
    told: dict[str, Any] = (
        {"root_count": len(roots)} if setting == "hidden-roots" else {"roots": roots}
    )
    told |= {
        "ordered": {"order": order},
        "block-order": {"blocks": [order[:cut], order[cut:]]},
    }.get(setting, {})
    worlds = []
    for number in range(rng.randint(1, 2)):
        targets = sorted(rng.sample(names, rng.choice((0, 0, 1))))
        rows = ["".join(rng.choice("01") for _ in names) for _ in range(rng.randint(1, 3))]
        mode = "assigned" if targets else "none"
        worlds.append(
            {"id": f"w{number}", "split": "train", "mode": mode, "targets": targets, "rows": rows}
        )
    return {
        "format": "symcause.boolean/2",
        "id": f"written-{seed}",
        "variables": names,
        "setting": setting,
        "operators": list(rng.choice(OPERATORS)),
        "constants": rng.random() < 0.3,
        "errors": rng.choice((0, 0, 1)),
        "worlds": worlds,
        **told,
    }


def admissible(document: dict[str, Any], variable: str) -> list[str]:
    names: list[str] = document["variables"]
    if document["setting"] == "ordered":
        return document["order"][: document["order"].index(variable)]
    if document["setting"] == "block-order":
        first, second = document["blocks"]
        return [v for v in (first if variable in first else first + second) if v != variable]
    return [v for v in names if v != variable]


def written(
    names: list[str], pool: list[str], operators: list[str], constants: bool
) -> set[Written]:
    """Every table over all variables that a formula over the pool has, with what the formula mentions."""
    full = (1 << (1 << len(names))) - 1
    found = {(frozenset[str](), table) for table in (0, full) if constants}
    for name in pool:
        at = names.index(name)
        found.add((frozenset({name}), sum(1 << p for p in range(1 << len(names)) if p >> at & 1)))
    while True:
        # arguments one after the other: what they mention, their conjunction, disjunction and parity
        lists = {(said, t, t, t) for said, t in found}
        longer = set(lists)
        more: set[tuple[frozenset[str], int, int, int]] = set()
        while longer:
            longer = {
                (s | n, a & t, o | t, x ^ t) for s, a, o, x in longer for n, t in found
            } - more
            more |= longer
        new = {
            (said, _GIVES[op](a, o, x, full))
            for op in operators
            if op != "not"
            for said, a, o, x in more
        }
        if "not" in operators:
            new |= {(said, full & ~table) for said, table in found}
        if new <= found:
            return found
        found |= new


def without_cycle(mentions: dict[str, frozenset[str]]) -> bool:
    left = dict(mentions)
    while left:
        free = [v for v, said in left.items() if not said & left.keys()]
        if not free:
            return False
        for v in free:
            del left[v]
    return True


def listed(document: dict[str, Any]) -> Counter[int]:
    """How many models have this many disturbed cells."""
    names, worlds = document["variables"], document["worlds"]
    hidden = document["setting"] == "hidden-roots"
    root_sets = (
        combinations(names, document["root_count"]) if hidden else [tuple(document["roots"])]
    )
    cost: dict[tuple[tuple[str, ...], tuple[int, ...]], int] = {}
    for roots in root_sets:
        rest = [v for v in names if v not in roots]
        if all(v in world["targets"] for world in worlds for v in rest):
            continue  # nothing to predict
        options = []
        for v in rest:
            rows = [row for world in worlds if v not in world["targets"] for row in world["rows"]]
            pool, mine = admissible(document, v), names.index(v)
            options.append([])
            for said, table in written(names, pool, document["operators"], document["constants"]):
                wrong = sum(table >> int(row[::-1], 2) & 1 != int(row[mine]) for row in rows)
                if wrong <= document["errors"]:
                    options[-1].append((said, table, wrong))
        for chosen in product(*options):
            if without_cycle({v: said for v, (said, _, _) in zip(rest, chosen, strict=True)}):
                cost[roots, tuple(table for _, table, _ in chosen)] = sum(
                    wrong for *_, wrong in chosen
                )
    return Counter(wrong for wrong in cost.values() if wrong <= document["errors"])


@pytest.mark.parametrize("seed", SEEDS)
def test_the_count_is_that_of_what_can_be_written(seed: int) -> None:
    document = random_document(seed)
    hidden = document["setting"] == "hidden-roots"
    rest = set(document["variables"]) - set(document.get("roots", ()))
    if not hidden and all(rest <= set(world["targets"]) for world in document["worlds"]):
        with pytest.raises(SymcauseError):  # nothing to predict
            symcause.problem(document)
        return
    found = symcause.count(symcause.problem(document))
    expected = listed(document)
    assert found.count == expected.total()
    verdict = symcause.audit(symcause.problem(document)).verdict
    assert verdict == {0: "inconsistent", 1: "unique"}.get(expected.total(), "ambiguous")
    if found.spectrum is not None:
        assert {part.errors: part.count for part in found.spectrum if part.count} == dict(expected)
