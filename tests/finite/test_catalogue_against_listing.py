"""Catalogues of classes against lists of all expressions: functions, least sizes, what is printed."""

from __future__ import annotations

import json
import random
from itertools import combinations, product
from math import prod
from typing import Any

import pytest

from symcause.families.finite.catalogue.class_catalogue import catalogue_of
from symcause.families.finite.files.document import read_finite
from symcause.families.finite.models.term_text import print_term
from symcause.mechanisms.tables.table_functions import TableFunction, table_of
from tests.amounts import amount
from tests.finite.cases import GRAMMARS, NAMED, WIDE
from tests.finite.second import Local, Second
from tests.finite.second_language import FIXED, MANY, TooLarge

MEANT: dict[str, Any] = {
    "plus": {"arity": 2, "means": "(mod (add a b) 3)"},
    "sum": {"arity": "many", "means": "(mod (add ...) 3)"},
    "two": {"arity": "many", "means": "(at_least 2 ...)"},
    "some": {"arity": "many", "means": "(count none ...)"},
    "pick": {"arity": 2, "means": "(if a b 0)"},
    "less": {"arity": 1, "means": "(max (sub a 1) 0)"},
    "by": {"arity": 3, "means": "(case a 0 b c)"},
    "e": {"arity": 2, "means": "(mod (sub b a) 4)"},
    "one": {"arity": 1, "means": "1"},
    "turn": {"arity": 1, "table": [[0, 1], [1, 2], [2, 0], ["none", 1], ["x", "y"], ["y", "x"]]},
    "meet": {"arity": 2, "table": [[0, 0, 1], [0, 1, 0], [1, 0, 0], [1, 1, 1], ["x", "x", 0]]},
}
OWN: list[list[Any]] = [
    [0, 1],
    [1, 0],
    [0, 1, 2],
    ["none", 1, 2],
    ["x", "y"],
    [0, 1, 2, 3],
    [-1, "x", 0],
]


def _grammar(rng: random.Random, words: set[Any]) -> dict[str, Any]:
    if rng.random() < 0.1:
        return rng.choice(GRAMMARS[:3])[1]
    names = [*FIXED, *MANY, "when", "if", *MEANT, *MEANT]
    chosen = list(dict.fromkeys(rng.sample(names, rng.choice([1, 2, 2, 3]))))
    constants = rng.sample([0, 1, 2, -1, 5, *words], rng.choice([0, 1, 2, 3]))
    grammar: dict[str, Any] = {
        "max_size": rng.randint(2, 7),
        "constants": rng.choice([constants, "own"]),
    }
    if rng.random() < 0.3:
        grammar["max_depth"] = rng.randint(2, 5)
    if rng.random() < 0.05:
        chosen = []
    return {**grammar, "operators": {name: MEANT.get(name, True) for name in chosen}}


def _document(rng: random.Random) -> dict[str, Any]:
    if rng.random() < 0.2:
        domains = dict(zip("ABCD", rng.choices(OWN, k=4), strict=True)) | {"B": rng.choice(OWN[:2])}
        known = [["any"], rng.sample(NAMED, rng.choice([1, 2])), [rng.choice(NAMED), "any"]]
        rules: dict[str, Any] = {
            "functions": rng.choice(known if len(domains["B"]) == 2 else known[:1])
        }
    else:
        wide = OWN if rng.random() < 0.6 else WIDE
        domains = dict(zip("ABCD", rng.choices(wide, k=4), strict=True))
        if rng.random() < 0.5:
            domains = dict.fromkeys("ABCD", rng.choice(wide))
        words = {v for d in domains.values() for v in d if isinstance(v, str)}
        rules = {"grammar": _grammar(rng, words)}
    variables = [{"name": n, "values": d} for n, d in domains.items()]
    row = [d[0] for d in domains.values()]
    told = {
        "variables": variables,
        "setting": "hidden-order",
        "roots": ["A", "C", "D"],
        "class": rules,
    }
    worlds = {"worlds": [{"id": "w", "rows": [row]}]}
    return json.loads(json.dumps({"format": "symcause.finite/1", "id": "p", **told, **worlds}))  # type: ignore[no-any-return]


def _function(second: Second, local: Local, name: str) -> TableFunction:
    """The same function, with the first parent fastest."""
    domains = [second.domains[p] for p in local.parents]
    rows = dict(zip(product(*domains), local.table, strict=True))
    outputs = [
        second.domains[name].index(rows[tuple(reversed(row))])
        for row in product(*reversed(domains))
    ]
    sizes, values = tuple(map(len, domains)), len(second.domains[name])
    return TableFunction(local.parents, table_of(outputs, values), sizes, values)


def compare(seed: int) -> int:
    """How many functions of a random class were compared."""
    rng = random.Random(seed)
    document = _document(rng)
    second, problem = Second(document, trees=25_000, tables=7_000), read_finite(document)
    catalogue, compared = catalogue_of(problem), 0
    for pool in [s for k in range(4) for s in combinations("ACD", k)]:
        if (len(pool) > 1 and rng.random() < 0.5) or prod(
            len(second.domains[p]) for p in pool
        ) > 40:
            continue
        try:
            right = second.functions("B", pool)
        except TooLarge:
            continue
        listed = catalogue.functions("B", pool)
        assert len(listed.tables) == len(right), (document, pool)
        for local in right:
            function = _function(second, local, "B")
            term = catalogue.expression("B", function)
            assert term is not None, (document, local)
            assert print_term(term) == local.text, (document, print_term(term), local)
            assert catalogue.size("B", function) == local.size, (document, local)
            assert catalogue.contains("B", function)
            compared += 1
    return compared


@pytest.mark.parametrize("start", [0, 1000])
def test_random_classes(start: int) -> None:
    seeds = range(start, start + amount(40, 1000))
    assert sum(map(compare, seeds)) > 10 * len(seeds)
