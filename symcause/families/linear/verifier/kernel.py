"""The kernel of the linear verifier: accepts or rejects a certificate by dot products.

``verify`` reads the document strictly, compares the hash, asks the problem in the certificate's class,
derives candidates and rows of every variable (:mod:`~verifier.verifier_rows`), checks that the parent sets
stated are possible and all others are refuted (:mod:`~verifier.parents`), and lets its own recursion count
the acyclic choices (:mod:`symcause.kernel.acyclic_count`). No solver and no algebra library is imported;
trusted are this package, :mod:`symcause.kernel`, :mod:`symcause.models`, the family's models and problem.
"""

from __future__ import annotations

from symcause.errors import ProblemError
from symcause.families.linear.files.document_writer import fingerprint
from symcause.families.linear.problem.magnitudes import Domain
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.verifier.certificate_reader import Unread, read_certificate
from symcause.families.linear.verifier.claim_scope import scope_of
from symcause.families.linear.verifier.proof_tables import ProvenTables, proven_tables
from symcause.families.linear.verifier.verifier_rows import check_equation
from symcause.kernel.acyclic_count import count_choices, some_choice
from symcause.kernel.nodes import Rejected, show
from symcause.kernel.verification import Verifier
from symcause.kernel.work import Work


def _check(problem: LinearProblem, certificate: Unread, work: Work) -> str:
    """What the evidence establishes. Raises Rejected."""
    asked = certificate.scope.asked(problem)
    if certificate.claim.name == "target-open":
        from symcause.families.linear.verifier.open_target_claim import check_open

        return check_open(asked, certificate.models, work)
    tables = proven_tables(asked, certificate, work)
    claim = certificate.claim
    if claim.name == "target":
        from symcause.families.linear.verifier.target_claim import check_target

        return check_target(tables, certificate, work)
    graphs = count_choices(tables.choices, work)
    if claim.name == "unique":
        return _check_unique(tables, certificate, graphs, work)
    if graphs != (0 if claim.name == "inconsistent" else claim.graphs):
        raise Rejected(f"the tables give {show(graphs)} graphs", place="claim")
    return _check_models(tables, certificate, graphs, work)


def _check_models(tables: ProvenTables, certificate: Unread, graphs: int, work: Work) -> str:
    claim = certificate.claim
    integer = tables.problem.coefficients.domain is Domain.INTEGER
    if claim.name == "inconsistent":
        return "the recursion gives no graph that explains the evidence"
    said = f"the recursion gives {show(graphs)} explaining {'graph' if graphs == 1 else 'graphs'}"
    if (claim.models is not None) != integer:
        raise Rejected("models are counted where coefficients are integers", place="claim.models")
    if not integer:
        return said
    models = count_choices(tables.weights, work)
    if models != claim.models:
        raise Rejected(f"the tables give {show(models)} models", place="claim.models")
    return f"{said} and {show(models)} {'model' if models == 1 else 'models'}"


def _check_unique(tables: ProvenTables, certificate: Unread, graphs: int, work: Work) -> str:
    """One graph, the one that is named; gold, if given, has it and fits."""
    problem, parents = tables.problem, certificate.claim.parents
    if graphs != 1:
        raise Rejected(f"the tables give {show(graphs)} graphs, not one", place="claim")
    if parents is None or list(parents) != list(problem.variables):
        raise Rejected("not the variables of the problem, in order", place="claim.parents")
    masks = [_mask(problem, parents[name]) for name in problem.variables]
    for name, mask, table in zip(problem.variables, masks, tables.weights, strict=True):
        if mask not in table:
            raise Rejected("not a possible parent set", place=f"claim.parents.{name}")
    if not some_choice([{mask: 1} for mask in masks]):
        raise Rejected("the graph has a cycle", place="claim.parents")
    _check_gold(tables, masks, work)
    return "the recursion gives one explaining graph, the one stated"


def _mask(problem: LinearProblem, names: tuple[str, ...]) -> int:
    for name in names:
        if name not in problem.variables:
            raise Rejected("no such variable", place="claim.parents", value=name)
    return sum(1 << problem.variables.index(name) for name in names)


def _check_gold(tables: ProvenTables, masks: list[int], work: Work) -> None:
    """Gold, if given, is the member: its parents, its coefficients, the bases that nobody controls."""
    problem = tables.problem
    try:
        model = problem.gold_model()
    except ProblemError as error:
        raise Rejected(f"gold is no model: {error}") from None
    if model is None:
        return
    for local, mask in zip(tables.locals, masks, strict=True):
        equation = model.equations[local.variable]
        if _mask(problem, equation.parents) != mask:
            raise Rejected(f"gold has other parents of {local.variable}", place="claim.parents")
        check_equation(problem, local, equation, work, "gold")


verify = Verifier(read_certificate, lambda found: found.claim.name, fingerprint, _check, scope_of)
"""Checks a certificate against a problem."""
