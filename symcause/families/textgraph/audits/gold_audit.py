"""The gold audit of a textgraph problem, section by section."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from msgspec.structs import replace

from symcause.families.textgraph.audits.baseline_scores import BaselineScores, baselines
from symcause.families.textgraph.audits.explicitness import Explicitness
from symcause.families.textgraph.audits.gold_findings import explicitness_of, findings
from symcause.families.textgraph.documents.audit_document import (
    BaselinePart,
    BaselinesPart,
    CyclesPart,
    ExplicitnessPart,
    FindingPart,
    ReleasedMeansPart,
    TextGraphAudit,
    TopologyPart,
)
from symcause.families.textgraph.models.topology import Topology, topology
from symcause.families.textgraph.problem.problem import TextGraph
from symcause.models.number_phrases import plural


def audited(problem: TextGraph, frame: TextGraphAudit) -> Iterator[TextGraphAudit]:
    """Growing documents: findings first, topology (the slow part) last."""
    found = tuple(
        FindingPart(kind=one.kind, names=one.names, detail=one.detail) for one in findings(problem)
    )
    document = replace(
        frame,
        findings=found,
        explicitness=_explicitness(explicitness_of(problem)),
        baselines=BaselinesPart(
            **{name: _baseline(one) for name, one in baselines(problem.graph).items()}
        ),
        sentence=_sentence(problem, len(found)),
    )
    yield document
    yield replace(document, topology=_topology(topology(problem.graph)))


def _sentence(problem: TextGraph, found: int) -> str:
    graph = problem.graph
    size = f"{plural(len(graph.nodes), 'node')}, {plural(len(graph.edges), 'edge')}"
    shape = "acyclic" if graph.acyclic else "with cycles"
    return f"{size}, {shape}; {plural(found, 'finding') if found else 'nothing to complain about'}."


def _explicitness(found: Explicitness | None) -> ExplicitnessPart | None:
    if found is None:
        return None
    return ExplicitnessPart(
        column=found.column,
        lenient=float(found.lenient),
        strict=float(found.strict),
        agrees=found.agrees,
        unlabelled=found.unlabelled,
    )


def _baseline(found: BaselineScores) -> BaselinePart:
    means = found.released
    numbers = {
        field.name: float(getattr(found, field.name))
        for field in fields(found)
        if field.name != "released"
    }
    return BaselinePart(
        **numbers,
        released=None
        if means is None
        else ReleasedMeansPart(
            precision=float(means.precision),
            recall=float(means.recall),
            f1=float(means.f1),
            shd=float(means.shd),
        ),
    )


def _topology(found: Topology) -> TopologyPart:
    length = found.path_length
    return TopologyPart(
        density=float(found.density),
        mean_degree=float(found.mean_degree),
        sources=found.sources,
        sinks=found.sinks,
        clustering=float(found.clustering),
        cycles=CyclesPart(count=found.cycles, status="exact" if found.exact else "bounded"),
        in_cycles=float(found.in_cycles),
        sccs=found.sccs,
        largest_scc=found.largest_scc,
        path_length=None if length is None else float(length),
        betweenness_variance=found.betweenness_variance,
        chains=found.chains,
        forks=found.forks,
        colliders=found.colliders,
        acyclic=found.acyclic,
    )
