"""Bounds of what verifiers count and read, one function at a time."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import symcause
from symcause.budgets import Meter
from symcause.families.boolean.models.decision_diagrams import dependence_meter, dependencies
from symcause.families.boolean.models.functions import compile_expression
from symcause.families.boolean.verifier.background import signed_counts
from symcause.families.boolean.verifier.certificate_question import CertifiedQuestion
from symcause.families.boolean.verifier.function_weights import _check_reach
from symcause.families.scenario.verifier.bounds.value_ranges import Range, down, point, up
from symcause.families.scenario.verifier.bounds.weighted_states import _whole
from symcause.families.scenario.verifier.budget.budget_claim import _cuts, _grid
from symcause.families.scenario.verifier.twin_claim import most_units
from symcause.families.statements.verifier.certificate_reader import _evidence
from symcause.families.textgraph.alignment.node_merges import Merging, _best
from symcause.families.textgraph.problem.alignment_task import AlignmentTask
from symcause.grammar import parse
from symcause.kernel.nodes import Node
from symcause.kernel.work import Work
from tests.bounds.stops import alike, refused, stops

VERIFIER, SCENARIO = "families/boolean/verifier", "families/scenario/verifier"


def _question(size: int, **changes: Any) -> CertifiedQuestion:
    """One row of so many roots and what they may cause."""
    names = [f"X{at + 1}" for at in range(size)]
    row = dict.fromkeys([*names, "Y"], 0)
    problem = symcause.boolean.problem([row], roots=names, **changes)
    return CertifiedQuestion(problem, problem.default_class(), Work())


@stops(f"{VERIFIER}/function_weights.MAX_PARENT_SETS", 4, within=2)
def _(size: int) -> object:
    return refused(lambda: _check_reach(_question(size), "Y", 1), "parent sets")


@stops(f"{VERIFIER}/background.MOST_SIGNED", 2)
def _(size: int) -> object:
    question = _question(size, knowledge={"unate": True})
    known, every = question.problem.knowledge, (1 << size) - 1
    assert known is not None
    return refused(lambda: signed_counts(known, question, "Y", {every: [0]}), "signed parents")


@alike(f"{SCENARIO}/bounds/value_ranges.BITS", 1)
def _() -> object:
    """What is rounded lies where it is said to lie; what has few bits is not rounded."""
    long = Fraction(1, 3)
    return down(long) <= long <= up(long), down(Fraction(3)), up(Fraction(3))


@stops(f"{SCENARIO}/bounds/weighted_states.MAX_WHOLE", 3)
def _(size: int) -> object:
    """Each number by itself, or all of them as one range."""
    states = list(_whole(point(Fraction(1)), point(Fraction(size))))
    ranges = [state for state, _ in states if isinstance(state, Range)]
    assert min(r.low for r in ranges) == 1 and max(r.high for r in ranges) == size
    return len(states) < size


@stops(f"{SCENARIO}/budget/budget_claim.MOST_POINTS", 3)
def _(size: int) -> object:
    beliefs = [f"0.{at + 1}" for at in range(size)]
    return refused(lambda: _grid(Node(beliefs)), "more than 3 members")


@stops(f"{SCENARIO}/budget/budget_claim.MOST_GROUPS", 3, within=2)
def _(size: int) -> object:
    """Between so many groups there is one cut less."""
    return refused(lambda: _cuts(Node([str(at + 1) for at in range(size)])), "more than 2 members")


@stops(f"{SCENARIO}/twin_claim.MOST", 5)
def _(size: int) -> object:
    scenario: Any = SimpleNamespace(budget=SimpleNamespace(units=size))
    return most_units(scenario) < size


@stops("families/statements/verifier/certificate_reader.MAX_TREE", 4)
def _(size: int) -> object:
    tree = {"kind": "tree", "tree": "x" * size}
    return refused(lambda: _evidence(Node(tree), "tree"), "longer than 4 characters")


@stops("families/linear/problem/problem_validation.MAX_HIDDEN_VALUES", 2)
def _(size: int) -> object:
    document = {
        "format": "symcause.linear/1",
        "id": "hidden",
        "variables": ["a", "f"],
        "target": "f",
        "controllable": ["a"],
        "records": [{"id": "r", "values": {"a": 1, "f": 2}}],
        "hidden": {"nodes": ["a"], "values": list(range(1, size + 1))},
    }
    return refused(lambda: symcause.problem(document), "1 to 2 values")


@stops("families/textgraph/problem/alignment_task.MAX_MATCHES", 4, within=2)
def _(size: int) -> object:
    """So many edges on either side: each may become each."""
    edges = [(f"a{at}", f"b{at}") for at in range(size)]
    task = AlignmentTask.of(edges, [(f"{a}'", f"{b}'") for a, b in edges])
    return refused(lambda: _best(task, Merging("both", 0), Meter(10**6)), "more than 4 matches")


@stops("models/expressions.MAX_STEPS", 3, within=2, beyond=4)
def _(size: int) -> object:
    """The steps that finding out takes: nodes times names, of which sixteen are one."""
    names = " ".join(f"X{at}" for at in range(2 * size))
    expression = parse(f"(xor {names})")
    assert compile_expression(expression).parents
    return refused(lambda: dependencies(expression, dependence_meter()), "too large to find out")
