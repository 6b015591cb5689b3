"""Statement of a certificate about finite worlds for ``proofs/``: names and values become positions.

The proofs speak of named classes but ``monotone``, of grammars whose operators are tables, of bounds on
parents and of edges that must or must not be, of the four settings, and of rows in which all cells were
observed. Evidence is not copied: that a member is the only one, or that there is none, is proved by the
number of members, which the checker computes.
"""

from __future__ import annotations

from itertools import product
from math import prod

from symcause.errors import UsageError
from symcause.families.finite.bounds import PROVED_CELLS
from symcause.families.finite.models.mechanism_class import MechanismClass
from symcause.families.finite.problem.fingerprint import fingerprint
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.families.finite.verifier.asked_problem import asked_problem
from symcause.families.finite.verifier.certificate_question import CertifiedQuestion
from symcause.families.finite.verifier.certificate_reader import (
    AMBIGUOUS,
    COUNT,
    MODELS,
    Certificate,
    read_certificate,
)
from symcause.families.finite.verifier.class_functions import place
from symcause.families.finite.verifier.exports.grammar_terms import grammar_term
from symcause.families.finite.verifier.member_check import Mechanism, Member, check_member
from symcause.kernel.exports.coq_terms import Made, Term, Values, flag
from symcause.kernel.exports.setting_terms import increasing, places, setting_term
from symcause.kernel.exports.theorem_file import COUNTED, Statement
from symcause.kernel.nodes import Rejected
from symcause.models.background_knowledge import Knowledge

_ANY = Made("Any", "any", ())
_SHAPES = ("disjunctive", "conjunctive", "threshold", "parity")


def statement(problem: FiniteProblem, document: object) -> Statement:
    """The statement of a certificate. UsageError where the proofs do not cover it."""
    certificate = read_certificate(document)
    if certificate.sha256 != fingerprint(problem):
        raise Rejected("the certificate is about another problem", place="digest")
    question = CertifiedQuestion(asked_problem(problem, certificate.asked))
    bound = _bound(question)
    arguments = _problem(question, bound)
    name, models, shown = _claim(question, certificate)
    return Statement(
        name,
        "finite",
        certificate.sha256,
        question.names,
        arguments,
        tuple(_model(question, model) for model in models),
        shown,
        rules=_rules(question, bound),
    )


def theorem(problem: FiniteProblem, document: object) -> str:
    """The theorem file of a certificate. UsageError where the proofs do not cover it."""
    return statement(problem, document).theorem


def _claim(
    question: CertifiedQuestion, certificate: Certificate
) -> tuple[str, list[Member], tuple[Term, ...]]:
    claim = certificate.claim
    if claim == COUNT:
        return COUNT, [], (certificate.count,)
    if claim in COUNTED:
        known = [] if certificate.model is None else [certificate.model]
        return COUNTED[claim], [check_member(question, model, "model") for model in known], ()
    if (claim, certificate.kind) != (AMBIGUOUS, MODELS):
        raise UsageError(f"the proofs do not cover the claim {claim!r} by this evidence")
    first, second = (check_member(question, model, "models") for model in certificate.models)
    return AMBIGUOUS, [first, second], _differing(question, first, second)


def _problem(question: CertifiedQuestion, bound: int) -> tuple[Term, ...]:
    """The arguments of ``make``."""
    problem, count = question.problem, len(question.names)
    if problem.holed:
        raise UsageError("the proofs know rows in which all cells were observed")
    if problem.knowledge is not None and problem.knowledge.signed:
        raise UsageError("the proofs know no signs of edges")
    roots = problem.disclosure.roots
    if roots is not None and not _scored(question, roots):
        raise UsageError("the proofs know problems with a cell to score")
    if prod(sorted(problem.sizes)[-bound:] if bound else ()) > PROVED_CELLS:
        raise UsageError(f"the proofs count functions of at most {PROVED_CELLS:,} cells")
    highs: list[Term] = [size - 1 for size in problem.sizes]
    rows: list[Term] = [
        {
            "cells": Values(tuple(cell for cell in row if cell is not None)),
            "targets": places(question.position, world.targets),
        }
        for world in problem.training
        for row in world.rows
    ]
    setting = setting_term(problem.disclosure, question.position)
    return count, Made("highs", "", (highs,)), bound, setting, flag(True), rows


