"""Random finite problems in the class of all functions, and the number of their members by listing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from math import prod
from random import Random
from typing import Any

from symcause.families.finite.files.document import read_finite
from symcause.families.finite.files.document_writer import write_finite
from symcause.families.finite.problem.fingerprint import fingerprint
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.families.finite.verifier.exports.proof_statement import statement
from symcause.kernel.exports.theorem_file import Statement
from symcause.models.disclosure import Setting

MOST = 4_000  # choices: more are not listed

Operation = Callable[[tuple[Any, ...]], Any]
Function = tuple[tuple[str, ...], tuple[int, ...]]
"""Parents and outputs."""


def stated(problem: FiniteProblem, claim: str, kind: str, **body: Any) -> Statement:
    """What a certificate that the test wrote states."""
    return statement(problem, certificate(problem, claim, kind, **body))


def certificate(problem: FiniteProblem, claim: str, kind: str, **body: Any) -> dict[str, Any]:
    frame = {"format": "symcause.certificate/1", "family": "finite", "claim": claim}
    return {**frame, "digest": fingerprint(problem), **body, "evidence": {"kind": kind}}


TRUTHS = (0, 1)
GRAMMARS: dict[str, tuple[dict[str, Any], dict[str, tuple[Iterable[int], Operation]]]] = {
    "truths": (
        {"max_size": 4, "constants": [0, 1], "operators": {"not": True, "and": True, "xor": True}},
        {
            "not": ((1,), lambda a: 1 - a[0] if a[0] in TRUTHS else None),
            "and": ((1, 2, 3), lambda a: int(all(a)) if {*a} <= {*TRUTHS} else None),
            "xor": ((1, 2, 3), lambda a: sum(a) % 2 if {*a} <= {*TRUTHS} else None),
        },
    ),
    "sums": (
        {
            "max_size": 5,
            "operators": {"turn": {"arity": 2, "means": "(mod (add a b) 3)"}, "if": True},
        },
        {
            "turn": ((2,), lambda a: (a[0] + a[1]) % 3 if None not in a else None),
            "if": ((3,), lambda a: (a[2], a[1])[a[0]] if a[0] in TRUTHS else None),
        },
    ),
    "table": (
        {
            "max_size": 4,
            "constants": "own",
            "operators": {"next": {"arity": 1, "table": [[0, 1], [1, 2], [2, 0]]}, "max": True},
        },
        {
            "next": ((1,), lambda a: {0: 1, 1: 2, 2: 0}.get(a[0])),
            "max": ((1, 2, 3), lambda a: max(a) if None not in a else None),
        },
    ),
    "deep": (
        {
            "max_size": 6,
            "max_depth": 3,
            "constants": "own",
            "operators": {"next": {"arity": 1, "table": [[0, 1], [1, 2], [2, 0]]}, "sub": True},
        },
        {
            "next": ((1,), lambda a: {0: 1, 1: 2, 2: 0}.get(a[0])),
            "sub": ((2,), lambda a: a[0] - a[1] if None not in a else None),
        },
    ),
    "matched": (
        {
            "max_size": 6,
            "max_depth": 2,
            "constants": [0],
            "operators": {"when": True, "not": True},
        },
        {"not": ((1,), lambda a: 1 - a[0] if a[0] in TRUTHS else None)},
    ),
}
"""Grammars, and what their operators (but ``when``) take and make, once more."""


def random_spoken(rng: Random) -> FiniteProblem:
    """Two to four variables with functions of a grammar; the rows come from a random model."""
    problem = random_any(rng)
    while len(problem.variables) > 4 or max(problem.sizes) > 3:
        problem = random_any(rng)
    document = write_finite(problem)
    name = rng.choice([*GRAMMARS])
    most = document["class"]["max_parents"]  # type: ignore[index, call-overload]
    document["class"] = {"grammar": GRAMMARS[name][0], "max_parents": most}
    document["id"] = name
    return read_finite(document)


def spoken(problem: FiniteProblem, name: str, parents: Sequence[str]) -> set[tuple[int, ...]]:
    """The tables of all expressions over these parents, size by size, nothing left out."""
    document, operations = GRAMMARS[problem.id]
    domains = [problem.domain(parent).values for parent in parents]
    patterns = list(product(*domains))
    own = problem.domain(name).values
    constants = own if document.get("constants") == "own" else document.get("constants", ())
    read = list(zip(*patterns, strict=True))
    atoms = {(c,) * len(patterns) for c in constants} | {*read}
    sized: list[set[tuple[tuple[Any, ...], int]]] = [set(), {(atom, 1) for atom in atoms}]
    for size in range(2, document["max_size"] + 1):
        made = set()
        for column, domain in zip(read, domains, strict=True):
            for value, first in product(domain, range(1, size - 3)):
                if "when" not in document["operators"]:
                    continue
                for (a, i), (b, j) in product(sized[first], sized[size - 3 - first]):
                    both = zip(column, a, b, strict=True)
                    made.add((tuple(x if p == value else y for p, x, y in both), 1 + max(i, j)))
        for arities, operation in operations.values():
            for arity in arities:
                for sizes in product(range(1, size), repeat=arity):
                    if sum(sizes) == size - 1:
                        for parts in product(*(sized[s] for s in sizes)):
                            values = zip(*(column for column, _ in parts), strict=True)
                            depth = 1 + max(depth for _, depth in parts)
                            made.add((tuple(map(operation, values)), depth))
        sized.append(made)
    most = document.get("max_depth", document["max_size"])
    columns = {column for column, depth in set().union(*sized) if depth <= most}
    return {tuple(map(own.index, c)) for c in columns if {*c} <= {*own}}


def random_any(rng: Random, declared: bool = False) -> FiniteProblem:
    """Two to five variables of two to four values; the rows come from a random model, but for a few.

    *declared*: some variables have a class of their own, or a named one, and some edges are known.
    """
    n = rng.randint(2, 5)
    names = [chr(ord("A") + i) for i in range(n)]
    sizes = {name: rng.choice([2, 2, 3, 4] if n < 5 else [2, 2, 3]) for name in names}
    order = rng.sample(names, n)
    roots = order[: rng.randint(0, n - 1)]
    setting = rng.choice(list(Setting))
    disclosed: dict[str, Any] = {"setting": str(setting), "roots": sorted(roots)}
    if setting is Setting.ORDERED:
        disclosed["order"] = order
    elif setting is Setting.BLOCK_ORDER:
        cut = rng.randint(1, n)
        disclosed["blocks"] = [sorted(part) for part in (order[:cut], order[cut:]) if part]
    elif setting is Setting.HIDDEN_ROOTS:
        disclosed = {"setting": str(setting), "root_count": len(roots)}
    most = rng.choice([1, 1, 2])
    parents = {v: rng.sample(order[:i], min(i, most)) for i, v in enumerate(order)}
    tables: dict[tuple[object, ...], int] = {}
    worlds: list[dict[str, Any]] = []
    for i in range(rng.randint(1, 4)):
        targets = {v: rng.randrange(sizes[v]) for v in names if i and rng.random() < 0.25}
        rows = []
        for _ in range(rng.randint(2, 7)):
            row: dict[str, int] = {}
            for v in order:
                key = (v, *(row[u] for u in parents[v]))
                free = v in roots or rng.random() < 0.02
                value = (
                    rng.randrange(sizes[v])
                    if free
                    else tables.setdefault(key, rng.randrange(sizes[v]))
                )
                row[v] = targets.get(v, value)
            rows.append([row[v] for v in names])
        if len(targets) < n:
            worlds.append({"id": f"w{i}", "do": targets, "rows": rows})
    document = {
        "format": "symcause.finite/1",
        "id": "random",
        "variables": [{"name": v, "values": list(range(sizes[v]))} for v in names],
        **disclosed,
        "class": {"functions": "any", "max_parents": most},
        "worlds": worlds,
    }
    if declared:
        free = [v for v in names if v not in disclosed.get("roots", ())]
        own = {v: _own(rng, names, v, sizes[v]) for v in free if rng.random() < 0.7}
        document["class"]["variables"] = own
        edges = [f"{a}->{b}" for a in names for b in free if a != b and rng.random() < 0.15]
        wanted = [f"{order[i - 1]}->{v}" for i, v in enumerate(order) if i and v in free]
        needed = rng.sample(wanted, min(len(wanted), rng.randint(0, 1)))
        document["knowledge"] = {"forbid": sorted(set(edges) - set(needed)), "require": needed}
        document["knowledge"] = {key: some for key, some in document["knowledge"].items() if some}
    return read_finite(document)


def _own(rng: Random, names: list[str], name: str, size: int) -> dict[str, Any]:
    """A class of one variable."""
    shapes = ["disjunctive", "conjunctive", "threshold", "parity"]
    named = size == 2 and rng.random() < 0.7
    own: dict[str, Any] = {"functions": rng.sample(shapes, rng.randint(1, 3)) if named else "any"}
    if rng.random() < 0.3:
        own["max_parents"] = rng.randint(1, 3 if named else 2)
    if rng.random() < 0.2:
        own["min_parents"] = 1
    if rng.random() < 0.3:
        others = [v for v in names if v != name]
        own["candidates"] = rng.sample(others, rng.randint(1, len(others)))
    return own


def listed(problem: FiniteProblem) -> int | None:
    """The number of members, all choices of functions gone through; None where they are too many."""
    total = 0
    required = problem.knowledge.require if problem.knowledge else ()
    for roots in problem.disclosure.root_sets():
        if any(effect in roots for _, effect in required):
            continue
        inner = problem.disclosure.endogenous(roots)
        if not any(set(inner) - set(world.targets) for world in problem.training):
            continue
        choices = []
        for name in inner:
            functions = list(_functions(problem, name))
            if len(functions) > MOST:
                return None
            choices.append(functions)
        if prod(map(len, choices)) > 30 * MOST:
            return None
        for chosen in product(*choices):
            total += _acyclic(dict(zip(inner, chosen, strict=True)))
    return total


def _functions(problem: FiniteProblem, name: str) -> Iterator[Function]:
    """The functions of a variable that agree with the rows, each with its essential parents."""
    own = problem.model_class.of(name)
    most = own.max_parents
    pool = problem.disclosure.admissible(name)
    forbidden = problem.knowledge.forbid if problem.knowledge else ()
    required = (
        {a for a, b in problem.knowledge.require if b == name} if problem.knowledge else set()
    )
    sizes = dict(zip(problem.variables, problem.sizes, strict=True))
    for number in range(min(len(pool), len(pool) if most is None else most) + 1):
        for parents in combinations(pool, number):
            if number < own.min_parents or not required <= set(parents):
                continue
            if any((p, name) in forbidden or p not in (own.candidates or pool) for p in parents):
                continue
            patterns = list(product(*(range(sizes[p]) for p in parents)))
            shown: dict[tuple[int, ...], set[int]] = {pattern: set() for pattern in patterns}
            for world in problem.training:
                for row in world.rows if name not in world.targets else ():
                    cells = dict(zip(problem.variables, row, strict=True))
                    value = cells[name]
                    assert value is not None
                    shown[tuple(cells[p] or 0 for p in parents)].add(value)
            if any(len(values) > 1 for values in shown.values()):
                continue
            free = [sorted(shown[pattern]) or range(sizes[name]) for pattern in patterns]
            if prod(map(len, free)) > MOST:
                yield from [((), ())] * (MOST + 1)  # too many
                return
            known = None if own.grammar is None else spoken(problem, name, parents)
            for outputs in product(*free):
                if known is not None and outputs not in known:
                    continue
                table = dict(zip(patterns, outputs, strict=True))
                if all(_matters(table, j) for j in range(number)) and (
                    known is not None or _named(own.functions, table, number)
                ):
                    yield parents, outputs


def _named(names: tuple[str, ...], table: Mapping[tuple[int, ...], int], number: int) -> bool:
    """Is the function of one of these classes?"""
    by = {(sum(map(bool, pattern)), value) for pattern, value in table.items()}
    return "any" in names or (
        ("disjunctive" in names and all(value == (count > 0) for count, value in by))
        or ("conjunctive" in names and all(value == (count == number) for count, value in by))
        or ("parity" in names and len({(count + value) % 2 for count, value in by}) == 1)
        or (
            "threshold" in names
            and any(
                all(value == (count >= k) for count, value in by)
                for k in (range(1, number + 1) if number else (0, 1))
            )
        )
    )


def _matters(table: Mapping[tuple[int, ...], int], place: int) -> bool:
    seen: dict[tuple[int, ...], int] = {}
    return any(
        seen.setdefault((*p[:place], *p[place + 1 :]), value) != value for p, value in table.items()
    )


def _acyclic(chosen: Mapping[str, Function]) -> bool:
    left = dict(chosen)
    while left:
        ready = [v for v, (parents, _) in left.items() if not set(parents) & set(left)]
        if not ready:
            return False
        for name in ready:
            del left[name]
    return True
