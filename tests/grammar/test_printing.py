"""What is printed is read back as the same expression, and infix means what it seems to mean."""

from __future__ import annotations

import ast
import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.interpreting import interpret
from symcause.grammar import parse, parse_infix, to_infix, to_latex, to_sexpr
from symcause.models.expressions import Constant, Expression, Operation, Variable
from symcause.models.variable_names import OPERATORS, is_name
from tests.properties import patient

NAMES = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,5}", fullmatch=True).filter(is_name)
LEAVES = st.one_of(NAMES.map(Variable), st.booleans().map(Constant))


def operations(children: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    many = st.lists(children, min_size=2, max_size=4).map(tuple)
    return st.one_of(
        children.map(lambda child: Operation("not", (child,))),
        st.builds(Operation, st.sampled_from(OPERATORS[1:]), many),
    )


EXPRESSIONS = st.recursive(LEAVES, operations, max_leaves=25)
QUICK = patient(max_examples=300, derandomize=True)


@QUICK
@given(EXPRESSIONS)
def test_round_trip(expression: Expression) -> None:
    assert parse(to_sexpr(expression), constants=True) == expression
    assert parse_infix(to_infix(expression), constants=True) == expression
    assert parse_infix(to_infix(expression, symbols=True), constants=True) == expression


def test_round_trip_of_all_small_expressions() -> None:
    """Same operators inside each other, two and three arguments, in every combination."""
    x, y = Variable("x"), Variable("y")
    small: list[Expression] = [x, y, Operation("not", (x,))]
    small += [Operation(o, a) for o in OPERATORS[1:] for a in ((x, y), (y, x, y))]
    for left, right in itertools.product(small, repeat=2):
        larger = [Operation("not", (left,))]
        larger += [
            Operation(o, a) for o in OPERATORS[1:] for a in ((left, right), (x, left, right))
        ]
        for expression in larger:
            assert parse(to_sexpr(expression)) == expression
            assert parse_infix(to_infix(expression)) == expression


def python_value(node: ast.expr, state: dict[str, bool]) -> bool:
    """The value of a Python expression: ``~ & ^ | ==`` bind there as the signs do here."""
    match node:
        case ast.Name(name):
            return state[name]
        case ast.UnaryOp(ast.Invert(), operand):
            return not python_value(operand, state)
        case ast.Compare(left, [ast.Eq()], [right]):
            return python_value(left, state) == python_value(right, state)
        case ast.BinOp(left, operator, right):
            values = python_value(left, state), python_value(right, state)
            if isinstance(operator, ast.BitAnd):
                return all(values)
            if isinstance(operator, ast.BitOr):
                return any(values)
            assert isinstance(operator, ast.BitXor)
            return values[0] != values[1]
    raise AssertionError(ast.dump(node))


def random_infix(rng: random.Random, depth: int) -> str:
    """Random text with brackets only now and then."""
    if depth == 0:
        return rng.choice("xyz")
    if rng.random() < 0.3:
        return "~" + random_infix(rng, depth - 1 if rng.random() < 0.5 else 0)
    signs = rng.choices("&^|", k=rng.randrange(1, 4))
    text = random_infix(rng, depth - 1)
    for sign in signs:
        text += f" {sign} {random_infix(rng, depth - 1)}"
    if rng.random() < 0.3:
        return f"({text} <-> {rng.choice('xyz')})"
    return f"({text})" if rng.random() < 0.4 else text


def test_precedence_is_that_of_python() -> None:
    rng = random.Random(5)
    for _ in range(400):
        text = random_infix(rng, rng.randrange(4))
        expression = parse_infix(text)
        tree = ast.parse(text.replace("<->", "=="), mode="eval").body
        for values in itertools.product((False, True), repeat=3):
            state = dict(zip("xyz", values, strict=True))
            assert interpret(expression, state) == python_value(tree, state), text


@pytest.mark.parametrize(
    ("sexpr", "words", "symbols", "latex"),
    [
        ("X1", "X1", "X1", "X_{1}"),
        ("(not (X1))", "not X1", "¬X1", r"\lnot X_{1}"),
        ("(not (not a))", "not not a", "¬¬a", r"\lnot \lnot a"),
        (
            "(xor X1 (not (and X2 X12)))",
            "X1 xor not (X2 and X12)",
            "X1 ⊕ ¬(X2 ∧ X12)",
            r"X_{1} \oplus \lnot (X_{2} \land X_{12})",
        ),
        (
            "(and a (and b c))",
            "a and (b and c)",
            "a ∧ (b ∧ c)",
            r"a \land (b \land c)",
        ),
        ("(iff a b)", "a iff b", "a ↔ b", r"a \leftrightarrow b"),
        (
            "(or (iff a b (or a b)) c)",
            "iff(a, b, a or b) or c",
            "↔(a, b, a ∨ b) ∨ c",
            r"\mathrm{iff}(a, b, a \lor b) \lor c",
        ),
        ("(or 0 1)", "0 or 1", "0 ∨ 1", r"0 \lor 1"),
    ],
)
def test_printed_forms(sexpr: str, words: str, symbols: str, latex: str) -> None:
    expression = parse(sexpr, constants=True)
    assert to_infix(expression) == words
    assert to_infix(expression, symbols=True) == symbols
    assert to_latex(expression) == latex


@pytest.mark.parametrize(
    ("name", "latex"),
    [
        ("X", "X"),
        ("X12", "X_{12}"),
        ("X01", "X_{01}"),
        ("rain", r"\mathit{rain}"),
        ("wet_grass2", r"\mathit{wet\_grass}_{2}"),
        ("X_1", r"\mathit{X\_}_{1}"),
        ("_", r"\mathit{\_}"),
        ("X1_2", r"\mathit{X1\_}_{2}"),
    ],
)
def test_latex_names(name: str, latex: str) -> None:
    assert to_latex(Variable(name)) == latex


@QUICK
@given(st.lists(NAMES, unique=True, min_size=2, max_size=2))
def test_latex_names_differ(names: list[str]) -> None:
    first, second = map(Variable, names)
    assert to_latex(first) != to_latex(second)
