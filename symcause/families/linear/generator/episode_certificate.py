"""The certificate of an episode from the linear generator, and all that the episode settles.

``metadata.settles`` says, for the class of an instance: graphs and models left before any intervention and
at the end; whether the reactor's target is entailed before and at the end; whether the budget identifies
the graph, and by how few interventions. Whatever could not be settled is null with a reason.
``metadata.certificate`` is what ``symcause verify`` re-checks; absent where certificates do not speak of
the class.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from symcause.answers import Unknown
from symcause.audits.certificate_acceptance import Accepted
from symcause.audits.verdicts import Verdict
from symcause.budgets import Meter
from symcause.errors import LimitError, UsageError
from symcause.families.linear.audits.plan.sufficient_targets import sufficient_targets
from symcause.families.linear.audits.verdict.audit_certificate import only_parents
from symcause.families.linear.bounds import GENERATED_STEPS, UNIQUE_TRIES
from symcause.families.linear.certify.certificates import Findings, LinearClaimKind
from symcause.families.linear.certify.certificates import certified as proven
from symcause.families.linear.documents.scope_part import ClassPart
from symcause.families.linear.generator.random_crystals import LinearOptions, draw
from symcause.families.linear.models.laboratory import EquationFamily
from symcause.families.linear.problem.hypothesis_metrics import PUBLISHED_TARGET_TOLERANCE
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.space.space_choice import open_space, range_of_target
from symcause.families.linear.space.target_range import TargetRange
from symcause.families.linear.verifier.claim_class import beyond_certificates


def certified(problem: LinearProblem, *, steps: int | None = GENERATED_STEPS) -> LinearProblem:
    """The instance with what it settles under ``metadata.settles``, and a certificate if there is one."""
    settles = what_it_settles(problem, steps=steps)
    metadata = {**problem.metadata, "settles": settles}
    made = _certificate(problem, settles["identified"], steps)
    if not isinstance(made, Unknown):
        metadata |= made.entries()
    return replace(problem, metadata=metadata)


def certified_unique(options: LinearOptions, seed: int, index: int) -> LinearProblem:
    """The first drawing of this number whose evidence leaves one graph, with the certificate of that."""
    for attempt in range(UNIQUE_TRIES):
        problem = draw(options, seed, index, attempt)
        reason = beyond_certificates(problem)
        if reason is not None:
            raise UsageError(
                f"no such instance can be certified: {reason}", remedy="use --level original"
            )
        linear_problem = certified(problem)
        if (
            "certificate" in linear_problem.metadata
            and _part(linear_problem, "settles")["identified"]
        ):
            return linear_problem
    raise LimitError(
        f"none of {UNIQUE_TRIES} instances is identified", remedy="give more records or more budget"
    )


def _certificate(
    problem: LinearProblem, identified: object, steps: int | None
) -> Accepted | Unknown:
    """The certificate of the verdict, from a space of its own."""
    if identified is None or not problem.has_evidence:
        return Unknown("there is no verdict")
    space = open_space(problem, meter=Meter(steps))
    graphs = space.count()
    findings = Findings(
        Verdict.UNIQUE if identified else Verdict.AMBIGUOUS,
        None if isinstance(graphs, Unknown) else graphs,
        parents=only_parents(space) if identified else None,
    )
    return proven(problem, problem, LinearClaimKind.VERDICT, findings)


def _part(problem: LinearProblem, key: str) -> Mapping[str, object]:
    part = problem.metadata[key]
    assert isinstance(part, Mapping)
    return part


def what_it_settles(
    problem: LinearProblem, *, steps: int | None = GENERATED_STEPS
) -> dict[str, object]:
    """What the evidence of an instance settles, before any intervention and at the end."""
    before, end = _settled(problem.shortened(0), steps), _settled(problem, steps)
    document: dict[str, object] = {
        "class": ClassPart.of(problem).to_dict(),
        "before_interventions": before,
        "after_budget": end,
        "identified": None if end["graphs"] is None else end["graphs"] == 1,
        "entailed": end["entailed"],
        "fewest_interventions": None,
    }
    if problem.hidden is None and problem.family is EquationFamily.LINEAR:
        fewest = sufficient_targets(problem.shortened(0))
        if not isinstance(fewest, Unknown) and fewest.identifies:
            document["fewest_interventions"] = len(fewest.targets)
    return document


def _settled(problem: LinearProblem, steps: int | None) -> dict[str, object]:
    if not problem.has_evidence:
        return {"graphs": None, "models": None, "entailed": None, "reason": "no evidence"}
    space = open_space(problem, meter=Meter(steps))
    graphs, models, target = space.count(), space.models(), range_of_target(space)
    reasons = [x.reason for x in (graphs, models, target) if isinstance(x, Unknown)]
    document: dict[str, object] = {
        "graphs": None if isinstance(graphs, Unknown) else graphs,
        "models": None if isinstance(models, Unknown) else models,
        "entailed": target.entailed() if isinstance(target, TargetRange) else None,
        "entailed_within_5": target.entailed(PUBLISHED_TARGET_TOLERANCE)
        if isinstance(target, TargetRange)
        else None,
    }
    return {**document, "reason": reasons[0]} if reasons else document
