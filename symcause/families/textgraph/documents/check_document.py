"""The textgraph document of ``check``: one answer against gold, edge by edge."""

from __future__ import annotations

from symcause.families.textgraph.documents.score_parts import ScoredAnswer

Edge = tuple[str, str]


class TextGraphCheck(ScoredAnswer, frozen=True, kw_only=True):
    """The scores, the edges as read, and where they differ from gold.

    ``reversed`` and ``paths`` are about missing edges: those that the answer has the other way round, and
    those that it has as a path.
    """

    read: tuple[Edge, ...] = ()
    missing: tuple[Edge, ...] = ()
    extra: tuple[Edge, ...] = ()
    reversed: tuple[Edge, ...] = ()
    paths: tuple[tuple[str, ...], ...] = ()
