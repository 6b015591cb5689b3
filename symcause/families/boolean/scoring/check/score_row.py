"""The score row of one checked Boolean answer, as a scoring run writes it."""

from __future__ import annotations

from typing import Any

from symcause.families.boolean.documents.check_document import BooleanScore
from symcause.families.boolean.scoring.check.abstention import applies, own_member, proved
from symcause.families.boolean.scoring.check.check_result import CheckResult
from symcause.families.boolean.scoring.check.checker import Scorer
from symcause.families.boolean.scoring.check.explanation_count import Explanations, standing
from symcause.families.boolean.scoring.tasks.identification_answers import TRUE_LABELS
from symcause.families.boolean.space.noise.cell_disturbance import disturbed_by, may_err
from symcause.scoring.abstention_rule import JUSTIFIED, openness, plain_support, with_proof


def score_row(
    scorer: Scorer, model: str, text: str, known: Explanations | None = None
) -> BooleanScore:
    """The answer of a system; with its standing if the explanations of the problem are known."""
    result = scorer.check(text)
    if scorer.problem.identify:
        true = None if known is None or known.count == 0 else TRUE_LABELS[known.several]
        return BooleanScore(model=model, certification_true=true, **result.fields())
    place = {} if known is None else standing(scorer.problem, result, known)
    fields = _standing(scorer, result, known, place.get("in_class")) | _disturbance(scorer, result)
    if known is None:
        return BooleanScore(model=model, **fields, **result.fields())
    justified = fields["support"] == JUSTIFIED if result.said.abstained else place["unique"]
    return BooleanScore(
        model=model, count=known.count, justified=justified, **place, **fields, **result.fields()
    )


def _disturbance(scorer: Scorer, result: CheckResult) -> dict[str, Any]:
    """How many training cells answer and gold disturb, where that may be any or some are not observed."""
    problem = scorer.problem
    if not may_err(problem):
        return {}
    wrong = None if result.scm is None else disturbed_by(problem, result.scm)
    within = None if wrong is None else wrong <= problem.errors
    return {"disturbed": wrong, "within": within, "gold_disturbed": scorer.gold_disturbed}


def _standing(
    scorer: Scorer, result: CheckResult, known: Explanations | None, member: bool | None
) -> dict[str, Any]:
    """``open``, ``support`` and ``proved`` of an answer, where it is asked which model there is."""
    problem, said = scorer.problem, result.said
    if not applies(problem):
        return {"support": None}
    proof = settled = None
    if said.abstained:
        proof = proved(problem, said.alternatives, own_member(problem))
    if known is not None and known.count != 0 and known.several is not None and scorer.sound:
        settled = not known.several
    is_open = with_proof(openness(settled), proof and scorer.sound)
    claim = plain_support(is_open, member if result.valid else False)
    return {"open": is_open, "support": said.support(is_open, claim), "proved": proof}
