"""Graph counts, edge statuses and the reactor's range as parts of a linear verdict."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.families.linear.documents.audit_document import LinearAudit
from symcause.families.linear.documents.count_document import LinearCount
from symcause.families.linear.documents.target_part import AttainedPart, ReactorPart, WitnessesPart
from symcause.families.linear.space.hidden.hidden_space import HiddenSpace
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.target_range import TargetRange
from symcause.models.exact_numbers import print_number
from symcause.models.number_phrases import log10

Space = LinearSpace | HiddenSpace
D = TypeVar("D", LinearCount, LinearAudit)


def with_graphs(document: D, space: Space) -> D:
    """The document with the number of graphs, or the reason why it is not known."""
    graphs = space.count()
    if isinstance(graphs, Unknown):
        return replace(document, reason=graphs.reason)
    return replace(document, count=graphs, graphs=graphs, log10=log10(graphs), status="exact")


def with_details(
    document: D, space: Space, span: TargetRange | Unknown | None, tolerance: Fraction
) -> D:
    """The document with the number of models, the status of every edge, and the reactor's range."""
    models, edges = space.models(), space.edges()
    return replace(
        document,
        models=None if isinstance(models, Unknown) else models,
        models_reason=models.reason if isinstance(models, Unknown) else UNSET,
        edges=None
        if isinstance(edges, Unknown)
        else {f"{cause}->{effect}": str(status) for (cause, effect), status in edges.items()},
        target=target_part(span, tolerance),
    )


def target_part(target: TargetRange | Unknown | None, tolerance: Fraction) -> ReactorPart:
    """The reactor's range as a part of a document."""
    if target is None or isinstance(target, Unknown):
        reason = "no reactor, or no member" if target is None else target.reason
        return ReactorPart(reason=reason)
    return ReactorPart(
        low=None if target.low is None else print_number(target.low),
        high=None if target.high is None else print_number(target.high),
        entailed=target.entailed(tolerance),
        tolerance=print_number(tolerance),
        attained=AttainedPart(low=target.low_attained, high=target.high_attained),
        witnesses=WitnessesPart(
            low=target.low_model.equations.texts(), high=target.high_model.equations.texts()
        ),
    )
