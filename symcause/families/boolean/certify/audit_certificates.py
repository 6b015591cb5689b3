"""Audit certificates for Boolean problems: they certify the verdict, the count or inseparability.

*Verdict*: a unique or inconsistent space gets the *local* certificate: no single mechanism can be another
one; an ambiguous one gets two members with what separates them. *Count*: the table of the recursion.
*Inseparable*: a clausal proof that no experiment tells any member from the reference; that of a unique
space says that there is no other, up to behaviour that none behaves otherwise. Bounds on AST size or depth
have no count certificate: a wider class may still settle the verdict, or nothing does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from symcause.answers import Unknown
from symcause.audits.certificate_acceptance import Accepted, accepted
from symcause.audits.verdicts import Verdict
from symcause.errors import LimitError, UsageError
from symcause.families.boolean.certify.certificate_builder import (
    Builder,
    build_alternative,
    build_clausal,
    clauses,
    needs_expressions,
)
from symcause.families.boolean.certify.count_builder import UNSHOWN, build_count, build_settled
from symcause.families.boolean.certify.local_builder import build_local
from symcause.families.boolean.models.experiments import PairSeparation
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.boolean_space import BooleanSpace
from symcause.families.boolean.space.decision import as_searched
from symcause.families.boolean.space.member_answers import written
from symcause.families.boolean.space.reach import Reach
from symcause.families.boolean.verifier.certificate import Certificate, Claim
from symcause.families.boolean.verifier.certificate_question import Filled
from symcause.families.boolean.verifier.clausal_proof import evidence_of, formula_of
from symcause.kernel.nodes import Rejected, show
from symcause.models.disclosure import Setting
from symcause.models.expressions import Expression
from symcause.solvers.sat.refutations import Refutation, prove_unsatisfiable

if TYPE_CHECKING:
    from symcause.families.boolean.space.hole_space import HoledSpace


def build_refuted(builder: Builder, claim: Claim) -> Certificate:
    """The claim with a refutation of what it rules out; UsageError if that is possible."""
    model = None if claim.model is None else claim.model.scm
    try:
        formula = formula_of(builder.question, claim.name, model, claim.cells)
    except Rejected as error:
        raise LimitError(str(error)) from None
    found = prove_unsatisfiable(formula.clauses)
    if not isinstance(found, Refutation):
        raise UsageError("the clauses of the certificate are not refuted")
    lines = tuple(" ".join(line.split()) for line in found.lines)
    return builder.certificate(claim, evidence_of(formula, lines))


Rival = tuple[BooleanSCM, PairSeparation | None]
"""Another member, and what tells it from the reference if anything does."""


class ClaimKind(StrEnum):
    """What a certificate is asked about."""

    VERDICT = "verdict"
    COUNT = "count"
    INSEPARABLE = "inseparable"
    ENTAILED = "entailed"


def certified(
    space: BooleanSpace, filed: BooleanProblem, reference: BooleanSCM | None
) -> Certified:
    """What can be certified of a space; *filed* is its problem as in the file."""
    return _KINDS[space.reach](space, filed, reference)


@dataclass(frozen=True)
class Certified:
    """A question to certify: the space as asked, the problem as in its file, gold or another member."""

    space: BooleanSpace
    filed: BooleanProblem
    reference: BooleanSCM | None

    @property
    def problem(self) -> BooleanProblem:
        return self.space.problem

    @property
    def hypotheses(self) -> HypothesisClass:
        return self.space.hypotheses

    def verdict(self, verdict: Verdict, rivals: Sequence[Rival]) -> Accepted | Unknown:
        """The certificate of a verdict; *rivals* are members other than the reference."""
        reference = self.reference
        if verdict is Verdict.AMBIGUOUS and reference is not None and rivals:
            return self._made(lambda: self._ambiguous(reference, rivals))
        if verdict in (Verdict.UNIQUE, Verdict.INCONSISTENT):
            return self._made(self._settled)
        return Unknown(f"a verdict of {verdict} has no certificate")

    def entailed(self, cells: Filled) -> Accepted | Unknown:
        """The certificate that unobserved cells have these values in every member."""
        if self.reference is None or not cells:
            return Unknown("no unobserved cell has one value in all members")
        model = self.reference
        return self._made(lambda: self._refuted("entailed", model, cells))

    def count(self, known: int | None = None) -> Accepted | Unknown:
        """The certificate of the exact count; of no other number than the *known* one."""
        return self._made(lambda: self._counted(known))

    def _counted(self, known: int | None) -> Certificate:
        certificate = build_count(self.filed, self.hypotheses, setting=self.problem.setting)
        number = certificate.claim.count or 0
        if known not in (None, number):
            raise UsageError(f"the kernel's recursion counts {show(number)} models")
        return certificate

    def inseparable(self, separable: bool | None, *, unique: bool) -> Accepted | Unknown:
        """The clausal certificate that no experiment separates any member from the reference.

        Where there is none, a *unique* space has another proof of it: that of its verdict.
        """
        reference = self.reference
        if separable is None:
            return Unknown("it is not known whether an experiment separates two members")
        if reference is None:
            return Unknown("no model of the class explains the rows: there is nothing to separate")
        if separable:
            return Unknown("an experiment separates two members, so there is no such proof")
        found = self._made(lambda: self._clausal(reference))
        if isinstance(found, Unknown) and unique:
            return Unknown(f"{found.reason}; --claim verdict proves that there is one member only")
        return found

    def _ambiguous(self, reference: BooleanSCM, rivals: Sequence[Rival]) -> Certificate:
        model, separation = next((rival for rival in rivals if rival[1] is not None), rivals[0])
        separation = self._separation(reference, model, separation)
        expressions = None
        if needs_expressions(self.problem, self.hypotheses):
            expressions = (
                written(self.problem, reference).mechanisms,
                written(self.problem, model).mechanisms,
            )
        certificate = build_alternative(
            self.filed,
            self.hypotheses,
            reference,
            model,
            separation,
            setting=self.problem.setting,
            expressions=expressions,
        )
        return replace(certificate, identity=self.space.identity)

    def _separation(
        self, reference: BooleanSCM, rival: BooleanSCM, known: PairSeparation | None
    ) -> PairSeparation | None:
        """What tells the two apart, as the certificate shows it."""
        return known

    def _settled(self) -> Certificate:
        """The proof that one mechanism after the other can be no other one."""
        certificate = build_local(
            self.filed,
            self.hypotheses,
            setting=self.problem.setting,
            expressions=self._expressions(),
        )
        if certificate is None and self.hypotheses.knowledge:
            return self._tabled()
        if certificate is None:
            raise UsageError(UNSHOWN, remedy="lift the bound")
        return certificate

    def _tabled(self) -> Certificate:
        """The proof by the table of a count."""
        return build_settled(
            self.filed,
            self.hypotheses,
            self.reference,
            setting=self.problem.setting,
            expressions=self._expressions(),
        )

    def _expressions(self) -> Mapping[str, Expression] | None:
        """The member's mechanisms as they are written, where the class asks for that."""
        if self.reference is None or not needs_expressions(self.problem, self.hypotheses):
            return None
        return written(self.problem, self.reference).mechanisms

    def _refuted(self, name: str, model: BooleanSCM | None, cells: Filled = ()) -> Certificate:
        builder = Builder(self.filed, self.hypotheses, self.problem.setting, self.space.identity)
        shown = None
        if model is not None:
            needed = name != "no-separating-experiment" and builder.question.needs_expressions
            shown = builder.model(
                model, written(self.problem, model).mechanisms if needed else None
            )
        return build_refuted(builder, Claim(name, shown, cells=cells))

    def _clausal(self, reference: BooleanSCM) -> Certificate:
        setting = self.problem.setting
        if setting is Setting.HIDDEN_ROOTS or not self.space.rows_are_exact:
            return self._refuted("no-separating-experiment", reference)
        found = prove_unsatisfiable(
            clauses(self.filed, self.hypotheses, reference, setting=setting)
        )
        if not isinstance(found, Refutation):
            raise UsageError("the clauses of the certificate are not refuted")
        asked = self.filed, self.hypotheses, reference, found.lines
        return replace(build_clausal(*asked, setting=setting), identity=self.space.identity)

    def _made(self, build: Callable[[], Certificate]) -> Accepted | Unknown:
        """What was built, after the kernel's word about the problem as in its file."""
        try:
            return accepted(self.filed, build())
        except (LimitError, UsageError) as error:
            return Unknown(str(error))


class _OfLevels(Certified):
    """Where cells may be disturbed: only the table of a count settles."""

    def _settled(self) -> Certificate:
        return self._tabled()


class _OfMembers(Certified):
    """Where members are searched for: a clausal proof settles, and nothing proves their number."""

    @property
    def searched(self) -> HoledSpace:
        return as_searched(self.space)

    def count(self, known: int | None = None) -> Accepted | Unknown:
        return self.searched.uncertified

    def _separation(
        self, reference: BooleanSCM, rival: BooleanSCM, known: PairSeparation | None
    ) -> PairSeparation | None:
        return self.searched.witnessed(reference, rival, known)

    def _settled(self) -> Certificate:
        member = self.reference
        return self._refuted("inconsistent" if member is None else "unique", member)


_KINDS = {Reach.MECHANISMS: Certified, Reach.LEVELS: _OfLevels, Reach.MEMBERS: _OfMembers}
