"""The kernel of the finite verifier: checks a certificate from the problem alone, no solver.

*Local.* Let M be a member, and suppose that every variable V has on each set of parents outside its
descendants in M one agreeing function if these are its parents in M, and none else. Then M is the only
member over its roots: of the variables where another one differs take the last in M's order; its parents
there lie outside its descendants.

*Stuck sets.* If no variable of Q has an agreeing function with parents outside Q, some variable of Q is a
root of every member: the first of Q in its order would have its parents outside Q. So no member has roots
that miss Q. What a mechanism may be does not depend on the roots, so one stuck set serves all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import cached_property

from symcause.families.finite.problem.fingerprint import fingerprint
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.families.finite.verifier.answer_claim import check_answer, check_two
from symcause.families.finite.verifier.asked_problem import asked_problem
from symcause.families.finite.verifier.certificate_question import CertifiedQuestion, Parents
from symcause.families.finite.verifier.certificate_reader import (
    AMBIGUOUS,
    ANSWER,
    COUNT,
    INCONSISTENT,
    LISTING,
    LOCAL,
    MODELS,
    RECURSION,
    STUCK,
    TWO,
    UNIQUE,
    Certificate,
    read_certificate,
)
from symcause.families.finite.verifier.claim_scope import scope_of
from symcause.families.finite.verifier.class_functions import ClassFunctions
from symcause.families.finite.verifier.member_check import Member, check_gold, check_member
from symcause.families.finite.verifier.member_list import counted_members, listed_members
from symcause.kernel.nodes import Rejected, show
from symcause.kernel.verification import Verifier
from symcause.kernel.work import Work


def _check(problem: FiniteProblem, certificate: Certificate, work: Work) -> str:
    """What the evidence establishes. Raises Rejected."""
    asked = asked_problem(problem, certificate.asked)
    check = _Check(problem, CertifiedQuestion(asked, work), certificate)
    return _CHECKS[certificate.claim, certificate.kind](check)


@dataclass(frozen=True)
class _Check:
    """A certificate, held to a problem as it is asked about."""

    filed: FiniteProblem
    question: CertifiedQuestion
    certificate: Certificate

    @cached_property
    def local(self) -> ClassFunctions:
        return ClassFunctions(self.question)

    @cached_property
    def members(self) -> list[Member]:
        return listed_members(self.question, self.local)

    def models(self) -> str:
        pair = self.certificate.models
        first, second = (
            check_member(self.question, model, f"evidence.models[{i}]")
            for i, model in enumerate(pair)
        )
        if first == second:
            raise Rejected("the two models are one", place="evidence.models")
        return "two models of the class explain the evidence"

    def several(self) -> str:
        return self._number(len(self.members) > 1)

    def none(self) -> str:
        return self._number(not self.members)

    def only(self) -> str:
        self._number(self.members == [self._model()])
        return "the model is the only one that the class has for the evidence"

    def _number(self, right: bool) -> str:
        told = _explaining(len(self.members))
        if not right:
            raise Rejected(told, place="claim")
        return told

    def _model(self) -> Member:
        assert self.certificate.model is not None
        member = check_member(self.question, self.certificate.model, "model")
        check_gold(CertifiedQuestion(self.filed, self.question.work), member)
        return member

    def unique(self) -> str:
        self._observed()
        member = self._model()
        for name, mechanism in member.mechanisms.items():
            for parents in self.question.parent_sets(name, member.descendants(name)):
                number = self.local.number(name, parents, 2)
                if number != (parents == mechanism.parents):
                    raise Rejected(
                        f"{name} has another function of {_braced(parents)}", place="claim"
                    )
        self._excluded(r for r in self.question.root_sets() if set(r) != member.roots)
        return "no mechanism of the model can be another one, and no other roots are possible"

    def inconsistent(self) -> str:
        self._observed()
        self._excluded(self.question.root_sets())
        return "every root set leaves variables that have no mechanism with parents outside them"

    def _observed(self) -> None:
        if self.question.problem.holed:
            raise Rejected("evidence about rows that are observed", place="evidence.kind")

    def _excluded(self, root_sets: Iterable[Parents]) -> None:
        """Each of these root sets misses a set that is stuck."""
        stuck = list(map(frozenset, self.certificate.stuck))
        for i, names in enumerate(stuck):
            self._check_stuck(names, f"evidence.stuck[{i}]")
        for roots in root_sets:
            self.question.work.spend(2 * len(stuck) * (3 + len(roots)), "the tests of root sets")
            if not any(names.isdisjoint(roots) for names in stuck):
                raise Rejected(
                    f"nothing excludes the roots {_braced(roots)}", place="evidence.stuck"
                )

    def _check_stuck(self, names: Collection[str], where: str) -> None:
        if not set(names) <= set(self.question.names):
            raise Rejected("not variables of the problem", place=where)
        for name in names:
            for parents in self.question.parent_sets(name, names):
                if self.local.number(name, parents, 1):
                    raise Rejected(f"{name} has a function of {_braced(parents)}", place=where)

    def counted(self) -> str:
        self._observed()
        return self._counts(counted_members(self.question, self.local))

    def number(self) -> str:
        return self._counts(len(self.members))

    def _counts(self, number: int) -> str:
        if number != self.certificate.count:
            raise Rejected(_explaining(number), place="count")
        return _explaining(number)

    def two(self) -> str:
        return check_two(self.question, self.certificate)

    def answered(self) -> str:
        return check_answer(self.question, self.certificate, self.members)


_CHECKS: dict[tuple[str, str], Callable[[_Check], str]] = {
    (AMBIGUOUS, MODELS): _Check.models,
    (AMBIGUOUS, LISTING): _Check.several,
    (UNIQUE, LOCAL): _Check.unique,
    (UNIQUE, LISTING): _Check.only,
    (INCONSISTENT, STUCK): _Check.inconsistent,
    (INCONSISTENT, LISTING): _Check.none,
    (ANSWER, TWO): _Check.two,
    (ANSWER, LISTING): _Check.answered,
    (COUNT, RECURSION): _Check.counted,
    (COUNT, LISTING): _Check.number,
}


def _explaining(number: int) -> str:
    """What a number of members says."""
    if number == 1:
        return "1 model of the class explains the evidence"
    return f"{show(number)} models of the class explain the evidence"


def _braced(names: Iterable[str]) -> str:
    return f"{{{', '.join(names)}}}"


verify = Verifier(
    read_certificate, lambda read: read.claim, fingerprint, _check, scope_of, place="digest"
)
"""Checks a certificate against a problem."""
