"""The language of finite mechanisms: what expressions give, what is no expression, a second evaluator."""

from __future__ import annotations

import random

import pytest

from symcause.families.finite.bounds import TERM_INTEGER
from symcause.families.finite.models.builtin_operators import BUILT_INS
from symcause.families.finite.models.finite_values import FiniteVariable
from symcause.families.finite.models.mechanism_class import DeclaredOperator
from symcause.families.finite.models.table_terms import (
    NotTotal,
    first_fastest,
    first_slowest,
    function_of,
    written_table,
)
from symcause.families.finite.models.term_text import parse_term, print_term, term_depth, term_size
from symcause.families.finite.models.term_values import applied, value_of
from symcause.families.finite.models.term_vocabulary import (
    MeaningVocabulary,
    MechanismVocabulary,
    TermError,
)
from tests.finite import second_language

DOMAINS = {
    "A": FiniteVariable("A", ("none", 1, 2)),
    "B": FiniteVariable("B", (0, 1)),
    "C": FiniteVariable("C", (0, 1, 2, 3)),
}
STATE: dict[str, int | str] = {"A": "none", "B": 1, "C": 3}


def declared(name: str, arity: int | None, means: str) -> DeclaredOperator:
    return DeclaredOperator(name, arity, parse_term(means, MeaningVocabulary(arity, DOMAINS)))


OPERATORS = {
    one.name: one
    for one in (
        declared("pick", 2, "(if a b 0)"),
        declared("plus", 2, "(mod (add a b) 3)"),
        declared("two", None, "(at_least 2 ...)"),
        declared("same", 1, "(case a blue none none 1 a)"),
        declared("max", None, "(mod (add ...) 4)"),  # hides the built-in one
        DeclaredOperator("flip", 1, table={(0,): 1, (1,): 0, ("none",): "none"}),
        DeclaredOperator("eq", None),
    )
}
KNOWN = MechanismVocabulary(DOMAINS, OPERATORS)


