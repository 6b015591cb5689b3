"""Common-sense edges of a theme file: ``cause -> effect +`` or ``-``, acyclic."""

from __future__ import annotations

import re
from collections.abc import Sequence
from graphlib import CycleError, TopologicalSorter

from symcause.errors import ProblemError, did_you_mean
from symcause.renderings.themes.theme import SenseEdge

_EDGE = re.compile(r"\s*(\S+)\s*->\s*(\S+)\s+([+-])\s*")


def sense_edges(stated: Sequence[str], nouns: Sequence[str]) -> tuple[SenseEdge, ...]:
    """The edges, in the order of the file."""
    edges: list[SenseEdge] = []
    for i, text in enumerate(stated):
        edges.append(_edge(text, nouns, edges, f"commonsense.edges[{i}]"))
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for cause, effect, _ in edges:
        sorter.add(effect, cause)
    try:
        sorter.prepare()
    except CycleError as error:
        cycle = " -> ".join(error.args[1])
        raise ProblemError(
            "a cycle", place="commonsense.edges", value=cycle, remedy="remove an edge"
        ) from None
    return tuple(edges)


def _edge(text: str, nouns: Sequence[str], before: list[SenseEdge], place: str) -> SenseEdge:
    read = _EDGE.fullmatch(text)
    if read is None:
        raise ProblemError(
            "not an edge", place=place, value=text, remedy="write 'cause -> effect +' or '-'"
        )
    cause, effect, sign = read.groups()
    for name in (cause, effect):
        if name not in nouns:
            raise ProblemError(
                "no such noun", place=place, value=name, remedy=did_you_mean(name, nouns)
            )
    if cause == effect:
        raise ProblemError("an edge from a noun to itself, a cycle", place=place, value=text)
    if any((cause, effect) == edge[:2] for edge in before):
        raise ProblemError("this edge is there twice", place=place, value=text, remedy="remove one")
    return cause, effect, sign
