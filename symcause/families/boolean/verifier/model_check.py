"""The model check of the Boolean verifier: how certificates write models, and what makes a member.

A model is written semantically, ``{"roots": […], "functions": {V: {"parents": […], "table": "0110"}}}``:
the parents are exactly the functional ones in natural order, and character *i* of the table is the
output for the pattern *i*, whose bit *j* is the value of parent *j*. ``expressions`` show how functions can
be written where that matters (:mod:`~verifier.expression_lists`).

A *member* is legal in the setting, acyclic, within the bounds of the class and replays every training
world. Replay is done by :meth:`symcause.families.boolean.models.scm.BooleanSCM.run`, cell by cell.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symcause.families.boolean.models.functions import Function, reduce
from symcause.families.boolean.models.scm import BooleanSCM, CycleError
from symcause.families.boolean.verifier.certificate_question import CertifiedQuestion
from symcause.kernel.nodes import Node, Rejected
from symcause.models.expressions import Expression
from symcause.models.variable_names import natural

MAX_NAMES = 1_000  # variables: a model has no more
MAX_PARENTS = 16  # parents: a table has 2 to that power bits
_OF_ROWS = ("cells", "completions")


@dataclass(frozen=True)
class CertifiedModel:
    """An SCM and, where the class needs it, how its functions can be written."""

    scm: BooleanSCM
    expressions: Mapping[str, Expression] | None = None
    cells: tuple[tuple[int, str], ...] = ()  # disturbed: training row, variable
    completions: tuple[str, ...] = ()  # of the training rows with unobserved cells

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
            from symcause.families.boolean.verifier.expression_lists import write_expression

            document["expressions"] = {
                name: write_expression(part) for name, part in self.expressions.items()
            }
        if self.cells:
            document["cells"] = [list(cell) for cell in self.cells]
        return {**document, "completions": [*self.completions]} if self.completions else document


def read_model(node: Node) -> CertifiedModel:
    """The model that a part of a certificate describes."""
    fields = node.fields("roots", "functions", optional=("expressions", *_OF_ROWS))
    functions: dict[str, Function] = {}
    for key, part in fields["functions"].entries(MAX_NAMES):
        functions[Node(key, part.place).name()] = _read_function(part)
    expressions = None
    if "expressions" in fields:
        from symcause.families.boolean.verifier.expression_lists import read_expression

        pairs = fields["expressions"].entries(MAX_NAMES)
        expressions = {name: read_expression(part) for name, part in pairs}
    scm = BooleanSCM(fields["roots"].names(MAX_NAMES), functions)
    if not fields.keys() & set(_OF_ROWS):
        return CertifiedModel(scm, expressions)
    from symcause.families.boolean.verifier.cell_errors import read_cells, read_completions

    cells = read_cells(fields["cells"]) if "cells" in fields else ()
    filled = read_completions(fields["completions"]) if "completions" in fields else ()
    return CertifiedModel(scm, expressions, cells, filled)


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


def check_explains(question: CertifiedQuestion, model: CertifiedModel) -> None:
    """Reject unless the SCM is legal in the setting, acyclic, and replays the training worlds."""
    scm, problem, disclosure = model.scm, question.problem, question.problem.disclosure
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
    if question.partial or model.cells or model.completions:
        from symcause.families.boolean.verifier.cell_errors import check_cells

        return check_cells(question, scm, model.cells, model.completions)
    return _check_replay(question, scm)


def _check_replay(question: CertifiedQuestion, scm: BooleanSCM) -> None:
    for world in question.problem.training:
        seen = world.by_name(question.problem.variables)
        computed = scm.run(seen, world.targets, world.mask)
        for name in scm.endogenous:
            if computed[name] != seen[name]:
                wrong = computed[name] ^ seen[name]
                row = (wrong & -wrong).bit_length()
                raise Rejected(f"the model does not replay {name} in row {row} of world {world.id}")


def check_member(question: CertifiedQuestion, model: CertifiedModel) -> None:
    """Reject unless the model explains the evidence and lies in the class."""
    check_explains(question, model)
    most = question.hypothesis.max_parents
    for name, function in model.scm.functions.items():
        if most is not None and len(function.parents) > most:
            raise Rejected(f"{name} has {len(function.parents)} parents, the class allows {most}")
    if question.hypothesis.knowledge:
        from symcause.families.boolean.verifier.background import check_known

        check_known(question.hypothesis.knowledge, model.scm)
    if (variable := question.unwritable(model.scm.roots)) is not None:
        raise Rejected(
            f"no mechanism of {variable} can be written: no admissible root, no constants"
        )
    if model.expressions is not None:
        from symcause.families.boolean.verifier.expression_lists import check_sizes, check_written

        check_written(question, model.expressions, model.scm)
        check_sizes(question, model.expressions)
    elif question.needs_expressions:
        raise Rejected("this class needs an expression for every function of a member")


def check_gold(question: CertifiedQuestion, scm: BooleanSCM) -> None:
    """Reject unless gold, if the problem has one, is legal as written and is this SCM."""
    problem = question.problem
    if problem.gold is None:
        return
    gold = problem.compiled(problem.gold)
    if gold != scm:
        raise Rejected("the one member is not gold", remedy="claim its count instead")
    from symcause.families.boolean.verifier.expression_lists import check_written

    check_written(question, problem.gold.mechanisms, gold)
