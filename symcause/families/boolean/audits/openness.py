"""Is the question of a problem open, and what does that say of an answer?"""

from __future__ import annotations

from dataclasses import replace as evolve

from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.families.boolean.audits.decision import decide
from symcause.families.boolean.documents.check import BooleanCheck
from symcause.families.boolean.models.worlds import Split
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.abstaining import applies, member_of, proved, sound_gold
from symcause.families.boolean.space.evidence import Evidence
from symcause.scoring.abstention import JUSTIFIED, Said, openness, plain_support, with_proof


def told(
    document: BooleanCheck, problem: BooleanProblem, said: Said, several: bool | None
) -> BooleanCheck:
    """The document of a check with ``open``, ``support`` and ``proved``; it has its count already."""
    if not applies(problem):
        return document
    hypotheses = document.scope.hypotheses
    member = member_of(problem, hypotheses)
    sound = sound_gold(problem, member)
    proof = proved(problem, said.alternatives, member) if said.abstained else None
    settled = None if several is None or document.count == 0 or not sound else not several
    is_open = with_proof(openness(settled, told=hypotheses.source != "gold"), proof and sound)
    agrees = document.in_class if document.valid else False
    support = said.support(is_open, plain_support(is_open, agrees))
    return replace(document, open=is_open, support=support, proved=proof)


def doubted(document: BooleanCheck, problem: BooleanProblem, said: Said) -> BooleanCheck:
    """The same of an answer without a model: it abstains, or it claims what nobody can run."""
    found = decide(problem, document.scope.hypotheses, Evidence(problem), None)
    unknown = isinstance(found.count, Unknown)
    document = replace(
        document,
        count=None if unknown else found.count,
        count_reason=found.count.reason if isinstance(found.count, Unknown) else None,
    )
    document = told(document, problem, said, found.several)
    if not said.abstained:
        return document
    entailed = _entailed(document, problem) if problem.heldout else None
    justified = None if document.support is None else document.support == JUSTIFIED
    return replace(document, justified=justified, heldout_entailed=entailed)


def _entailed(document: BooleanCheck, problem: BooleanProblem) -> bool | None:
    """Do all members agree on the held-out worlds? Then they would leave as many, had they been seen."""
    if not document.count:
        return None
    seen = evolve(problem, worlds=tuple(evolve(w, split=Split.TRAIN) for w in problem.worlds))
    found = decide(seen, document.scope.hypotheses, Evidence(seen), None)
    return None if isinstance(found.count, Unknown) else found.count == document.count
