"""Grammars of finite worlds as terms for ``proofs/``: values become numbers, operators tables.

The values of all variables are numbered together from 1, and 0 is "no value". A table has the outputs for
all arguments that occur in expressions of the grammar over sets of parents that a variable may have,
argument after argument; what it does not list has no value. ``when`` is no table: it belongs to the terms.
"""

from __future__ import annotations

from itertools import chain, compress, count, permutations

from symcause.errors import UsageError
from symcause.families.finite.bounds import PROVED_OUTPUTS
from symcause.families.finite.models.builtin_operators import WHEN, Maybe
from symcause.families.finite.models.mechanism_class import DeclaredOperator, Grammar
from symcause.families.finite.models.term_values import applied
from symcause.families.finite.verifier.certificate_question import CertifiedQuestion
from symcause.families.finite.verifier.expression_closure import operator_outputs
from symcause.kernel.exports.coq_terms import Made, Term, flag

Table = dict[tuple[Maybe, ...], Maybe]


def grammar_term(question: CertifiedQuestion, grammar: Grammar, name: str) -> Made:
    """The functions that a variable may have by its grammar."""
    domains = {other: question.problem.domain(other).values for other in question.names}
    constants = domains[name] if grammar.constants == "own" else grammar.constants
    tabled = [not (one.built_in and one.name == WHEN) for one in grammar.operators]
    tables: list[Table] = [{} for _ in grammar.operators]
    for parents in question.parent_sets(name):
        over = tuple(domains[parent] for parent in parents)
        known = operator_outputs(grammar, constants, over, question.work)
        for operator, table, outputs in zip(grammar.operators, tables, known, strict=True):
            table.update(_ordered(operator, outputs))
            if len(table) > PROVED_OUTPUTS:
                what = f"the proofs take tables of at most {PROVED_OUTPUTS:,} outputs"
                raise UsageError(what, value=operator.name)
    fresh = count(1)
    numbers: dict[Maybe, int] = {None: 0}
    for value in chain(*domains.values(), constants, *map(_values, tables)):
        if value not in numbers:
            numbers[value] = next(fresh)
    operators: list[Term] = [
        {
            "arities": [*_arities(operator, grammar.max_size)],
            "table": _tree({tuple(numbers[v] for v in a): numbers[y] for a, y in table.items()}),
        }
        for operator, table in compress(zip(grammar.operators, tables, strict=True), tabled)
    ]
    most = grammar.max_depth
    data: dict[str, Term] = {
        "operators": operators,
        "constants": [numbers[value] for value in constants],
        "biggest": grammar.max_size,
        "deepest": Made("None", "0", ()) if most is None else Made("Some", "1", (most,)),
        "matching": flag(not all(tabled)),
        "values": [[numbers[value] for value in domain] for domain in domains.values()],
    }
    return Made("Spoken", "spoken", (data, [numbers[value] for value in domains[name]]))


def _values(table: Table) -> tuple[Maybe, ...]:
    return (*chain(*table), *table.values())


def _arities(operator: DeclaredOperator, most: int) -> range:
    """The numbers of arguments that fit into the largest expression."""
    if operator.arity is None:
        return range(1, most)
    return range(operator.arity, operator.arity + (operator.arity < most))


def _ordered(operator: DeclaredOperator, outputs: Table) -> Table:
    """Outputs in all orders of the arguments, where any number of them may stand."""
    known: Table = {
        arguments: output for arguments, output in outputs.items() if output is not None
    }
    if operator.arity is not None:
        return known
    orders: Table = {order: output for a, output in known.items() for order in permutations(a)}
    if not operator.built_in and any(applied(operator, a) != y for a, y in orders.items()):
        raise UsageError("the order of arguments matters to the operator", value=operator.name)
    return orders


def _tree(table: dict[tuple[int, ...], int]) -> Made:
    """A table by its first argument, then by the second, and so on."""
    after: dict[int, dict[tuple[int, ...], int]] = {}
    for arguments, output in table.items():
        if arguments:
            after.setdefault(arguments[0], {})[arguments[1:]] = output
    branches: list[Term] = [(first, _tree(rest)) for first, rest in sorted(after.items())]
    return Made("Gives", "", (table.get((), 0), branches))
