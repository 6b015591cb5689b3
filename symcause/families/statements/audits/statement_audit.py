"""The audit of statements: verdict, readings, essential graph, two members and the stored label."""

from __future__ import annotations

from msgspec.structs import replace

from symcause.audits.certificate_acceptance import accepted, proven
from symcause.families.statements.audits.verdict_sentence import no_member, sentence_of
from symcause.families.statements.certify.verdict_certificate import certified
from symcause.families.statements.documents.audit_document import (
    DagPart,
    EssentialPart,
    ForcedPart,
    StatementsAudit,
)
from symcause.families.statements.models.separations import Graph
from symcause.families.statements.problem.problem import FORCED, SENTENCE_READING, StatementsProblem
from symcause.families.statements.problem.verdict_kinds import HypothesisVerdict, gold_right
from symcause.families.statements.space.faithful_dags import Differs
from symcause.families.statements.space.hypothesis_verdict import Judgement, judged
from symcause.families.statements.space.nearest_pair import nearest_pair
from symcause.release_lookup import released_part


def audited(
    problem: StatementsProblem, document: StatementsAudit, *, certificate: bool = False
) -> StatementsAudit:
    """The document of an audit."""
    judgement = judged(problem)
    verdict, reason = judgement.verdict, judgement.faithful.reason
    document = replace(
        document,
        verdict=str(verdict),
        settled=verdict.settled,
        count=judgement.count,
        holds_in=judgement.holds_in,
        label=verdict.label,
        gold_right=gold_right(verdict, problem.gold),
        readings={
            reading: str(hypothesis_verdict)
            for reading, hypothesis_verdict in judgement.verdicts.items()
        },
        essential=_essential(judgement),
        alternatives=_alternatives(judgement),
        status=judgement.status,
        **_by_sentence(judgement),
    )
    if released_part("statements", "named_class")(problem.id) is not None:
        label = released_part("statements", "label")(problem)
        document = replace(document, released_label=label)
    if reason is not None:
        kind, words = no_member(problem, reason)
        at = problem.statement(reason.pair, reason.given) if isinstance(reason, Differs) else None
        differs = None if at is None else (at.first, at.second, at.given)
        document = replace(document, reason=words, reason_kind=kind, differs_at=differs)
    elif not judgement.faithful.complete:
        document = replace(document, reason=judgement.faithful.shortage)
    document = _forced(replace(document, sentence=sentence_of(document)), problem)
    return _with_proof(document, judgement) if certificate else document


def _by_sentence(found: Judgement) -> dict[str, object]:
    """The reading of the sentence by itself, where the file has one, and the label by it."""
    value = found.problem.metadata.get(SENTENCE_READING)
    if not isinstance(value, str) or value not in found.verdicts:
        return {}
    right = gold_right(found.verdicts[value], found.problem.gold)
    return {"sentence_reading": value, "gold_right_by_sentence": right}


def _essential(found: Judgement) -> EssentialPart | None:
    """What all members of a class share; incomplete statements have several classes."""
    if not found.faithful.members or not found.problem.complete:
        return None
    names = found.problem.variables
    directed, either = (
        tuple((names[a], names[b]) for a, b in edges) for edges in found.faithful.shared
    )
    return EssentialPart(directed=directed, undirected=either)


def _alternatives(found: Judgement) -> tuple[DagPart, ...]:
    """A member with the hypothesis and one without, as near as they can be."""
    both = nearest_pair(found) if found.verdict is HypothesisVerdict.OPEN else None
    if both is None:
        return ()
    names = found.problem.variables
    return tuple(
        DagPart(edges=arrow_texts(names, graph), holds=true)
        for graph, true in zip(both, (True, False), strict=True)
    )


def arrow_texts(names: tuple[str, ...], graph: Graph) -> tuple[str, ...]:
    """The edges of a member as documents have them."""
    return tuple(f"{names[a]}->{names[b]}" for a, b in graph.edges)


def _forced(document: StatementsAudit, problem: StatementsProblem) -> StatementsAudit:
    """With stored compelled edges against those that all members share."""
    stored = problem.metadata.get(FORCED)
    if not isinstance(stored, list) or document.essential is None:
        return document
    said = {(str(edge[0]), str(edge[1])) for edge in stored}
    compelled = set(document.essential.directed)
    part = ForcedPart(
        wrong=tuple(sorted(said - compelled)), missing=tuple(sorted(compelled - said))
    )
    return replace(document, forced=part)


def _with_proof(document: StatementsAudit, found: Judgement) -> StatementsAudit:
    made = certified(found)
    if made is None:
        return replace(document, certificate_reason=f"no certificate of {document.verdict!r}")
    return proven(document, accepted(found.problem, made))
