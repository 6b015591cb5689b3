"""HypoSpace sets: observations of a hidden graph or of a hidden formula, one problem for each set.

*Causal*: a node is on if it is perturbed or some parent is; ``Perturb(X)`` says which others came on, and
the row shows X on, too. *Boolean*: rows of a table of ``child`` over inputs, and formulas up to a depth.
How many the program counts stands in ``metadata``; its bound on the edges of a graph is not in the class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from symcause.errors import ProblemError, did_you_mean
from symcause.families.finite.bounds import SET_DEPTH
from symcause.families.finite.files.document import read_finite
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.formats.pools.foreign_values import Placed
from symcause.formats.pools.json_documents import Document

SETS = "datasets_by_n_observations"
"""The key of a file of sets."""

CHILD = "child"

_TRUE = 0b11
"""The constant 1 as a column of values for the input 1 and the input 0; the input itself is 0b10."""

_OPERATORS: dict[str, tuple[int, str, Callable[[int, int], int]]] = {
    "AND": (2, "(and a b)", lambda a, b: a & b),
    "OR": (2, "(or a b)", lambda a, b: a | b),
    "XOR": (2, "(xor a b)", lambda a, b: a ^ b),
    "NAND": (2, "(not (and a b))", lambda a, b: _TRUE ^ (a & b)),
    "NOR": (2, "(not (or a b))", lambda a, b: _TRUE ^ (a | b)),
    "NOT": (1, "(not a)", lambda a, _: _TRUE ^ a),
}
"""Of each operator how many arguments it takes, what it means, and its column."""


def read_set(document: Mapping[str, object], file: str | None = None) -> FiniteProblem:
    """The problem of one set of observations."""
    stored = Placed(document)
    name, seen = stored["observation_set_id"].text(), stored["observations"].parts()
    if stored["nodes"]:
        return read_finite(_causal(stored, name, seen), file)
    if stored["operators"]:
        return read_finite(_boolean(stored, name, seen), file)
    raise ProblemError(
        "neither a causal nor a Boolean set", place="nodes", remedy="other sets are not read"
    )


def sets_of(documents: Iterator[Document]) -> Iterator[Document]:
    """The sets in a file, with their places.

    >>> file = Document({SETS: {"1": ["a", "b"], "2": ["c"]}}, "n.json")
    >>> [(one.place, one.value) for one in sets_of(iter([file]))][1:]
    [("datasets_by_n_observations.'1'[1]", 'b'), ("datasets_by_n_observations.'2'[0]", 'c')]
    """
    for document in documents:
        stored = Placed(document.value)[SETS]
        for sets in stored.entries().values():
            yield from (Document(one.value, document.file, one.place) for one in sets.parts())


def _causal(stored: Placed, key: str, seen: list[Placed]) -> dict[str, object]:
    nodes = stored["nodes"].texts()
    worlds = dict[str, dict[str, object]]()
    for one in seen:
        perturbed = _known(one["perturbed_node"], nodes)
        effects = {node: _bit(one["effects"][node]) for node in nodes}
        row = [1 if node == perturbed else effects[node] for node in nodes]
        name = f"perturb_{perturbed}"
        if name in worlds:  # once more
            name += f"_{len(worlds)}"
        worlds[name] = {"id": name, "do": {perturbed: 1}, "rows": [row]}
    return {
        **_head(f"causal-{len(nodes)}-{key}", nodes, stored["n_compatible_graphs"]),
        "setting": "hidden-order",
        "roots": [],
        "class": {"functions": "disjunctive"},
        "worlds": list(worlds.values()),
    }


def _boolean(stored: Placed, name: str, seen: list[Placed]) -> dict[str, object]:
    inputs, depth = stored["variables"].texts(), stored["max_depth"].integer()
    if not 0 <= depth <= SET_DEPTH:
        raise ProblemError(
            "too deep", place="max_depth", value=depth, remedy=f"read up to {SET_DEPTH}"
        )
    operators = {}
    for operator in stored["operators"].parts():
        arity, meaning, _ = _OPERATORS[_known(operator, _OPERATORS)]
        operators[operator.text()] = {"arity": arity, "means": meaning}
    rows = [[*(_bit(one["inputs"][v]) for v in inputs), _bit(one["output"])] for one in seen]
    grammar = {
        "max_size": 2 ** (depth + 1) - 1,
        "max_depth": depth + 1,
        "constants": constants(operators, depth),
        "operators": operators,
    }
    head = _head(f"boolean-{depth}-{name}", (*inputs, CHILD), stored["n_compatible_expressions"])
    return {
        **head,
        "setting": "ordered",
        "roots": list(inputs),
        "order": [*inputs, CHILD],
        "class": {"grammar": grammar},
        "worlds": [{"id": "crosses", "assigned": list(inputs), "rows": rows}],
    }


def constants(operators: Iterable[str], depth: int) -> list[int]:
    """The constants that formulas of this depth come to: a formula may mention an input that is idle.

    A constant formula stays one, as deep, with one input in place of all. As constants of a grammar these
    add no function that has inputs: an operator with a constant comes to a constant, its argument, or NOT
    of it. If they make the other constant, which no formula of this depth comes to, no grammar will do.

    >>> constants(["AND", "OR"], 2), constants(["AND", "OR", "NOT"], 2), constants(["XOR"], 1)
    ([], [0, 1], [0])
    """
    meant = _columns(operators, depth, {0b10}) & {0, _TRUE}
    if meant != _columns(operators, depth, meant):
        raise ProblemError(
            "formulas of this depth come to one constant only, and a grammar with it has both",
            place="max_depth",
            value=depth,
            remedy="sets of such operators are read with another depth",
        )
    return [value for value, column in ((0, 0), (1, _TRUE)) if column in meant]


def _columns(operators: Iterable[str], depth: int, leaves: set[int]) -> set[int]:
    """The columns of all formulas over these leaves, up to a depth."""
    found = set(leaves)
    for _ in range(depth):
        found |= {_OPERATORS[name][2](a, b) for name in operators for a in found for b in found}
    return found


def _head(key: str, names: tuple[str, ...], counted: Placed) -> dict[str, object]:
    metadata: dict[str, object] = {"source": "HypoSpace"}
    if counted:
        metadata["compatible"] = counted.integer()
    return {
        "format": "symcause.finite/1",
        "id": key,
        "variables": [{"name": name, "values": [0, 1]} for name in names],
        "metadata": metadata,
    }


def _bit(stored: Placed) -> int:
    return int(stored.bit())


def _known(stored: Placed, known: tuple[str, ...] | Mapping[str, object]) -> str:
    name = stored.text()
    if name not in known:
        raise ProblemError(
            "unknown", place=stored.place, value=name, remedy=did_you_mean(name, known)
        )
    return name
