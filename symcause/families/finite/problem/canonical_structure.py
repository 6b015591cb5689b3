"""The canonical structure of a finite problem, and of its gold: what is left if names do not matter.

Variables may be renamed, rows, worlds and queries reordered. Values keep theirs, and their order: operators
and named functions look at it. So does every name of an operator.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product

from symcause.families.finite.models.compiled_answers import AnswerFault, compiled
from symcause.families.finite.models.finite_values import Value
from symcause.families.finite.models.mechanism_class import FiniteClass, MechanismClass
from symcause.families.finite.problem.class_description import describe_class
from symcause.families.finite.problem.problem import EdgeQuery, FiniteProblem, FiniteWorld, Query
from symcause.isomorphism.knowledge_structure import knowledge_parts
from symcause.isomorphism.symbol_structure import Link, Part, Symbol, bag, row
from symcause.isomorphism.value_symbols import ValueSymbols
from symcause.mechanisms.tables.table_functions import TableFunction


def structure(problem: FiniteProblem, *, gold: bool = False) -> Part | None:
    """What is told, or what is true."""
    return _gold(problem) if gold else bag("finite", _told(problem))


def _told(problem: FiniteProblem) -> Iterator[Part]:
    disclosure = problem.disclosure
    yield from (_variable(problem, name) for name in problem.variables)
    yield Part(f"{disclosure.setting} {disclosure.size_of_root_set} {problem.task}")
    if disclosure.roots is not None:
        yield bag("roots", map(Symbol, disclosure.roots))
    if disclosure.order is not None:
        yield row("order", map(Symbol, disclosure.order))
    if disclosure.blocks is not None:
        yield row("blocks", [bag("", map(Symbol, block)) for block in disclosure.blocks])
    symbols = ValueSymbols({one.name: range(len(one.values)) for one in problem.domains})
    yield from knowledge_parts(problem.knowledge, symbols)
    yield from (_world(problem, world) for world in problem.training)
    yield from (_query(query) for query in problem.queries)


def _variable(problem: FiniteProblem, name: str) -> Part:
    """A variable with its values in order, and with its class where it may have a mechanism."""
    values, declared = list(problem.domain(name).values), problem.model_class.of(name)
    if name in (problem.disclosure.roots or ()):
        declared = MechanismClass()
    links: list[Link] = [("", Symbol(name))]
    if declared.candidates is not None:
        links.append(("candidates", bag("", map(Symbol, declared.candidates))))
    return Part(f"{json.dumps(values)} {_class(declared)}", tuple(links))


def _class(declared: MechanismClass) -> str:
    """A class of which the order says nothing: candidates are no part of it."""
    grammar = declared.grammar
    if grammar is not None and grammar.constants != "own":
        constants = tuple(sorted(set(grammar.constants), key=lambda one: (str(type(one)), one)))
        grammar = replace(grammar, constants=constants)
    plain = replace(
        declared, candidates=None, grammar=grammar, functions=tuple(sorted({*declared.functions}))
    )
    return json.dumps(describe_class(FiniteClass(plain)), sort_keys=True)


def _world(problem: FiniteProblem, world: FiniteWorld) -> Part:
    rows = []
    for line in world.rows:
        cells = zip(problem.variables, line, strict=True)
        rows.append(
            Part("row", tuple((cell, Symbol(name)) for name, cell in cells if cell is not None))
        )
    return bag("world", [bag("targets", map(Symbol, world.targets)), *rows])


def _query(query: Query) -> Part:
    if isinstance(query, EdgeQuery):
        return row("edge", map(Symbol, query.edge))
    done, seen = _settings("do", query.do), _settings("given", query.given)
    return Part("query", (("of", Symbol(query.of)), *done, *seen))


def _settings(label: str, values: Mapping[str, Value]) -> list[Link]:
    return [(f"{label} {json.dumps(value)}", Symbol(name)) for name, value in values.items()]


def _gold(problem: FiniteProblem) -> Part | None:
    """Roots and functions, line by line; None without gold that is a model."""
    if problem.gold is None:
        return None
    try:
        model = compiled(problem, problem.gold)
    except AnswerFault:
        return None
    declared = [
        Part(json.dumps(list(one.values)), (("", Symbol(one.name)),)) for one in problem.domains
    ]
    functions = [
        bag("function", _lines(problem, name, function))
        for name, function in model.functions.items()
    ]
    return bag("model", [*declared, bag("roots", map(Symbol, model.roots)), *functions])


def _lines(problem: FiniteProblem, name: str, function: TableFunction) -> Iterator[Part]:
    sizes = [range(len(problem.domain(parent).values)) for parent in function.parents]
    for positions in product(*sizes):
        state = dict(zip(function.parents, positions, strict=True))
        cells = [(f"of {at}", Symbol(parent)) for parent, at in state.items()]
        yield Part("line", (*cells, (f"gives {function(state)}", Symbol(name))))
