"""The certificate of an audit's verdict, or why there is none.

A unique or inconsistent space gets the *local* certificate if every mechanism is settled by its own
rows, else the *count table*; an ambiguous one gets two members with what separates them. Bounds on AST
size or depth have no count certificate: then the wider class may still settle it, or nothing does.
"""

from __future__ import annotations

from collections.abc import Sequence

from symcause.audits.alternatives import ShownAlternative
from symcause.audits.verdicts import Verdict
from symcause.certificates.build import build_alternative
from symcause.certificates.build_count import build_count
from symcause.certificates.build_local import build_local
from symcause.certificates.document import Certificate
from symcause.errors import LimitError, UsageError
from symcause.models.scm import BooleanSCM
from symcause.problems.boolean import BooleanProblem
from symcause.problems.classes import HypothesisClass
from symcause.spaces import Unknown
from symcause.spaces.boolean.writing import written


def certify(
    filed: BooleanProblem,
    problem: BooleanProblem,
    hypotheses: HypothesisClass,
    verdict: Verdict,
    reference: BooleanSCM | None,
    shown: Sequence[ShownAlternative],
) -> Certificate | Unknown:
    """The certificate of a verdict about *problem*, which is *filed* asked in its setting."""
    try:
        if verdict is Verdict.AMBIGUOUS and reference is not None and shown:
            return _ambiguous(filed, problem, hypotheses, reference, shown)
        if verdict in (Verdict.UNIQUE, Verdict.INCONSISTENT):
            return _settled(filed, problem, hypotheses, reference)
    except (LimitError, UsageError) as error:
        return Unknown(str(error))
    return Unknown(f"a verdict of {verdict} has no certificate")


def _ambiguous(
    filed: BooleanProblem,
    problem: BooleanProblem,
    hypotheses: HypothesisClass,
    reference: BooleanSCM,
    shown: Sequence[ShownAlternative],
) -> Certificate:
    best = next((a for a in shown if a.separation is not None), shown[0])
    expressions = None
    if hypotheses.tabled:
        expressions = (
            written(problem, reference).mechanisms,
            written(problem, best.model).mechanisms,
        )
    return build_alternative(
        filed,
        hypotheses,
        reference,
        best.model,
        best.separation,
        setting=problem.setting,
        expressions=expressions,
    )


def _settled(
    filed: BooleanProblem,
    problem: BooleanProblem,
    hypotheses: HypothesisClass,
    member: BooleanSCM | None,
) -> Certificate:
    expressions = None
    if member is not None and hypotheses.tabled:
        expressions = written(problem, member).mechanisms
    local = build_local(filed, hypotheses, setting=problem.setting, expressions=expressions)
    if local is not None:
        return local
    return build_count(
        filed, hypotheses, setting=problem.setting, member=member, expressions=expressions
    )
