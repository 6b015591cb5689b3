"""Typed documents of the dag family: class sizes, shared edges, the next target."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType

from symcause.audits.documents import EXIT_UNKNOWN, EXIT_YES, CountDocument, Document, Part
from symcause.audits.experiments.experiment_document import NextDocument
from symcause.audits.of_space.space_documents import SeparationsDocument, SpaceAudit
from symcause.bounds.audits_bounds import MAX_DIGITS

if TYPE_CHECKING:
    from symcause.equivalence.essential_graphs import EssentialGraph
    from symcause.equivalence.target_choice import NextTarget, TargetValue
    from symcause.models.background_knowledge import Knowledge

FAMILY = "dag"

Edges = tuple[tuple[str, str], ...]
Targets = tuple[tuple[str, ...], ...]


def as_told(known: Knowledge | None) -> dict[str, object] | None:
    """Background knowledge as documents have it."""
    return known.to_dict() if known else None


class GraphCount(CountDocument, frozen=True, kw_only=True):
    """The number of DAGs in the class, and who counted."""

    targets: Targets = ()
    engine: str
    knowledge: dict[str, object] | None = None


class GraphAudit(SpaceAudit, frozen=True, kw_only=True):
    """What a class of DAGs leaves open."""

    targets: Targets = ()
    knowledge: dict[str, object] | None = None


class GraphSeparate(SeparationsDocument, frozen=True, kw_only=True):
    """An intervention that tells two DAGs apart, and what its neighbours are in each: cause or effect."""

    targets: Targets = ()
    knowledge: dict[str, object] | None = None
    experiment: dict[str, object] | None = None
    readings: tuple[dict[str, object], dict[str, object]] | None = None


class GraphNext(NextDocument, frozen=True, kw_only=True):
    """The variables worth intervening on, best first, and how many DAGs there are before."""

    targets: Targets = ()
    count: int | None = None
    knowledge: dict[str, object] | None = None


class EssentialPart(Part, frozen=True, kw_only=True):
    """The essential graph: edges that all members share, and those that point either way."""

    directed: Edges
    undirected: Edges

    @classmethod
    def of(cls, essential: EssentialGraph) -> EssentialPart:
        return cls(directed=essential.directed, undirected=essential.undirected)


class TargetPart(Part, frozen=True, kw_only=True):
    """What an intervention on one variable achieves; the expected size is an exact fraction."""

    variable: str
    outcomes: int
    worst: int | None
    expected: str

    @classmethod
    def of(cls, value: TargetValue) -> TargetPart:
        return cls(
            variable=value.variable,
            outcomes=value.outcomes,
            worst=value.worst,
            expected=exact(value.expected),
        )


class NextPart(Part, frozen=True, kw_only=True):
    """The best variables by either measure (null: nothing is left to split), and all of them."""

    worst_case: TargetPart | None
    expected: TargetPart | None
    variables: tuple[TargetPart, ...]

    @classmethod
    def of(cls, found: NextTarget) -> NextPart:
        worst, expected = found.worst_case, found.expected
        return cls(
            worst_case=None if worst is None else TargetPart.of(worst),
            expected=None if expected is None else TargetPart.of(expected),
            variables=tuple(TargetPart.of(value) for value in found.values),
        )


class ImecDocument(Document, frozen=True, kw_only=True):
    """The class of a graph: its size and, as far as asked for, members and the next target."""

    nodes: int
    edges: int
    size: int | None = None
    log10: float | None = None
    targets: Targets = ()
    engine: str
    knowledge: dict[str, object] | None = None
    contains_graph: bool | None = None
    status: str = "unknown"
    reason: str | None = None
    essential: EssentialPart | UnsetType = UNSET
    next_target: NextPart | UnsetType = UNSET
    members: tuple[Edges, ...] | UnsetType = UNSET
    samples: tuple[Edges, ...] | UnsetType = UNSET
    seed: int | UnsetType = UNSET

    @property
    def code(self) -> int:
        return EXIT_YES if self.status == "exact" else EXIT_UNKNOWN


def exact(number: Fraction) -> str:
    """A fraction as text; beyond the bound on decimal integers in hexadecimal.

    >>> exact(Fraction(5, 3))
    '5/3'
    """
    if max(number.numerator, number.denominator) < 10**MAX_DIGITS:
        return str(number)
    return f"{number.numerator:#x}/{number.denominator:#x}"


def fraction(text: str) -> Fraction:
    """What :func:`exact` wrote."""
    top, _, bottom = text.partition("/")
    return Fraction(int(top, 0), int(bottom or "1", 0))
