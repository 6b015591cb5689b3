"""Mechanisms as text: what is read, what is refused, and how the refusal is told."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest

from symcause.families.boolean.models.functions import compile_expression
from symcause.grammar import (
    MAX_LENGTH,
    MechanismError,
    Mistake,
    parse,
    parse_any,
    parse_infix,
    to_infix,
    to_sexpr,
)
from symcause.models.expressions import MAX_DEPTH, Constant, Expression, Operation, Variable
from symcause.models.variable_names import WORDS

X1, X2, X3 = Variable("X1"), Variable("X2"), Variable("X3")


def refused(text: str, reader=parse, **options) -> MechanismError:  # type: ignore[no-untyped-def]
    with pytest.raises(MechanismError) as caught:
        reader(text, **options)
    return caught.value


def nested(levels: int) -> Expression:
    """An expression of this depth."""
    expression: Expression = X1
    for level in range(levels - 1):
        operator = ("not", "and", "xor")[level % 3]
        arguments = (expression,) if operator == "not" else (X2, expression)
        expression = Operation(operator, arguments)
    return expression


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        ("X1", X1),
        ("  X1 ", X1),
        ("(X1)", X1),
        ("( X1 )", X1),
        ("_", Variable("_")),
        ("android", Variable("android")),
        ("And", Variable("And")),
        ("(not X1)", Operation("not", (X1,))),
        ("(not(X1))", Operation("not", (X1,))),
        ("(not  (X1  ))", Operation("not", (X1,))),
        ("(xor X1 X2 X3)", Operation("xor", (X1, X2, X3))),
        ("(and X1 X1)", Operation("and", (X1, X1))),
        ("(and(not X1)(X2)X3)", Operation("and", (Operation("not", (X1,)), X2, X3))),
        ("( iff X1 ( or X2 X3 ) )", Operation("iff", (X1, Operation("or", (X2, X3))))),
    ],
)
def test_sexpr(text: str, expression: Expression) -> None:
    assert parse(text) == expression


@pytest.mark.parametrize(
    ("text", "mistake", "column"),
    [
        ("", "empty-expression", 1),
        ("   ", "empty-expression", 4),
        ("()", "empty-expression", 2),
        ("(and X1 ( ))", "empty-expression", 11),
        ("(", "missing-bracket", 2),
        ("(and", "missing-bracket", 5),
        ("(and X1 X2", "missing-bracket", 11),
        ("(X1", "missing-bracket", 4),
        (")", "extra-bracket", 1),
        ("X1)", "extra-bracket", 3),
        ("(and X1 X2))", "extra-bracket", 12),
        ("(and)", "wrong-arity", 5),
        ("(and X1)", "wrong-arity", 8),
        ("(iff X1)", "wrong-arity", 8),
        ("(not)", "wrong-arity", 5),
        ("(not X1 X2)", "wrong-arity", 9),
        ("(not X1 (not X2))", "wrong-arity", 9),
        ("(AND X1 X2)", "unknown-operator", 2),
        ("(nand X1 X2)", "unknown-operator", 2),
        ("(  X1 X2)", "unknown-operator", 4),
        ("(X1 and X2)", "unknown-operator", 2),
        ("(-> X1 X2)", "unknown-operator", 2),
        ("(x-or X1 X2)", "unknown-operator", 2),
        ("(é X1 X2)", "unknown-operator", 2),
        ("and", "operator-as-variable", 1),
        ("(not and)", "operator-as-variable", 6),
        ("((X1))", "missing-operator", 2),
        ("((and X1 X2))", "missing-operator", 2),
        ("X1 X2", "text-after-end", 4),
        ("X1 and X2", "text-after-end", 4),
        ("(not X1) (not X2)", "text-after-end", 10),
        ("0", "constant-not-allowed", 1),
        ("(and X1 1)", "constant-not-allowed", 9),
        ("(1)", "constant-not-allowed", 2),
        ("X1 0", "constant-not-allowed", 4),
        ("2", "bad-name", 1),
        ("(and X1 01)", "bad-name", 9),
        ("(and X1 1X)", "bad-name", 9),
        ("(and X1 Xé)", "bad-name", 9),
        ("(and X1 ２)", "bad-name", 9),
        ("(and X1,X2)", "unexpected-character", 8),
        ("(and X1 X2.5)", "unexpected-character", 11),
        ('(and "X1" X2)', "unexpected-character", 6),
        ("(and X1 \x00)", "unexpected-character", 9),
        ("(and X1 \ud800)", "unexpected-character", 9),
        ("(and X1\tX2)", "tab-or-line-break", 8),
        ("(and X1\rX2)", "tab-or-line-break", 8),
        ("\t(and\nX1 X2) ", "tab-or-line-break", 6),
    ],
)
def test_sexpr_mistakes(text: str, mistake: str, column: int) -> None:
    error = refused(text)
    assert (error.mistake, error.line, error.column) == (mistake, 1, column)
    assert error.stage == "parse"
    assert "\n" not in str(error)


@pytest.mark.parametrize("text", ["(1 X2)", "(0 (not X1))", "(and X1 (1 X2))"])
def test_a_constant_in_brackets_stands_alone(text: str) -> None:
    with pytest.raises(MechanismError, match="a bracket that begins with a constant") as caught:
        parse(text, constants=True)
    assert caught.value.mistake == "wrong-arity"


@pytest.mark.parametrize(
    ("text", "sexpr"),
    [
        ("X1", "X1"),
        ("((X1))", "X1"),
        ("not X1 and X2", "(and (not X1) X2)"),
        ("not (X1 and X2)", "(not (and X1 X2))"),
        ("not not X1", "(not (not X1))"),
        ("X1 and X2 or X3 and X1", "(or (and X1 X2) (and X3 X1))"),
        ("X1 or X2 xor X3", "(or X1 (xor X2 X3))"),
        ("X1 xor X2 and X3", "(xor X1 (and X2 X3))"),
        ("X1 iff X2 or X3", "(iff X1 (or X2 X3))"),
        ("X1 and X2 and X3", "(and X1 X2 X3)"),
        ("X1 and (X2 and X3)", "(and X1 (and X2 X3))"),
        ("iff(X1, X2)", "(iff X1 X2)"),
        ("iff (X1 or X2, X3, not X1)", "(iff (or X1 X2) X3 (not X1))"),
        ("X1 iff iff(X2, X3, X1)", "(iff X1 (iff X2 X3 X1))"),
        ("↔(X1,X2,X3) ∧ X1", "(and (iff X1 X2 X3) X1)"),
        ("¬X1∧X2∨X3⊕X1↔X2", "(iff (or (and (not X1) X2) (xor X3 X1)) X2)"),
        ("!X1&~X2|X3^X1<->X2", "(iff (or (and (not X1) (not X2)) (xor X3 X1)) X2)"),
    ],
)
def test_infix(text: str, sexpr: str) -> None:
    assert to_sexpr(parse_infix(text)) == sexpr


@pytest.mark.parametrize(
    ("text", "mistake", "column"),
    [
        ("", "empty-expression", 1),
        ("X1 and ()", "empty-expression", 9),
        ("(", "missing-bracket", 2),
        ("(X1 and X2", "missing-bracket", 11),
        ("X1)", "extra-bracket", 3),
        ("X1 and )", "extra-bracket", 8),
        ("and X1", "missing-operand", 1),
        ("X1 and", "missing-operand", 7),
        ("X1 and or X2", "missing-operand", 8),
        ("(X1 or) and X2", "missing-operand", 7),
        ("not", "missing-operand", 4),
        ("iff X1", "missing-operand", 5),
        ("iff(X1, )", "missing-operand", 9),
        ("iff(X1)", "wrong-arity", 7),
        ("X1 X2", "missing-operator", 4),
        ("X1 (X2)", "missing-operator", 4),
        ("(X1) not X2", "missing-operator", 6),
        ("X1 nand X2", "unknown-operator", 4),
        ("X1 implies X2", "unknown-operator", 4),
        ("X1 AND X2", "unknown-operator", 4),
        ("nand(X1, X2)", "unknown-operator", 1),
        ("X1 && X2", "unknown-operator", 4),
        ("X1 => X2", "unknown-operator", 4),
        ("X1 + X2", "unknown-operator", 4),
        ("X1 iff X2 iff X3", "ambiguous-chain", 11),
        ("(X1 ↔ X2 ↔ X3)", "ambiguous-chain", 10),
        ("X1, X2", "unexpected-character", 3),
        ("X1 $ X2", "unexpected-character", 4),
        ("X1 and 2X", "bad-name", 8),
        ("X1 and 1", "constant-not-allowed", 8),
        ("X1\tand X2", "tab-or-line-break", 3),
        ("X1 and\nX2", "tab-or-line-break", 7),
    ],
)
def test_infix_mistakes(text: str, mistake: str, column: int) -> None:
    error = refused(text, parse_infix)
    assert (error.mistake, error.line, error.column) == (mistake, 1, column)


@pytest.mark.parametrize("reader", [parse, parse_infix, parse_any])
def test_constants_where_allowed(reader) -> None:  # type: ignore[no-untyped-def]
    assert reader("1", constants=True) == Constant(True)
    assert refused("01", reader, constants=True).mistake == Mistake.BAD_NAME
    assert "constants are 0 and 1" in str(refused("2", reader, constants=True))
    assert refused("1", reader).mistake == Mistake.CONSTANT_NOT_ALLOWED


def test_a_constant_in_brackets() -> None:
    assert parse("(1)", constants=True) == Constant(True)
    assert refused("((1))", constants=True).mistake == Mistake.MISSING_OPERATOR
    assert refused("(1)").mistake == Mistake.CONSTANT_NOT_ALLOWED
    assert parse("(or 0 X1)", constants=True) == Operation("or", (Constant(False), X1))


@pytest.mark.parametrize(
    ("word", "remedy"),
    [
        ("AND", "did you mean 'and'?"),
        ("xnor", "did you mean 'iff'?"),
        ("&&", "did you mean 'and'?"),
        ("≡", "did you mean 'iff'?"),
        ("implies", "known: not, and, or, xor, iff"),
    ],
)
def test_the_closest_operator_is_offered(word: str, remedy: str) -> None:
    assert refused(f"({word} X1 X2)").complaint.remedy == remedy


def test_operators_of_the_problem() -> None:
    options = {"operators": ["not", "and"]}
    assert parse("(not (and X1 X2))", **options) == parse("(not (and X1 X2))")  # type: ignore[arg-type]
    for reader, text in ((parse, "(and X1 (xor X2 X3))"), (parse_infix, "X1 and (X2 xor X3)")):
        error = refused(text, reader, **options)
        assert error.mistake == Mistake.OPERATOR_NOT_ALLOWED
        assert error.complaint.remedy == "allowed here: not, and"
    # A word that is switched off stays reserved, and a made-up word never becomes an operator.
    assert refused("(and X1 xor)", **options).mistake == Mistake.OPERATOR_AS_VARIABLE
    assert refused("(nand X1 X2)", operators=["nand"]).mistake == Mistake.UNKNOWN_OPERATOR
    assert refused("(xnor X1 X2)", **options).complaint.remedy == "known: not, and"


@pytest.mark.parametrize("reader", [parse, parse_infix, parse_any])
def test_variables_of_the_problem(reader) -> None:  # type: ignore[no-untyped-def]
    allowed, known = ["density", "X2"], ["density", "X2", "X10"]
    error = refused("(not desnity)", reader, allowed=allowed, known=known)
    assert (error.mistake, error.column) == ("unknown-variable", 6)
    assert error.complaint.remedy == "did you mean 'density'?"
    error = refused("(not (X10))", reader, allowed=allowed, known=known)
    assert (error.mistake, error.column) == ("variable-not-allowed", 7)
    assert error.complaint.remedy == "allowed here: X2, density"
    assert error.stage == "legal"
    assert refused("X10", reader, allowed=allowed).mistake == Mistake.UNKNOWN_VARIABLE
    assert refused("X1", reader, allowed=[]).complaint.remedy == "allowed here: none"
    assert reader("(not X2)", allowed=frozenset(allowed)) == Operation("not", (X2,))


def test_what_does_not_parse_is_not_asked_for_its_variables() -> None:
    """The funnel has parse before legal, so the order of the two in the text must not matter."""
    error = refused("(and Y9 (nand X1 X2))", allowed=["X1", "X2"])
    assert (error.mistake, error.stage) == ("unknown-operator", "parse")
    error = refused("Y9 and and", parse_infix, allowed=["X1", "X2"])
    assert (error.mistake, error.stage) == ("missing-operand", "parse")


@pytest.mark.parametrize(
    ("text", "sexpr"),
    [
        ("X1", "X1"),
        ("(X1)", "X1"),
        ("((X1))", "X1"),
        ("(not X1)", "(not X1)"),
        ("(not X1) and X2", "(and (not X1) X2)"),
        ("(and X1 X2)", "(and X1 X2)"),
        ("(iff(X1, X2))", "(iff X1 X2)"),
    ],
)
def test_either_notation(text: str, sexpr: str) -> None:
    assert to_sexpr(parse_any(text)) == sexpr


@pytest.mark.parametrize(
    ("text", "reader"),
    [
        ("(and X1)", parse),
        ("(nand X1 X2)", parse),
        ("(not X1 X2)", parse),
        ("(X1 and", parse_infix),
        ("(not X1) and", parse_infix),
        ("X1 nand X2", parse_infix),
        ("(X1 & X2", parse_infix),
        ("", parse_infix),
        ("(" * (MAX_LENGTH + 1), parse),
    ],
)
def test_either_notation_explains_the_one_that_was_meant(text: str, reader) -> None:  # type: ignore[no-untyped-def]
    assert str(refused(text, parse_any)) == str(refused(text, reader))


def test_deepest_expression_is_read_and_usable() -> None:
    expression = nested(MAX_DEPTH)
    assert expression.depth == MAX_DEPTH
    assert parse(to_sexpr(expression)) == expression
    assert parse_infix(to_infix(expression)) == expression
    assert parse_infix(to_infix(expression, symbols=True)) == expression
    assert pickle.loads(pickle.dumps(expression)) == expression
    assert len({hash(expression), hash(parse(to_sexpr(expression)))}) == 1
    assert expression.variables == {"X1", "X2"}
    assert compile_expression(expression).parents <= ("X1", "X2")
    assert parse(to_sexpr(expression).replace("X1", "(X1)")) == expression


def test_one_level_more_is_refused() -> None:
    expression = nested(MAX_DEPTH + 1)
    assert refused(to_sexpr(expression)).mistake == Mistake.TOO_DEEP
    assert refused(to_infix(expression), parse_infix).mistake == Mistake.TOO_DEEP
    assert refused("!" * MAX_DEPTH + "X1", parse_infix).mistake == Mistake.TOO_DEEP
    assert parse_infix("(" * MAX_DEPTH + "X1" + ")" * MAX_DEPTH) == X1
    brackets = MAX_DEPTH + 1
    assert refused("(" * brackets + "X1" + ")" * brackets, parse_infix).mistake == Mistake.TOO_DEEP


@pytest.mark.parametrize("rest", ["X1", "X1)", "", "and", "(X1 and X2", "X1 X2", "# "])
@pytest.mark.parametrize(("prefix", "at"), [("!", 0), ("not ", 0), ("(not ", 1)])
def test_too_deep_is_told_where_it_begins_whatever_follows(prefix: str, at: int, rest: str) -> None:
    reader = parse if at else parse_infix
    error = refused(prefix * MAX_DEPTH + rest, reader)
    last = len(prefix) * (MAX_DEPTH - 1) + at + 1
    assert (error.mistake, error.column) == (Mistake.TOO_DEEP, last)
    whole = prefix * (MAX_DEPTH - 1) + "X1" + ")" * at * (MAX_DEPTH - 1)
    assert reader(whole).depth == MAX_DEPTH


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ("(not " * 100_000 + "X1" + ")" * 100_000, "too-long"),
        ("(" * 1_000_000, "too-long"),
        ("(not " * 19_999, "too-deep"),
        ("(" * MAX_LENGTH, "missing-operator"),
        (")" * MAX_LENGTH, "extra-bracket"),
        ("(and " + "X1 " * 33_000, "missing-bracket"),
        ("(and " + "(not X1)" * 12_000, "missing-bracket"),
        ("(and X1 " + "(" * 90_000, "missing-operator"),
        (" " * MAX_LENGTH, "empty-expression"),
        ("a" * (MAX_LENGTH - 1) + "é", "bad-name"),
        ("a." * (MAX_LENGTH // 2), "unexpected-character"),
        ("1" * MAX_LENGTH, "bad-name"),
        ("(" + "a" * 50_000 + " X1)", "unknown-operator"),
        ("(" + "\t" * (MAX_LENGTH - 2) + "X", "tab-or-line-break"),
    ],
)
def test_hostile_sexpr(text: str, mistake: str) -> None:
    error = refused(text)
    assert error.mistake == mistake
    assert len(str(error)) < 300
    assert len(error.excerpt()) < 200


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ("(" * MAX_LENGTH, "too-deep"),
        ("!" * MAX_LENGTH, "too-deep"),
        ("!(" * 50_000, "too-deep"),
        ("!!!(X1&" * 2000 + "X1" + ")" * 2000, "too-deep"),
        ("iff(" * 25_000, "too-deep"),
        ("a" * (MAX_LENGTH + 1), "too-long"),
    ],
)
def test_hostile_infix(text: str, mistake: str) -> None:
    assert refused(text, parse_infix).mistake == mistake


def test_longest_text_is_read() -> None:
    text = "(or " + "X1 " * ((MAX_LENGTH - 8) // 3) + "X2)"
    assert len(text) <= MAX_LENGTH
    assert len(parse(text).arguments) == (MAX_LENGTH - 8) // 3 + 1  # type: ignore[union-attr]
    name = "a" * MAX_LENGTH
    assert parse(name) == Variable(name)


def test_many_names_are_read_alike() -> None:
    """More names than the scanner shares between mechanisms."""
    names = [f"v{i}" for i in range(10_000)]
    assert parse(f"(or {' '.join(names)})") == Operation("or", tuple(map(Variable, names)))


def test_error_travels() -> None:
    error = refused("(xor X1 (nott X2))")
    placed = error.at(file="answer.json", place="mechanisms.X3")
    copied = pickle.loads(pickle.dumps(placed))
    message = (
        "answer.json: mechanisms.X3: unknown operator 'nott' at column 10; did you mean 'not'?"
    )
    for same in (placed, copied):
        assert isinstance(same, MechanismError)
        assert str(same) == message
        assert same.excerpt() == "(xor X1 (nott X2))\n         ^"
        assert (same.mistake, same.stage, same.line, same.column) == (
            Mistake.UNKNOWN_OPERATOR,
            "parse",
            1,
            10,
        )
    assert str(error) == message.removeprefix("answer.json: mechanisms.X3: ")


@pytest.mark.parametrize("before", [0, 1, 35, 36, 37, 38, 60, 200, 5000])
@pytest.mark.parametrize("after", [0, 1, 34, 35, 36, 37, 200])
def test_caret_stands_under_the_mistake(before: int, after: int) -> None:
    text = "(and " + "x" * before + " # " + "y" * after + ")"
    error = refused(text)
    assert error.column == text.index("#") + 1
    shown, caret = error.excerpt().split("\n")
    assert shown[len(caret) - 1] == "#"
    assert len(shown) <= 74
    assert shown.strip("…") in text
    assert shown.startswith("…") or text.startswith(shown.rstrip("…"))


def test_excerpt_is_one_line_of_printable_text() -> None:
    assert refused("X1\nX2").excerpt() == "X1\n  ^"
    assert refused("X1\tX2").excerpt() == "X1?X2\n  ^"
    error = MechanismError(Mistake.BAD_NAME, "no", "one\ntwo\nthree", 5)
    assert (error.line, error.column, error.excerpt()) == (2, 2, "two\n ^")
    assert str(error) == "no at line 2, column 2"


@pytest.mark.parametrize(
    ("text", "mistake", "column"),
    [
        ("if", "missing-bracket", 3),
        ("not if X1", "missing-bracket", 8),
        ("if(X1, X2)", "wrong-arity", 10),
        ("if(X1, X2, X3, X4)", "wrong-arity", 14),
        ("X1 if X2", "missing-operator", 4),
    ],
)
def test_mistakes_with_a_choice(text: str, mistake: str, column: int) -> None:
    with pytest.raises(MechanismError) as caught:
        parse_infix(text, operators=WORDS)
    assert (caught.value.mistake, caught.value.column) == (mistake, column)


def test_lark_is_loaded_only_when_needed() -> None:
    code = (
        "import sys; from symcause.grammar import parse, parse_infix, to_infix;"
        "parse_infix(to_infix(parse('(iff X1 X2)'))); assert 'lark' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
