"""The canonical structure of a finite problem, and of its gold: what is left if names do not matter.

Variables may be renamed; they, rows, worlds and queries may be listed in another order. Values keep their
names and their order, for classes speak of them: thresholds count the second value, *monotone* goes by
their order, grammars have constants and operators with tables. Gold counts as the functions it writes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from symcause.families.finite.models.compiled_answers import AnswerFault, compiled
from symcause.families.finite.models.finite_values import Value
from symcause.families.finite.models.mechanism_class import Grammar, MechanismClass
from symcause.families.finite.models.term_text import print_term
from symcause.families.finite.problem.problem import (
    EdgeQuery,
    FiniteProblem,
    FiniteWorld,
    Query,
)
from symcause.isomorphism.knowledge_structure import knowledge_parts
from symcause.isomorphism.symbol_structure import Link, Part, Symbol, bag, row
from symcause.isomorphism.value_symbols import ValueSymbols


def structure(problem: FiniteProblem, *, gold: bool = False) -> Part | None:
    """What is told, or what is true."""
    return _gold(problem) if gold else _problem(problem)


def _problem(problem: FiniteProblem) -> Part:
    """What is told: variables, disclosure, class, training worlds and queries, without names."""
    symbols = ValueSymbols(dict.fromkeys(problem.variables, ()))
    return bag(
        "finite",
        [
            Part(f"task {problem.task}"),
            *_variables(problem),
            *_disclosed(problem, symbols),
            *_classes(problem),
            *knowledge_parts(problem.knowledge, symbols),
            *[_world(problem, world) for world in problem.training],
            *map(_query, problem.queries),
        ],
    )


def _gold(problem: FiniteProblem) -> Part | None:
    """Roots and functions, line by line; None without gold, or where it is no model."""
    if problem.gold is None:
        return None
    try:
        model = compiled(problem, problem.gold)
    except AnswerFault:
        return None
    parts = [*_variables(problem), bag("roots", map(Symbol, model.roots))]
    for name, function in model.functions.items():
        lines = []
        for pattern, output in enumerate(function.outputs):
            cells = [_cell("gives", name, output)]
            for parent, size in zip(function.parents, function.sizes, strict=True):
                pattern, at = divmod(pattern, size)
                cells.append(_cell("of", parent, at))
            lines.append(Part("line", tuple(cells)))
        parts.append(bag("function", lines))
    return bag("model", parts)


def _variables(problem: FiniteProblem) -> Iterator[Part]:
    for variable in problem.domains:
        yield Part(f"values {json.dumps(variable.values)}", (("", Symbol(variable.name)),))


def _disclosed(problem: FiniteProblem, symbols: ValueSymbols) -> Iterator[Part]:
    disclosure = problem.disclosure
    yield Part(f"{disclosure.setting} {disclosure.size_of_root_set}")
    if disclosure.roots is not None:
        yield symbols.group("roots", disclosure.roots)
    if disclosure.order is not None:
        yield row("order", map(Symbol, disclosure.order))
    if disclosure.blocks is not None:
        yield row("blocks", [symbols.group("", block) for block in disclosure.blocks])


def _classes(problem: FiniteProblem) -> Iterator[Part]:
    """The class of every variable, whether it is its own or shared."""
    for name in problem.variables:
        own = problem.model_class.of(name)
        candidates = own.candidates if own.candidates is not None else ()
        links: list[Link] = [("candidate", Symbol(other)) for other in candidates]
        yield Part(f"class {_stated(own)}", (("of", Symbol(name)), *links))


def _stated(own: MechanismClass) -> str:
    bounds = (own.max_parents, own.min_parents, own.candidates is not None)
    grammar = None if own.grammar is None else _grammar(own.grammar)
    return json.dumps([*bounds, sorted(own.functions), grammar])


def _grammar(grammar: Grammar) -> list[object]:
    constants = grammar.constants
    operators = []
    for one in grammar.operators:
        meaning = None if one.meaning is None else print_term(one.meaning)
        table = None if one.table is None else sorted([*map(list, one.table.items())], key=repr)
        operators.append([one.name, one.arity, meaning, table])
    return [
        grammar.max_size,
        grammar.max_depth,
        constants if isinstance(constants, str) else sorted(constants, key=repr),
        sorted(operators, key=repr),
    ]


def _world(problem: FiniteProblem, world: FiniteWorld) -> Part:
    parts = [
        Part("set", tuple(_set(world.do))),
        bag("assigned", map(Symbol, world.assigned)),
    ]
    for line in world.rows:
        cells = zip(problem.variables, line, strict=True)
        known = [_cell("", name, at) for name, at in cells if at is not None]
        parts.append(Part("row", tuple(known)))
    return bag("world", parts)


def _query(query: Query) -> Part:
    """What is asked, without its answer."""
    if isinstance(query, EdgeQuery):
        return row("edge?", map(Symbol, query.edge))
    asked = (("of", Symbol(query.of)),)
    return bag(
        "value?",
        [
            Part("", asked),
            Part("do", tuple(_set(query.do))),
            Part("given", tuple(_set(query.given))),
        ],
    )


def _set(values: Mapping[str, Value]) -> Iterator[Link]:
    for name, value in values.items():
        yield json.dumps(value), Symbol(name)


def _cell(label: str, name: str, at: int) -> Link:
    """A link to a variable, by the place of its value."""
    return f"{label},{at}", Symbol(name)
