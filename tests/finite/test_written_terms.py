"""The verifier's word on whether a term is of a grammar, against what stands in the term, all of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from types import SimpleNamespace
from typing import cast

from symcause.families.finite.models.mechanism_class import Grammar
from symcause.families.finite.models.terms import Constant, Name, Operation, Table, Term
from symcause.families.finite.verifier.member_check import _is_written

OPERATORS = {
    "f": SimpleNamespace(built_in=False),
    "h": SimpleNamespace(built_in=True),
    "when": SimpleNamespace(built_in=True),
}
GRAMMAR = cast(Grammar, SimpleNamespace(named=OPERATORS.get))
LEAVES: tuple[Term, ...] = (Name("A"), Constant(0), Constant(1), Table(("A",), (0, 1)))


def _parts(term: Term) -> Iterator[object]:
    """What has to be in the grammar: operators, constants, and a table, which never is."""
    match term:
        case Constant(value):
            yield value
        case Table():
            yield term
        case Operation(name, arguments):
            yield name
            compared = (
                2 if name == "when" else 0
            )  # a variable and the value that it is compared with
            for one in arguments[compared:]:
                yield from _parts(one)


def _terms() -> Iterator[Term]:
    yield from LEAVES
    pairs = [Operation(name, pair) for name in "fgh" for pair in product(LEAVES, repeat=2)]
    yield from pairs
    for one, other in product((*LEAVES, *pairs[:16]), repeat=2):
        yield Operation("f", (one, other))
        yield Operation("when", (Name("A"), Constant(1), one, other))


def test_a_term_is_written_if_all_that_stands_in_it_is_of_the_grammar() -> None:
    seen = set[bool]()
    for constants in ((), (0,), (0, 1)):
        wanted = {*OPERATORS, *constants}
        for term in _terms():
            expected = all(part in wanted for part in _parts(term) if not isinstance(part, Table))
            expected &= not any(isinstance(part, Table) for part in _parts(term))
            assert _is_written(term, GRAMMAR, constants) is expected, term
            seen.add(expected)
    assert seen == {True, False}
