"""The canonical structure of a linear problem, and of its gold: what is left if names do not matter.

Variables may be renamed and records reordered; the chain is a sequence.
"""

from __future__ import annotations

from symcause.families.linear.files.document_writer import write_linear
from symcause.families.linear.problem.problem import LinearProblem
from symcause.isomorphism.document_structure import DocumentKeys
from symcause.isomorphism.knowledge_structure import knowledge_parts
from symcause.isomorphism.symbol_structure import Part, Symbol, bag
from symcause.isomorphism.value_symbols import ValueSymbols
from symcause.models.equations import State
from symcause.models.exact_numbers import print_number

_KEYS = DocumentKeys(
    names=("variables", "target", "controllable", "nodes", "unobserved"),
    keyed=("values", "intervene", "weight"),
    unordered=("variables", "controllable", "records", "nodes", "unobserved"),
)
_UNTOLD = ("format", "id", "metadata", "gold", "episode", "knowledge")


def structure(problem: LinearProblem, *, gold: bool = False) -> Part | None:
    """What is told, or what is true."""
    return _gold(problem) if gold else _problem(problem)


def _problem(problem: LinearProblem) -> Part:
    """Readings, what was done, and the class."""
    parts = {key: value for key, value in write_linear(problem).items() if key not in _UNTOLD}
    parts["records"] = [{"values": _numbers(record.values)} for record in problem.records]
    if (hidden := problem.hidden) is not None:
        parts["hidden"] = {
            "disturbances": [print_number(value) for value in hidden.values],
            "weight": _numbers(hidden.weights) if hidden.weights else {},
            "common": print_number(hidden.weight),
            "nodes": None if hidden.nodes is None else list(hidden.nodes),
            "initial": print_number(hidden.initial),
        }
    symbols = ValueSymbols(dict.fromkeys(problem.variables, ()))
    return bag("linear", [_KEYS.part(parts), *knowledge_parts(problem.knowledge, symbols)])


def _gold(problem: LinearProblem) -> Part | None:
    """The true equations with the target, without names; None without them."""
    if problem.gold is None:
        return None
    equations = [
        Part(
            f"equation {print_number(equation.base)}",
            (
                ("of", Symbol(name)),
                *[
                    (f"{print_number(effect.linear)} {print_number(effect.square)}", Symbol(parent))
                    for parent, effect in equation.effects
                ],
            ),
        )
        for name, equation in problem.gold.equations.items()
    ]
    variables = bag("variables", map(Symbol, problem.variables))
    return bag("gold", [variables, bag("target", (Symbol(problem.target),)), *equations])


def _numbers(values: State) -> dict[str, str]:
    return {name: print_number(value) for name, value in values.items()}
