"""Edge sections of text graph stories: edges and numbers as sentences and lists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symcause.audits.story import Line, Section
from symcause.families.textgraph.bounds import NAME_LENGTH, SHOWN_EDGES
from symcause.models.number_phrases import fixed, plural

Edge = tuple[str, ...]


def printable_name(name: str) -> str:
    """A name of a stranger's answer: on one line, printable, never long."""
    text = "".join(c if c.isprintable() else "?" for c in name[: NAME_LENGTH + 1])
    return text if len(text) <= NAME_LENGTH else text[: NAME_LENGTH - 1] + "…"


def rate(value: float | None, digits: int = 3) -> str:
    """A score with this many decimals."""
    return "–" if value is None else fixed(value, digits)


def edge_sections(
    missing: Sequence[Edge],
    reversed: Sequence[Edge],
    paths: Sequence[Edge],
    extra: Sequence[Edge],
) -> Iterator[Section]:
    """Where an answer differs from gold, one section per kind."""
    for title, edges in (
        ("Missing", missing),
        ("Reversed in the answer", reversed),
        ("Longer paths in the answer", paths),
        ("Extra", extra),
    ):
        if edges:
            yield Section(f"{title}: {len(edges)}", tuple(_lines(edges)))


def _lines(edges: Sequence[Edge]) -> Iterator[Line]:
    for edge in edges[:SHOWN_EDGES]:
        yield Line(" → ".join(map(printable_name, edge)))
    if len(edges) > SHOWN_EDGES:
        yield Line(f"and {plural(len(edges) - SHOWN_EDGES, 'other')}", quiet=True)
