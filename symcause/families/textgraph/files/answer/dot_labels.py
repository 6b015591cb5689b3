"""DOT in an answer: graphs whose nodes are called by their labels.

Models often name nodes by letters and say what they are in a label: a node is called by its label, unless
its id is itself a known name.

>>> read_dot('digraph { A [label="rain"]; A -> {flood; damage} }').edges
(('rain', 'flood'), ('rain', 'damage'))
"""

from __future__ import annotations

import re
from collections.abc import Collection

from symcause.errors import ProblemError
from symcause.families.textgraph.models.digraph import Digraph
from symcause.formats.graph_notations.dot_language import drawing

OPENING = re.compile(r"(?:\bstrict\s+)?\bdigraph\b[^{}\n]{0,300}\{", re.IGNORECASE)
"""Where a graph may begin in a longer text."""


def read_dot(text: str, known: Collection[str] = (), *, strict: bool = False) -> Digraph:
    """The graph at the beginning of a text; what follows its closing brace is left alone.

    An edge without an arrow (``dir=none``) says nothing, and is refused where the reading is *strict*.
    """
    found = drawing(text)
    for (one, other), token in found.plain.items() if strict else ():
        raise ProblemError(
            "a text graph has arrows only",
            place=token.place,
            value=f"{one} -> {other} [dir=none]",
            remedy="direct it or leave it out",
        )

    def called(node: str) -> str:
        said = node if node in known else found.labels.get(node, node)
        return " ".join(said.replace("\\n", " ").split()) if "\\n" in said else said

    edges = [(called(source), called(target)) for source, target in found.edges]
    return Digraph.of(edges, [called(node) for node in found.nodes])
