"""Catalogues of declared classes: the numbers of the reference, limits, and what is shared."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import prod
from typing import Any

import numpy as np
import pytest

from symcause.errors import LimitError
from symcause.families.finite.catalogue import class_catalogue, closure_ledger, grammar_closure
from symcause.families.finite.catalogue.class_catalogue import catalogue_of, most_parents
from symcause.families.finite.catalogue.grammar_closure import Closure
from symcause.families.finite.catalogue.named_functions import monotone_functions, named_functions
from symcause.families.finite.files.document import read_finite
from symcause.families.finite.models.mechanism_class import DeclaredOperator, Grammar
from symcause.families.finite.models.term_text import print_term
from symcause.families.finite.models.terms import Constant, Name, Operation
from symcause.mechanisms.tables.table_functions import TableFunction, all_matter, outputs_of
from tests.finite.space_cases import problem


def plus(values: int) -> DeclaredOperator:
    """Addition modulo a number."""
    total = Operation("add", (Name("a"), Name("b")))
    return DeclaredOperator("plus", 2, Operation("mod", (total, Constant(values))))


def sums(values: int, size: int, *more: str) -> Grammar:
    """``plus`` with some built-in operators and all constants."""
    operators = (plus(values), *[DeclaredOperator(name, None) for name in more])
    return Grammar(size, None, tuple(range(values)), operators)


@pytest.mark.parametrize(
    ("values", "parents", "size", "number"),
    [
        (2, 3, 9, 200),
        (3, 2, 7, 421),
        (3, 2, 9, 2396),
        (3, 2, 11, 8253),
        (3, 3, 6, 95),
        (3, 3, 8, 2170),
        (4, 2, 7, 930),
        (4, 2, 9, 9855),
        (5, 2, 5, 87),
        (5, 2, 8, 3989),
    ],
)
def test_closures_of_the_reference(values: int, parents: int, size: int, number: int) -> None:
    grammar = sums(values, size, "min", "max")
    own = tuple(range(values))
    listed, _ = Closure(grammar, own, [own] * parents).functions(own)
    assert len(listed.tables) == number


def test_sizes_of_the_reference() -> None:
    grammar, own = sums(3, 5, "min"), (0, 1, 2)
    sizes = {
        k: Counter(Closure(grammar, own, [own] * k).functions(own)[0].lengths) for k in range(4)
    }
    assert sizes == {0: {1: 3}, 1: {1: 1, 3: 4, 5: 9}, 2: {3: 2, 4: 1, 5: 19}, 3: {4: 1, 5: 8}}


def test_printed_within_a_depth() -> None:
    # p10 of the reference: A + 3 has two least expressions, of other depths
    values = (0, 1, 2, 3, 4, 5)
    step = Operation("mod", (Operation("add", (Name("a"), Constant(1))), Constant(6)))
    twice = Operation("mod", (Operation("add", (Name("a"), Name("a"))), Constant(6)))
    operators = (DeclaredOperator("s", 1, step), DeclaredOperator("t", 1, twice))
    shifted = TableFunction(("A",), sum((v + 3) % 6 * 6**v for v in range(6)), (6,), 6)
    for depth, text in ((None, "(s (s (s A)))"), (4, "(s (s (s A)))"), (3, None)):
        closure = Closure(Grammar(4, depth, (), operators), (), [values])
        place = closure.functions(values)[1].get(shifted.table)
        found = None if place is None else print_term(closure.term(place, ("A",)))
        assert found == text


def test_too_large_a_closure_says_which_size_would_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grammar_closure, "CLOSURE_VECTORS", 500)
    with pytest.raises(LimitError, match="max_size 6 would do"):
        Closure(sums(4, 9, "min", "max"), (0, 1, 2, 3), [(0, 1, 2, 3)] * 2)
    Closure(sums(4, 6, "min", "max"), (0, 1, 2, 3), [(0, 1, 2, 3)] * 2)


def test_collisions_are_noticed_and_avoided(monkeypatch: pytest.MonkeyPatch) -> None:
    grammar, own = sums(3, 5, "min"), (0, 1, 2)
    right = Closure(grammar, own, [own] * 2).functions(own)[0].tables
    seeds: dict[int, int] = {}
    numbers, created = closure_ledger.Ledger.numbers, closure_ledger.Ledger.__init__

    def colliding(self: closure_ledger.Ledger, vectors: Any) -> Any:
        found = numbers(self, vectors)
        return found % np.uint64(7) if seeds[id(self)] == 0 else found

    def noted(self: closure_ledger.Ledger, width: int, seed: int) -> None:
        created(self, width, seed)
        seeds[id(self)] = seed

    monkeypatch.setattr(closure_ledger.Ledger, "__init__", noted)
    monkeypatch.setattr(closure_ledger.Ledger, "numbers", colliding)
    assert Closure(grammar, own, [own] * 2).functions(own)[0].tables == right
    assert 1 in seeds.values()


def test_many_arguments_of_one_kind_need_no_list_of_all_sets() -> None:
    constants = tuple(range(-4, 5))
    grammar = Grammar(15, None, constants, (DeclaredOperator("add", None),))
    listed, _ = Closure(grammar, constants, [(0, 1)] * 2).functions(tuple(range(-60, 60)))
    assert len(listed.tables) > 1000


def test_variables_with_the_same_values_share_a_closure(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def noted(*given: Any) -> Closure:
        made.append(given[2])
        return Closure(*given)

    monkeypatch.setattr(class_catalogue, "Closure", noted)
    grammar = {"max_size": 4, "constants": [2, 1], "operators": {"mul": True, "mod": True}}
    asked = problem([[0, 1, 2]] * 6, [[0] * 6], {"max_parents": 2, "grammar": grammar})
    catalogue = catalogue_of(asked)
    for child in "CDEF":
        for parents in product("AB", repeat=2):
            if parents[0] < parents[1]:
                catalogue.functions(child, parents)
        catalogue.functions(child, ("B",))
    assert len(made) == 2
    assert catalogue_of(asked) is catalogue


def test_parents_of_a_grammar() -> None:
    two, many, three = DeclaredOperator("sub", None), DeclaredOperator("add", None), "if"
    assert most_parents(Grammar(1, None, (), (two,))) == 1
    assert most_parents(Grammar(9, None, (), ())) == 1
    assert [most_parents(Grammar(size, None, (), (two,))) for size in (3, 4, 5)] == [2, 2, 3]
    assert most_parents(Grammar(6, None, (), (many,))) == 5
    assert most_parents(Grammar(7, None, (), (DeclaredOperator(three, 3),))) == 5


@pytest.mark.parametrize("sizes", [(3, 2), (2, 3), (4, 2), (2, 2, 3), (3, 2, 2), (2, 3, 2), ()])
def test_monotone_functions_are_those_of_a_list(sizes: tuple[int, ...]) -> None:
    states = list(product(*[range(size) for size in reversed(sizes)]))
    right = set()
    for outputs in product((0, 1), repeat=prod(sizes)):
        value = dict(zip(states, outputs, strict=True))
        pairs = product(states, states)
        below = (
            all(x <= y for x, y in zip(a, b, strict=True)) and value[a] > value[b] for a, b in pairs
        )
        if not any(below) and all_matter(outputs, sizes):
            right.add(outputs)
    assert set(map(tuple, monotone_functions(sizes).tolist())) == right


def test_numbers_of_named_functions() -> None:
    right = {
        "disjunctive": [1, 1, 1, 1, 1],
        "conjunctive": [1, 1, 1, 1, 1],
        "threshold": [2, 1, 2, 3, 4],
        "monotone": [2, 1, 2, 9, 114],
        "parity": [2, 2, 2, 2, 2],
    }
    for name, numbers in right.items():
        assert [len(named_functions((name,), (2,) * k)) for k in range(5)] == numbers
    assert len(named_functions(("disjunctive", "conjunctive"), (2,))) == 1
    assert len(monotone_functions((2,) * 5)) == 6894
    with pytest.raises(LimitError, match="monotone functions"):
        monotone_functions((2,) * 6)


def test_members_of_a_class_need_no_list() -> None:
    asked = problem([[0, 1]] * 9, [[0] * 9], {"functions": ["monotone", "parity"]})
    catalogue, names = catalogue_of(asked), tuple("ABCDEFGH")
    rising = TableFunction(names, (1 << 256) - 2, (2,) * 8, 2)
    falling = TableFunction(names, 1, (2,) * 8, 2)
    assert catalogue.contains("I", rising)
    assert catalogue.size("I", rising) == 9
    assert not catalogue.contains("I", falling)
    assert catalogue.size("I", falling) is None
    assert catalogue.expression("I", falling) is None
    assert outputs_of(rising.table, 256, 2).count(0) == 1
    assert print_term(catalogue.printed("I", falling)).startswith("(table A B C D E F G H 1 0")


def test_any_functions_are_listed_up_to_a_bound() -> None:
    asked = problem([[0, 1, 2]] * 3, [[0, 0, 0]], {"functions": "any"})
    catalogue = catalogue_of(asked)
    assert catalogue.free("C")
    assert len(catalogue.functions("C", ("A",)).tables) == 24
    assert len(catalogue.functions("C", ("A", "B")).tables) == 3**9 - 2 * 24 - 3
    small = read_finite({**_document(), "class": {"functions": ["any", "parity"]}})
    assert len(catalogue_of(small).functions("C", ()).tables) == 2
    with pytest.raises(LimitError, match="not listed"):
        catalogue.functions("C", ("A", "B", "A"))


def _document() -> dict[str, Any]:
    variables = [{"name": name, "values": [0, 1]} for name in "ABC"]
    worlds = [{"id": "w", "rows": ["000"]}]
    told = {"setting": "hidden-order", "roots": ["A"], "worlds": worlds}
    return {"format": "symcause.finite/1", "id": "p", "variables": variables, **told}
