"""The story of an audit of statements."""

from __future__ import annotations

from msgspec import UNSET

from symcause.audits.story import Grid, Line, Section, Story, Tone
from symcause.families.statements.audits.verdict_sentence import WORDS
from symcause.families.statements.documents.audit_document import DagPart, StatementsAudit
from symcause.families.statements.problem.verdict_kinds import HypothesisVerdict
from symcause.models.number_phrases import number_of, yes_no


def audit_story(document: StatementsAudit) -> Story:
    """The verdict, the readings, the class and two members."""
    facts = [("hypothesis", document.hypothesis)]
    if document.count is not None:
        facts.append(("DAGs that fit", number_of(document.count)))
    if document.gold is not None:
        facts.append(("stored label", f"{document.gold}, {_judged(document.gold_right)}"))
    if document.gold_right_by_sentence is not UNSET:
        text = _judged(document.gold_right_by_sentence)
        facts.append((f"by its sentence ({document.sentence_reading})", text))
    notes = []
    if document.forced is not UNSET and (document.forced.wrong or document.forced.missing):
        notes.append("the stored compelled edges are not those of the class")
    wrong = document.gold_right is False
    return Story(
        document.problem or "",
        document.sentence,
        document.verdict,
        Tone.BAD
        if wrong
        else WORDS[HypothesisVerdict(document.verdict or HypothesisVerdict.UNKNOWN)].tone,
        tuple(facts),
        tuple(notes),
        tuple(_sections(document)),
        _steps(document),
        short=f"{document.verdict}{', stored label wrong' if wrong else ''}",
    )


def _judged(right: object) -> str:
    return "which cannot be judged" if right is None else f"right: {yes_no(bool(right))}"


def _sections(document: StatementsAudit) -> list[Section]:
    sections = []
    if document.readings is not None and len(document.readings) > 1:
        rows = tuple(document.readings.items())
        sections.append(Section("Every reading", (Grid(("reading", "verdict"), rows),)))
    if document.essential is not None:
        lines = [
            Line(f"  {a} {arrow} {b}")
            for arrow, edges in (
                ("->", document.essential.directed),
                ("--", document.essential.undirected),
            )
            for a, b in edges
        ]
        title = "Edges of all of them (-- may point either way)"
        sections.append(Section(title, tuple(lines or [Line("  none")])))
    if document.alternatives:
        sections.append(Section("Two of them", tuple(map(dag_line, document.alternatives))))
    return sections


def dag_line(part: DagPart) -> Line:
    """A member in one line."""
    truth = "true" if part.holds else "false"
    return Line(f"  {', '.join(part.edges) or 'no edge'} (the hypothesis is {truth})")


def _steps(document: StatementsAudit) -> tuple[str, ...]:
    if document.verdict == "open" and document.essential is not None:
        return ("symcause next PROBLEM  # which intervention would settle it",)
    return ()
