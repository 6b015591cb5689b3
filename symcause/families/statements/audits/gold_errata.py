"""Gold errata in audits of statements: labels that are wrong, right in one reading only, or of no DAG.

A label is wrong only if it is wrong in every reading that the sentence leaves open (``label_readings``).
"""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from symcause.audits.errata import Basis, Erratum, Exhibit, Kind, Reading, kind_of
from symcause.families.statements.audits.label_readings import label_readings
from symcause.families.statements.audits.verdict_sentence import sentence_of
from symcause.families.statements.bounds import SHOWN_MEMBERS
from symcause.families.statements.documents.audit_document import ForcedPart, StatementsAudit
from symcause.families.statements.models.relations import holds
from symcause.families.statements.models.separations import Graph
from symcause.families.statements.problem.problem import FORCED, StatementsProblem
from symcause.release_lookup import released_part


def erratum(problem: StatementsProblem, document: StatementsAudit) -> Erratum | None:
    """The erratum about the stored label of a problem, or about its compelled edges."""
    if document.gold is None:
        return None
    readings = label_readings(problem, document)
    kind = _kind(document, readings)
    if kind is not None:
        return Erratum(
            item=problem.id,
            stored=document.gold,
            derived=document.verdict,
            proposed=document.label if kind == "wrong" and _numbered(document) else UNSET,
            kind=kind,
            cause=_cause(problem, document),
            reason=document.sentence if kind == "wrong" else _follows(document),
            basis=_basis(document, kind, readings),
            claimed=document.hypothesis,
            **_shown(document),
        )
    if isinstance(document.forced, ForcedPart) and (
        document.forced.wrong or document.forced.missing
    ):
        assert document.essential is not None
        text = f"{len(document.forced.wrong)} are none, {len(document.forced.missing)} are missing."
        return Erratum(
            item=problem.id,
            stored=problem.metadata[FORCED],
            derived=[list(edge) for edge in document.essential.directed],
            kind="wrong",
            cause="stored compelled edges are not those of the class",
            reason=text,
            basis=Basis(
                proved=text, unless="the stored edges are not meant to be those of the class"
            ),
        )
    return None


def _kind(document: StatementsAudit, readings: tuple[Reading, ...]) -> Kind | None:
    """A label counts as doubtful if its relation refutes it, or the sentence that is printed."""
    if document.verdict == "inconsistent":
        return "inconsistent"
    refuted = False in (document.gold_right, document.gold_right_by_sentence)
    return kind_of(readings) if refuted else None


def _numbered(document: StatementsAudit) -> bool:
    """Are labels of this item numbers, and not words of the verdicts?"""
    return isinstance(document.gold, int)


def _basis(document: StatementsAudit, kind: Kind, readings: tuple[Reading, ...]) -> Basis:
    if kind == "inconsistent":
        text = "an independence holds by accident: the statements are then not those of a DAG alone"
        return Basis(proved=_follows(document), unless=text)
    text = "an independence holds by accident: without faithfulness more DAGs fit the statements"
    return Basis(proved=_follows(document), readings=readings, unless=text)


def _follows(document: StatementsAudit) -> str:
    """What follows from the statements, without a word about the stored label."""
    return sentence_of(replace(document, gold_right=None))


def _cause(problem: StatementsProblem, document: StatementsAudit) -> str | None:
    """Why the label is what it is, where the problem itself or the released generator shows that."""
    by_sentence = document.gold_right_by_sentence
    if isinstance(by_sentence, bool) and by_sentence != document.gold_right:
        text = "right" if by_sentence else "wrong"
        return f"by its sentence alone ({document.sentence_reading}) the stored label is {text}"
    if document.label is not None and document.released_label == document.gold:
        slip: str | None = released_part("statements", "slip")(problem, document.label)
        if slip is not None:
            return slip
    if document.gold_right is not False or document.verdict != "entailed":
        return None
    if FORCED in problem.metadata and document.essential is not None:
        index, asked = problem.index, problem.hypothesis
        edges = [(index[a], index[b]) for a, b in document.essential.directed]
        compelled = Graph.of(len(problem.variables), edges)
        if not holds(compelled, asked.relation, asked.reading, *problem.asked):
            return "entailment from compelled edges only"
    if (document.readings or {}).get("released", "entailed") != "entailed":
        return "one leg of the generator's confounder has a single edge"
    return None


def _shown(document: StatementsAudit) -> Exhibit:
    """The members, as far as a page can list them, and what they are."""
    if document.alternatives:
        texts = tuple(
            f"{', '.join(part.edges) or 'no edge'}: {'true' if part.holds else 'false'}"
            for part in document.alternatives
        )
        return {"caption": "two DAGs that fit, with the hypothesis and without it", "shown": texts}
    evidence = (document.certificate or {}).get("evidence")
    members = evidence.get("members", []) if isinstance(evidence, dict) else []
    if not members:
        return {}
    texts = tuple(", ".join(edges) or "no edge" for edges in members[:SHOWN_MEMBERS])
    more = len(members) - len(texts)
    number = "the one DAG that fits" if len(members) == 1 else f"the {len(members)} DAGs that fit"
    return {"caption": number, "shown": (*texts, f"and {more} more") if more > 0 else texts}
