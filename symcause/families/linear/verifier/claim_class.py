"""The class that a linear certificate is about, and which problems the verifier covers.

The class stands in the certificate, because it may be another than the problem's own. Certificates are made
of exact evidence only: rational or integer coefficients, rounding 0, no minimum effect, free bases, no
hidden disturbance, every variable read, at most 16 variables.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from symcause.errors import ProblemError
from symcause.families.linear.models.lab_rules import Semantics
from symcause.families.linear.problem.magnitudes import Coefficients, Domain
from symcause.families.linear.problem.problem import LinearProblem
from symcause.kernel.nodes import Node, Rejected

if TYPE_CHECKING:
    from symcause.models.background_knowledge import Knowledge

MAX_VARIABLES = 16  # variables
"""Most variables of a certified problem."""

_MAX_RANGE = 10**6  # size of a number: of an integer coefficient
_MAX_BOUND = 1_000_000  # parents: the largest bound of a class


@dataclass(frozen=True)
class CertifiedClass:
    """The class of a claim, and how interventions are read."""

    semantics: Semantics
    coefficients: Coefficients
    target_may_cause: bool
    max_parents: int | None
    knowledge: Knowledge | None = None

    @classmethod
    def of(cls, problem: LinearProblem) -> CertifiedClass:
        """The class of a problem as it stands."""
        own = problem.semantics, problem.coefficients, problem.target_may_cause
        return cls(*own, problem.max_parents, problem.knowledge or None)

    def to_dict(self) -> dict[str, object]:
        bounds = self.coefficients
        document: dict[str, object] = {"domain": str(bounds.domain)}
        if bounds.domain is Domain.INTEGER:
            document |= {"min": bounds.minimum, "max": bounds.maximum}
        document |= {
            "semantics": str(self.semantics),
            "target_may_cause": self.target_may_cause,
            "max_parents": self.max_parents,
        }
        return {**document, "knowledge": self.knowledge.to_dict()} if self.knowledge else document

    def asked(self, problem: LinearProblem) -> LinearProblem:
        """The problem in this class. Raises Rejected where it cannot be asked, or not be certified."""
        if self.knowledge:
            from symcause.kernel.class_knowledge import check_names

            check_names(self.knowledge, problem.variables)
        try:
            linear_problem = replace(
                problem,
                semantics=self.semantics,
                coefficients=self.coefficients,
                target_may_cause=self.target_may_cause,
                max_parents=self.max_parents,
                knowledge=self.knowledge,
            )
        except ProblemError as error:
            raise Rejected(str(error), place="class") from None
        if (reason := beyond_certificates(linear_problem)) is not None:
            raise Rejected(reason, place="class")
        return linear_problem


def beyond_certificates(problem: LinearProblem) -> str | None:
    """Why there are no certificates about a problem in its class, or None."""
    if problem.rounding:
        return "rounded readings have no certificate"
    if problem.hidden is not None:
        return "a class with a hidden disturbance has no certificate"
    if problem.bases is not None:
        return "a class with a range of bases has no certificate"
    if problem.optional_terms:
        return "quadratic equations with integers of a range without 0 have no certificate"
    if problem.coefficients.min_effect is not None:
        return "a class with a minimum effect has no certificate"
    if len(problem.variables) > MAX_VARIABLES:
        return f"no certificate for more than {MAX_VARIABLES} variables"
    states = [record.values for record in problem.records]
    states += [state.values for state in problem.chain]
    if any(name not in values for values in states for name in problem.variables):
        return "a problem with a variable that is not always read has no certificate"
    return None


def read_class(node: Node) -> CertifiedClass:
    """The class as :meth:`CertifiedClass.to_dict` writes it."""
    optional = ("min", "max")
    required = ("domain", "semantics", "target_may_cause", "max_parents")
    fields = node.fields(*required, optional=(*optional, "knowledge"))
    known = None
    if "knowledge" in fields:
        from symcause.kernel.class_knowledge import read_known

        known = read_known(fields["knowledge"])
    domain = Domain(fields["domain"].choice([str(domain) for domain in Domain]))
    integer = domain is Domain.INTEGER
    for key in optional:
        if (key in fields) != integer:
            raise Rejected("a range belongs to integer coefficients", place=node.below(key))
    low = fields["min"].integer(-_MAX_RANGE, _MAX_RANGE) if integer else None
    high = fields["max"].integer(low, _MAX_RANGE) if integer and low is not None else None
    may_cause, most = fields["target_may_cause"], fields["max_parents"]
    if not isinstance(may_cause.value, bool):
        raise may_cause.fail("neither true nor false")
    return CertifiedClass(
        Semantics(fields["semantics"].choice([str(semantics) for semantics in Semantics])),
        Coefficients(domain, low, high),
        may_cause.value,
        None if most.value is None else most.integer(0, _MAX_BOUND),
        known,
    )
