"""The kernel: verify a certificate about crystals from the problem alone, with dot products.

``verify`` reads the document strictly, compares the hash, asks the problem in the certificate's class,
derives candidates and rows of every variable (:mod:`verifier.rows`), checks that the parent sets stated are
possible and all others are refuted (:mod:`verifier.local`), and lets its own recursion count the acyclic
choices (:mod:`symcause.kernel.acyclic`). No solver and no algebra library is imported; the trusted base is
this package, :mod:`symcause.kernel`, :mod:`symcause.models` and the family's models, problem and writer.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from symcause.errors import ProblemError
from symcause.families.linear.problem.classes import Domain
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.verifier.canonical import fingerprint
from symcause.families.linear.verifier.document import (
    LinearCertificate,
    Unread,
    read_certificate,
    read_live,
)
from symcause.families.linear.verifier.local import (
    MAX_CHOICES,
    MAX_SETS,
    ParentChecker,
    read_local,
    subsets,
)
from symcause.families.linear.verifier.rows import LocalSystem, local_system
from symcause.kernel.acyclic import count_choices, some_choice
from symcause.kernel.linear import Vector
from symcause.kernel.reading import Beyond, Rejected, show
from symcause.kernel.verification import Check, Verification, judged
from symcause.models.numbers import print_number
from symcause.models.words import plural

Members = dict[int, list[tuple[int, ...]]]
"""The integer coefficient vectors of every counted parent set."""


def verify(problem: LinearProblem, certificate: object) -> Verification:
    """Check a certificate, given as a decoded JSON document, against the problem."""
    document = certificate.to_dict() if isinstance(certificate, LinearCertificate) else certificate

    def read(document: object) -> tuple[str, Check]:
        found = read_certificate(document)
        return found.claim.name, partial(_check, problem, found)

    return judged(document, read)


@dataclass(frozen=True)
class ProvenTables:
    """What the evidence establishes: for every variable its parent sets, with their weights."""

    problem: LinearProblem
    locals: tuple[LocalSystem, ...]
    weights: tuple[dict[int, int], ...]
    members: Members | None  # of the target, in the integer class

    @property
    def choices(self) -> list[dict[int, int]]:
        """The same with weights one: graphs instead of models."""
        return [dict.fromkeys(table, 1) for table in self.weights]

    @property
    def at_target(self) -> int:
        return self.problem.variables.index(self.problem.target)

    def live(self) -> list[int]:
        """The parent sets of the target that some member has."""
        choices, at = self.choices, self.at_target
        return [
            parents
            for parents in choices[at]
            if some_choice([*choices[:at], {parents: 1}, *choices[at + 1 :]])
        ]


def _check(problem: LinearProblem, certificate: Unread) -> str:
    """What the evidence establishes. Raises Rejected."""
    if certificate.sha256 != fingerprint(problem):
        raise Rejected("the certificate is about another problem", place="problem.sha256")
    asked = certificate.scope.asked(problem)
    tables = _tables(asked, certificate)
    claim = certificate.claim
    if claim.name == "target":
        return _check_target(tables, certificate)
    graphs = count_choices(tables.choices)
    if claim.name == "unique":
        return _check_unique(tables, certificate, graphs)
    if graphs != (0 if claim.name == "inconsistent" else claim.graphs):
        raise Rejected(f"the tables give {show(graphs)} graphs", place="claim")
    return _check_models(tables, certificate, graphs)


def _tables(problem: LinearProblem, certificate: Unread) -> ProvenTables:
    """The tables of all variables, every entry proven and every other set refuted."""
    locals_ = tuple(local_system(problem, name) for name in problem.variables)
    if len(certificate.variables) != len(locals_):
        raise Rejected("not one entry for every variable", place="evidence.variables")
    sets = sum(_sets(len(local.candidates), problem.max_parents) for local in locals_)
    if sets > MAX_SETS:
        raise Beyond(f"{sets} parent sets: the kernel looks at {MAX_SETS} at most")
    integer = problem.coefficients.domain is Domain.INTEGER
    weights: list[dict[int, int]] = []
    members, budget = None, MAX_CHOICES
    for local, node in zip(locals_, certificate.variables, strict=True):
        evidence = read_local(node, local)
        if evidence.variable != local.variable:
            raise node.fail(f"the entry of {local.variable} should stand here")
        checker = ParentChecker(local, node.place)
        checker.refutations(evidence)
        if integer and evidence.feasible:
            raise Rejected("a witness counts no integers", place=f"{node.place}.feasible")
        if not integer and evidence.counted:
            raise Rejected("only integers are counted", place=f"{node.place}.counted")
        table = checker.witnesses(evidence)
        known = set(table)
        if integer:
            counted, budget = checker.counts(evidence, problem.coefficients, budget)
            known = set(counted)
            table = {parents: len(found) for parents, found in counted.items() if found}
            members = counted if local.variable == problem.target else members
        checker.covered(evidence, known, problem.max_parents)
        within = set(subsets(local.candidates, problem.max_parents))
        if not within >= known:
            raise Rejected("more parents than the class admits", place=node.place)
        weights.append(table)
    return ProvenTables(problem, locals_, tuple(weights), members)


def _sets(candidates: int, most: int | None) -> int:
    """How many sets of candidates there are within the bound."""
    total, term = 0, 1
    for size in range(candidates + 1 if most is None else min(most, candidates) + 1):
        total += term
        term = term * (candidates - size) // (size + 1)
    return total


def _check_models(tables: ProvenTables, certificate: Unread, graphs: int) -> str:
    claim = certificate.claim
    integer = tables.problem.coefficients.domain is Domain.INTEGER
    if claim.name == "inconsistent":
        return "the recursion gives no graph that explains the evidence"
    said = f"the recursion gives {show(graphs)} explaining {'graph' if graphs == 1 else 'graphs'}"
    if (claim.models is not None) != integer:
        raise Rejected("models are counted where coefficients are integers", place="claim.models")
    if not integer:
        return said
    models = count_choices(tables.weights)
    if models != claim.models:
        raise Rejected(f"the tables give {show(models)} models", place="claim.models")
    return f"{said} and {show(models)} {'model' if models == 1 else 'models'}"


def _check_unique(tables: ProvenTables, certificate: Unread, graphs: int) -> str:
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
    _check_gold(tables, masks)
    return "the recursion gives one explaining graph, the one stated"


def _mask(problem: LinearProblem, names: tuple[str, ...]) -> int:
    for name in names:
        if name not in problem.variables:
            raise Rejected("no such variable", place="claim.parents", value=name)
    return sum(1 << problem.variables.index(name) for name in names)


def _check_gold(tables: ProvenTables, masks: list[int]) -> None:
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
        for parent, effect in equation.effects:
            main = effect.square if local.quadratic else effect.linear
            if not main or (effect.square and not local.quadratic):
                raise Rejected(f"gold's effect of {parent} on {local.variable} is not of the class")
            numbers = (effect.linear, effect.square) if local.quadratic else (effect.linear,)
            if not all(_admitted(problem, number) for number in numbers):
                raise Rejected(f"gold's equation of {local.variable} is not of the class")
        if not local.fits(equation, local.variable not in problem.controllable):
            raise Rejected(f"gold's equation of {local.variable} does not fit the evidence")


def _admitted(problem: LinearProblem, number: Fraction) -> bool:
    bounds = problem.coefficients
    if bounds.minimum is None or bounds.maximum is None:
        return True
    return number.denominator == 1 and bounds.minimum <= number <= bounds.maximum


def _check_target(tables: ProvenTables, certificate: Unread) -> str:
    """Every member gives the reactor's target the value claimed, and there is one."""
    problem, value = tables.problem, certificate.claim.value
    local = tables.locals[tables.at_target]
    assert value is not None
    if problem.reactor is None:
        raise Rejected("the problem has no reactor", place="claim")
    if local.first is None:
        raise Rejected("nothing was read that shows the base of the target", place="claim")
    start, features = local.first
    reactor = {**problem.reactor, problem.target: Fraction(0)}
    moved = tuple(a - b for a, b in zip(local.features(reactor), features, strict=True))
    live = tables.live()
    if not live:
        raise Rejected("no graph explains the evidence", place="claim")
    if tables.members is not None:
        if certificate.target is not None:
            raise Rejected("integers are run through, not combined", place="evidence.target")
        _run_through(tables.members, live, local, start, moved, value)
    else:
        _combine(certificate, live, local, start, moved, value)
    many = plural(len(live), "parent set")
    return f"every member gives {problem.target} = {print_number(value)} ({many} of the target)"


