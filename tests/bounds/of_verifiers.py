"""Bounds of verifiers: how much a certificate may have in it; and of problems as they are stated."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

import symcause
from symcause.families.boolean.files.python_models import function_of
from symcause.families.boolean.models.experiments import Contexts
from symcause.families.boolean.models.scm import BEHAVIOUR
from symcause.families.boolean.verifier import clausal_proof
from symcause.families.boolean.verifier.cell_errors import read_cells, read_filled
from symcause.families.boolean.verifier.certificate import _read_class
from symcause.families.boolean.verifier.certificate_question import CertifiedQuestion
from symcause.families.boolean.verifier.expression_lists import read_expression
from symcause.families.boolean.verifier.model_check import _read_function
from symcause.families.cpt.verifier.network_replay import _leaves, _row
from symcause.families.cpt.verifier.separation_proof import check_blocked, check_open
from symcause.families.linear.verifier.claim_class import read_class
from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.verifier.bounds.box_tree import read_cuts
from symcause.families.scenario.verifier.bounds.loop_formula import sums
from symcause.families.scenario.verifier.bounds.value_ranges import _exp
from symcause.families.scenario.verifier.exact_terms import _short
from symcause.families.scenario.verifier.finite_claims import read_exact
from symcause.families.scenario.verifier.finite_scenario import Finite
from symcause.families.shapeworld.problem.problem import _check_shapes
from symcause.families.shapeworld.problem.world_classes import Scope, WorldClass
from symcause.families.statements.problem.problem import _check_variables
from symcause.families.textgraph.problem.alignment_task import AlignmentTask
from symcause.families.textgraph.problem.node_partners import SHAPES
from symcause.families.textgraph.problem.problem import _checked_nodes
from symcause.families.textgraph.verifier.certificate_reader import _multipliers, read_certificate
from symcause.kernel.envelope import read_envelope, write_envelope
from symcause.kernel.nodes import Node
from symcause.kernel.work import Work
from symcause.models.dags import _spell
from tests.bounds.stops import refused, stops
from tests.evidence.facts import document
from tests.scenario.certify.test_cut_lists import PROBLEM as DRAWN

BOOLEAN, LINEAR = "families/boolean", "families/linear"
SCENARIO, TEXTGRAPH = "families/scenario/verifier", "families/textgraph"


def _names(size: int) -> list[str]:
    return [f"X{i + 1}" for i in range(size)]


# Boolean mechanisms
@stops(f"{BOOLEAN}/models/experiments.MAX_ROOTS", 3)
def _(size: int) -> object:
    return refused(lambda: Contexts(tuple(_names(size))), "at most 3 roots|cannot be simulated")


@stops(f"{BOOLEAN}/models/functions.MAX_MENTIONED", 3)
def _(size: int) -> object:
    bits = [i.bit_count() & 1 for i in range(1 << size)]
    return refused(lambda: function_of("Y", (_names(size), bits)), "more than 3 parents")


@stops(f"{BOOLEAN}/problem/version_two.MOST_ERRORS", 3)
def _(size: int) -> object:
    rows = [{"X1": 0, "X2": 1}]
    problem = symcause.boolean.problem
    return refused(lambda: problem(rows, roots=["X1"], errors=size), "more than any problem has")


@stops(f"{BOOLEAN}/verifier/cell_errors._MAX_CELLS", 3)
def _(size: int) -> object:
    long = refused(lambda: read_cells(Node([[0, "X1"]] * size)), "more than 3 members")
    late = refused(lambda: read_cells(Node([[size, "X1"]])), "not between 0 and 3")
    listed = refused(lambda: read_filled(Node([[0, "X1", 1]] * size)), "more than 3 members")
    return long and late and listed


@stops(f"{BOOLEAN}/verifier/behaviour_clauses.MOST_LATENT", 2)
def _(size: int) -> object:
    hidden = "HIJKL"[:size]
    model = symcause.boolean.model({**dict.fromkeys(hidden, "A"), "B": "A"})
    rows = [f"{bit}{'?' * size}{bit}" for bit in "01"]
    filed = document("hidden", f"A{hidden}B", rows, latent=[*hidden], roots=["A"])
    problem: Any = symcause.problem(filed)
    question = CertifiedQuestion(problem, problem.default_class(), identity=BEHAVIOUR)
    return refused(
        lambda: clausal_proof.formula_of(question, "unique", model, ()),
        "more than 2 latent variables",
    )


@stops(f"{BOOLEAN}/verifier/certificate._MAX_BOUND", 3)
def _(size: int) -> object:
    known = {"max_parents": size, "max_ast": None, "max_depth": None, "source": "default"}
    return refused(lambda: _read_class(Node(known)), "not between 0 and 3")


@stops(f"{BOOLEAN}/verifier/expression_lists.MAX_ARGUMENTS", 3)
def _(size: int) -> object:
    return refused(lambda: read_expression(Node(["and", *_names(size - 1)])), "more than 3 members")


@stops(f"{BOOLEAN}/verifier/expression_lists.MAX_SIZE", 3)
def _(size: int) -> object:
    return refused(lambda: read_expression(Node(["and", *_names(size - 1)])), "too large")


@stops(f"{BOOLEAN}/verifier/expression_lists.MAX_LEVELS", 3)
def _(size: int) -> object:
    nested: object = "X1"
    for _level in range(size - 1):
        nested = ["not", nested]
    return refused(lambda: read_expression(Node(nested)), "too large")


@stops(f"{BOOLEAN}/verifier/model_check.MAX_PARENTS", 3)
def _(size: int) -> object:
    table = "".join(str(i.bit_count() & 1) for i in range(1 << size))
    function = {"parents": _names(size), "table": table}
    return refused(lambda: _read_function(Node(function)), "more than 3 members|longer than 8")


# numbers and networks
@stops("families/cpt/verifier/network_replay._MOST_VALUES", 3)
def _(size: int) -> object:
    row = refused(lambda: _row(Node([f"1/{size}"] * size)), "more than 3 members")
    return row and refused(lambda: _leaves(Node(["1/2"] * size), [size]), "more than 3 members")


@stops("families/cpt/verifier/separation_proof._MOST", 3)
def _(size: int) -> object:
    query = {"type": "backadj", "treatment": "X", "outcome": "Y", "sets": [["V"], []]}
    edges = [["V", "X"], ["V", "Y"], ["X", "Y"]]
    problem: Any = symcause.problem(
        {"format": "symcause.cpt/1", "id": "p", "edges": edges, "query": query}
    )
    steps = [["X", "up"], ["V", "up"], ["X", "down"], ["Y", "down"]]
    closed = refused(lambda: check_blocked(problem, ("V",), Node(steps[:size])), "more than 3|set")
    path = ["X", "V", "Y", "Y"][:size]
    return closed and refused(lambda: check_open(problem, (), Node(path)), "more than 3 members")


@stops(f"{LINEAR}/problem/problem_validation.MAX_INTEGER", 3)
def _(size: int) -> object:
    records = [{"x": 1, "f": 1}]
    whole = {"domain": "integer", "min": -1, "max": size}
    problem = symcause.linear.problem
    return refused(
        lambda: problem(records=records, target="f", coefficients=whole), "empty or too large"
    )


def _linear_class(**more: object) -> Node:
    known = {"domain": "integer", "semantics": "set", "min": 0, "max": 1}
    return Node({**known, "target_may_cause": False, "max_parents": None, **more})


@stops(f"{LINEAR}/verifier/claim_class._MAX_RANGE", 3)
def _(size: int) -> object:
    high = refused(lambda: read_class(_linear_class(max=size)), "not between 0 and 3")
    return high and refused(lambda: read_class(_linear_class(min=-size)), "not between -3 and 3")


@stops(f"{LINEAR}/verifier/claim_class._MAX_BOUND", 3)
def _(size: int) -> object:
    return refused(lambda: read_class(_linear_class(max_parents=size)), "not between 0 and 3")


@stops(f"{SCENARIO}/bounds/value_ranges._FURTHEST", 3)
def _(size: int) -> object:
    ways = (Fraction(size), Fraction(-size))
    return all(refused(partial(_exp, one), "exp beyond 3") for one in ways)


@stops(f"{SCENARIO}/bounds/loop_formula.MAX_TOTAL", 3)
def _(size: int) -> object:
    return refused(lambda: sums(((1, Fraction(1)),), size, 1, Work()), "totals above 3")


@stops(f"{SCENARIO}/finite_scenario.MAX_LISTED", 3)
def _(size: int) -> object:
    options = {f"o{i}": f"1/{size}" for i in range(size)}
    document = {
        "format": "symcause.scenario/1",
        "id": "options",
        "design": {"on": {"type": "boolean", "default": False}},
        "variables": [
            {"name": "kind", "draw": {"categorical": options}},
            {"name": "alive", "is": 'kind == "o0"'},
        ],
        "outcome": "alive",
    }
    finite = Finite(read_scenario(document), Work())
    assert not finite.allowed({"on": Fraction(1)}) and finite.allowed({"on": True})
    return refused(lambda: [*finite.units({"on": True}, "1")], "more than 3 units")


@stops(f"{SCENARIO}/bounds/box_tree.MAX_CUTS", 3)
def _(size: int) -> object:
    cuts = [f"{i + 1}/9" for i in range(size)]
    return refused(lambda: read_cuts(DRAWN, Node({"u": cuts})), "more than 3 cuts")


@stops(f"{SCENARIO}/exact_terms.MAX_BITS", 8)
def _(size: int) -> object:
    return refused(lambda: _short(Fraction((1 << size - 2) - 1, 2)), "more than 8 bits")


@stops(f"{SCENARIO}/finite_claims._LONGEST", 3)
def _(size: int) -> object:
    return refused(lambda: read_exact(Node("9" * size)), "longer than 3 characters")


# worlds, statements, graphs
@stops("families/shapeworld/problem/problem.MAX_SHAPES", 3)
def _(size: int) -> object:
    return refused(lambda: _check_shapes(tuple(_names(size))), "at most 3 shapes")


@stops("families/shapeworld/problem/problem.MAX_NAME", 3)
def _(size: int) -> object:
    return refused(lambda: _check_shapes(("b", "a" * size)), "not a name")


@stops("families/shapeworld/problem/world_classes.CORE_SHAPES", 3)
def _(size: int) -> object:
    assert not refused(lambda: Scope(WorldClass.ROOTED).suits(size), "core")
    return refused(lambda: Scope(WorldClass.CORE).suits(size), "two and three shapes")


@stops("families/statements/problem/problem.MOST", 3)
def _(size: int) -> object:
    return refused(lambda: _check_variables(tuple(_names(size))), "2 to 3 variables")


@stops("families/statements/problem/problem.FEWEST", 3, within=3, beyond=2)
def _(size: int) -> object:
    return refused(lambda: _check_variables(tuple(_names(size))), "3 to 8 variables")


@stops(f"{TEXTGRAPH}/problem/problem.MAX_NAME", 3)
def _(size: int) -> object:
    return refused(lambda: _checked_nodes(["b", "a" * size]), "at most 3 characters")


@stops(f"{TEXTGRAPH}/problem/alignment_task.MAX_NODES", 3)
def _(size: int) -> object:
    edges = [(a, "Z") for a in _names(size - 1)]
    ways = ((edges, [("A", "B")]), ([("A", "B")], edges))
    tasks = [refused(partial(AlignmentTask.of, *way), "at most 3 nodes") for way in ways]
    return all(tasks)


@stops(f"{TEXTGRAPH}/problem/alignment_task.MAX_PAIRS", 6, within=3)
def _(size: int) -> object:
    edges = [(a, "Z") for a in _names(size - 1)]
    every = refused(lambda: AlignmentTask.of([("A", "B")], edges), "at most 6 pairs")
    pairs = [(a, b) for a in "AB" for b in (*_names(size - 1), "Z")]
    return every and refused(lambda: AlignmentTask.of([("A", "B")], edges, pairs), "at most 6")


def _merging(**more: object) -> dict[str, Any]:
    claim = {"name": "merge", "shape": SHAPES[0], "merges": None, "low": 0, "high": 0}
    body = {"answer": {"edges": []}, "allowed": None, "evidence": {"reading": []}}
    return dict(write_envelope("textgraph", "0" * 64, None, {**body, **more, "claim": claim}))


@stops(f"{TEXTGRAPH}/verifier/certificate_reader._MAX_EDGES", 3)
def _(size: int) -> object:
    answer = {"edges": [["A", "B"]] * size}
    return refused(lambda: read_certificate(_merging(answer=answer)), "more than 3 members")


@stops(f"{TEXTGRAPH}/verifier/certificate_reader._MAX_INDEX", 3)
def _(size: int) -> object:
    rows = [["gold-node", size, 1]]
    return refused(lambda: _multipliers(Node(rows)), "not between 0 and 3")


# what all have
@stops("kernel/envelope._MAX_ID", 3)
def _(size: int) -> object:
    document = write_envelope("x", "0" * 64, "i" * size, {"claim": 1})
    return refused(lambda: read_envelope(document, "x", ("claim",)), "longer than 3 characters")


@stops("models/dags._CYCLE_SHOWN", 3)
def _(size: int) -> object:
    text = _spell(range(size), _names(size))
    assert text.startswith("X1 -> X2") and text.endswith(f"X{size} -> X1")
    return "more)" in text
