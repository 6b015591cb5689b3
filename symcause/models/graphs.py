"""Directed graphs as writers and pictures see them: nodes and edges, with cycles or without."""

from __future__ import annotations

from typing import Protocol


class Graph(Protocol):
    """Anything with nodes and edges between them, each once."""

    @property
    def nodes(self) -> tuple[str, ...]: ...
    @property
    def edges(self) -> tuple[tuple[str, str], ...]: ...