def _run_through(
    members: Members,
    live: list[int],
    local: LocalSystem,
    start: Fraction,
    moved: Vector,
    value: Fraction,
) -> None:
    """The prediction of every integer member."""
    for parents in live:
        columns = local.columns(parents)
        for point in members[parents]:
            given = start + sum(moved[c] * w for c, w in zip(columns, point, strict=True))
            if given != value:
                raise Rejected(f"a member gives {print_number(given)}", place="claim.value")


def _combine(
    certificate: Unread,
    live: list[int],
    local: LocalSystem,
    start: Fraction,
    moved: Vector,
    value: Fraction,
) -> None:
    """For every live parent set, rows that combine to the way from a reading to the reactor."""
    place = "evidence.target"
    if certificate.target is None:
        raise Rejected("no combinations that give the value", place=place)
    stated = dict(read_live(certificate.target, len(local.system.rows)))
    for parents in live:
        if parents not in stated:
            raise Rejected(f"nothing is said about the parent set {parents}", place=place)
        columns = local.columns(parents)
        row, right = local.system.combined(stated[parents], columns)
        if row != tuple(moved[c] for c in columns):
            raise Rejected(f"not the way to the reactor, parent set {parents}", place=place)
        if start + right != value:
            raise Rejected(f"the rows give {print_number(start + right)}", place="claim.value")
