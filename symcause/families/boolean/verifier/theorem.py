"""A certificate in the terms of ``proofs/``: numbers for the extracted checker, a theorem file for Coq.

A variable is its position in the problem, a row its place among the training rows; the problem is weakened
to the setting of the certificate first. This translation is all that stands between a document and a
proved statement about it, so it computes nothing: it copies the evidence and puts it into order. The one
thing that it adds is a state at which two members differ, which the checker evaluates.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from symcause.errors import UsageError
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM, CycleError
from symcause.families.boolean.problem.canonical import fingerprint
from symcause.families.boolean.problem.disclosure import Disclosure, Setting
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.verifier.alternative import AlternativeEvidence
from symcause.families.boolean.verifier.document import Certificate, read_certificate
from symcause.families.boolean.verifier.local_evidence import LocalEvidence, Pairs
from symcause.families.boolean.verifier.question import CertifiedQuestion
from symcause.families.boolean.verifier.terms import Bits, Made, Term, coq, words
from symcause.kernel.reading import Rejected

_CLAIMS = {
    "unique": "member p (denote M) /\\ forall N, member p N -> same p (denote M) N",
    "inconsistent": "forall N, ~ member p N",
    "ambiguous": "member p (denote M) /\\ member p (denote N) /\\ ~ same p (denote M) (denote N)",
}
"""What is proved of a problem p and the models M and N of a certificate."""


@dataclass(frozen=True)
class Statement:
    """A claim about a problem: the arguments of ``make``, the models, the evidence, all in numbers."""

    claim: str
    sha256: str
    variables: tuple[str, ...]
    problem: tuple[Term, ...]
    models: tuple[Term, ...]
    evidence: tuple[Term, ...]
    unsaid: tuple[str, ...] = field(default=())  # what the kernel checks and the theorem leaves out

    @property
    def question(self) -> str:
        """One line for the program around the extracted checker."""
        return " ".join((self.claim, *words((*self.problem, *self.models, *self.evidence))))

    @property
    def theorem(self) -> str:
        """A file for ``coqc`` that states the claim and proves it by evaluation."""
        names = ", ".join(f"{i} = {name}" for i, name in enumerate(self.variables))
        n, k, setting, constants, rows = self.problem
        assert isinstance(rows, list)
        lines = ";\n  ".join(map(coq, rows))
        models = "".join(
            f"Definition {letter} := {coq(model)}.\n"
            for letter, model in zip("MN", self.models, strict=False)
        )
        evidence = "\n    ".join(map(_lines, self.evidence))
        unsaid = "".join(f"   Not said here: {what}.\n" for what in self.unsaid)
        return (
            f"(* A certificate of the claim {self.claim!r} about the Boolean problem whose canonical\n"
            f"   form has the SHA-256 {self.sha256}.\n"
            f"   Variables: {names}.\n{unsaid}"
            "   What the words mean is in proofs/Scm.v and proofs/Setting.v. *)\n"
            "Require Import List.\nRequire Import SC.Scm SC.Setting SC.Check.\nImport ListNotations.\n"
            "Notation O := false (only parsing).\nNotation I := true (only parsing).\n\n"
            f"Definition p := make {coq(n)} {coq(k)} {coq(setting)} {'true' if constants else 'false'} [\n"
            f"  {lines}].\n{models}\n"
            f"Theorem verdict : {_CLAIMS[self.claim]}.\n"
            f"Proof.\n  apply check_{self.claim}_sound with\n    {evidence}.\n"
            "  vm_compute. reflexivity.\nQed.\n\nPrint Assumptions verdict.\n"
        )


def _lines(term: Term) -> str:
    """A list with one item a line."""
    if not isinstance(term, list):
        return coq(term)
    return f"[{(';' + chr(10) + 5 * ' ').join(map(coq, term))}]"


def statement(problem: BooleanProblem, document: object) -> Statement:
    """The statement of a certificate. UsageError where the proofs do not cover it."""
    certificate = read_certificate(document)
    if certificate.sha256 != fingerprint(problem):
        raise Rejected("the certificate is about another problem", place="problem.sha256")
    question = CertifiedQuestion(problem.in_setting(certificate.setting), certificate.hypothesis)
    try:
        return _statement(question, certificate)
    except (KeyError, CycleError) as error:
        raise Rejected(f"not about variables of the problem: {error}") from None


def theorem(problem: BooleanProblem, document: object) -> str:
    """The theorem file of a certificate. UsageError where the proofs do not cover it."""
    return statement(problem, document).theorem


def _statement(question: CertifiedQuestion, certificate: Certificate) -> Statement:
    claim, evidence = certificate.claim, certificate.evidence
    if question.needs_expressions:
        raise _uncovered(
            "classes that bound how functions are written (AST size, depth, operators)"
        )
    made: tuple[tuple[Term, ...], tuple[Term, ...]]
    unsaid: tuple[str, ...] = ()
    if isinstance(evidence, LocalEvidence):
        scm = None if claim.model is None else claim.model.scm
        made = _local(question, scm, evidence)
        if scm is not None and question.problem.gold is not None:
            unsaid = ("that the gold model is legal as written, and this one",)
    elif isinstance(evidence, AlternativeEvidence):
        if evidence.experiment is not None:
            raise _uncovered("the experiment that separates two members")
        made = _pair(question, evidence.reference.scm, evidence.alternative.scm)
    else:
        raise _uncovered(f"evidence of kind {evidence.to_dict()['kind']!r}")
    return Statement(
        claim.name,
        certificate.sha256,
        question.problem.variables,
        _problem(question),
        *made,
        unsaid,
    )


def _uncovered(what: str) -> UsageError:
    return UsageError(
        f"the proofs do not cover {what}",
        remedy="symcause verify without --theorem checks all of the certificate",
    )


def _problem(question: CertifiedQuestion) -> tuple[Term, ...]:
    """The arguments of ``make``."""
    problem = question.problem
    count, most = len(problem.variables), question.hypothesis.max_parents
    rows: list[Term] = [
        {"cells": Bits(row), "targets": _places(question, world.targets)}
        for world in problem.training
        for row in world.rows
    ]
    bound = count if most is None else min(most, count)
    return count, bound, _setting(question, problem.disclosure), int(problem.constants), rows


def _setting(question: CertifiedQuestion, disclosure: Disclosure) -> Made:
    word = str(disclosure.setting)
    if disclosure.setting is Setting.HIDDEN_ROOTS:
        return Made("HiddenRoots", word, (disclosure.size_of_root_set,))
    assert disclosure.roots is not None
    roots = _places(question, disclosure.roots)
    if disclosure.order is not None:
        return Made("Ordered", word, (roots, _places(question, disclosure.order)))
    if disclosure.blocks is not None:
        blocks: list[Term] = [_places(question, block) for block in disclosure.blocks]
        return Made("Blocks", word, (roots, blocks))
    return Made("HiddenOrder", word, (roots,))


def _places(question: CertifiedQuestion, names: tuple[str, ...]) -> list[Term]:
    return [question.position[name] for name in names]


def _increasing(question: CertifiedQuestion, names: tuple[str, ...]) -> list[Term]:
    return [*sorted(question.position[name] for name in names)]


def _model(question: CertifiedQuestion, scm: BooleanSCM) -> Term:
    """Roots by position; mechanisms in a topological order, parents in the order of the table."""
    mechanisms: list[Term] = [
        (question.position[v], _mechanism(question, scm.functions[v])) for v in scm.order
    ]
    return {"mroots": _increasing(question, scm.roots), "mechs": mechanisms}


def _mechanism(question: CertifiedQuestion, function: Function) -> Term:
    size = 1 << len(function.parents)
    table = Bits("".join(str(function.table >> i & 1) for i in range(size)))
    return _places(question, function.parents), table


def _local(
    question: CertifiedQuestion, scm: BooleanSCM | None, evidence: LocalEvidence
) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    """(models, evidence) of a unique member, or of none."""
    hints: list[Term] = []
    stuck: list[Term] = []
    for name, part in evidence.variables.items():
        covered: list[Term] = [
            (_increasing(question, cover.parents), [*cover.rows]) for cover in part.covered
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
        stuck.append((_places(question, found.variables), parts))
    if scm is None:
        return (), (stuck,)
    return (_model(question, scm),), (hints, stuck)


def _hint(
    question: CertifiedQuestion,
    name: str,
    conflicts: Pairs,
    covered: list[Term],
    avoid: tuple[str, ...],
) -> Term:
    pairs: list[Term] = [(i, j) for i, j in conflicts]
    parts = {"conflicts": pairs, "covered": covered, "avoid": _places(question, avoid)}
    return question.position[name], parts


def _pair(
    question: CertifiedQuestion, first: BooleanSCM, second: BooleanSCM
) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    """(models, evidence) of two members: a variable and a state at which its functions differ."""
    models = _model(question, first), _model(question, second)
    variable, true = question.problem.variables[0], set[str]()
    for name in first.functions if first.roots == second.roots else ():
        if first.functions[name] != second.functions[name]:
            variable, true = name, difference(first.functions[name], second.functions[name])
            break
    state = "".join(str(int(name in true)) for name in question.problem.variables)
    return models, (question.position[variable], Bits(state))


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
