"""Grammars of finite worlds as terms for ``proofs/``: values become numbers, operators tables.

The values of all variables are numbered together from 1, and 0 is "no value". A table has the outputs for
all arguments that expressions of the grammar can have: values by the size of the smallest expression with
that value, larger ones made of smaller ones. Arguments that it does not list have no value.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from symcause.errors import UsageError
from symcause.families.finite.bounds import PROVED_OUTPUTS
from symcause.families.finite.models.builtin_operators import Maybe
from symcause.families.finite.models.finite_values import Value
from symcause.families.finite.models.mechanism_class import DeclaredOperator, Grammar
from symcause.families.finite.verifier.expression_closure import Outputs
from symcause.kernel.exports.coq_terms import Made, Term
from symcause.kernel.work import Work


def grammar_term(
    grammar: Grammar, name: str, own: tuple[Value, ...], domains: tuple[tuple[Value, ...], ...]
) -> Made:
    """The functions of a variable that has the values *own*, of all *domains*."""
    if grammar.max_depth is not None:
        raise UsageError("the proofs know no bound on the depth of finite expressions", value=name)
    if any(one.built_in and one.name == "when" for one in grammar.operators):
        raise UsageError("the proofs do not know the operator", value="when")
    constants = own if grammar.constants == "own" else grammar.constants
    numbers: dict[Maybe, int] = {None: 0}
    fresh = count(1)
    for value in (*constants, *own, *(value for domain in domains for value in domain)):
        if value not in numbers:
            numbers[value] = next(fresh)
    sizes: dict[Maybe, int] = dict.fromkeys((*constants, *(v for d in domains for v in d)), 1)
    tables = _tables(grammar, sizes)
    for value in sizes:
        if value not in numbers:
            numbers[value] = next(fresh)
    operators: list[Term] = [
        {
            "arities": [*_arities(operator, grammar.max_size)],
            "table": [
                ([numbers[value] for value in arguments], numbers[output])
                for arguments, output in table.items()
                if output is not None
            ],
        }
        for operator, table in zip(grammar.operators, tables, strict=True)
    ]
    data: dict[str, Term] = {
        "operators": operators,
        "constants": [numbers[value] for value in constants],
        "biggest": grammar.max_size,
        "values": [[numbers[value] for value in domain] for domain in domains],
    }
    return Made("Spoken", "spoken", (data, [numbers[value] for value in own]))


def _arities(operator: DeclaredOperator, most: int) -> range:
    """The numbers of arguments that fit into the largest expression."""
    if operator.arity is None:
        return range(1, most)
    return range(operator.arity, operator.arity + (operator.arity < most))


def _tables(
    grammar: Grammar, sizes: dict[Maybe, int]
) -> list[dict[tuple[Maybe, ...], Maybe]]:
    """What each operator makes of the values that can stand in it; *sizes* grows by new values."""
    work = Work()
    made = [Outputs(operator, work) for operator in grammar.operators]
    for size in range(2, grammar.max_size + 1):
        for operator, outputs in zip(grammar.operators, made, strict=True):
            known = dict(sizes)
            for arity in _arities(operator, grammar.max_size):
                for arguments in _arguments(known, arity, size - 1):
                    sizes.setdefault(outputs[arguments], size)
                    if len(outputs) > PROVED_OUTPUTS:
                        raise UsageError(
                            f"the proofs take tables of at most {PROVED_OUTPUTS:,} outputs",
                            value=operator.name,
                        )
    return [dict(outputs) for outputs in made]


def _arguments(
    sizes: dict[Maybe, int], arity: int, total: int
) -> Iterator[tuple[Maybe, ...]]:
    """Values whose sizes add up."""
    if arity == 0:
        yield from [()] * (total == 0)
        return
    for value, size in sizes.items():
        if size <= total - arity + 1:
            yield from ((value, *rest) for rest in _arguments(sizes, arity - 1, total - size))
