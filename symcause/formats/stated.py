"""Graph files whose format was stated."""

from __future__ import annotations

from symcause.formats.graphs import read_parts
from symcause.formats.json_text import decode_text
from symcause.formats.problems import Problem, bare_graph, graph_reader, refuse_graph
from symcause.formats.streams import Source


def stated_graph(source: Source, question: str | None, form: str) -> Problem:
    """The graph of a file in this format."""
    readers = graph_reader(question)
    if readers is None:
        raise refuse_graph(form, question)
    text = decode_text(source.rest(), file=source.file)
    return bare_graph(read_parts(text, form=form), readers, source.file)
