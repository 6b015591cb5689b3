"""Query parts in audits of a space: the answer about a cell of one more row, and its words.

A query is the unobserved cell of one more row. Finite problems state queries; in other families a cell of
a held-out world is one (``audit --heldout``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum

from msgspec import UnsetType

from symcause.audits.documents import Part
from symcause.audits.story import Grid, Line, Section
from symcause.audits.verdicts import WORDS, Verdict
from symcause.errors import UsageError
from symcause.models.disclosure import Disclosure

NO_MODEL = WORDS[Verdict.INCONSISTENT].headline.format(one="model")
UNDETERMINED, IMPOSSIBLE, YES, NO = "undetermined", "impossible", "yes", "no"
"""Answers to queries that are no values."""

HELDOUT = (
    "Also say what all explaining models say of every cell of held-out worlds, and of the reactor's target "
    "(linear)."
)


def refuse_hidden_roots(disclosure: Disclosure) -> tuple[str, ...]:
    """The roots, which are what a held-out row is asked under. Raises UsageError where they are hidden."""
    if disclosure.roots is None:
        raise UsageError(
            "roots are hidden: what is given in a held-out row is not known",
            place="--heldout",
            remedy="ask where roots are disclosed",
        )
    return disclosure.roots


class QueryStatus(StrEnum):
    """What follows about a query."""

    SETTLED = "settled"
    UNDETERMINED = "undetermined"
    IMPOSSIBLE = "impossible"
    UNKNOWN = "unknown"


class LeftBy(StrEnum):
    """What leaves a query undetermined: too little evidence, or a question that says too little."""

    MODELS = "models"
    CONTEXTS = "contexts"


class QueryWitnessPart(Part, frozen=True, kw_only=True):
    """A member that gives a value, and its state; of an edge there is none."""

    roots: tuple[str, ...]
    mechanisms: dict[str, str]
    value: int | str
    state: tuple[int | str, ...] | None = None


class QueryPart(Part, frozen=True, kw_only=True):
    """What follows about a query, and whether the stored answer says so."""

    id: str
    status: str = "unknown"  # settled, undetermined, impossible
    answer: int | str | None = None
    reason: str | None = None
    by: str | None = None  # what leaves it undetermined: models, contexts
    witness: tuple[QueryWitnessPart, ...] | None = None
    values: tuple[int | str, ...] | None = None
    gold: int | str | None = None
    gold_right: bool | None = None


def query_sections(queries: Iterable[QueryPart], names: Sequence[str]) -> Iterator[Section]:
    """What follows and what is stored, then two models for each query that they leave open."""
    listed = tuple(queries)
    if listed:
        yield Section("Queries", (_table(listed, "query"),))
    for query in listed:
        yield from _why(query, names)


def heldout_sections(
    queries: Iterable[QueryPart] | UnsetType, names: Sequence[str]
) -> Iterator[Section]:
    """The same of held-out cells, with two models for the first that they leave open."""
    listed = tuple(queries or ())
    if listed:
        settled = sum(query.status == QueryStatus.SETTLED for query in listed)
        title = f"Held-out values: {settled} of {len(listed)} follow from what is shown"
        yield Section(title, (_table(listed, "cell"),))
    for query in [query for query in listed if query.witness][:1]:
        yield from _why(query, names)


def _table(queries: Iterable[QueryPart], head: str) -> Grid:
    rows = tuple((q.id, q.status, _follows(q), _stored(q)) for q in queries)
    return Grid((head, "status", "follows", "stored"), rows)


def _why(query: QueryPart, names: Sequence[str]) -> Iterator[Section]:
    if query.witness:
        yield Section(f"Why {query.id} is undetermined", tuple(_witnesses(query, names)))


def unknown_notes(queries: Iterable[QueryPart]) -> Iterator[str]:
    """Which queries nobody could answer, and why."""
    for query in queries:
        if query.status == QueryStatus.UNKNOWN:
            yield f"{query.id} is not known: {query.reason}"


def _follows(query: QueryPart) -> str:
    if query.by is not None:
        values = " or ".join(map(str, query.values or ()))
        return f"{values} (by {query.by})" if values else f"no one value (by {query.by})"
    return "–" if query.answer is None else str(query.answer)


def _stored(query: QueryPart) -> str:
    if query.gold is None:
        return "–"
    judged = {True: "follows", False: "does not follow", None: "cannot be judged"}[query.gold_right]
    return f"{query.gold} ({judged})"


def _witnesses(query: QueryPart, names: Sequence[str]) -> Iterator[Line]:
    for one in query.witness or ():
        yield Line(f"  {one.value}: {'; '.join(f'{v} = {t}' for v, t in one.mechanisms.items())}")
        if one.state is not None:
            named = zip(names, one.state, strict=True) if names else ((v,) for v in one.state)
            shown = " ".join("=".join(map(str, pair)) for pair in named)
            yield Line(f"    in the state {shown}")
