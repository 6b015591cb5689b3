"""Bare graphs and other text files in the place of a problem: read as one, or refused."""

from __future__ import annotations

from pathlib import Path

from symcause.errors import ProblemError
from symcause.formats.json_text import decode_text
from symcause.formats.problems import Problem, Readers, bare_graph, graph_reader, refuse_graph
from symcause.formats.storage.byte_streams import Source


def stated_graph(source: Source, question: str | None, form: str) -> Problem:
    """The graph of a file in this format."""
    from symcause.formats.graphs import read_parts  # JSON needs no reader of graphs

    readers = graph_reader(question)
    if readers is None:
        raise refuse_graph(form, question)
    text = decode_text(source.rest(), file=source.file)
    return bare_graph(read_parts(text, form=form), readers, source.file)


_GRAPHS = (
    *("", ".txt", ".dot", ".gv", ".csv", ".graphml", ".xml", ".edges"),
    *(".gml", ".sif", ".dagitty", ".tetrad"),
)
"""Endings of files that are meant as graphs."""


def refuse_bare_graph(source: Source, question: str | None) -> None:
    """Complain about a graph where nobody takes one."""
    head = source.head().lstrip()
    kind = None if head.startswith(b"{") else _graph_kind(head)
    if kind is not None and question is not None:
        raise refuse_graph(kind, question)


def is_printed_matrix(source: Source) -> bool:
    """Is what begins like JSON a matrix as numpy or R print it?"""
    head = source.head().lstrip()
    return head.startswith(b"[") and _graph_kind(head) is not None


def _graph_kind(text: bytes) -> str | None:
    from symcause.formats.graphs import graph_kind  # JSON needs no reader of graphs

    return graph_kind(text.decode("utf-8", errors="replace"))


def refuse_comment(source: Source) -> None:
    """JSON with a comment before its first brace is neither JSON nor anything else."""
    head = source.head().lstrip()
    if head.startswith((b"//", b"/*")):
        raise ProblemError(
            "it begins with a comment", file=source.file, remedy="JSON has none: remove it"
        )


def graph_alone(text: str, readers: Readers, file: str) -> Problem:
    """The problem about a graph that stands alone; what is nothing of the kind is told so."""
    try:
        return bare_graph(text, readers, file)
    except ProblemError as error:
        if Path(file).suffix.lower() in _GRAPHS or _graph_kind(text.encode()) is not None:
            raise
        said = error.complaint
        raise ProblemError(
            f"no problem, and as a graph: {said.message}",
            file=said.file or file,
            place=said.place,
            remedy=said.remedy,
        ) from None
