"""Expressions in Boolean certificates, as nested lists, and the verifier's rules for them.

``["xor", "X1", ["not", "X2"]]``; constants are ``"0"`` and ``"1"``.
"""

from __future__ import annotations

from collections.abc import Mapping

from symcause.errors import LimitError
from symcause.families.boolean.models.functions import compile_expression
from symcause.families.boolean.models.scm import BooleanSCM, CycleError, topological_order
from symcause.families.boolean.verifier.certificate_question import CertifiedQuestion
from symcause.kernel.nodes import Node, Rejected
from symcause.models.expressions import Constant, Expression, Operation, Variable, levels
from symcause.models.mechanism_scanner import fits
from symcause.models.variable_names import WORDS, natural

MAX_ARGUMENTS = 1_000  # arguments: of one operator
MAX_SIZE = 20_000  # nodes: of one expression
MAX_LEVELS = 200  # levels: of one expression: reading it recurses


def read_expression(node: Node) -> Expression:
    """An expression from nested lists, bounded in depth and size."""
    left = [MAX_SIZE]

    def read(value: object, depth: int) -> Expression:
        left[0] -= 1
        if left[0] < 0 or depth > MAX_LEVELS:
            raise Rejected("an expression too large", place=node.place)
        if value in ("0", "1"):
            return Constant(value == "1")
        if isinstance(value, str):
            return Variable(Node(value, node.place).name())
        parts = Node(value, node.place).items(MAX_ARGUMENTS)
        if not parts:
            raise Rejected("an empty expression", place=node.place)
        word, arguments = parts[0].choice(WORDS), parts[1:]
        if not fits(word, len(arguments)):
            raise Rejected(f"{word} with {len(arguments)} arguments", place=node.place)
        return Operation(word, tuple(read(argument.value, depth + 1) for argument in arguments))

    return read(node.value, 1)


def write_expression(expression: Expression) -> object:
    """How :func:`read_expression` reads an expression back."""
    if isinstance(expression, Variable):
        return expression.name
    if isinstance(expression, Constant):
        return "1" if expression.value else "0"
    return [expression.operator, *(write_expression(part) for part in expression.arguments)]


def check_written(
    question: CertifiedQuestion, expressions: Mapping[str, Expression], scm: BooleanSCM
) -> None:
    """Reject unless these are legal mechanisms that denote the functions of the SCM."""
    if expressions.keys() != scm.functions.keys():
        raise Rejected("not one mechanism an endogenous variable")
    for name, expression in expressions.items():
        _check_words(question, name, expression)
        for mentioned in natural(expression.variables):
            if mentioned not in question.problem.disclosure.admissible(name):
                raise Rejected(f"the mechanism of {name} may not mention {mentioned}")
        try:
            function = compile_expression(expression)
        except LimitError as error:
            raise Rejected(f"the mechanism of {name}: {error}") from None
        if function != scm.functions[name]:
            raise Rejected(f"the mechanism of {name} denotes another function")
    try:
        topological_order({name: e.variables for name, e in expressions.items()})
    except CycleError as error:
        raise Rejected(str(error)) from None


def _check_words(question: CertifiedQuestion, name: str, expression: Expression) -> None:
    for part in (part for level in levels(expression) for part in level):
        if isinstance(part, Constant) and not question.problem.constants:
            raise Rejected(f"the mechanism of {name} uses a constant; the problem allows none")
        if isinstance(part, Operation) and part.operator not in question.problem.operators:
            raise Rejected(f"the mechanism of {name} uses {part.operator}, not an operator")


def check_sizes(question: CertifiedQuestion, expressions: Mapping[str, Expression]) -> None:
    size, depth = question.hypothesis.max_ast, question.hypothesis.max_depth
    for name, expression in expressions.items():
        if expression.depth > MAX_LEVELS:
            raise Rejected(f"the mechanism of {name} is nested more than {MAX_LEVELS} deep")
        if size is not None and expression.size > size:
            raise Rejected(f"the mechanism of {name} has AST size {expression.size}, over {size}")
        if depth is not None and expression.depth > depth:
            raise Rejected(f"the mechanism of {name} has depth {expression.depth}, over {depth}")
