"""The audit story of a textgraph report: what ignorance would score, then the rest."""

from __future__ import annotations

from collections.abc import Iterator

from symcause.audits.story import Grid, Line, Right, Section, Story
from symcause.families.textgraph.bounds import SHOWN_EDGES
from symcause.families.textgraph.documents.audit_document import (
    BaselinesPart,
    ExplicitnessPart,
    TextGraphAudit,
    TopologyPart,
)
from symcause.families.textgraph.report.edge_sections import rate
from symcause.models.number_phrases import percent, plural, whole

SCORED, SHAPE = "What answers would score", "Topology"


def audit_story(d: TextGraphAudit) -> Story:
    """The report of ``symcause audit``: what knowing nothing is worth here, then the rest."""
    finding = _finding(d.baselines)
    stopped = (f"stopped early: {d.early}",) if d.early else ()
    return Story(
        str(d.problem),
        finding or d.sentence,
        facts=tuple(_facts(d)),
        notes=((d.sentence, *stopped) if finding else stopped),
        sections=tuple(_sections(d)),
        steps=("score an answer: the command check takes its file after this one",),
    )


def _finding(found: BaselinesPart | None) -> str:
    """What an empty and a perfect answer get from the released scorer; empty where it has no number."""
    parts = () if found is None else (found.empty.released, found.perfect.released)
    scores = [rate(part.f1, 2) for part in parts if part is not None]
    if len(scores) < 2:
        return ""
    empty, perfect = scores
    return f"An empty answer scores {empty} here by the released F1; a perfect one {perfect}."


def _facts(d: TextGraphAudit) -> Iterator[tuple[str, str]]:
    yield "nodes", whole(d.nodes)
    yield "edges", whole(d.edges)
    if d.explicitness is not None:
        yield "explicitness", percent(d.explicitness.lenient)


def _explicitness(found: ExplicitnessPart) -> Iterator[Line]:
    """Both shares, and what the column of the benchmark has to do with them."""
    words = f"{percent(found.lenient)} of the labelled nodes are in the text (lenient), "
    yield Line(f"{words}{percent(found.strict)} by name (strict)")
    if found.agrees is not None:
        yield Line(f"the column says {found.column}, which agrees with {found.agrees}")
    if found.unlabelled:
        yield Line(f"{plural(found.unlabelled, 'node')} without a label", quiet=True)


def _sections(d: TextGraphAudit) -> Iterator[Section]:
    if d.findings:
        rows = tuple((f.kind, ", ".join(f.names), f.detail) for f in d.findings[:SHOWN_EDGES])
        more = (
            (f"and {plural(len(d.findings) - SHOWN_EDGES, 'other')}",)
            if len(d.findings) > SHOWN_EDGES
            else ()
        )
        yield Section("Findings", (Grid(("kind", "names", "what"), rows), *more))
    if d.explicitness is not None:
        yield Section("Explicitness", tuple(_explicitness(d.explicitness)))
    if d.baselines is not None:
        yield _baselines(d.baselines)
    if d.topology is not None:
        yield _topology(d.topology)


def _baselines(found: BaselinesPart) -> Section:
    rows = tuple(
        (
            name,
            rate(part.precision),
            rate(part.recall),
            rate(part.f1),
            whole(int(part.shd)) if part.shd.is_integer() else f"{part.shd:,.1f}",
            "–" if part.released is None else rate(part.released.f1),
        )
        for name, part in (
            ("perfect", found.perfect),
            ("empty", found.empty),
            ("full", found.full),
            ("random", found.random),
        )
    )
    columns = (
        "answer",
        Right("precision"),
        Right("recall"),
        Right("F1"),
        Right("distance"),
        Right("released F1*"),
    )
    note = "The random answer has as many edges as gold; its scores are expectations."
    return Section(SCORED, (Grid.of(columns, rows), note))


def _topology(t: TopologyPart) -> Section:
    """The shape in one line."""
    more = "" if t.cycles.status == "exact" else " or more"
    cycles = (
        f"{whole(t.cycles.count)}{more} simple cycles through {percent(t.in_cycles)} of the nodes"
    )
    path = "" if t.path_length is None else f"mean shortest path {rate(t.path_length, 2)}, "
    line = (
        f"Density {rate(t.density, 2)}, mean degree {rate(t.mean_degree, 2)}, "
        f"{plural(t.sources, 'source')}, {plural(t.sinks, 'sink')}, clustering {rate(t.clustering, 2)}, "
        f"{'no cycle' if t.acyclic else cycles}, {plural(t.sccs, 'strong component')} "
        f"(the largest of {plural(t.largest_scc, 'node')}), {path}"
        f"{plural(t.chains, 'chain')}, {plural(t.forks, 'fork')}, {plural(t.colliders, 'collider')}."
    )
    return Section(SHAPE, (line,))
