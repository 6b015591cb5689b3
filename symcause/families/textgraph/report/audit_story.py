"""The audit of a gold graph for people."""

from __future__ import annotations

from collections.abc import Iterator

from symcause.audits.story import Grid, Line, Section, Story
from symcause.families.textgraph.documents.audit import (
    BaselinesPart,
    ExplicitnessPart,
    TextGraphAudit,
    TopologyPart,
)
from symcause.families.textgraph.report.edges import SHOWN, rate
from symcause.models.words import percent, plural, whole


def audit_story(d: TextGraphAudit) -> Story:
    """The report of ``symcause audit``."""
    return Story(
        str(d.problem),
        d.sentence,
        facts=tuple(_facts(d)),
        notes=(f"stopped early: {d.stopped}",) if d.stopped else (),
        sections=tuple(_sections(d)),
        steps=("score an answer: symcause check PROBLEM ANSWER",),
    )


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
        rows = tuple((f.kind, ", ".join(f.names), f.detail) for f in d.findings[:SHOWN])
        more = (f"and {len(d.findings) - SHOWN} others",) if len(d.findings) > SHOWN else ()
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
    columns = ("answer", "precision", "recall", "F1", "distance", "released F1*")
    note = "The random answer has as many edges as gold; its scores are expectations."
    return Section("What answers would score", (Grid(columns, rows, (1, 2, 3, 4, 5)), note))


def _topology(t: TopologyPart) -> Section:
    more = "" if t.cycles.status == "exact" else " or more"
    rows = (
        ("density", rate(t.density)),
        ("mean degree", rate(t.mean_degree)),
        ("sources, sinks", f"{t.sources}, {t.sinks}"),
        ("clustering", rate(t.clustering)),
        ("simple cycles", f"{whole(t.cycles.count)}{more}"),
        ("nodes on cycles", percent(t.in_cycles)),
        ("strong components", f"{t.sccs}, the largest of {t.largest_scc}"),
        ("mean shortest path", rate(t.path_length)),
        ("chains, forks, colliders", f"{t.chains}, {t.forks}, {t.colliders}"),
    )
    return Section("Topology", (Grid(("", ""), rows, (1,)),))
