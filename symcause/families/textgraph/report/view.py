"""The view of a textgraph report: one graph that shows agreement, and scores beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from msgspec import structs

from symcause.audits.documents import Document
from symcause.audits.story import Story, Tone
from symcause.families.textgraph.bounds import NAMED_NODES
from symcause.families.textgraph.documents.align_document import AlignDocument
from symcause.families.textgraph.documents.audit_document import FindingPart, TextGraphAudit
from symcause.families.textgraph.documents.check_document import TextGraphCheck
from symcause.families.textgraph.problem.problem import TextGraph
from symcause.families.textgraph.report.agreement_graph import (
    WORDS,
    Agreement,
    Kind,
    aligned,
    alone,
    checked,
    gold_only,
)
from symcause.families.textgraph.report.agreement_svg import (
    agreement_svg,
    drawn_part,
    labelled,
    node_words,
)
from symcause.families.textgraph.report.align_story import MOST, align_story
from symcause.families.textgraph.report.audit_story import SCORED, SHAPE, audit_story
from symcause.families.textgraph.report.baseline_figure import scored_figure
from symcause.families.textgraph.report.check_story import check_story
from symcause.families.textgraph.report.edge_sections import printable_name
from symcause.families.textgraph.report.score_comparison import (
    against_chance,
    align_table,
    check_table,
)
from symcause.models.number_phrases import joined_names, plural
from symcause.reports.figures.figure import figure_view
from symcause.reports.views.metadata_view import metadata_text
from symcause.reports.views.result_view import story_view

View = dict[str, object]

_LEGEND = {
    Kind.KEPT: "kept",
    Kind.REVERSED: "reversed",
    Kind.PATH: "as a longer path",
    Kind.MISSING: "missing",
    Kind.EXTRA: "extra",
}


def view(document: Document, problem: TextGraph) -> View | None:
    """Everything that a page shows of a result; None for what is told, not drawn."""
    if isinstance(document, TextGraphAudit):
        return _audit(document, problem)
    if isinstance(document, TextGraphCheck):
        agreement = replace(checked(document), alone=alone(problem.graph))
        story = _headed(
            check_story(document), *_checked_headline(document, problem), "nodes", "read as"
        )
        return {
            **_view(story, agreement, problem),
            "scores": check_table(document, problem).to_dict(),
        }
    if isinstance(document, AlignDocument) and document.edges is not None:
        agreement = replace(aligned(document), alone=alone(problem.graph))
        told = align_story(document)
        story = _headed(told, told.sentence.rstrip("."), None, MOST)
        return {
            **_view(story, agreement, problem),
            "scores": align_table(document, problem).to_dict(),
        }
    return None


def _audit(document: TextGraphAudit, problem: TextGraph) -> View:
    """What answers would score comes first; the shape is a line under the graph, size one of the facts."""
    story = audit_story(document)
    sections = {section.title: section for section in story.sections}
    scored, shape = sections.pop(SCORED, None), sections.pop(SHAPE, None)
    facts = (
        *story.facts,
        ("cycles", "no" if problem.graph.acyclic else "yes"),
        ("findings", str(len(document.findings)) if document.findings else "none"),
    )
    notes = tuple(note for note in story.notes if note != document.sentence)
    story = structs.replace(story, sections=tuple(sections.values()), facts=facts, notes=notes)
    blocks = (
        [] if scored is None else story_view(structs.replace(story, sections=(scored,)))["sections"]
    )
    return {
        **_view(story, gold_only(problem), problem),
        "baselines": blocks and {"figure": figure_view(scored_figure(document)), "told": blocks},
        "shape": None if shape is None else shape.blocks[0],
        "index": _index(document, problem),
    }


def _checked_headline(d: TextGraphCheck, problem: TextGraph) -> tuple[str, Tone]:
    """How much of gold is there, against chance; hardly any answer is right to the last edge."""
    if d.right:
        return "All edges of gold, and no other", Tone.GOOD
    if not d.parsed:
        return "There is no graph in the answer", Tone.BAD
    kept = d.predicted_edges - len(d.extra)
    words = f"{kept} of {plural(kept + len(d.missing), 'gold edge')} found, {len(d.extra)} extra"
    return words + against_chance(d, problem), Tone.PLAIN if kept else Tone.BAD


_LISTED = ("Scores", "Missing:", "Reversed in", "Longer paths", "Extra:")


def _headed(story: Story, headline: str, tone: Tone | None, *minor: str) -> Story:
    """The story under a headline, without what the page shows as a picture or as tables of its own.

    Facts with a *minor* label become notes.
    """
    notes = tuple(f"{label}: {value}" for label, value in story.facts if label in minor)
    return structs.replace(
        story,
        sentence="",
        verdict=headline,
        tone=story.tone if tone is None else tone,
        facts=tuple(fact for fact in story.facts if fact[0] not in minor),
        notes=(*story.notes, *notes),
        sections=tuple(s for s in story.sections if not s.title.startswith(_LISTED)),
    )


def _view(story: Story, found: Agreement, problem: TextGraph) -> View:
    place = {name: i for i, name in enumerate(found.nodes)}
    pictured = drawn_part(found)
    return {
        **story_view(story),
        "kind": "textgraph",
        "id": problem.id,
        "graph": None if pictured is None else str(agreement_svg(pictured)),
        "narrow": None if pictured is None else str(agreement_svg(pictured, narrow=True)),
        "undrawn": len(found.lines) - (0 if pictured is None else len(pictured.lines)),
        "nodes": [
            [printable_name(name), labelled(name), node_words(found, name)] for name in found.nodes
        ],
        "notes_of": [found.notes.get(name) for name in found.nodes],
        "lines": [
            [
                place[line.source],
                place[line.target],
                line.kind,
                *([_way(line.path)] * bool(line.path)),
            ]
            for line in found.lines
        ],
        "legend": _legend(found),
        "words": {str(kind): words for kind, words in WORDS.items()},
        "alone": [printable_name(name) for name in found.alone],
        "metadata": metadata_text(problem.metadata),
    }


def _way(path: tuple[str, ...]) -> str:
    return " → ".join(map(printable_name, path))


def _legend(found: Agreement) -> list[list[object]]:
    """The kinds of lines that there are, with how many."""
    return [
        [kind, words, found.counts[kind]] for kind, words in _LEGEND.items() if kind in found.counts
    ]


def _where(findings: Sequence[FindingPart]) -> str:
    """The nodes that findings concern, the first of them by name."""
    names = list(dict.fromkeys(name for finding in findings for name in finding.names))
    more = [f"{len(names) - NAMED_NODES} more"] if len(names) > NAMED_NODES else []
    return joined_names([*map(printable_name, names[:NAMED_NODES]), *more])


def _index(document: TextGraphAudit, problem: TextGraph) -> View:
    """The row of a pool."""
    more = {
        "nodes": document.nodes,
        "edges": document.edges,
        "cycles": "no" if problem.graph.acyclic else "yes",
        "findings": len(document.findings),
        "found": ", ".join(sorted({f"{finding.kind}" for finding in document.findings})) or None,
        "where": _where(document.findings) or None,
    }
    counted = (bool(document.findings), "gold graphs have findings")
    return {"tone": "plain", "more": more, "counted": counted}
