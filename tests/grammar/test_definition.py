"""The readers accept the languages of the ``.lark`` files, neither more nor less, and mean the same by it.

Every short string of tokens is tried, and thousands of random and mutated longer ones. Where a text
is wrong, the mistake found from the scanner's stopping place must be the one that the grammar finds
when it reads the whole text.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest

from symcause.grammar import MechanismError, parse, parse_any, parse_infix, to_infix, to_sexpr
from symcause.grammar.mechanisms.infix_scanner import scan_infix
from symcause.grammar.mechanisms.language_rules import Rules
from symcause.grammar.mechanisms.lark_reader import grammar, read
from symcause.grammar.mechanisms.mechanism_parser import readable
from symcause.models.expressions import MAX_DEPTH, Constant, Expression, Operation, Variable
from symcause.models.variable_names import OPERATORS, WORDS

Outcome = tuple[Expression | None, str]


def by_scanner(text: str, rules: Rules) -> Outcome:
    try:
        return parse(text, operators=rules.operators, constants=rules.constants), ""
    except MechanismError as error:
        return None, f"{error.mistake} {error}\n{error.excerpt()}"


def by_grammar(text: str, rules: Rules) -> Outcome:
    try:
        return read("sexpr", readable(text), rules), ""
    except MechanismError as error:
        return None, f"{error.mistake} {error}\n{error.excerpt()}"


def random_expression(rng: random.Random, depth: int, constants: bool = True) -> Expression:
    if depth <= 1 or rng.random() < 0.2:
        if constants and rng.random() < 0.1:
            return Constant(rng.random() < 0.5)
        return Variable(rng.choice(["X1", "X2", "x", "_", "andy", "nota", "iff_1", "T"]))
    operator = rng.choice(OPERATORS)
    count = 1 if operator == "not" else rng.choice([2, 2, 2, 3, 4])
    return Operation(operator, tuple(random_expression(rng, depth - 1) for _ in range(count)))


def mutated(rng: random.Random, text: str) -> str:
    alphabet = "() \t\n\u2003,01Xé_ando¬&.-"
    for _ in range(rng.choice([1, 1, 2, 4])):
        place = rng.randrange(len(text) + 1)
        kind = rng.randrange(4)
        if kind == 0:
            text = text[:place] + rng.choice(alphabet) + text[place:]
        elif kind == 1:
            text = text[:place] + text[place + 1 :]
        elif kind == 2:
            text = text[:place] + rng.choice(alphabet) + text[place + 1 :]
        else:
            other = rng.randrange(len(text) + 1)
            text = text[: min(place, other)] + text[max(place, other) :]
    return text


def spaced(rng: random.Random, text: str) -> str:
    """The same tokens with other spaces."""
    text = text.replace("(", "( " if rng.random() < 0.5 else "(").replace(")", " ) ")
    text = text.replace(" ", rng.choice([" ", "  "]))
    return text.replace(" (", "(") if rng.random() < 0.3 else f" {text} "


def short_strings(tokens: list[str], length: int, separator: str) -> Iterator[str]:
    for count in range(length + 1):
        for chosen in itertools.product(tokens, repeat=count):
            yield separator.join(chosen)


@pytest.mark.parametrize("constants", [False, True])
def test_all_short_token_strings(constants: bool) -> None:
    rules = Rules(("not", "and", "or"), constants)
    accepted = 0
    for text in short_strings(["(", ")", "not", "and", "xor", "X", "1"], 4, " "):
        outcome = by_scanner(text, rules)
        assert outcome == by_grammar(text, rules), text
        accepted += outcome[0] is not None
    assert accepted == (6 if constants else 3)  # X, (X), (not X); 1, (1), (not 1)


def test_all_short_expressions_in_brackets() -> None:
    """Longer strings of fewer tokens, so that arity and nesting are tried to the end."""
    rules = Rules()
    accepted = 0
    for inner in short_strings(["(", ")", "not", "or", "X"], 5, " "):
        text = f"(or {inner})"
        outcome = by_scanner(text, rules)
        assert outcome == by_grammar(text, rules), text
        accepted += outcome[0] is not None
    # Two to five X; (X) and one X, or two, in any order; (not X) and X in any order.
    assert accepted == 4 + 2 + 3 + 2


def test_all_short_choices_in_brackets() -> None:
    rules = Rules(WORDS, constants=True)
    accepted = 0
    for inner in short_strings(["(", ")", "if", "X", "1"], 5, " "):
        text = f"(if {inner})"
        outcome = by_scanner(text, rules)
        assert outcome == by_grammar(text, rules), text
        accepted += outcome[0] is not None
    assert accepted == 8 + 3 * 8  # three leaves, one of them in brackets or none


def test_all_short_strings_of_characters() -> None:
    rules = Rules(constants=True)
    for text in short_strings(list("() o1r\t\u3000é"), 4, ""):
        assert by_scanner(text, rules) == by_grammar(text, rules), repr(text)


def test_random_texts() -> None:
    rng = random.Random(20)
    kinds = {"right": 0, "wrong": 0}
    for _ in range(1500):
        expression = random_expression(rng, rng.randrange(1, 6))
        text = spaced(rng, to_sexpr(expression))
        rules = Rules(constants=True)
        assert by_scanner(text, rules) == by_grammar(text, rules) == (expression, "")
        wrong = mutated(rng, rng.choice([text, to_sexpr(expression)]))
        rules = Rules(rng.choice([OPERATORS, ("not", "and")]), rng.random() < 0.5)
        outcome = by_scanner(wrong, rules)
        assert outcome == by_grammar(wrong, rules), repr(wrong)
        kinds["wrong" if outcome[0] is None else "right"] += 1
    assert min(kinds.values()) > 100


def infix_by_grammar(text: str, rules: Rules) -> Expression | None:
    try:
        return read("infix", text, rules)
    except MechanismError:
        return None


def assert_read_alike(text: str, rules: Rules) -> bool:
    """Is the text an expression in infix, for the reader and the grammar alike?"""
    found = scan_infix(text, rules.operators, constants=rules.constants)
    assert found == infix_by_grammar(text, rules), repr(text)
    return found is not None


@pytest.mark.parametrize("first", ["a", "not", "iff", "if", "(", "1", ")", "and"])
def test_all_short_token_strings_in_infix(first: str) -> None:
    rules = Rules(WORDS, constants=True)
    tokens = ["a", "not", "and", "xor", "or", "iff", "if", "(", ")", ",", "1"]
    accepted = sum(
        assert_read_alike(f"{first} {rest}", rules) for rest in short_strings(tokens, 3, " ")
    )
    assert bool(accepted) == (first in ("a", "not", "(", "1"))


def test_all_short_chains_in_infix() -> None:
    """Longer strings of fewer tokens: which operator binds tighter, what chains, what brackets start."""
    rules = Rules(("and", "xor", "or", "iff"))
    for a, b, c, d in itertools.product(rules.operators, repeat=4):
        alike = assert_read_alike(f"x {a} y {b} z {c} u {d} v", rules)
        assert alike == ((a, b, c, d).count("iff") < 2)
        alike = assert_read_alike(f"x {a} (y {b} z {c} u) {d} v", rules)
        assert alike == (("iff", "iff") not in ((a, d), (b, c)))
    for inner in short_strings(["x", ",", "(", ")", "iff"], 4, ""):
        assert_read_alike(f"iff({inner})", rules)
        assert_read_alike(f"if({inner})", Rules(WORDS))


def test_all_short_strings_of_characters_in_infix() -> None:
    rules = Rules(constants=True)
    for text in short_strings(list("() o1r|<->\té,"), 3, ""):
        assert_read_alike(text, rules)


def test_random_texts_in_infix() -> None:
    rng = random.Random(23)
    kinds = {True: 0, False: 0}
    for _ in range(1500):
        expression = random_expression(rng, rng.randrange(1, 6))
        text = to_infix(expression, symbols=rng.random() < 0.5)
        text = text.replace(" ", rng.choice([" ", "  "]))
        assert scan_infix(text, OPERATORS, constants=True) == expression
        assert assert_read_alike(text, Rules(constants=True))
        wrong = mutated(rng, text)
        rules = Rules(rng.choice([WORDS, ("not", "and")]), rng.random() < 0.5)
        kinds[assert_read_alike(wrong, rules)] += 1
    assert min(kinds.values()) > 100


@pytest.mark.parametrize("more", [0, 1])
def test_the_deepest_text_in_infix(more: int) -> None:
    rules = Rules(("not", "and"))
    deep = MAX_DEPTH + more
    for text in (
        "(" * deep + "a" + ")" * deep,  # brackets count, although nothing is deep in them
        "not " * (deep - 1) + "a",
        "(a and " * (deep - 1) + "a" + ")" * (deep - 1),
        "not (" * (deep // 2) + "a" + ")" * (deep // 2) + " and a" * 3,
    ):
        assert assert_read_alike(text, rules) == (not more or " and a and a and a" in text)


def test_the_grammar_alone_agrees() -> None:
    """The plain parser that lark makes of the file, without any of our checks."""
    rng = random.Random(21)
    for _ in range(300):
        expression = random_expression(rng, 4)
        assert grammar("sexpr").parse(to_sexpr(expression)) == expression
        assert grammar("infix").parse(to_infix(expression)) == expression


def test_texts_in_both_notations_mean_the_same() -> None:
    both = 0
    for text in short_strings(["(", ")", "not", "iff", "X"], 6, " "):
        if text.count("(") != text.count(")"):
            continue
        outcomes = []
        for reader in (parse, parse_infix):
            try:
                outcomes.append(reader(text))
            except MechanismError as error:
                assert error.stage == "parse"
        if len(outcomes) == 2:
            assert outcomes[0] == outcomes[1] == parse_any(text)
            both += 1
    assert both >= 4


def test_infix_never_fails_otherwise() -> None:
    """Any text is an expression or a mistake, and what is read is printed and read again."""
    rng = random.Random(22)
    signs = ["(", ")", ",", "!", "&", "|", "^", "<->", " ", "="]
    tokens = [*signs, "not ", " and ", " iff ", *"XYZ", *"XYZ", "1"]
    read_back = 0
    for _ in range(5000):
        text = "".join(rng.choices(tokens, k=rng.randrange(1, 9)))
        try:
            expression = parse_infix(text, constants=True)
        except MechanismError as error:
            assert 1 <= error.column <= len(text) + 1
            assert "\n" not in str(error)
            continue
        read_back += 1
        assert parse_infix(to_infix(expression), constants=True) == expression
    assert read_back > 200
