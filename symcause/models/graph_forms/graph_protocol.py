"""The graph protocol: anything with nodes and edges, as writers and pictures see it."""

from __future__ import annotations

from typing import Protocol


class Graph(Protocol):
    """Anything with nodes and edges between them, each once."""

    @property
    def nodes(self) -> tuple[str, ...]: ...
    @property
    def edges(self) -> tuple[tuple[str, str], ...]: ...
