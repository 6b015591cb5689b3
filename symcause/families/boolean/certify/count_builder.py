"""The count builder: certifies how many Boolean members there are by the table of a recursion."""

from __future__ import annotations

from symcause.errors import LimitError, UsageError
from symcause.families.boolean.certify.certificate_builder import Builder, Expressions, member_model
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.verifier.certificate import Certificate, Claim
from symcause.families.boolean.verifier.certificate_question import CertifiedQuestion
from symcause.families.boolean.verifier.count_table import CountEvidence, RootSet, packing_of
from symcause.families.boolean.verifier.function_weights import Weights
from symcause.kernel.acyclic_count import Within, components, projected, sent
from symcause.kernel.nodes import Rejected, show
from symcause.kernel.recursion_tables import MAX_ENTRIES, Component
from symcause.kernel.work import Work
from symcause.models.disclosure import Setting

UNSHOWN = (
    "without the bounds on how functions are written other models explain the rows, too, "
    "and no certificate shows that they cannot be written"
)
"""Why a verdict that rests on such a bound has no certificate."""


def build_count(
    problem: BooleanProblem, hypothesis: HypothesisClass, *, setting: Setting | None = None
) -> Certificate:
    """`count`, of no members `inconsistent`.

    Raises :class:`LimitError` beyond the kernel's size and :class:`UsageError` if the class has no
    certificate of its count.
    """
    builder = Builder(problem, hypothesis, setting)
    question = builder.question
    try:
        evidence = _count(question)
    except Rejected as error:
        raise LimitError(str(error)) from None
    spectrum = evidence.spectrum(question)
    total = sum(spectrum)
    if total and question.needs_expressions:
        raise UsageError(
            "a class that bounds how functions are written has no certificate of its count; "
            f"without the bound there are {show(total)} members",
            remedy="lift the bound",
        )
    by_cells = tuple(spectrum) if hypothesis.errors else ()
    claim = Claim("count", count=total, spectrum=by_cells) if total else Claim("inconsistent")
    return builder.certificate(claim, evidence)


def build_settled(
    problem: BooleanProblem,
    hypothesis: HypothesisClass,
    member: BooleanSCM | None,
    *,
    setting: Setting | None = None,
    expressions: Expressions | None = None,
) -> Certificate:
    """`unique` or `inconsistent` by the count of a class that knowledge makes so small."""
    builder = Builder(problem, hypothesis, setting)
    question = builder.question
    try:
        evidence = _count(question)
    except Rejected as error:
        raise LimitError(str(error)) from None
    model = None if member is None else member_model(question, member, expressions)
    total = sum(evidence.spectrum(question))
    if total > (member is not None) or (member is not None and model is None):
        raise UsageError(UNSHOWN, remedy="lift the bound")
    claim = Claim("inconsistent") if model is None else Claim("unique", model=model)
    return builder.certificate(claim, evidence)


def _count(question: CertifiedQuestion) -> CountEvidence:
    local = Weights(question)
    packing = packing_of(question)
    cut = packing.modulus if packing else None
    parts: list[RootSet] = []
    for roots in question.root_sets():
        empty = question.unwritable(roots)
        if empty is None:
            empty = next((v for v in question.endogenous(roots) if not local[v]), None)
        if empty is not None:
            parts.append(RootSet(roots, empty=empty))
            continue
        found: list[Component] = []
        position = question.position
        for variables in components(question.endogenous(roots), position, local.__getitem__):
            weights = projected(variables, position, local.__getitem__)
            entries = _entries(weights, question.work, cut)
            found.append(Component(variables, tuple(weights), entries))
        parts.append(RootSet(roots, tuple(found)))
    return CountEvidence(tuple(parts), packing.width if packing else 0)


def _entries(weights: list[dict[int, int]], work: Work, cut: int | None) -> dict[int, int]:
    """The reached entries of the recursion, smaller sets first."""
    within = Within(weights, cut)
    entries: dict[int, int] = {0: 1}
    waiting = [{0}, *(set[int]() for _ in weights)]
    for level in waiting:
        for placed in sorted(level):
            if not entries[placed]:
                continue
            for reached, factor in sent(within, placed, work):
                entries[reached] = within.cut(entries.get(reached, 0) + entries[placed] * factor)
                waiting[reached.bit_count()].add(reached)
            if len(entries) > MAX_ENTRIES:
                raise Rejected("the table of the recursion is too large for a certificate")
    return entries
