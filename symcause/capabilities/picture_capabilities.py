"""Capabilities for pictures: pages, notebook cards, figures, and drawings of the evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from symcause.answers import Unknown
    from symcause.audits.documents import Document
    from symcause.audits.members import Members
    from symcause.formats.problems import Problem
    from symcause.reports.export import Picture
    from symcause.reports.notebook import Card
    from symcause.reports.space_drawing.evidence_board import EvidenceBoard


class PageView(Protocol):
    """``view``: what the page of a result shows; None: its story alone."""

    def __call__(self, document: Document, problem: object, /) -> dict[str, object] | None: ...


class CardMaker(Protocol):
    """``cards``: the notebook card of a problem, a model or a document."""

    def __call__(self, thing: Any, /) -> Card: ...


class FigureMaker(Protocol):
    """``figure``: the graph of a model or a problem."""

    def __call__(self, thing: object, /) -> Picture: ...


class LatexWriter(Protocol):
    """``latex``: the gold of a problem for a paper."""

    def __call__(self, problem: Problem, /) -> str: ...


class BoardMaker(Protocol):
    """``drawing``: the evidence of a version space in pieces."""

    def __call__(self, space: Members[object], /) -> EvidenceBoard | Unknown: ...
