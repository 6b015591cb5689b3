"""Finite problems of shapes that plain random ones lack, as documents."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product
from typing import Any

from tests.finite.cases import GRAMMARS, PLUS3, listed
from tests.finite.second import Local, Member
from tests.finite.second_audit import Audited

Document = dict[str, Any]
BITS, THREE, WORDS = [0, 1], [0, 1, 2], ["low", "mid", "high"]


def _document(
    domains: dict[str, list[Any]], known: Document, *worlds: Document, **keys: Any
) -> Document:
    shown = [{"name": n, "values": d} for n, d in domains.items()]
    named = [{"id": f"w{i}", **w} for i, w in enumerate(worlds)]
    setting = {"setting": "hidden-roots"} if "root_count" in keys else {"setting": "hidden-order"}
    told = {**setting, **keys, "class": known, "worlds": named}
    return {"format": "symcause.finite/1", "id": "p", "variables": shown, **told}


def _class(rng: random.Random, domain: list[Any]) -> Document:
    """A class that says something about these values."""
    if domain == THREE and rng.random() < 0.5:
        operators = {"plus": PLUS3, "min": True}
        return {
            "max_parents": 2,
            "grammar": {"max_size": 5, "constants": [1, 0], "operators": operators},
        }
    if domain == BITS and rng.random() < 0.6:
        kinds = ["threshold", "monotone", "parity", ["conjunctive", "disjunctive"]]
        return {"functions": rng.choice(kinds), "max_parents": 2}
    return {"functions": "any", "max_parents": 1}


def idle_parent(rng: random.Random) -> Document:
    """A variable that others could use and that never changes."""
    domain = rng.choice([BITS, THREE])
    rows = [
        [domain[0], b, domain[-1] if b == domain[0] or rng.random() < 0.1 else b]
        for b in domain[:2]
    ]
    return _document(
        dict.fromkeys("ABC", domain), _class(rng, domain), {"rows": rows}, roots=["A", "B"]
    )


def isolated(rng: random.Random) -> Document:
    """A variable that nothing may cause and that causes nothing."""
    domain = rng.choice([BITS, WORDS])
    values = domain if domain == BITS else domain[:2]
    rows = [[a, a, b] for a, b in product(values, repeat=2)]
    never = [f"{a}->{b}" for a, b in ("CA", "CB", "AC", "BC")]
    roots = rng.choice([["A", "C"], ["A"]])
    kept = [e for e in never if e[-1] not in roots]
    if roots == ["A"]:
        rows = [r for r in rows if r[2] == values[1]]
    known = {"functions": "any", "max_parents": 2 if domain == BITS else 1}
    return _document(
        dict.fromkeys("ABC", domain), known, {"rows": rows}, roots=roots, knowledge={"forbid": kept}
    )


def one_row(rng: random.Random) -> Document:
    domain = rng.choice([BITS, THREE])
    row = [rng.choice(domain) for _ in range(3)]
    return _document(
        dict.fromkeys("ABC", domain), _class(rng, domain), {"rows": [row]}, roots=["B"]
    )


def equal_rows(rng: random.Random) -> Document:
    """The same row many times, in one world and in two."""
    told = one_row(rng)
    row = told["worlds"][0]["rows"][0]
    return {**told, "worlds": [{"id": "w0", "rows": [row] * 3}, {"id": "w1", "rows": [row] * 2}]}


def nothing_observed(rng: random.Random) -> Document:
    """A row of which nothing was observed, beside one with a hole."""
    some = [[rng.choice([0, 1, None]), rng.choice([0, 1, None]), 1] for _ in range(2)]
    world = {"rows": [[None, None, None], *some]}
    return _document(dict.fromkeys("ABC", BITS), _class(rng, BITS), world, roots=["A"])


def no_roots(rng: random.Random) -> Document:
    """Every variable has a mechanism."""
    worlds = [
        {"do": {n: 1}, "rows": [[1 if m == n else rng.randrange(2) for m in "ABC"]]} for n in "AB"
    ]
    kind = rng.choice(["disjunctive", "threshold", "any"])
    return _document(
        dict.fromkeys("ABC", BITS), {"functions": kind, "max_parents": 1}, *worlds, roots=[]
    )


def never_scored(rng: random.Random) -> Document:
    """A variable that is a target in every world: the rows say nothing about its mechanism."""
    seen = rng.choice([[0, 1], [0, 1], [1, 1], [1, 0]])
    worlds = [{"do": {"B": b}, "rows": [[a, b, seen[a]] for a in BITS]} for b in BITS]
    return _document(
        dict.fromkeys("ABC", BITS),
        {"functions": "threshold", "max_parents": 1},
        *worlds,
        roots=["A"],
    )


def many_values(rng: random.Random) -> Document:
    """A root of many values, at times sixty-four, and one of five."""
    many = rng.choice([9, 9, 9, 64])
    domains = {"A": [*range(many)], "B": [-2, "x", 0, "y", 7], "C": BITS}
    rows = [[rng.randrange(many), rng.choice(domains["B"]), rng.randrange(2)] for _ in range(3)]
    known = {"functions": ["disjunctive", "conjunctive", "parity"]}
    return _document(domains, known, {"rows": rows[: rng.choice([1, 3])]}, roots=["B", "A"])


def six_variables(rng: random.Random) -> Document:
    domains = {f"X{i + 1}": rng.choice([BITS, THREE]) for i in range(6)}
    roots = list(domains)[:3]
    second = Audited(_document(domains, {}, roots=roots))
    functions = {
        n: Local(("X1",), tuple(rng.choice(domains[n]) for _ in domains["X1"]))
        for n in domains
        if n not in roots
    }
    model = Member(tuple(roots), tuple(functions.items()))
    drawn = [{r: rng.choice(domains[r]) for r in roots} for _ in range(4)]
    rows = [list(second.run(model, {}, d).values()) for d in drawn]
    return _document(domains, {"functions": "any", "max_parents": 1}, {"rows": rows}, roots=roots)


def names_by_number(rng: random.Random) -> Document:
    """Names that sort differently as texts and by their numbers, in neither order."""
    told = one_row(rng)
    new = dict(zip("ABC", rng.sample(["X10", "X2", "X9"], 3), strict=True))
    shown = [{**v, "name": new[v["name"]]} for v in told["variables"]]
    return {**told, "variables": shown, "roots": [new[r] for r in told["roots"]]}


def hidden_roots(rng: random.Random) -> Document:
    """Any of the variables may be the root, and one row is an intervention on one of them."""
    worlds = [
        {"rows": [[0, 0, 0], [1, 1, rng.randrange(2)]]},
        {"do": {"A": 1}, "rows": [[1, rng.randrange(2), 0]]},
    ]
    domains = dict.fromkeys("ABC", BITS)
    return _document(
        domains, {"functions": "any", "max_parents": 1}, *worlds, root_count=rng.choice([0, 1, 2])
    )


def own_orders(rng: random.Random) -> Document:
    """A grammar whose constants and values stand in other orders than usual."""
    domains, grammar = rng.choice(GRAMMARS[5:8])
    values = {n: rng.sample(d := rng.choice(domains), len(d)) for n in ("X10", "X2")}
    rows = [[rng.choice(d) for d in values.values()] for _ in range(rng.choice([1, 2]))]
    return _document(
        values, {"grammar": grammar}, {"rows": rows}, roots=[rng.choice(["X10", "X2"])]
    )


SHAPES: dict[str, Callable[[random.Random], Document]] = {
    "idle parent": idle_parent,
    "isolated variable": isolated,
    "one row": one_row,
    "equal rows": equal_rows,
    "nothing observed": nothing_observed,
    "no roots": no_roots,
    "never scored": never_scored,
    "many values": many_values,
    "six variables": six_variables,
    "names by number": names_by_number,
    "hidden roots": hidden_roots,
    "own orders": own_orders,
}


def wide_problem(shape: str, seed: int) -> Audited:
    """A problem of a shape that can be listed."""
    rng = random.Random(f"{shape} {seed}")
    while (second := listed(SHAPES[shape](rng), 800)) is None:
        pass
    return second
