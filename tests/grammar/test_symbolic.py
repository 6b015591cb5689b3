"""Mechanisms in sympy: the same functions both ways, and spellings that are no longer."""

from __future__ import annotations

import json
import random
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from symcause.cli.main import cli
from symcause.errors import SymcauseError
from symcause.families.boolean.models.functions import compile_expression
from symcause.grammar import parse
from symcause.grammar.mechanisms.mechanism_sympy import (
    from_sympy,
    python_source,
    to_sympy,
)
from symcause.models.expressions import Constant, Expression, Operation, Variable

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
NAMES = ("X1", "X2", "X3", "X4")


def random_expression(rng: random.Random, depth: int) -> Expression:
    if depth == 0 or rng.random() < 0.2:
        return Constant(rng.random() < 0.5) if rng.random() < 0.1 else Variable(rng.choice(NAMES))
    operator = rng.choice(("not", "and", "or", "xor", "iff"))
    count = 1 if operator == "not" else rng.randint(2, 4)
    return Operation(operator, tuple(random_expression(rng, depth - 1) for _ in range(count)))


def value(expression: Expression, state: dict[str, bool]) -> bool:
    """By the definition: xor is parity, iff says that all arguments are equal."""
    if isinstance(expression, Variable):
        return state[expression.name]
    if isinstance(expression, Constant):
        return expression.value
    values = [value(argument, state) for argument in expression.arguments]
    return {
        "not": not values[0],
        "and": all(values),
        "or": any(values),
        "xor": sum(values) % 2 == 1,
        "iff": len(set(values)) == 1,
    }[expression.operator]


def states() -> list[dict[str, bool]]:
    return [dict(zip(NAMES, bits, strict=True)) for bits in product((False, True), repeat=4)]


@pytest.mark.few(15)
@pytest.mark.parametrize("seed", range(60))
def test_the_same_function_both_ways(seed: int) -> None:
    expression = random_expression(random.Random(seed), 3)
    symbolic = to_sympy(expression)
    back = from_sympy(symbolic)
    for state in states():
        wanted = value(expression, state)
        assert bool(symbolic.subs(state)) == wanted
        assert value(back, state) == wanted


def test_operators_of_several_arguments() -> None:
    import sympy

    parity, equal = parse("(xor X1 X2 X3)"), parse("(iff X1 X2 X3)")
    a, b, c = sympy.symbols("X1 X2 X3")
    assert to_sympy(parity) == sympy.Xor(a, b, c)
    assert to_sympy(equal) == sympy.Equivalent(a, b, c)
    assert from_sympy(sympy.Xor(a, b, c)) == parity
    assert from_sympy(sympy.Equivalent(a, b, c)) == equal
    assert to_sympy(equal) != sympy.Equivalent(a, sympy.Equivalent(b, c))


def test_what_sympy_has_besides() -> None:
    import sympy
    from sympy.logic.boolalg import Xnor

    a, b, c = sympy.symbols("X1 X2 X3")
    for given in (a >> b, sympy.ITE(a, b, c), sympy.Nand(a, b), sympy.Nor(a, b), Xnor(a, b)):
        read = from_sympy(given)
        for state in states():
            assert value(read, state) == bool(given.subs(state))
    assert from_sympy(sympy.true) == from_sympy(True) == Constant(True)


def test_what_is_no_mechanism_is_refused() -> None:
    from sympy import Integer, Symbol

    for given in (Symbol("X1") + 1, Symbol("X1") > 0, Symbol("not"), Symbol("a b"), Integer(1)):
        with pytest.raises(SymcauseError, match="not a Boolean expression"):
            from_sympy(given)


def test_text_is_not_evaluated() -> None:
    with pytest.raises(SymcauseError, match="not a sympy expression"):
        from_sympy("__import__('os').getcwd()")


def test_depth_is_bounded() -> None:
    import sympy

    deep = sympy.Symbol("X0")
    for i in range(1, 230):
        deep = sympy.Or(sympy.And(deep, sympy.Symbol(f"X{i}")), sympy.Symbol(f"Y{i}"))
    with pytest.raises(SymcauseError, match="nested"):
        from_sympy(deep)


def test_the_module_builds_the_same_mechanisms() -> None:
    mechanisms = {
        "X3": parse("(xor X1 (not X2))"),
        "lambda": parse("(iff X1 X2 And)"),
        "C": parse("1", constants=True),
    }
    room: dict[str, Any] = {}
    exec(python_source(mechanisms, 'a "title"\nof two lines'), room)
    built = {symbol.name: expression for symbol, expression in room["mechanisms"].items()}
    assert built.keys() == mechanisms.keys()
    for name, expression in mechanisms.items():
        assert compile_expression(from_sympy(built[name])) == compile_expression(expression)


def test_gold_is_written_as_a_module() -> None:
    path = str(EXAMPLES / "unique.json")
    done = CliRunner().invoke(cli, ["convert", path, "--to", "sympy"])
    assert done.exit_code == 0, done.output
    room: dict[str, Any] = {}
    exec(done.stdout, room)
    gold = json.loads((EXAMPLES / "unique.json").read_text(encoding="utf-8"))["gold"]["mechanisms"]
    built = {symbol.name: from_sympy(e) for symbol, e in room["mechanisms"].items()}
    assert {name: compile_expression(e) for name, e in built.items()} == {
        name: compile_expression(parse(text)) for name, text in gold.items()
    }
    pool = CliRunner().invoke(cli, ["convert", str(EXAMPLES / "pool.jsonl"), "--to", "sympy"])
    assert pool.exit_code == 2
    assert "do not fit" in pool.stderr
