"""Boolean models from Python objects: texts, functions, truth tables, a graph with tables."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from typing import Any

from symcause.errors import KindError, LimitError, ProblemError, SymcauseError
from symcause.families.boolean.models.functions import (
    MAX_MENTIONED,
    Function,
    compile_expression,
    reduce,
)
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.grammar.mechanisms.mechanism_parser import parse_any
from symcause.models.variable_names import WORDS, natural

Table = tuple[Sequence[str], Sequence[int] | int]
"""Parents, and the outputs: for the patterns 00…0, 10…0, 01…0, … (the first parent changes fastest)."""

Mechanism = str | Callable[..., object] | Table | Function


def model_of(
    mechanisms: Mapping[str, Mechanism] | Any, roots: Iterable[str] | None, tables: Any = None
) -> BooleanSCM:
    """The model; a graph of networkx takes its mechanisms from *tables*, over its own parents."""
    if hasattr(mechanisms, "predecessors"):
        return _of_graph(mechanisms, tables or {}, roots)
    if not isinstance(mechanisms, Mapping):
        raise KindError("mechanisms are a mapping by variable", value=mechanisms)
    functions = {str(name): function_of(name, given) for name, given in mechanisms.items()}
    mentioned = {parent for function in functions.values() for parent in function.parents}
    named = natural(mentioned - set(functions)) if roots is None else tuple(roots)
    for name in (*named, *mentioned):
        if name in named and name in functions:
            raise ProblemError("a root has no mechanism", place=f"mechanisms.{name}")
        if name not in named and name not in functions:
            raise ProblemError(
                "neither a root nor a variable with a mechanism",
                value=name,
                remedy="add it to roots",
            )
    model = BooleanSCM(named, functions)
    _ = model.order  # raises where the mechanisms form a cycle
    return model


def _of_graph(graph: Any, tables: Mapping[str, Any], roots: Iterable[str] | None) -> BooleanSCM:
    """Nodes without parents are roots; the parents of the others in natural order."""
    nodes = [str(node) for node in graph.nodes]
    free = (
        {node for node in nodes if not list(graph.predecessors(node))}
        if roots is None
        else set(roots)
    )
    mechanisms: dict[str, Mechanism] = {}
    for node in nodes:
        if node in free:
            continue
        given = tables.get(node, graph.nodes[node].get("mechanism"))
        if given is None:
            raise ProblemError("no mechanism", place=f"tables.{node}", remedy="give its outputs")
        parents = natural(map(str, graph.predecessors(node)))
        plain = isinstance(given, str) or callable(given) or isinstance(given, Function)
        mechanisms[node] = given if plain or _is_table(given) else (parents, given)
    return model_of(mechanisms, natural(free))


def _is_table(given: Any) -> bool:
    """Parents and outputs, rather than outputs alone."""
    return isinstance(given, tuple) and len(given) == 2 and not isinstance(given[0], int)


def function_of(name: str, given: Mechanism) -> Function:
    """One mechanism. Raises ProblemError that names it."""
    try:
        if isinstance(given, Function):
            return given
        if isinstance(given, str):
            return compile_expression(parse_any(given, operators=WORDS, constants=True))
        if callable(given):
            named = tuple(inspect.signature(given).parameters)
            return _tabulated(named, lambda row: given(*row))
        if not isinstance(given, tuple | list) or len(given) != 2:
            remedy = '"!X1 & X2", lambda X1, X2: ..., or (["X1", "X2"], [0, 1, 0, 0])'
            raise KindError("neither a text, a function nor a table", value=given, remedy=remedy)
        parents, outputs = given
        return _of_table(tuple(parents), outputs)
    except SymcauseError as error:
        raise error.at(place=f"mechanisms.{name}") from None


def _of_table(parents: tuple[str, ...], outputs: Sequence[int] | int) -> Function:
    if isinstance(outputs, int):
        if outputs >> (1 << len(parents)):
            raise ProblemError("the table has more bits than there are patterns", value=outputs)
        return _tabulated(
            parents, lambda row: outputs >> sum(b << j for j, b in enumerate(row)) & 1
        )
    listed = [int(bit) for bit in outputs]
    if len(listed) != 1 << len(parents) or set(listed) - {0, 1}:
        raise ProblemError(
            f"the table of {len(parents)} parents has {1 << len(parents)} bits", value=outputs
        )
    return _tabulated(parents, lambda row: listed[sum(b << j for j, b in enumerate(row))])


def _tabulated(parents: tuple[str, ...], output: Callable[[tuple[int, ...]], object]) -> Function:
    """The function in canonical form, run on every pattern."""
    if len(parents) > MAX_MENTIONED:
        raise LimitError(
            f"more than {MAX_MENTIONED} parents", remedy="give the mechanism as a text"
        )
    ordered = natural(parents)
    at = [ordered.index(parent) for parent in parents]
    table = 0
    for pattern in product((0, 1), repeat=len(parents)):
        result = output(tuple(pattern[i] for i in at))
        if result not in (0, 1):
            raise ProblemError("a mechanism gives 0 or 1", value=result)
        if result:
            table |= 1 << sum(bit << j for j, bit in enumerate(pattern))
    return reduce(ordered, table)
