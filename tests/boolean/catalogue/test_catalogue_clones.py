"""What operator sets generate, and what depth alone allows, against plain closures."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from symcause.families.boolean.catalogue import catalogue, functions
from symcause.families.boolean.catalogue.depth_bounds import universal_depth, within_depth
from symcause.families.boolean.models.functions import full_mask, projection
from symcause.families.boolean.models.operator_completeness import expresses_everything
from symcause.models.variable_names import OPERATORS
from tests.boolean.catalogue_cases import OPERATOR_SETS, matters, plain_levels

WITH_CONSTANTS = [(operators, constants) for operators in OPERATOR_SETS for constants in (0, 1)]


def _applied(operators: tuple[str, ...], inner: set[int], ones: int) -> set[int]:
    """One operator on top of up to three arguments."""
    found = set(inner)
    if "not" in operators:
        found |= {ones ^ a for a in inner}
    for a, b in combinations_with_replacement(sorted(inner), 2):
        values = {"and": a & b, "or": a | b, "xor": a ^ b, "iff": ones ^ a ^ b}
        found |= {value for operator, value in values.items() if operator in operators}
    if "iff" in operators:
        for a, b, c in combinations_with_replacement(sorted(inner), 3):
            found.add(a & b & c | ones ^ (a | b | c))
    return found


def _closure(operators: tuple[str, ...], constants: bool, count: int) -> set[int]:
    ones = full_mask(count)
    found = {projection(j, count) for j in range(count)} | ({0, ones} if constants else set())
    while (more := _applied(operators, found, ones)) != found:
        found = more
    return found


@pytest.mark.parametrize(("operators", "constants"), WITH_CONSTANTS)
def test_generated_functions_of_two_variables(operators: tuple[str, ...], constants: int) -> None:
    book = catalogue(operators, bool(constants))
    closure = _closure(operators, bool(constants), 2)
    assert book.generated(2) == sorted(t for t in closure if matters(t, 2))
    single = _closure(operators, bool(constants), 1)
    assert book.generated(1) == sorted(t for t in single if matters(t, 1))
    assert book.generated(0) == [value for value, t in ((0, 0), (1, 3)) if t in single]
    # Two variables are not enough to see that a set is incomplete; three are.
    assert not book.expresses_everything or len(closure) == 16


@pytest.mark.parametrize(
    ("operators", "constants", "number"),
    [
        (("and", "or"), False, 9),
        (("and", "or"), True, 9),
        (("xor",), False, 1),
        (("not", "xor"), False, 2),
        (("and", "xor"), False, 109),
        (("or", "xor"), False, 109),
        (("iff",), False, 109),
        (("and", "or", "iff"), False, 109),
        (("not", "and"), False, 218),
        (("xor", "iff"), False, 218),
        (("or", "xor"), True, 218),
        (("iff",), True, 218),
    ],
)
def test_generated_functions_of_three_variables(
    operators: tuple[str, ...], constants: bool, number: int
) -> None:
    """By sizes: the plain programme runs until nothing new can come."""
    book = catalogue(operators, constants)
    assert len(book.generated(3)) == number
    assert book.expresses_everything == (number == 218)
    plain = plain_levels(3, operators, constants, 14)
    found = {table for table in plain if matters(table, 3)}
    assert found <= set(book.generated(3))
    if operators != ("not", "and"):
        assert found == set(book.generated(3))


def test_monotone_functions_of_four_variables() -> None:
    """Dedekind's 168, less those that depend on fewer variables: 2 + 4·1 + 6·2 + 4·9."""
    assert len(catalogue(("and", "or")).generated(4)) == 168 - 54
    assert len(catalogue(("iff",)).generated(4)) == functions(4) // 2
    assert len(catalogue(OPERATORS).generated(4)) == functions(4)


@pytest.mark.parametrize(("operators", "constants"), WITH_CONSTANTS)
def test_complete_sets(operators: tuple[str, ...], constants: int) -> None:
    """By hand: a set is complete iff it negates and mixes."""
    words = set(operators)
    mixes = bool(words & {"and", "or", "iff"})
    negates = "not" in words or {"xor", "iff"} <= words
    with_one = bool(constants) and bool(words & {"xor", "iff"})
    assert expresses_everything(operators, bool(constants)) == (mixes and (negates or with_one))


@pytest.mark.parametrize(("operators", "constants"), WITH_CONSTANTS)
def test_depth_alone_with_two_variables(operators: tuple[str, ...], constants: int) -> None:
    """Up to three arguments are enough: with two variables a longer list says nothing more."""
    members = {0b1010, 0b1100} | ({0, 15} if constants else set())
    for depth in range(1, 7):
        tables = within_depth(operators, bool(constants), 2, depth)[:, 0].tolist()
        assert tables == sorted(t for t in members if matters(t, 2))
        members = _many(operators, members, 15)


def _many(operators: tuple[str, ...], inner: set[int], ones: int) -> set[int]:
    """One operator on top of any number of arguments: grow the lists until nothing changes."""
    found = set(inner)
    if "not" in operators:
        found |= {ones ^ a for a in inner}
    for operator in operators:
        if operator == "not":
            continue
        lists = {_join(operator, (a, a), b) for a in inner for b in inner}
        while (more := lists | {_join(operator, p, b) for p in lists for b in inner}) != lists:
            lists = more
        found |= {p | q ^ ones if operator == "iff" else p for p, q in lists}
    return found


def _join(operator: str, pair: tuple[int, int], last: int) -> tuple[int, int]:
    p, q = pair
    if operator == "iff":
        return p & last, q | last
    value = {"and": p & last, "or": p | last, "xor": p ^ last}[operator]
    return value, value


@pytest.mark.parametrize(
    ("operators", "constants"),
    [
        (("not", "and", "or"), False),
        (("not", "iff"), False),
        (("iff",), False),
        (("iff",), True),
        (("and", "iff"), False),
        (("xor", "iff"), False),
        (("not", "and"), False),
        (OPERATORS, False),
    ],
)
def test_depth_alone_with_three_variables(operators: tuple[str, ...], constants: bool) -> None:
    members = {0xAA, 0xCC, 0xF0} | ({0, 255} if constants else set())
    for depth in range(1, 4):
        tables = within_depth(operators, constants, 3, depth)[:, 0].tolist()
        assert tables == sorted(t for t in members if matters(t, 3))
        members = _many(operators, members, 255) if depth < 3 else members


@pytest.mark.parametrize(("operators", "constants"), WITH_CONSTANTS)
def test_normal_forms_keep_their_promise(operators: tuple[str, ...], constants: int) -> None:
    depth = universal_depth(operators, bool(constants))
    if depth is None:
        return
    assert expresses_everything(operators, bool(constants))
    for count in range(4):
        assert len(within_depth(operators, bool(constants), count, depth)) == functions(count)


def test_every_function_has_depth_three() -> None:
    assert len(within_depth(OPERATORS, False, 4, 3)) == functions(4)
    assert len(within_depth(("not", "and", "or"), False, 4, 4)) == functions(4)
    assert len(within_depth(("not", "or"), False, 4, 5)) == functions(4)


@pytest.mark.parametrize(("operators", "constants"), [(OPERATORS, False), (("or", "iff"), True)])
@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_size_and_depth_agree_with_depth_alone(
    operators: tuple[str, ...], constants: bool, depth: int
) -> None:
    book = catalogue(operators, constants)
    for count in range(4):
        both = set(book.fitting(count, 14, 0, 0, max_depth=depth))
        alone = set(book.fitting(count, None, 0, 0, max_depth=depth))
        assert both <= alone
        assert book.reach(count, depth) == 14 or both == alone
