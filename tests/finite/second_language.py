"""The language of finite mechanisms once more: parser, values, and every tree of a grammar, listed.

Written from the reference alone. A term is a tuple: ``("name", A)``, ``("value", 3)``,
``("when", A, value, then, other)``, ``("table", names, rows, values)``, ``("call", operator, arguments)``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any

Value = int | str
Table = tuple[Any, ...]

MOST = 10**9
INTEGER = re.compile(r"-?(0|[1-9][0-9]*)\Z")
WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*\Z")
FIXED = dict.fromkeys(("neg", "abs", "not"), 1)
FIXED |= dict.fromkeys(("sub", "mod", "div", "ne", "lt", "le", "gt", "ge"), 2) | {
    "if": 3,
    "when": 4,
}
MANY = ("add", "mul", "min", "max", "eq", "and", "or", "xor")
PARAMETERS = ("a", "b", "c", "d")


class Bad(Exception):
    """No term of the language."""


class TooLarge(Exception):
    """More than listing everything can do."""


# --- values: None is "no value"


def _integers(values: Sequence[Any]) -> bool:
    return all(isinstance(v, int) for v in values)


def _bits(values: Sequence[Any]) -> bool:
    return all(v in (0, 1) for v in values)


def _mul(values: Sequence[int]) -> int:
    result = 1
    for v in values:
        result *= v
    return result


ON_INTEGERS: dict[str, Callable[[Sequence[int]], int | None]] = {
    "add": sum,
    "mul": _mul,
    "min": min,
    "max": max,
    "sub": lambda v: v[0] - v[1],
    "neg": lambda v: -v[0],
    "abs": lambda v: abs(v[0]),
    "mod": lambda v: v[0] % v[1] if v[1] > 0 else None,
    "div": lambda v: v[0] // v[1] if v[1] > 0 else None,
    "lt": lambda v: int(v[0] < v[1]),
    "le": lambda v: int(v[0] <= v[1]),
    "gt": lambda v: int(v[0] > v[1]),
    "ge": lambda v: int(v[0] >= v[1]),
}
ON_BITS: dict[str, Callable[[Sequence[int]], int]] = {
    "not": lambda v: 1 - v[0],
    "and": lambda v: int(all(v)),
    "or": lambda v: int(any(v)),
    "xor": lambda v: sum(v) % 2,
}
ON_ANY: dict[str, Callable[[Sequence[Any]], int]] = {
    "eq": lambda v: int(all(x == v[0] for x in v)),
    "ne": lambda v: int(v[0] != v[1]),
    "count": lambda v: sum(x == v[0] for x in v[1:]),
}


def built_in(name: str, values: Sequence[Any]) -> Any:
    """A strict built-in operator of these values."""
    if any(v is None for v in values):
        return None
    if name in ON_INTEGERS:
        result = ON_INTEGERS[name](values) if _integers(values) else None
        return result if result is not None and abs(result) <= MOST else None
    if name in ON_BITS:
        return ON_BITS[name](values) if _bits(values) else None
    if name == "at_least":
        right = isinstance(values[0], int) and _bits(values[1:])
        return int(sum(values[1:]) >= values[0]) if right else None
    return ON_ANY[name](values)


def choose(condition: Any, then: Any, otherwise: Any) -> Any:
    """The built-in ``if``, of values."""
    return then if condition == 1 else otherwise if condition == 0 else None


Operators = Mapping[str, Any]
"""What a class declares, by name: True, or a mapping with arity and meaning or table."""


def call(name: str, values: Sequence[Any], operators: Operators) -> Any:
    """An operator that a class has, of values."""
    spec = operators.get(name, True)
    if spec is True:
        return choose(*values) if name == "if" else built_in(name, values)
    if any(v is None for v in values):
        return None
    if "table" in spec:
        return next((row[-1] for row in spec["table"] if tuple(row[:-1]) == tuple(values)), None)
    return value(
        _meaning(spec["means"]),
        {"...": tuple(values), **dict(zip(PARAMETERS, values, strict=False))},
        {},
    )


@cache
def _meaning(text: str) -> Any:
    return parse(text, Reading(dict.fromkeys((*PARAMETERS, "..."), ()), None, {}))


def value(term: Any, state: Mapping[str, Any], operators: Operators) -> Any:
    match term:
        case ("name", name):
            return state[name]
        case ("value", known):
            return known if isinstance(known, str) or abs(known) <= MOST else None
        case ("when", parent, wanted, then, otherwise):
            return value(then if state[parent] == wanted else otherwise, state, operators)
        case ("table", names, rows, values):
            return values[rows.index(tuple(state[n] for n in names))]
    _, name, arguments = term
    if operators.get(name, True) is True and name == "if":
        first = value(arguments[0], state, operators)
        chosen = choose(first, arguments[1], arguments[2])
        return None if chosen is None else value(chosen, state, operators)
    if operators.get(name, True) is True and name == "case":
        wanted = value(arguments[0], state, operators)
        for label, then in zip(arguments[1:-1:2], arguments[2:-1:2], strict=True):
            known = value(label, state, operators)
            if wanted is None or known is None:
                return None
            if known == wanted:
                return value(then, state, operators)
        return None if wanted is None else value(arguments[-1], state, operators)
    given: list[Any] = []
    for argument in arguments:
        if argument == ("name", "..."):
            given.extend(state["..."])
        else:
            given.append(value(argument, state, operators))
    return call(name, given, operators)


# --- text


class Reading:
    """Which names and words an expression may have; ``words`` None: any."""

    def __init__(
        self,
        names: Mapping[str, Sequence[Value]],
        words: frozenset[str] | None,
        operators: Operators,
    ):
        self.names, self.words, self.operators = names, words, operators

    def atom(self, token: str) -> Any:
        if token in self.names:
            return "name", token
        if INTEGER.match(token):
            return "value", int(token)
        if WORD.match(token) and (self.words is None or token in self.words):
            return "value", token
        raise Bad(token)


def parse(text: str, reading: Reading) -> Any:
    tokens = re.findall(r"[()]|[^\s()]+", text)
    term, rest = _term(tokens, reading)
    if rest:
        raise Bad(text)
    return term


def _term(tokens: list[str], reading: Reading) -> tuple[Any, list[str]]:
    if not tokens or tokens[0] == ")":
        raise Bad("ends early")
    if tokens[0] != "(":
        return reading.atom(tokens[0]), tokens[1:]
    if len(tokens) > 2 and tokens[2] == ")" and tokens[1] not in "()":
        return reading.atom(tokens[1]), tokens[3:]
    name, rest = (tokens[1:2] or [""])[0], tokens[2:]
    arguments = []
    while rest and rest[0] != ")":
        argument, rest = _term(rest, reading)
        arguments.append(argument)
    if not rest or not arguments:
        raise Bad(name)
    return _made(name, arguments, reading), rest[1:]


def _made(name: str, arguments: list[Any], reading: Reading) -> Any:
    spec = reading.operators.get(name, True)
    if name == "when" and spec is True:
        right = len(arguments) == 4 and arguments[0][0] == "name" and arguments[1][0] == "value"
        if not right or arguments[1][1] not in reading.names[arguments[0][1]]:
            raise Bad(name)
        return "when", arguments[0][1], arguments[1][1], *arguments[2:]
    if name == "table":
        return _table(arguments, reading)
    if spec is not True:
        right = spec["arity"] in ("many", len(arguments))
    elif name in FIXED:
        right = len(arguments) == FIXED[name]
    elif name == "case":
        right = len(arguments) >= 4 and len(arguments) % 2 == 0
    else:
        right = name in (*MANY, "at_least", "count") and len(arguments) >= 1 + (name not in MANY)
    if not right and not (
        arguments[-1] == ("name", "...") and name in (*MANY, "at_least", "count")
    ):
        raise Bad(name)
    return "call", name, tuple(arguments)


def _table(arguments: list[Any], reading: Reading) -> Any:
    names = tuple(a[1] for a in arguments if a[0] == "name")
    values = tuple(a[1] for a in arguments if a[0] == "value")
    combinations = list(product(*(reading.names[n] for n in names)))
    first = all(a[0] == "name" for a in arguments[: len(names)])
    if not first or len(names) + len(values) != len(arguments) or len(set(names)) < len(names):
        raise Bad("table")
    if len(values) != len(combinations):
        raise Bad("table")
    return "table", names, combinations, values


def mentioned(term: Any) -> set[str]:
    match term:
        case ("name", name):
            return {name}
        case ("value", _):
            return set()
        case ("when", parent, _, then, otherwise):
            return {parent} | mentioned(then) | mentioned(otherwise)
        case ("table", names, _, _):
            return set(names)
    return set().union(*(mentioned(a) for a in term[2]))


def text(term: Any) -> str:
    match term:
        case ("name" | "value", atom):
            return str(atom)
        case ("when", parent, wanted, then, otherwise):
            return f"(when {parent} {wanted} {text(then)} {text(otherwise)})"
    return f"({term[1]} {' '.join(text(a) for a in term[2])})"


# --- every tree of a grammar

Tree = tuple[tuple[int, ...], int, frozenset[str], Table, Any]
"""Sequence of ranks, depth, names that are mentioned, values on every combination, the term."""


class Grammar:
    """A grammar on parents: every tree of each size, or (``once``) one tree per function.

    One tree per function, mentioned names, size and depth is enough if least arguments make least
    trees; the tests compare the two ways where listing all trees is possible.
    """

    def __init__(
        self,
        grammar: Mapping[str, Any],
        parents: Mapping[str, Sequence[Value]],
        target: Sequence[Value],
        *,
        once: bool,
        limit: int = 150_000,
    ):
        self.operators: Operators = dict(grammar["operators"])
        self.parents, self.once, self.limit = parents, once, limit
        self.size, self.depth = grammar["max_size"], grammar.get("max_depth")
        constants = grammar.get("constants", [])
        self.constants: list[Value] = list(target if constants == "own" else constants)
        order = [name for name in self.operators if not self._is_when(name)]
        order += [name for name in self.operators if self._is_when(name)]
        self.rank: dict[Any, int] = {("operator", name): i + 1 for i, name in enumerate(order)}
        for name in parents:
            self.rank[name] = len(self.rank) + 1
        for known in self.constants:
            self.rank.setdefault(("constant", known), len(self.rank) + 1)
        self.states = [dict(zip(parents, row, strict=True)) for row in product(*parents.values())]
        self.by_size: list[list[Tree]] = [[]]
        self.seen: set[Any] = set()
        made = 0
        for size in range(1, self.size + 1):
            trees: Iterator[Tree] = self._atoms() if size == 1 else self._larger(size)
            kept: dict[Any, Tree] = {}
            for tree in trees:
                made += 1
                if made > limit:
                    raise TooLarge("trees of a grammar")
                if self.depth is not None and tree[1] > self.depth:
                    continue
                key = (tree[2], tree[3], tree[1] if self.depth else 0) if self.once else made
                if self.once and not self.depth and key in self.seen:
                    continue
                if key not in kept or tree[0] < kept[key][0]:
                    kept[key] = tree
            self.seen.update(kept)
            self.by_size.append(list(kept.values()))

    def _is_when(self, name: str) -> bool:
        return name == "when" and self.operators[name] is True

    def _atoms(self) -> Iterator[Tree]:
        for name in self.parents:
            yield (
                (self.rank[name],),
                1,
                frozenset([name]),
                tuple(s[name] for s in self.states),
                ("name", name),
            )
        for known in self.constants:
            rank = (self.rank["constant", known],)
            yield rank, 1, frozenset(), (known,) * len(self.states), ("value", known)

    def _larger(self, size: int) -> Iterator[Tree]:
        for name, spec in self.operators.items():
            if self._is_when(name):
                yield from self._whens(size)
                continue
            many = name in MANY if spec is True else spec["arity"] == "many"
            arity = None if many else FIXED[name] if spec is True else spec["arity"]
            for arguments in self._arguments(size - 1, arity, many):
                rank = (
                    self.rank["operator", name],
                    *(r for a in arguments for r in a[0]),
                    *([0] if many else []),
                )
                table = tuple(
                    call(name, values, self.operators)
                    for values in zip(*(a[3] for a in arguments), strict=True)
                )
                depth = 1 + max(a[1] for a in arguments)
                names = frozenset().union(*(a[2] for a in arguments))
                yield rank, depth, names, table, ("call", name, tuple(a[4] for a in arguments))

    def _arguments(
        self, size: int, arity: int | None, many: bool, least: tuple[int, ...] = ()
    ) -> Iterator[Any]:
        """Trees of this total size; arguments of an operator of any number ascend."""
        if size == 0:
            if not arity:
                yield ()
            return
        if arity == 0:
            return
        for first in range(1, size + 1):
            for tree in self.by_size[first]:
                if not many or tree[0] >= least:
                    for rest in self._arguments(size - first, arity and arity - 1, many, tree[0]):
                        yield (tree, *rest)

    def _whens(self, size: int) -> Iterator[Tree]:
        for parent, values in self.parents.items():
            after = [v for v in values if ("constant", v) not in self.rank]
            for wanted in values:
                rank = self.rank.get(("constant", wanted))
                place = rank if rank is not None else len(self.rank) + 1 + after.index(wanted)
                for then, other in self._arguments(size - 3, 2, False) if size >= 5 else ():
                    start = (self.rank["operator", "when"], self.rank[parent], place)
                    table = tuple(
                        a if s[parent] == wanted else b
                        for s, a, b in zip(self.states, then[3], other[3], strict=True)
                    )
                    names = frozenset([parent]) | then[2] | other[2]
                    term = ("when", parent, wanted, then[4], other[4])
                    yield (
                        (*start, *then[0], *other[0]),
                        1 + max(then[1], other[1]),
                        names,
                        table,
                        term,
                    )

    def functions(self, target: Sequence[Value]) -> dict[Table, tuple[int, str]]:
        """Tables (first parent slowest) on exactly these parents: least size, least expression."""
        least: dict[Table, Any] = {}
        for size, trees in enumerate(self.by_size):
            for rank, depth, names, table, term in trees:
                if names == frozenset(self.parents) and all(v in target for v in table):
                    key = (size, depth if self.depth else 0, rank)
                    if table not in least or key < least[table][0]:
                        least[table] = (key, text(term))
        sizes = [len(v) for v in self.parents.values()]
        return {t: (k[0], e) for t, (k, e) in least.items() if all_matter(t, sizes)}


def all_matter(table: Sequence[Any], sizes: Sequence[int]) -> bool:
    """Does every argument of a table matter?"""
    rows = list(product(*(range(n) for n in sizes)))
    for place in range(len(sizes)):
        groups: dict[Any, set[Any]] = {}
        for row, known in zip(rows, table, strict=True):
            groups.setdefault(row[:place] + row[place + 1 :], set()).add(known)
        if all(len(g) == 1 for g in groups.values()):
            return False
    return True
