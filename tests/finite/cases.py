"""Random finite problems, as documents, each small enough that everything can be listed."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from tests.finite.second import Local, Member
from tests.finite.second_audit import Audited
from tests.finite.second_language import TooLarge

Document = dict[str, Any]

BITS = [0, 1]
DOMAINS: list[list[Any]] = [
    [0, 1],
    ["off", "on"],
    [0, 1, 2],
    ["low", "mid", "high"],
    ["none", 1, 2],
    [-1, 5],
    [2, 0, 1],
]
WIDE: list[list[Any]] = [*DOMAINS, [0, 1, 2, 3], ["red", "green", "blue", "grey"], [0, 1, 2, 3, 4]]

PLUS3 = {"arity": 2, "means": "(mod (add a b) 3)"}
GRAMMARS: list[tuple[list[list[Any]], Document]] = [
    (
        [[0, 1, 2]],
        {"max_size": 5, "constants": [0, 1, 2], "operators": {"plus": PLUS3, "min": True}},
    ),
    (
        [[0, 1, 2], BITS],
        {"max_size": 4, "constants": "own", "operators": {"max": True, "plus": PLUS3, "lt": True}},
    ),
    (
        [BITS],
        {
            "max_size": 5,
            "constants": BITS,
            "operators": {"not": True, "and": True, "or": True, "xor": True},
        },
    ),
    (
        [BITS],
        {
            "max_size": 5,
            "operators": {"two": {"arity": "many", "means": "(at_least 2 ...)"}, "not": True},
        },
    ),
    (
        [BITS],
        {
            "max_size": 4,
            "operators": {"xor": True, "one": {"arity": "many", "means": "(eq 1 (count 1 ...))"}},
        },
    ),
    (DOMAINS, {"max_size": 6, "constants": "own", "operators": {"if": True, "eq": True}}),
    (DOMAINS, {"max_size": 5, "constants": "own", "operators": {"when": True}}),
    (DOMAINS, {"max_size": 7, "constants": [1, 0, 7], "operators": {"when": True, "ne": True}}),
    (
        [["off", "on"]],
        {
            "max_size": 3,
            "constants": ["on"],
            "operators": {
                "flip": {"arity": 1, "table": [["off", "on"], ["on", "off"]]},
                "eq": True,
                "pick": {"arity": 3, "means": "(case a on b c)"},
            },
        },
    ),
    (
        [[0, 1, 2], BITS],
        {
            "max_size": 5,
            "max_depth": 3,
            "constants": [1],
            "operators": {
                "min": True,
                "less": {"arity": 1, "means": "(max (sub a 1) 0)"},
                "lt": True,
            },
        },
    ),
    (
        [[0, 1, 2, 3]],
        {
            "max_size": 5,
            "max_depth": 4,
            "constants": [],
            "operators": {
                "s": {"arity": 1, "means": "(mod (add a 1) 4)"},
                "t": {"arity": 1, "means": "(mod (mul a 2) 4)"},
                "e": {"arity": 2, "means": "(mod (sub b a) 4)"},
            },
        },
    ),
    (
        [[0, 1, 2]],
        {
            "max_size": 4,
            "constants": [0],
            "operators": {
                "or0": {"arity": 2, "means": "(case a 0 b 1 1 0)"},
                "half": {"arity": 1, "means": "(div a 2)"},
            },
        },
    ),
    (
        [["none", 1, 2], [0, 1, 2]],
        {
            "max_size": 6,
            "constants": [0, "none"],
            "operators": {
                "if": True,
                "eq": True,
                "guard": {"arity": 2, "means": "(if (eq a none) 0 b)"},
                "inc": {"arity": 1, "means": "(add a 1)"},
            },
        },
    ),
    (
        [[0, 1, 2, 3, 4]],
        {
            "max_size": 4,
            "constants": [0, 2],
            "operators": {
                "plus": {"arity": "many", "means": "(mod (add ...) 5)"},
                "sub": True,
                "neg": True,
                "abs": True,
            },
        },
    ),
]
NAMED = ["disjunctive", "conjunctive", "threshold", "parity", "monotone"]
NAMES = [
    ["A", "B", "C", "D", "E"],
    ["X10", "X2", "X1", "X20", "X3"],
    ["zeta", "Alpha", "b2", "b10", "_q"],
]


def _variables(rng: random.Random, domains: list[list[Any]]) -> dict[str, list[Any]]:
    count = rng.choices([2, 3, 4, 5], [2, 6, 4, 1])[0]
    return {name: rng.choice(domains) for name in rng.choice(NAMES)[:count]}


def _class(rng: random.Random) -> tuple[Document, list[list[Any]]]:
    kind = rng.choice(["any", "named", "union", "grammar", "grammar", "grammar"])
    bounds: Document = {"max_parents": rng.choice([1, 2, 2, 3])}
    if rng.random() < 0.2:
        bounds["min_parents"] = 1
    match kind:
        case "any":
            return {**bounds, "functions": "any"}, WIDE
        case "named":
            return {**bounds, "functions": rng.choice(NAMED)}, [BITS, ["off", "on"]]
        case "union":
            return {**bounds, "functions": rng.sample(NAMED, 2)}, [BITS, ["low", "high"]]
    domains, grammar = rng.choice(GRAMMARS)
    if rng.random() < 0.2:
        bounds.pop("max_parents")
    return {**bounds, "grammar": grammar}, domains


def _setting(rng: random.Random, order: list[str], names: list[str]) -> Document:
    setting = rng.choice(["ordered", "block-order", "hidden-order", "hidden-order", "hidden-roots"])
    count = min(rng.choice([0, 1, 1, 2]), len(order) - 1)
    if setting == "hidden-roots":
        return {"setting": setting, "root_count": count}
    roots = rng.sample(order[:count], count)
    told: Document = {"setting": setting, "roots": roots}
    if setting == "ordered":
        told["order"] = order
    if setting == "block-order":
        cut = rng.randint(count, len(order))
        told["blocks"] = [b for b in (order[:count], order[count:cut], order[cut:]) if b]
    return told


def _wider(rng: random.Random, document: Document) -> None:
    """Classes of single variables, and roots with more values than a named class takes."""
    names = [v["name"] for v in document["variables"]]
    own: Document = {}
    for name in names:
        if name in document.get("roots", ()) or rng.random() < 0.75:
            continue
        others = [n for n in names if n != name]
        if rng.random() < 0.5:
            own[name] = {"functions": "any", "max_parents": 1}
        if rng.random() < 0.6:
            own.setdefault(name, {})["candidates"] = rng.sample(others, rng.randint(1, len(others)))
    if own:
        document["class"]["variables"] = own
    if "functions" in document["class"]:
        for v in document["variables"]:
            if v["name"] in document.get("roots", ()) and rng.random() < 0.4:
                v["values"] = rng.choice(DOMAINS)


def _gold(rng: random.Random, second: Audited, order: list[str]) -> Member | None:
    """A model with functions of the class, whose order this is."""
    told = second.document
    count = told.get("root_count", len(told.get("roots", ())))
    roots = tuple(
        n for n in second.names if n in (order[:count] if "root_count" in told else told["roots"])
    )
    functions: dict[str, Local] = {}
    for name in second.names:
        if name in roots:
            continue
        before = order[: order.index(name)]
        sets = [s for s in second.parent_sets(name) if set(s) <= set(before)]
        rng.shuffle(sets)
        for parents in sorted(sets, key=lambda s: -len(s) if rng.random() < 0.7 else 0):
            known = second.functions(name, parents)
            if known:
                functions[name] = rng.choice(sorted(known, key=lambda f: second.order_key(name, f)))
                break
        else:
            return None
    return Member(roots, tuple(functions.items()))


def _rows(
    rng: random.Random, second: Audited, gold: Member, do: Document, assigned: list[str]
) -> list[Any]:
    rows = []
    for _ in range(rng.choice([1, 2, 3, 4, 6])):
        state = {n: rng.choice(d) for n, d in second.domains.items()}
        known = second.run(gold, {**do, **{n: state[n] for n in assigned}}, state)
        rows.append([known[n] for n in second.names])
    return rows


def _worlds(rng: random.Random, second: Audited, gold: Member) -> list[Document]:
    worlds: list[Document] = []
    holes = rng.choice([0, 0, 0, 0.15, 0.4])
    for i in range(rng.choice([1, 2, 2, 3])):
        do: Document = {}
        assigned: list[str] = []
        if i or rng.random() < 0.3:
            chosen = rng.sample(second.names, rng.choice([0, 1, 1, min(2, len(second.names) - 1)]))
            assigned = [n for n in chosen if rng.random() < 0.3]
            do = {n: rng.choice(second.domains[n]) for n in chosen if n not in assigned}
        rows = _rows(rng, second, gold, do, assigned)
        for row in rows:
            for place, name in enumerate(second.names):
                if name not in do and name not in assigned and rng.random() < holes:
                    row[place] = None
                elif name not in do and name not in assigned and rng.random() < 0.01:
                    row[place] = rng.choice(second.domains[name])
        world: Document = {"id": f"w{i}", "rows": rows}
        worlds.append(
            world | ({"do": do} if do else {}) | ({"assigned": assigned} if assigned else {})
        )
    if rng.random() < 0.4:
        do = {
            n: rng.choice(second.domains[n]) for n in rng.sample(second.names, rng.choice([0, 1]))
        }
        worlds.append(
            {"id": "h0", "split": "heldout", "do": do, "rows": _rows(rng, second, gold, do, [])}
        )
    return worlds


def _knowledge(rng: random.Random, second: Audited, gold: Member, order: list[str]) -> Document:
    """Statements most of which the gold model obeys; never such as a reader refuses."""
    real = [(p, n) for n, f in gold.functions for p in f.parents]
    able = [(a, b) for b in second.names if b not in gold.roots for a in second.legal(b)]
    told: Document = {}
    if real and rng.random() < 0.4:
        told["require"] = [rng.choice(real)]
    required = told.get("require", [])
    if able and rng.random() < 0.4:
        told["forbid"] = [
            e for e in rng.sample(able, min(len(able), rng.choice([1, 2]))) if e not in required
        ]
    if rng.random() < 0.2:
        told["candidates"] = sorted(
            {*real, *rng.sample(able, len(able) // 2)} - set(told.get("forbid", []))
        )
    if rng.random() < 0.2:
        cut = rng.randint(1, len(order) - 1)
        told["tiers"] = [order[:cut], order[cut:]]
    if "candidates" in told and not set(required) <= set(told["candidates"]):
        told.pop("candidates")
    shown = {k: v if k == "tiers" else [_edge(rng, e) for e in v] for k, v in told.items()}
    return {k: v for k, v in shown.items() if v}


def _edge(rng: random.Random, edge: tuple[str, str]) -> Any:
    return list(edge) if rng.random() < 0.2 else "->".join(edge)


def _queries(rng: random.Random, second: Audited) -> list[Document]:
    queries: list[Document] = []
    for i in range(rng.choice([1, 2, 3])):
        names = rng.sample(second.names, len(second.names))
        if rng.random() < 0.25:
            query: Document = {"id": f"q{i}", "edge": f"{names[0]}->{names[1]}"}
            values: list[Any] = ["yes", "no"]
        else:
            query = {"id": f"q{i}", "of": names[0]}
            values = second.domains[names[0]]
            for name in names[1:]:
                where = (
                    rng.choice(["do", "given", "", ""])
                    if len(queries) != 1
                    else rng.choice(["do", "given"])
                )
                if where:
                    query.setdefault(where, {})[name] = rng.choice(second.domains[name])
        if rng.random() < 0.6:
            query["gold"] = rng.choice([*values, "undetermined", "impossible"])
        queries.append(query)
    return queries


def _known_words(document: Document) -> bool:
    """Is every word among the constants a value of some variable? A reader refuses others."""
    constants = document["class"].get("grammar", {}).get("constants", [])
    values = [v for variable in document["variables"] for v in variable["values"]]
    return constants == "own" or all(isinstance(c, int) or c in values for c in constants)


def _drawn(rng: random.Random, name: str) -> Document | None:
    known, domains = _class(rng)
    variables = _variables(rng, domains)
    names = list(variables)
    order = rng.sample(names, len(names))
    shown = [{"name": n, "values": list(d)} for n, d in variables.items()]
    document: Document = {"format": "symcause.finite/1", "id": name, "variables": shown}
    document |= {**_setting(rng, order, names), "class": known, "worlds": []}
    document = json.loads(json.dumps(document))
    _wider(rng, document)
    if not _known_words(document):
        return None
    second = Audited(document, trees=8_000, tables=7_000)
    gold = _gold(rng, second, order)
    if gold is None:
        return None
    document["worlds"] = _worlds(rng, second, gold)
    if rng.random() < 0.35 and (knowledge := _knowledge(rng, second, gold, order)):
        document["knowledge"] = knowledge
    if rng.random() < 0.4:
        document["queries"] = _queries(rng, second)
        if rng.random() < 0.2:
            document["task"] = "model"
    if rng.random() < 0.6:
        document["gold"] = {"mechanisms": {n: f.text for n, f in gold.functions}}
        if document["setting"] == "hidden-roots":
            document["gold"]["roots"] = list(gold.roots)
    return json.loads(json.dumps(document))  # type: ignore[no-any-return]


def has_scored_cell(second: Audited) -> bool:
    """A reader refuses problems without one."""
    if second.setting != "hidden-roots":
        return bool(second.scored(second.training, second.document["roots"]))
    sets = combinations(second.names, second.document["root_count"])
    return any(second.scored(second.training, s) for s in sets)


def listed(document: Document, most: int = 300) -> Audited | None:
    """A problem with all its members; None if there are too many, or a reader would refuse it."""
    try:
        second = Audited(document, limit=10_000, trees=8_000, tables=7_000)
        small = has_scored_cell(second) and len(second.members) <= most
    except TooLarge:
        return None
    return second if small else None


def random_problem(seed: int) -> Audited:
    """The problem of a seed."""
    rng = random.Random(seed)
    while True:
        try:
            document = _drawn(rng, f"random-{seed}")
        except TooLarge:
            continue
        if document is not None and (second := listed(document)) is not None:
            return second


def problems(seeds: range) -> Iterator[Audited]:
    yield from (random_problem(seed) for seed in seeds)


def answers(second: Audited, seed: int) -> list[str]:
    """Answers to a problem: right, wrong, and such as fail at every stage."""
    rng = random.Random(seed)
    if second.predicts():
        return _predictions(rng, second)
    told = [second.shown(m) for m in second.members[:1] + second.members[-1:]]
    gold = second.gold()
    if isinstance(gold, Member):
        told.append(second.shown(gold))
    inner = [n for n in second.names if n not in (second.root_sets() or [second.names[:1]])[0]]
    roots = [n for n in second.names if n not in inner]
    for text in ("{}", "77", "(nand 1)", "constant", "itself", "circle", "table"):
        mechanisms: Document = {n: str(second.domains[n][0]) for n in inner}
        name = rng.choice(inner)
        other = rng.choice([n for n in second.names if n != name])
        match text:
            case "itself":
                mechanisms[name] = name
            case "circle" if other in inner:
                mechanisms |= {
                    name: f"(when {other} {second.domains[other][0]} {_two(second, name)})"
                }
                mechanisms |= {
                    other: f"(when {name} {second.domains[name][0]} {_two(second, other)})"
                }
            case "table":
                count = len(second.domains[other])
                values = " ".join(str(rng.choice(second.domains[name])) for _ in range(count))
                mechanisms[name] = f"(table {other} {values})"
            case "77" | "(nand 1)":
                mechanisms[name] = text
            case "{}":
                del mechanisms[name]
        told.append({"roots": roots, "mechanisms": mechanisms})
    shown = [json.dumps(t) for t in told]
    return [
        *shown,
        "no idea",
        "{}",
        '{"cannot_tell": true}',
        f"So: {shown[0]} it is.",
        '{"mechanisms": []}',
    ]


def _two(second: Audited, name: str) -> str:
    return " ".join(str(v) for v in second.domains[name][:2])


def _predictions(rng: random.Random, second: Audited) -> list[str]:
    queries = second.document["queries"]
    right = {q["id"]: second.answer(q)["answer"] for q in queries}
    values = {q["id"]: ["yes", "no"] if "edge" in q else second.domains[q["of"]] for q in queries}
    some = [
        {q: rng.choice([*v, "undetermined", "impossible"]) for q, v in values.items()}
        for _ in range(2)
    ]
    told: list[Any] = [
        right,
        *some,
        {},
        {**right, "q9": 1},
        dict.fromkeys(right, "banana"),
        dict.fromkeys(right, True),
    ]
    shown = [json.dumps({"predictions": t}) for t in told]
    return [*shown, "no idea", "{}", '{"cannot_tell": true}', f"I think: {shown[0]}"]