def given(text: str) -> int | str | None:
    return value_of(parse_term(text, KNOWN), STATE, OPERATORS, DOMAINS)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("(add 1 none)", None),
        ("(mod -1 3)", 2),
        ("(mod 5 0)", None),
        ("(div -7 2)", -4),
        ("(eq none 1)", 0),
        ("(and 1 2)", None),
        ("(at_least 2 1 0 1)", 1),
        ("(count none none 1 none)", 2),
        ("(if 1 5 (div 1 0))", 5),
        ("(if 2 5 6)", None),
        ("(case 3 1 10 2 20 0)", 0),
        ("(mul 1000000 1000000)", None),
        ("(xor 1 1 1)", 1),
        ("(min 3)", 3),
    ],
)
def test_examples_of_the_reference(text: str, value: int | str | None) -> None:
    assert given(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("-0", 0),
        ("(A)", "none"),
        ("(add ( B )\n\t(C))", 4),
        ("1000000000", TERM_INTEGER),
        ("-1000000001", None),
        ("(sub 1000000000 -1)", None),
        ("(add 1000000000 1000000000 -1000000000)", TERM_INTEGER),
        ("(eq 9999999999 9999999999)", None),
        ("9" * 9_000, None),
        ("(if 0 (div 1 0) A)", "none"),
        ("(if none 1 1)", None),
        ("(if (div 1 0) 1 1)", None),
        ("(pick 0 (div 1 0))", None),
        ("(pick 1 2)", 2),
        ("(two 1 0 1 (not 0))", 1),
        ("(two none)", None),
        ("(same none)", 1),
        ("(same 2)", 2),
        ("(max C C)", 2),
        ("(flip none)", "none"),
        ("(flip 2)", None),
        ("(flip (div 1 0))", None),
        ("(when A none C (div 1 0))", 3),
        ("(when B 0 7 (when A 2 1 2))", 2),
        ("(case none 1 1 none 2 3)", 2),
        ("(case (div 1 0) 1 1 2)", None),
        ("(case 1 (div 1 0) 5 1 6 7)", None),
        ("(case 1 1 5 (div 1 0) 6 7)", 5),
        ("(table B C 0 0 0 0 0 0 0 none)", "none"),
        ("(eq (table 5) 5)", 1),
        ("(table B 0 10000000000)", None),
        ("(ne A none)", 0),
        ("(abs (neg 4))", 4),
        ("(lt 1 none)", None),
        ("(at_least none 1)", None),
        ("(at_least -3 0)", 1),
        ("(not 1)", 0),
        ("(or 0 0 1)", 1),
        ("(div 7 -2)", None),
        ("(le 2 2)", 1),
        ("(gt 2 2)", 0),
        ("(ge 2 2)", 1),
        ("(eq 1)", 1),
    ],
)
def test_values(text: str, value: int | str | None) -> None:
    assert given(text) == value


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("()", "empty pair"),
        ("(add 1", "open"),
        ("(add 1))", "behind its end"),
        (")", "never opened"),
        ("A B", "behind its end"),
        ("((A))", "where an operator belongs"),
        ("(add)", "0 argument(s); it takes 1 or more"),
        ("(not 1 0)", "2 argument(s); it takes 1"),
        ("(case A 1 2)", "an even number"),
        ("(plus A)", "1 argument(s); it takes 2"),
        ("(two)", "it takes 1 or more"),
        ("(nand 1)", "'nand', which is no operator; did you mean 'and'?"),
        ("(A 1)", "'A', which is no operator"),
        ("01", "'01', which is no variable, value or integer"),
        ("+1", "no variable"),
        ("1.0", "no variable"),
        ("--1", "no variable"),
        ("٣", "no variable"),
        ("blue", "no variable"),
        ("a", "no variable"),
        ("...", "no variable"),
        ("(add ...)", "no variable"),
        ("(when A 3 1 2)", "no value of it"),
        ("(when (not B) 1 1 2)", "in front"),
        ("(when 1 B 1 2)", "in front"),
        ("(table B 0)", "1 value(s); it needs 2"),
        ("(table B 0 1 2)", "3 value(s); it needs 2"),
        ("(table B B 0 1 2 3)", "B twice"),
        ("(table B 0 C)", "variable C among its values"),
        ("(table B 0 blue)", "'blue'"),
        ("(table B 0 (not 1))", "expression"),
        ("(" * 101 + "A" + ")" * 101, "100 brackets"),
        (f"(add {'1 ' * 10_000})", "10000 tokens"),
    ],
)
def test_what_is_no_mechanism(text: str, said: str) -> None:
    with pytest.raises(TermError) as error:
        parse_term(text, KNOWN)
    assert said in str(error.value)
    assert len(str(error.value)) < 400


@pytest.mark.parametrize(
    ("text", "arity", "said"),
    [
        ("(add a c)", 2, "uses the parameter c, but the arity is 2"),
        ("(add a ...)", 2, "uses ..., but the arity is 2"),
        ("(add a ...)", None, "uses the parameter a"),
        ("...", None, "nothing but ..."),
        ("(add ... 1)", None, "may not stand"),
        ("(sub 1 ...)", None, "may not stand"),
        ("(at_least ...)", None, "it takes 2 or more"),
        ("(if (eq ...) ... 1)", None, "may not stand"),
        ("(when a 1 2 3)", 1, "'when', which is no built-in operator"),
        ("(table a 1 2)", 1, "'table', which is no built-in operator"),
        ("(plus a b)", 2, "'plus', which is no built-in operator"),
        ("(eq a min)", 1, "operator of the language"),
        ("(eq a A)", 1, "is a variable"),
        ("(eq a yes)", 1, "said of queries"),
        ("(eq a " + "w" * 61 + ")", 1, "is no word"),
    ],
)
def test_what_is_no_meaning(text: str, arity: int | None, said: str) -> None:
    with pytest.raises(TermError) as error:
        parse_term(text, MeaningVocabulary(arity, DOMAINS))
    assert said in str(error.value)


def test_the_most_that_is_read() -> None:
    deep = "(not " * 100 + "B" + ")" * 100
    assert given(deep) == 1
    assert term_depth(parse_term(deep, KNOWN)) == 101
    wide = parse_term(f"(add {'1 ' * 9_997})", KNOWN)
    assert term_size(wide) == 9_998
    assert value_of(wide, {}) == 9_997


def test_parameters_hide_values_of_their_name() -> None:
    domains = {"X": FiniteVariable("X", ("a", "b"))}
    term = parse_term("(if (eq a b) 1 0)", MeaningVocabulary(2, domains))
    assert applied(DeclaredOperator("like", 2, term), ("b", "b")) == 1


