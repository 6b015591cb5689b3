"""Audit sections: the linear audit, grown from the verdict to edges, profile and explanations.

The count is that of *graphs* (verdict ``unique``: one graph); models are counted too where coefficients are
integers. Sections come in the order of what they cost, so that whoever stops the work keeps what there is:
the count and the verdict, then edges and the reactor's range, then the profile, two members told apart, and
at last the explanations.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from time import process_time

from msgspec.structs import replace

from symcause.answers import Unknown, Unsat
from symcause.audits.space import EdgeStatus
from symcause.audits.verdicts import judge
from symcause.budgets import Meter
from symcause.families.linear.audits.verdict.conflict import misfit_part
from symcause.families.linear.audits.verdict.gold_check import gold_part
from symcause.families.linear.audits.verdict.graph_counts import Space, with_details, with_graphs
from symcause.families.linear.audits.verdict.verdict_sentence import sentence
from symcause.families.linear.bounds import AUDIT_STEPS
from symcause.families.linear.documents.alternatives_document import ExperimentPart
from symcause.families.linear.documents.audit_document import (
    LinearAudit,
    MemberPart,
    ProfilePart,
    RowsPart,
)
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.space.linear_space import LinearSpace, counted
from symcause.families.linear.space.member_pair import two_members
from symcause.families.linear.space.model_separation import Parting, unsettled
from symcause.families.linear.space.row_explanation import explain_at_once, explain_edge
from symcause.families.linear.space.smallest_rows import Explanation
from symcause.families.linear.space.space_choice import range_of_target
from symcause.families.linear.space.target_range import TargetRange
from symcause.models.equations import State
from symcause.models.exact_numbers import print_number


def audited(
    problem: LinearProblem, space: Space, document: LinearAudit, tolerance: Fraction
) -> Iterator[LinearAudit]:
    """The audit, growing section by section from its frame."""
    began = process_time()

    def now(grown: LinearAudit) -> LinearAudit:
        return replace(grown, seconds=round(process_time() - began, 3))

    whole = space.meter.stretch(AUDIT_STEPS)
    document = _judged(with_graphs(document, space), problem)
    yield now(document)
    span = range_of_target(space)
    document = with_details(document, space, span, tolerance)
    yield now(document)
    document = replace(document, profile=tuple(_profile(space)))
    yield now(document)
    separable, members = _alternatives(space, span)
    document = replace(document, separable=separable, alternatives=members)
    yield now(document)
    if document.graphs == 0:
        document = replace(document, misfit=misfit_part(problem))
    elif isinstance(space, LinearSpace):
        document = replace(document, why=_why(space, whole))
    yield now(document)


def _judged(document: LinearAudit, problem: LinearProblem) -> LinearAudit:
    """The document with gold and the verdict."""
    gold = gold_part(problem)
    verdict = judge(
        document.graphs,
        gold_ok=None if gold is None else gold.valid,
        gold_is_member=None if gold is None else gold.in_class,
    )
    return replace(
        document,
        gold=gold,
        verdict=str(verdict),
        settled=verdict.settled,
        sentence=sentence(verdict, document.graphs, document.scope),
    )


def _profile(space: Space) -> Iterator[ProfilePart]:
    """Graphs for each bound on the number of parents."""
    if not isinstance(space, LinearSpace) or isinstance(space.choices, Unknown):
        return
    most = max((m.bit_count() for table in space.choices for m in table), default=0)
    for bound in range(most + 1):
        count = counted([{m: 1 for m in t if m.bit_count() <= bound} for t in space.choices])
        yield ProfilePart(max_parents=bound, count=None if isinstance(count, Unknown) else count)


def _alternatives(
    space: Space, span: TargetRange | Unknown | None
) -> tuple[bool | None, tuple[MemberPart, ...]]:
    """Two members, the intervention between them, and what each would read after it."""
    parting = (
        two_members(space, span) if isinstance(space, LinearSpace) else Unknown("a disturbance")
    )
    if isinstance(parting, Unsat) and not unsettled(space.problem):
        return False, ()  # whatever is set next, all members read the same
    if parting is None:
        return (None if isinstance(space.count(), Unknown) else False), ()
    if not isinstance(parting, Parting):
        return None, ()
    step = parting.intervention
    experiment = ExperimentPart(assignments={step.variable: print_number(step.value)})
    sides = zip((parting.first, parting.second), parting.readings, strict=True)
    return True, tuple(
        MemberPart(
            equations=model.equations.texts(),
            experiment=experiment,
            changed=parting.differing,
            reads=reading(state),
        )
        for model, state in sides
    )


def reading(state: State) -> dict[str, str]:
    """A state as exact texts."""
    return {name: print_number(value) for name, value in state.items()}


def _why(space: LinearSpace, whole: Meter) -> dict[str, RowsPart]:
    """For every edge that is in all members, rows that force it; a search has what the audit left."""
    edges = space.edges()
    if isinstance(edges, Unknown):
        return {}
    reasons: dict[str, RowsPart] = {}
    for (cause, effect), status in edges.items():
        if status is not EdgeStatus.ALWAYS:
            continue
        explanation: Explanation | Unknown | None = explain_at_once(space, cause, effect)
        if explanation is None and not whole.over:
            explanation = explain_edge(
                space, cause, effect, always=True, steps=AUDIT_STEPS, budget=whole
            )
        if explanation is not None and not isinstance(explanation, Unknown):
            rows = tuple(str(row) for row in explanation.rows)
            reasons[f"{cause}->{effect}"] = RowsPart(rows=rows, minimum=explanation.minimum)
    return reasons
