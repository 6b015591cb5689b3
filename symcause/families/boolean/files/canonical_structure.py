"""The canonical structure of a Boolean problem, and of a model: what is left if names do not matter.

Variables may be renamed, rows and worlds reordered. If every function can be written and nothing is said
about signs, each variable may be complemented as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.operator_completeness import expresses_everything
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.isomorphism.knowledge_structure import knowledge_parts
from symcause.isomorphism.symbol_structure import Part, bag, row
from symcause.isomorphism.value_symbols import ValueSymbols

_BITS = (0, 1)


def structure(problem: BooleanProblem, *, gold: bool = False) -> Part | None:
    """What is told, or what is true."""
    return _gold(problem) if gold else _problem(problem)


def _problem(problem: BooleanProblem) -> Part:
    """What is told: disclosure, class and training worlds, without names."""
    symbols = _symbols(problem)
    return bag("boolean", [*_told(problem, symbols), *_worlds(problem, symbols)])


def _gold(problem: BooleanProblem) -> Part | None:
    """The true model, without names; None without one."""
    return (
        None if problem.gold_scm is None else model_structure(problem.gold_scm, _symbols(problem))
    )


def model_structure(model: BooleanSCM, symbols: ValueSymbols) -> Part:
    """Roots and functions, line by line."""
    parts = [symbols.declared(), symbols.group("roots", model.roots)]
    for name, function in model.functions.items():
        parts.append(bag("function", _lines(name, function, symbols)))
    return bag("model", parts)


def _lines(name: str, function: Function, symbols: ValueSymbols) -> Iterator[Part]:
    """The truth table of a function."""
    for bits in product(_BITS, repeat=len(function.parents)):
        state = dict(zip(function.parents, bits, strict=True))
        cells = [symbols.cell("of", parent, bit) for parent, bit in state.items()]
        output = int(function({parent: bool(bit) for parent, bit in state.items()}))
        yield Part("line", (*cells, symbols.cell("gives", name, output)))


def _symbols(problem: BooleanProblem) -> ValueSymbols:
    complemented = expresses_everything(problem.operators, problem.constants) and not (
        problem.knowledge and problem.knowledge.signed
    )
    return ValueSymbols(dict.fromkeys(problem.variables, _BITS), complemented)


def _told(problem: BooleanProblem, symbols: ValueSymbols) -> Iterator[Part]:
    disclosure = problem.disclosure
    yield symbols.declared()
    yield Part(str(disclosure.setting))
    yield Part(f"roots {disclosure.size_of_root_set}")
    if disclosure.roots is not None:
        yield symbols.group("roots", disclosure.roots)
    if disclosure.order is not None:
        yield row("order", [symbols.group("", (name,)) for name in disclosure.order])
    if disclosure.blocks is not None:
        yield row("blocks", [symbols.group("", block) for block in disclosure.blocks])
    operators = "everything" if symbols.exchanged else " ".join(sorted(problem.operators))
    constants = "" if symbols.exchanged else problem.constants
    yield Part(f"class {operators} {constants} {problem.max_parents} {problem.errors}")
    yield symbols.group("latent", problem.latent)
    if problem.reference_scm is not None:
        yield model_structure(problem.reference_scm, symbols)
    yield from knowledge_parts(problem.knowledge, symbols)


def _worlds(problem: BooleanProblem, symbols: ValueSymbols) -> Iterator[Part]:
    for world in problem.training:
        yield bag(
            "world", [symbols.group("targets", world.targets), *_rows(problem, world, symbols)]
        )


def _rows(problem: BooleanProblem, world: World, symbols: ValueSymbols) -> Iterator[Part]:
    for line in world.rows:
        cells = zip(problem.variables, line, strict=True)
        yield Part("row", tuple(symbols.cell("", name, bit) for name, bit in cells if bit != "?"))