def test_tables_and_functions() -> None:
    table = parse_term("(table A B 1 0 0 2 0 3)", KNOWN)
    function = function_of(table, DOMAINS["C"], DOMAINS)
    assert function.parents == ("A", "B")
    assert function.outputs == (1, 0, 0, 0, 2, 3)  # the first parent is now the fastest
    assert written_table(function, DOMAINS["C"]) == table
    swapped = parse_term("(table B A 1 0 0 2 0 3)", KNOWN)
    assert function_of(swapped, DOMAINS["C"], DOMAINS).outputs == (1, 0, 0, 2, 0, 3)
    idle = function_of(parse_term("(table B A 0 0 0 1 1 1)", KNOWN), DOMAINS["C"], DOMAINS)
    assert (idle.parents, idle.outputs) == (("B",), (0, 1))


def test_orders_of_entries() -> None:
    entries = list(range(24))
    for sizes in ((2, 3, 4), (24,), (4, 3, 2), (1, 24)):
        assert first_slowest(first_fastest(entries, sizes), sizes) == entries
    assert first_fastest(["00", "01", "02", "10", "11", "12"], (2, 3))[:3] == ["00", "10", "01"]


def test_the_first_state_without_a_value_is_named() -> None:
    with pytest.raises(NotTotal) as fault:
        function_of(parse_term("(add C B)", KNOWN), DOMAINS["C"], DOMAINS)
    assert (fault.value.state, fault.value.value) == ({"B": 1, "C": 3}, 4)
    with pytest.raises(NotTotal) as fault:
        function_of(parse_term("(add A B)", KNOWN), DOMAINS["C"], DOMAINS)
    assert (fault.value.state, fault.value.value) == ({"A": "none", "B": 0}, None)


def drawn(rng: random.Random, depth: int) -> str:
    """A text that is often an expression."""
    atoms = ("A", "B", "C", "none", "0", "1", "2", "-3", "1000000000")
    if depth == 0 or rng.random() < 0.2:
        return rng.choice(atoms)
    if rng.random() < 0.1:
        return (
            f"(when A {rng.choice(('none', '1'))} {drawn(rng, depth - 1)} {drawn(rng, depth - 1)})"
        )
    if rng.random() < 0.1:
        return "(table B " + " ".join(rng.choice(atoms[3:]) for _ in range(2)) + ")"
    name = rng.choice((*BUILT_INS, *OPERATORS))
    count = rng.choice((1, 2, 2, 3, 4, 6))
    return f"({name} {' '.join(drawn(rng, depth - 1) for _ in range(count))})"


SPECS = {
    "pick": {"arity": 2, "means": "(if a b 0)"},
    "plus": {"arity": 2, "means": "(mod (add a b) 3)"},
    "two": {"arity": "many", "means": "(at_least 2 ...)"},
    "same": {"arity": 1, "means": "(case a blue none none 1 a)"},
    "max": {"arity": "many", "means": "(mod (add ...) 4)"},
    "flip": {"arity": 1, "table": [[0, 1], [1, 0], ["none", "none"]]},
    "eq": True,
}


@pytest.mark.parametrize("seed", range(20))
def test_a_second_reading(seed: int) -> None:
    rng = random.Random(seed)
    names = {name: variable.values for name, variable in DOMAINS.items()}
    reading = second_language.Reading(names, frozenset({"none"}), SPECS)
    read = 0
    for _ in range(400):
        text = drawn(rng, 3)
        try:
            second = second_language.parse(text, reading)
        except (second_language.Bad, IndexError, KeyError):
            continue
        state = {name: rng.choice(variable.values) for name, variable in DOMAINS.items()}
        if "(case" in text and second_language_is_short(text):
            continue
        term = parse_term(text, KNOWN)
        assert parse_term(print_term(term), KNOWN) == term
        value = value_of(term, state, OPERATORS, DOMAINS)
        assert value == second_language.value(second, state, SPECS), (text, state)
        read += 1
    assert read > 30


def second_language_is_short(text: str) -> bool:
    """A ``case`` without labels, which the second reading lets pass."""
    try:
        parse_term(text, KNOWN)
    except TermError as error:
        return "'case' 2 argument(s)" in str(error)
    return False
