"""Differences between stages in scenario audits: best designs, events, values."""

from __future__ import annotations

from msgspec import UNSET

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.scenario.audits.document_parts import bounds
from symcause.families.scenario.audits.model_structure import unseen
from symcause.families.scenario.documents.question_documents import StagedPart, StagesPart
from symcause.families.scenario.optimum.optimum_search import Optimum
from symcause.families.scenario.optimum.stage_conflict import conflict
from symcause.families.scenario.problem.problem import FIRST_STAGE, Space
from symcause.families.scenario.problem.strategy_designs import claimed_designs
from symcause.families.scenario.value.valuer import Valuer


def stages_part(valuer: Valuer, space: Space, found: Optimum, budget: Meter) -> StagesPart:
    """Everything about the stages; the budget is for finding out whether they conflict."""
    answer = conflict(valuer, space, found, budget)
    return StagesPart(
        conflict=None if isinstance(answer, Unknown) else answer,
        reason=answer.reason if isinstance(answer, Unknown) else UNSET,
        unseen=unseen(valuer.problem, valuer.problem.final),
        designs=_designs(valuer, found),
    )


def _designs(valuer: Valuer, found: Optimum) -> tuple[StagedPart, ...]:
    """The named designs in every stage; none if there is one stage only."""
    problem = valuer.problem
    if not problem.stages:
        return ()
    named = [("default", problem.default)]
    named += [("history", design) for _, design in problem.policy()]
    named += claimed_designs(problem)
    named.append(("best known", found.design))
    stages = list(dict.fromkeys((FIRST_STAGE, *problem.stages)))
    return tuple(
        StagedPart(name=name, values={s: bounds(valuer.value(design, s)) for s in stages})
        for i, (name, design) in enumerate(named)
        if all(design != known for _, known in named[:i])
    )
