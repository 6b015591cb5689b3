"""Models inside certificates: how they are written, and what makes one a member of the class.

A model is written semantically, ``{"roots": […], "functions": {V: {"parents": […], "table": "0110"}}}``:
the parents are exactly the functional ones in natural order, and character *i* of the table is the
output for the pattern *i*, whose bit *j* is the value of parent *j*. Where the class bounds the AST, or
the operators cannot express everything, ``expressions`` shows how each function can be written, as
nested lists: ``["xor", "X1", ["not", "X2"]]``; constants are ``"0"`` and ``"1"``.

A *member* is legal in the setting, acyclic, within the bounds of the class and replays every training
world. Replay is done by :meth:`symcause.families.boolean.models.scm.BooleanSCM.run`, cell by cell.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symcause.errors import LimitError
from symcause.families.boolean.models.functions import Function, compile_expression, reduce
from symcause.families.boolean.models.scm import BooleanSCM, CycleError, topological_order
from symcause.families.boolean.verifier.question import CertifiedQuestion
from symcause.kernel.reading import Node, Rejected
from symcause.models.expressions import Constant, Expression, Operation, Variable, levels
from symcause.models.names import WORDS, natural

MAX_NAMES = 1_000
MAX_PARENTS = 16
MAX_ARGUMENTS = 1_000
MAX_SIZE = 20_000
MAX_LEVELS = 200


@dataclass(frozen=True)
class CertifiedModel:
    """An SCM and, where the class needs it, how its functions can be written."""

    scm: BooleanSCM
    expressions: Mapping[str, Expression] | None = None

    def to_dict(self) -> dict[str, object]:
        functions = {
            name: {
                "parents": list(function.parents),
                "table": format(function.table, f"0{1 << len(function.parents)}b")[::-1],
            }
            for name, function in self.scm.functions.items()
        }
        document: dict[str, object] = {"roots": list(self.scm.roots), "functions": functions}
        if self.expressions is not None:
            document["expressions"] = {
                name: write_expression(part) for name, part in self.expressions.items()
            }
        return document


def read_model(node: Node) -> CertifiedModel:
    """The model that a part of a certificate describes."""
    fields = node.fields("roots", "functions", optional=("expressions",))
    functions: dict[str, Function] = {}
    for key, part in fields["functions"].entries(MAX_NAMES):
        functions[Node(key, part.place).name()] = _read_function(part)
    expressions = None
    if "expressions" in fields:
        pairs = fields["expressions"].entries(MAX_NAMES)
        expressions = {name: read_expression(part) for name, part in pairs}
    return CertifiedModel(BooleanSCM(fields["roots"].names(MAX_NAMES), functions), expressions)


def _read_function(node: Node) -> Function:
    fields = node.fields("parents", "table")
    parents = fields["parents"].names(MAX_PARENTS)
    text = fields["table"].text(1 << MAX_PARENTS)
    if len(text) != 1 << len(parents) or text.strip("01"):
        raise fields["table"].fail(f"not a table of {1 << len(parents)} bits")
    function = Function(parents, int(text[::-1], 2))
    if natural(parents) != parents or reduce(parents, function.table) != function:
        raise fields["parents"].fail("not the functional parents in natural order")
    return function


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
        if not arguments or not _takes(word, len(arguments)):
            raise Rejected(f"{word} with {len(arguments)} arguments", place=node.place)
        return Operation(word, tuple(read(argument.value, depth + 1) for argument in arguments))

    return read(node.value, 1)


def _takes(word: str, count: int) -> bool:
    return count == {"not": 1, "if": 3}[word] if word in ("not", "if") else count > 1


def write_expression(expression: Expression) -> object:
    """How :func:`read_expression` reads an expression back."""
    if isinstance(expression, Variable):
        return expression.name
    if isinstance(expression, Constant):
        return "1" if expression.value else "0"
    return [expression.operator, *(write_expression(part) for part in expression.arguments)]


def check_explains(question: CertifiedQuestion, scm: BooleanSCM) -> None:
    """Reject unless the SCM is legal in the setting, acyclic, and replays the training worlds."""
    problem, disclosure = question.problem, question.problem.disclosure
    roots = set(scm.roots)
    if {*roots, *scm.functions} != set(problem.variables) or roots & set(scm.functions):
        raise Rejected("roots and functions are not a partition of the problem's variables")
    if disclosure.roots is not None and roots != set(disclosure.roots):
        raise Rejected("the roots are not the disclosed ones")
    if len(roots) != disclosure.size_of_root_set:
        raise Rejected(f"{len(roots)} roots where {disclosure.size_of_root_set} are disclosed")
    if not question.leaves_scored_cell(scm.roots):
        raise Rejected("the root set leaves no scored cell")
    for name, function in scm.functions.items():
        for parent in function.parents:
            if parent not in disclosure.admissible(name):
                raise Rejected(f"{parent} is no admissible parent of {name}")
    try:
        _ = scm.order
    except CycleError as error:
        raise Rejected(str(error)) from None
    _check_replay(question, scm)


def _check_replay(question: CertifiedQuestion, scm: BooleanSCM) -> None:
    for world in question.problem.training:
        seen = world.by_name(question.problem.variables)
        computed = scm.run(seen, world.targets, world.mask)
        for name in scm.endogenous:
            if computed[name] != seen[name]:
                wrong = computed[name] ^ seen[name]
                row = (wrong & -wrong).bit_length() - 1
                raise Rejected(f"the model does not replay {name} in row {row} of world {world.id}")


def check_member(question: CertifiedQuestion, model: CertifiedModel) -> None:
    """Reject unless the model explains the evidence and lies in the class."""
    check_explains(question, model.scm)
    most = question.hypothesis.max_parents
    for name, function in model.scm.functions.items():
        if most is not None and len(function.parents) > most:
            raise Rejected(f"{name} has {len(function.parents)} parents, the class allows {most}")
    if question.hypothesis.knowledge:
        from symcause.families.boolean.verifier.knowing import check_known

        check_known(question.hypothesis.knowledge, model.scm)
    if (variable := question.unwritable(model.scm.roots)) is not None:
        raise Rejected(
            f"no mechanism of {variable} can be written: no admissible root, no constants"
        )
    if model.expressions is not None:
        check_written(question, model.expressions, model.scm)
        _check_sizes(question, model.expressions)
    elif question.needs_expressions:
        raise Rejected("this class needs an expression for every function of a member")


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


def _check_sizes(question: CertifiedQuestion, expressions: Mapping[str, Expression]) -> None:
    size, depth = question.hypothesis.max_ast, question.hypothesis.max_depth
    for name, expression in expressions.items():
        if expression.depth > MAX_LEVELS:
            raise Rejected(f"the mechanism of {name} is nested more than {MAX_LEVELS} deep")
        if size is not None and expression.size > size:
            raise Rejected(f"the mechanism of {name} has AST size {expression.size}, over {size}")
        if depth is not None and expression.depth > depth:
            raise Rejected(f"the mechanism of {name} has depth {expression.depth}, over {depth}")


def check_gold(question: CertifiedQuestion, scm: BooleanSCM) -> None:
    """Reject unless gold, if the problem has one, is legal as written and is this SCM."""
    problem = question.problem
    if problem.gold is None:
        return
    gold = problem.compiled(problem.gold)
    if gold != scm:
        raise Rejected("the one member is not gold", remedy="claim its count instead")
    check_written(question, problem.gold.mechanisms, gold)
