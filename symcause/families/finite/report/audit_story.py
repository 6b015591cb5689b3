"""The audit story of a finite problem: the verdict first, then queries, members and what differs."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UnsetType

from symcause.audits.of_space.query_parts import (
    QueryStatus,
    heldout_sections,
    query_sections,
    unknown_notes,
)
from symcause.audits.story import Grid, Line, Right, Section, Story
from symcause.audits.verdicts import Verdict, in_short
from symcause.families.finite.audits.finite_verdict import FiniteVerdict
from symcause.families.finite.audits.verdict_sentence import words_of
from symcause.families.finite.documents.audit_document import FiniteAudit, GoldPart, ProfilePart
from symcause.families.finite.report.separation_story import described
from symcause.models.number_phrases import joined_names, number_of, plural, yes_no


def audit_story(document: FiniteAudit) -> Story:
    """The report of ``symcause audit``."""
    verdict = FiniteVerdict(document.verdict or FiniteVerdict.UNKNOWN)
    about_models = str(verdict) in list(Verdict)
    return Story(
        f"{document.problem} · {document.setting}",
        document.sentence,
        str(verdict),
        words_of(verdict).tone,
        facts=tuple(_facts(document)),
        notes=tuple(_notes(document)),
        sections=tuple(_sections(document)),
        steps=tuple(_steps(document)),
        short=in_short(str(verdict), document.count, "model") if about_models else str(verdict),
    )


def _facts(document: FiniteAudit) -> Iterator[tuple[str, str]]:
    if document.queries:
        settled = sum(query.status == QueryStatus.SETTLED for query in document.queries)
        yield "queries settled", f"{settled} of {len(document.queries)}"
    yield "models", number_of(document.count, "unknown")
    yield "separable", yes_no(document.separable)
    if document.verdict != document.model_verdict:
        yield "the model", document.model_verdict
    if document.gold is not None:
        yield "gold", gold_words(document.gold)
    yield "setting", document.setting
    yield "class", str(document.scope)


def gold_words(gold: GoldPart) -> str:
    """How gold fares, in a few words."""
    if gold.stage != "valid":
        return f"stops at {gold.stage}"
    if not gold.train_exact:
        return "does not explain the training worlds"
    if gold.heldout_exact is False:
        return "explains the training worlds only"
    return "explains all worlds"


def _notes(document: FiniteAudit) -> Iterator[str]:
    if document.early:
        yield f"stopped early: {document.early}; what is shown was known by then"
    elif document.reason and document.verdict != Verdict.UNKNOWN:
        yield f"the number is not known: {document.reason}"
    if document.unexplained:
        named = joined_names(list(document.unexplained))
        yield f"No function of the class fits the rows of {named}."
    if document.count and document.count > 1 and document.separable is False:
        yield "No experiment on one variable tells these models apart."
    yield from unknown_notes((*(document.queries or ()), *(document.heldout or ())))


def _sections(document: FiniteAudit) -> Iterator[Section]:
    names = tuple(document.variables or ())
    yield from query_sections(document.queries or (), names)
    yield from heldout_sections(document.heldout, names)
    counted = tuple(
        (v, number_of(number)) for v, number in (document.variables or {}).items() if number
    )
    if counted:
        yield Section("Functions", (Grid.of(("variable", Right("functions")), counted),))
    open_edges = [edge for edge, status in (document.edges or {}).items() if status == "open"]
    if open_edges:
        yield Section("Edges that only some models have", (Line(f"  {', '.join(open_edges)}"),))
    compared = document.reference
    before = {} if isinstance(compared, UnsetType) else compared.mechanisms
    for number, part in enumerate(document.alternatives, 1):
        yield Section(f"Alternative {number}", tuple(described(part, before)))
    if document.profile:
        bounds = tuple(
            (words, number_of(one.count, "unknown"))
            for one in document.profile
            for words in _bounds(one)
        )
        yield Section("Models as the class grows", (Grid.of(("at most", Right("models")), bounds),))


def _bounds(one: ProfilePart) -> Iterator[str]:
    """What a narrower class allows at most."""
    if not isinstance(one.max_parents, UnsetType):
        yield plural(one.max_parents, "parent")
    if not isinstance(one.max_size, UnsetType):
        yield f"size {one.max_size}"


def _steps(document: FiniteAudit) -> Iterator[str]:
    if document.count and document.count > 1 and document.separable:
        yield "the intervention that leaves fewest models: symcause next PROBLEM"