def _scored(question: CertifiedQuestion, roots: tuple[str, ...]) -> set[str]:
    shown = {v for row in question.rows for v in question.names if v not in row.targets}
    return shown - set(roots)


def _bound(question: CertifiedQuestion) -> int:
    """Most parents of any variable."""
    count = len(question.names)
    declared = question.problem.model_class
    bounds = [declared.of(name).max_parents for name in _free(question)]
    return max(count if bound is None else min(bound, count) for bound in bounds)


def _free(question: CertifiedQuestion) -> list[str]:
    """The variables that may have a mechanism."""
    roots = question.problem.disclosure.roots or ()
    return [name for name in question.names if name not in roots]


def _rules(question: CertifiedQuestion, bound: int) -> Term | None:
    """A rule for each variable; None in the class of all functions with a bound on parents."""
    rules = [_rule(question, name, bound) for name in question.names]
    plain = {"least": 0, "most": bound, "pool": [*range(len(rules))], "needed": [], "kind": _ANY}
    return None if all(rule == plain for rule in rules) else [*rules]


def _rule(question: CertifiedQuestion, name: str, bound: int) -> dict[str, Term]:
    everybody = range(len(question.names))
    if name not in _free(question):
        return {"least": 0, "most": bound, "pool": [*everybody], "needed": [], "kind": _ANY}
    own, known = question.problem.model_class.of(name), question.problem.knowledge or Knowledge()
    pool = [
        place
        for place, other in enumerate(question.names)
        if other == name
        or ((own.candidates is None or other in own.candidates) and known.admits(other, name))
    ]
    return {
        "least": own.min_parents,
        "most": bound if own.max_parents is None else min(own.max_parents, bound),
        "pool": [*pool],
        "needed": increasing(question.position, known.required(name)),
        "kind": _kind(question, own, name),
    }


def _kind(question: CertifiedQuestion, own: MechanismClass, name: str) -> Made:
    if "any" in own.functions:
        return _ANY
    if own.grammar is not None:
        return grammar_term(question, own.grammar, name)
    unknown = set(own.functions) - set(_SHAPES)
    if unknown:
        raise UsageError(f"the proofs do not know the class {min(unknown)!r}", value=name)
    shapes: list[Term] = [Made(shape.capitalize(), shape, ()) for shape in own.functions]
    return Made("Named", "named", (shapes,))


def _model(question: CertifiedQuestion, member: Member) -> Term:
    """Roots by position; mechanisms in a topological order, the last parent's value fastest."""
    mechanisms: list[Term] = [
        (question.position[v], _mechanism(question, member.mechanisms[v])) for v in member.order
    ]
    return {"mroots": increasing(question.position, member.roots), "mechs": mechanisms}


def _mechanism(question: CertifiedQuestion, mechanism: Mechanism) -> Term:
    return places(question.position, reversed(mechanism.parents)), Values(mechanism.outputs)


def _differing(question: CertifiedQuestion, first: Member, second: Member) -> tuple[Term, ...]:
    """A variable and a state at which the functions of two models differ, if the roots do not."""
    size = len(question.names)
    for name in first.mechanisms.keys() & second.mechanisms.keys():
        one, other = first.mechanisms[name], second.mechanisms[name]
        parents = tuple(v for v in question.names if v in {*one.parents, *other.parents})
        for pattern in product(*map(range, question.sizes(parents))):
            state = dict(zip(parents, pattern, strict=True))
            if _at(question, one, state) != _at(question, other, state):
                cells = tuple(state.get(v, 0) for v in question.names)
                return question.position[name], Values(cells)
    return 0, Values((0,) * size)


def _at(question: CertifiedQuestion, mechanism: Mechanism, state: dict[str, int]) -> int:
    pattern = tuple(state[parent] for parent in mechanism.parents)
    return mechanism.outputs[place(pattern, question.sizes(mechanism.parents))]
