"""Linear models from Python objects: texts, sympy expressions, functions, a graph."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from symcause.errors import KindError, ProblemError, SymcauseError, did_you_mean
from symcause.families.linear.models.crystals import CrystalModel
from symcause.formats.python_rows import as_written
from symcause.grammar.equations.equation_parser import names_in, parse_equation
from symcause.grammar.equations.equation_sympy import from_sympy
from symcause.models.equations import Equation
from symcause.models.variable_names import NAME, natural

Mechanism = str | int | float | Decimal | Fraction | Equation | Callable[..., object] | Any
"""A text, a base without parents, an equation, a function of its parents, a sympy expression."""


def model_of(
    equations: Mapping[str, Mechanism] | Any, variables: Iterable[str] | None
) -> CrystalModel:
    """The model; a graph of networkx has its equations as ``equation`` of the nodes."""
    graph: Any = equations
    if hasattr(graph, "predecessors"):
        named = {str(node): _of_node(graph, node) for node in graph.nodes}
        return model_of(named, list(named) if variables is None else variables)
    if not isinstance(equations, Mapping):
        raise KindError("equations are a mapping by variable", value=equations)
    known = None if variables is None else tuple(variables)
    found = {str(name): equation_of(str(name), given, known) for name, given in equations.items()}
    used = {name for _, mentioned in found.values() for name in mentioned}
    names = (*natural(used - set(found)), *found) if known is None else known
    for name in (*found, *natural(used), *names):
        if NAME.fullmatch(name) is None:
            raise ProblemError("not a variable name", place="equations", value=name)
        if name not in names:
            raise ProblemError(
                "not among the variables", value=name, remedy=did_you_mean(name, names)
            )
    return CrystalModel.of(
        {name: found[name][0] if name in found else Equation() for name in names}
    )


def equation_of(
    name: str, given: Mechanism, known: tuple[str, ...] | None = None
) -> tuple[Equation, tuple[str, ...]]:
    """One equation and the names that it mentions. Raises ProblemError that names it."""
    try:
        if isinstance(given, str):
            mentioned = names_in(given)
            return parse_equation(given, known or (*mentioned, name), target=name), mentioned
        equation = _of_value(given)
    except SymcauseError as error:
        raise error.at(place=f"equations.{name}") from None
    if name in equation.parents:
        raise ProblemError(f"{name} in its own equation", place=f"equations.{name}")
    return equation, equation.parents


def _of_value(given: Any) -> Equation:
    if isinstance(given, Equation):
        return given
    if isinstance(given, int | float | Decimal | Fraction):
        return Equation(as_written(given))
    if hasattr(given, "free_symbols") or not callable(given):
        return from_sympy(given)
    import sympy

    named = tuple(inspect.signature(given).parameters)
    try:
        result = given(*map(sympy.Symbol, named))
    except TypeError as error:  # a condition on a parent, say
        raise ProblemError(f"no polynomial of its parents: {error}") from None
    return from_sympy(result)


def _of_node(graph: Any, node: Any) -> Mechanism:
    """Its equation; the parents must be those of the graph."""
    parents = natural(map(str, graph.predecessors(node)))
    given = graph.nodes[node].get("equation", None if parents else 0)
    if given is None:
        raise ProblemError(
            "no equation", place=f"nodes.{node}", remedy='give it as "equation" of the node'
        )
    equation, _ = equation_of(str(node), given)
    if natural(equation.parents) != parents:
        raise ProblemError(
            f"the graph has the parents {', '.join(parents) or 'none'}",
            place=f"nodes.{node}",
            value=str(equation),
        )
    return equation
