"""Clauses of the Boolean verifier that say "a separation exists": an experiment tells models apart.

Given a reference SCM over the disclosed roots, the clauses are satisfiable iff some SCM of the class
explains the evidence and differs from the reference in an endogenous variable V that is no target,
under some experiment do(W=b) and some root assignment.

*Unknowns.* ``parents(V, S)``: the alternative's mechanism of V is a function on S, one of the sets with
g_V(S) > 0; ``before(U, V)``: an order; ``target(V)``: the experiment clamps V; ``state(U)``,
``reference(V)``: the values at the query point in the alternative and in the reference. *Clauses*: (1)
parent sets in a strict order, (2) what rows say about the alternative, (3) the reference's tables, (4)
one experiment, a difference; docs/theory/certificates.md says each and why.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.verifier.certificate_question import CertifiedQuestion
from symcause.families.boolean.verifier.function_weights import exact
from symcause.kernel.nodes import Beyond, Rejected
from symcause.kernel.rup import Clause, Formula, Unknowns
from symcause.models.disclosure import Setting

MAX_VARIABLES = 64  # variables: of a formula about separation


def encode(question: CertifiedQuestion, reference: BooleanSCM) -> Formula:
    """The formula of the question and the reference. Raises Rejected beyond the kernel's size."""
    if question.problem.setting is Setting.HIDDEN_ROOTS:
        raise Rejected("hidden roots: separation by one experiment has no clausal certificate")
    if len(question.problem.variables) > MAX_VARIABLES:
        raise Beyond(f"more than {MAX_VARIABLES} variables: beyond the kernel's size")
    unknown = Unknowns()
    endogenous = reference.endogenous
    parts = [_order(question, unknown, endogenous)]
    for variable in endogenous:
        parts.append(_alternative(question, unknown, variable))
        parts.append(followed(unknown, reference, variable))
    parts.append(separates(unknown, reference))
    clauses: list[Clause] = []
    for part in parts:
        for clause in part:
            question.work.spend(20 + 3 * len(clause), "the clauses of the formula")
            question.work.hold(100 + 8 * len(clause), "the clauses of the formula")
            clauses.append(clause)
    return Formula(len(unknown.numbers), tuple(clauses))


def _order(
    question: CertifiedQuestion, unknown: Unknowns, endogenous: tuple[str, ...]
) -> Iterator[Clause]:
    """(1) A strict order; where the order is disclosed, admissible parents follow it anyway."""
    if question.problem.setting is Setting.ORDERED:
        return
    for u, v in combinations(endogenous, 2):
        yield -unknown("before", u, v), -unknown("before", v, u)
    for u, v, w in permutations(endogenous, 3):
        yield -unknown("before", u, v), -unknown("before", v, w), unknown("before", u, w)


def _alternative(question: CertifiedQuestion, unknown: Unknowns, variable: str) -> Iterator[Clause]:
    """(1, 2) One of the parent sets that fit, in order, and what the rows say about its output."""
    roots = question.problem.disclosure.roots or ()
    target, output = unknown("target", variable), unknown("state", variable)
    sets = sorted(exact(question, variable))
    yield tuple(unknown("parents", variable, str(mask)) for mask in sets)
    for mask in sets:
        chosen = unknown("parents", variable, str(mask))
        names = question.problem.variables
        parents = [name for name in names if mask >> question.position[name] & 1]
        if question.problem.setting is not Setting.ORDERED:
            for parent in parents:
                if parent not in roots:
                    yield -chosen, unknown("before", parent, variable)
        shown = {
            (question.rows[row] & mask, question.value(row, variable))
            for row in question.rows_of(variable)
        }
        for pattern, value in sorted(shown):
            differs = (
                _unlike(unknown("state", name), pattern >> question.position[name] & 1)
                for name in parents
            )
            yield -chosen, target, *differs, output if value else -output


def followed(unknown: Unknowns, reference: BooleanSCM, variable: str) -> Iterator[Clause]:
    """(3) Unless it is the target, the reference's variable has the value of its table."""
    function = reference.functions[variable]
    inputs = [_value(unknown, reference, parent) for parent in function.parents]
    target, output = unknown("target", variable), unknown("reference", variable)
    for pattern in range(1 << len(inputs)):
        differs = (_unlike(x, pattern >> j & 1) for j, x in enumerate(inputs))
        yield target, *differs, output if function.table >> pattern & 1 else -output


def separates(unknown: Unknowns, reference: BooleanSCM) -> Iterator[Clause]:
    """(4) One experiment, and a difference that it does not set itself."""
    targets = [unknown("target", v) for v in reference.endogenous]
    for one, other in combinations(targets, 2):
        yield -one, -other
    if not reference.roots:
        yield tuple(targets)
    for v in reference.endogenous:
        target, differs = unknown("target", v), unknown("differs", v)
        state, value = unknown("state", v), unknown("reference", v)
        yield -target, -state, value
        yield -target, state, -value
        yield -differs, state, value
        yield -differs, -state, -value
    yield tuple(unknown("differs", v) for v in reference.endogenous)


def _value(unknown: Unknowns, reference: BooleanSCM, name: str) -> int:
    """The reference's value of a variable; a root has one value in both models."""
    return unknown("reference" if name in reference.functions else "state", name)


def _unlike(literal: int, bit: int) -> int:
    """The literal that says "not this bit"."""
    return -literal if bit else literal
