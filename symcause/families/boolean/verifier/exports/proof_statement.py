"""Statement of a Boolean certificate for ``proofs/``: names become numbers, evidence is copied.

This translation is all that stands between a document and a proved statement about it. It judges nothing;
what it adds is what the checker evaluates: a state at which two functions differ, the outcomes of an
experiment, and an order in which expressions mention only what stands before them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from symcause.errors import UsageError
from symcause.families.boolean.models.experiments import StateWitness
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import IDENTITY, BooleanSCM, CycleError, topological_order
from symcause.families.boolean.problem.fingerprint import evidence_digest, fingerprint
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.verifier.certificate import Certificate, read_certificate
from symcause.families.boolean.verifier.certificate_question import CertifiedQuestion
from symcause.families.boolean.verifier.claim.ambiguity import AlternativeEvidence
from symcause.families.boolean.verifier.claim.local_evidence import LocalEvidence, Pairs
from symcause.families.boolean.verifier.count_table import CountEvidence
from symcause.families.boolean.verifier.model_check import CertifiedModel
from symcause.kernel.exports.coq_terms import Made, Term, Values, flag
from symcause.kernel.exports.setting_terms import increasing, places, setting_term
from symcause.kernel.exports.theorem_file import COUNTED, Statement, Written
from symcause.kernel.nodes import Rejected
from symcause.models.expressions import Constant, Expression, Variable
from symcause.models.operators.mechanism_operators import OPERATOR

_TWO = Made("boolean", "0", ())
"""All variables have two values."""


def statement(problem: BooleanProblem, document: object) -> Statement:
    """The statement of a certificate. UsageError where the proofs do not cover it."""
    certificate = read_certificate(document)
    if certificate.sha256 not in (evidence_digest(problem), fingerprint(problem)):
        raise Rejected("the certificate is about another problem", place="problem.sha256")
    if certificate.identity != IDENTITY:
        raise UsageError("the proofs tell models apart", remedy=f"--identity {IDENTITY}")
    if certificate.hypothesis.knowledge:
        raise UsageError("the proofs know no background knowledge", remedy="--knowledge none")
    question = CertifiedQuestion(problem.in_setting(certificate.setting), certificate.hypothesis)
    if question.partial:
        raise UsageError("the proofs know rows that are observed and exact", remedy="--errors 0")
    try:
        return _statement(question, certificate)
    except (KeyError, CycleError) as error:
        raise Rejected(f"not about variables of the problem: {error}") from None


def theorem(problem: BooleanProblem, document: object) -> str:
    """The theorem file of a certificate. UsageError where the proofs do not cover it."""
    return statement(problem, document).theorem


def _statement(question: CertifiedQuestion, certificate: Certificate) -> Statement:
    claim, evidence = certificate.claim, certificate.evidence
    experiment: Term | None = None
    gold: Written | None = None
    name, models = claim.name, list[CertifiedModel]()
    if isinstance(evidence, LocalEvidence):
        models = [] if claim.model is None else [claim.model]
        shown = _local(question, claim.model.scm if claim.model else None, evidence)
    elif isinstance(evidence, AlternativeEvidence):
        models = [evidence.reference, evidence.alternative]
        shown = _differing(question, evidence.reference.scm, evidence.alternative.scm)
        if evidence.experiment is not None:
            name = "experiment"
            experiment = [
                (question.position[v], int(bit)) for v, bit in evidence.experiment.assignments
            ]
            shown = (_witness(question, evidence),)
    elif isinstance(evidence, CountEvidence):
        if question.needs_expressions:
            raise UsageError("the proofs do not count where the writing of functions is bounded")
        name = COUNTED.get(claim.name, claim.name)
        models = [] if claim.model is None else [claim.model]
        shown = () if claim.count is None else (claim.count,)
    else:
        raise UsageError(
            f"the proofs do not cover evidence of kind {evidence.to_dict()['kind']!r}",
            remedy="symcause verify without --theorem checks all of the certificate",
        )
    if name in ("unique", "sole") and question.problem.gold is not None:
        texts = _texts(question, question.problem.gold.mechanisms)
        gold = Written(_language(question, None, None), (texts,))
    return Statement(
        name,
        "Boolean",
        certificate.sha256,
        question.problem.variables,
        _problem(question),
        tuple(_model(question, model.scm) for model in models),
        shown,
        experiment,
        _written(question, models) if question.needs_expressions else None,
        gold,
    )


def _written(question: CertifiedQuestion, found: list[CertifiedModel]) -> Written:
    bounds = question.hypothesis
    texts: list[Term] = []
    for model in found:
        if model.expressions is None:
            raise Rejected("this class needs an expression for every function of a member")
        texts.append(_texts(question, model.expressions))
    return Written(_language(question, bounds.max_ast, bounds.max_depth), tuple(texts))


def _language(question: CertifiedQuestion, size: int | None, depth: int | None) -> Term:
    def bound(most: int | None) -> Term:
        return Made("None", "0", ()) if most is None else Made("Some", "1", (most,))

    return {
        "ops": [_operator(word) for word in question.problem.operators],
        "consts": flag(question.problem.constants),
        "max_ast": bound(size),
        "max_depth": bound(depth),
    }


def _operator(word: str) -> Term:
    name = OPERATOR[word].proof
    if not name:
        raise UsageError("the proofs do not know the operator", value=word)
    return Made(name, name, ())


def _texts(question: CertifiedQuestion, expressions: Mapping[str, Expression]) -> Term:
    """Expressions in an order in which each mentions only what stands before it."""
    order = topological_order({name: e.variables for name, e in expressions.items()})
    return [(question.position[v], _expression(question, expressions[v])) for v in order]


def _expression(question: CertifiedQuestion, expression: Expression) -> Term:
    if isinstance(expression, Variable):
        return Made("Var", "var", (question.position[expression.name],))
    if isinstance(expression, Constant):
        return Made("Const", "const", (flag(expression.value),))
    arguments: list[Term] = [_expression(question, part) for part in expression.arguments]
    return Made("Op", "op", (_operator(expression.operator), arguments))


def _witness(question: CertifiedQuestion, evidence: AlternativeEvidence) -> Term:
    """Over the same roots the context and both outcomes, else a state that one model can produce."""
    assert evidence.experiment is not None and evidence.witness is not None
    names = question.problem.variables
    if isinstance(evidence.witness, StateWitness):
        return Made("OneState", "state", (_cells(names, dict(evidence.witness.state)),))
    clamped = dict(evidence.experiment.assignments)
    given = {**dict.fromkeys(names, 0), **dict(evidence.witness.roots), **clamped}
    inputs = {name: int(bit) for name, bit in given.items()}
    runs = [m.scm.run(inputs, clamped, 1) for m in (evidence.reference, evidence.alternative)]
    outcomes = [_cells(names, run) for run in runs]
    return Made("Outcomes", "outcomes", (_cells(names, inputs), *outcomes))


def _cells(names: tuple[str, ...], state: Mapping[str, int]) -> Values:
    return Values(tuple(int(bool(state[name])) for name in names))


def _problem(question: CertifiedQuestion) -> tuple[Term, ...]:
    """The arguments of ``make``."""
    problem = question.problem
    count, most = len(problem.variables), question.hypothesis.max_parents
    rows: list[Term] = [
        {"cells": Values(tuple(map(int, row))), "targets": places(question.position, world.targets)}
        for world in problem.training
        for row in world.rows
    ]
    bound = count if most is None else min(most, count)
    return (
        count,
        _TWO,
        bound,
        setting_term(problem.disclosure, question.position),
        flag(problem.constants),
        rows,
    )


def _model(question: CertifiedQuestion, scm: BooleanSCM) -> Term:
    """Roots by position; mechanisms in a topological order, parents in the order of the table."""
    mechanisms: list[Term] = [
        (question.position[v], _mechanism(question, scm.functions[v])) for v in scm.order
    ]
    return {"mroots": increasing(question.position, scm.roots), "mechs": mechanisms}


def _mechanism(question: CertifiedQuestion, function: Function) -> Term:
    size = 1 << len(function.parents)
    table = Values(tuple(function.table >> i & 1 for i in range(size)))
    return places(question.position, function.parents), table


def _local(
    question: CertifiedQuestion, scm: BooleanSCM | None, evidence: LocalEvidence
) -> tuple[Term, ...]:
    """The evidence of a unique member, or of none."""
    hints: list[Term] = []
    stuck: list[Term] = []
    for name, part in evidence.variables.items():
        covered: list[Term] = [
            (increasing(question.position, cover.parents), [*cover.rows]) for cover in part.covered
        ]
        hint = _hint(question, name, part.conflicts, covered, part.without)
        if scm is not None and name in scm.functions:
            hints.append(hint)
        else:
            stuck.append(([question.position[name]], [hint]))
    for found in evidence.stuck:
        parts: list[Term] = [
            _hint(question, name, pairs, [], ()) for name, pairs in found.conflicts.items()
        ]
        stuck.append((places(question.position, found.variables), parts))
    return (stuck,) if scm is None else (hints, stuck)


def _hint(
    question: CertifiedQuestion,
    name: str,
    conflicts: Pairs,
    covered: list[Term],
    avoid: tuple[str, ...],
) -> Term:
    pairs: list[Term] = [(i, j) for i, j in conflicts]
    parts = {"conflicts": pairs, "covered": covered, "avoid": places(question.position, avoid)}
    return question.position[name], parts


def _differing(
    question: CertifiedQuestion, first: BooleanSCM, second: BooleanSCM
) -> tuple[Term, ...]:
    """A variable and a state at which the functions of two models differ, if the roots do not."""
    names = question.problem.variables
    variable, true = names[0], set[str]()
    for name in first.functions if first.roots == second.roots else ():
        if first.functions[name] != second.functions.get(name):
            variable, true = name, difference(first.functions[name], second.functions[name])
            break
    return question.position[variable], _cells(names, {name: name in true for name in names})


def difference(first: Function, second: Function) -> set[str]:
    """The variables that are true in a state at which two different functions differ.

    If one has a parent that the other has not, flipping it changes the one and not the other somewhere.
    """
    for one, other in ((first, second), (second, first)):
        for parent in set(one.parents) - set(other.parents):
            for true in _patterns(one.parents):
                flipped = true ^ {parent}
                if _at(one, true) != _at(one, flipped):
                    return true if _at(one, true) != _at(other, true) else flipped
    return next(true for true in _patterns(first.parents) if _at(first, true) != _at(second, true))


def _patterns(names: tuple[str, ...]) -> Iterator[set[str]]:
    for pattern in range(1 << len(names)):
        yield {name for j, name in enumerate(names) if pattern >> j & 1}


def _at(function: Function, true: set[str]) -> bool:
    return function({name: name in true for name in function.parents})
