"""The nearest pair of members of which one has the hypothesis and the other has not.

Members of one class are joined by turns of single covered edges (Chickering), so where the hypothesis is
true in some and false in others, some single turn leads from the one kind to the other. Incomplete
statements have members in several classes: there the pairs are searched by the number of differing edges.
"""

from __future__ import annotations

from collections.abc import Iterator

from symcause.families.statements.models.separations import Graph, pairs
from symcause.families.statements.space.hypothesis_verdict import Judgement
from symcause.models.bit_sets import bits

Code = tuple[int, ...]
"""For every pair 0 (apart), 1 (first to second) or 2 (second to first)."""


def nearest_pair(judgement: Judgement) -> tuple[Graph, Graph] | None:
    """A member with the hypothesis and one without, with the fewest differing edges; None: no such two."""
    members, told = judgement.faithful.members, judgement.told
    if not told:
        with_, without = judgement.sides
        return None if with_ is None or without is None else (with_, without)
    at = judgement.at
    with_it = [m for m, found in zip(members, told, strict=True) if found[at]]
    if not with_it or len(with_it) == len(members):
        return None
    lacking = set(members).difference(with_it)
    if judgement.problem.complete:
        for member in with_it:
            for turned in _turned(member):
                if turned in lacking:
                    return member, turned
    return _searched(with_it, lacking)


def _turned(graph: Graph) -> Iterator[Graph]:
    """The graphs with one edge turned."""
    for cause, mask in enumerate(graph.children):
        for effect in bits(mask):
            parents, children = list(graph.parents), list(graph.children)
            parents[effect] ^= 1 << cause
            children[cause] ^= 1 << effect
            parents[cause] ^= 1 << effect
            children[effect] ^= 1 << cause
            yield Graph(tuple(parents), tuple(children))


def _searched(with_it: list[Graph], lacking: set[Graph]) -> tuple[Graph, Graph]:
    """The nearest two by going through all graphs, one changed pair further at a time."""
    size = len(with_it[0].parents)
    wanted = {_code(graph, size): graph for graph in lacking}
    origin = {_code(graph, size): graph for graph in with_it}
    level = list(origin)
    while level:
        further = []
        for code in level:
            for near in _neighbours(code):
                if near in origin:
                    continue
                origin[near] = origin[code]
                if near in wanted:
                    return origin[code], wanted[near]
                further.append(near)
        level = further
    raise AssertionError("every graph is reached from every other")


def _code(graph: Graph, size: int) -> Code:
    children = graph.children
    return tuple([(children[x] >> y & 1) or 2 * (children[y] >> x & 1) for x, y in pairs(size)])


def _neighbours(code: Code) -> Iterator[Code]:
    for place, kind in enumerate(code):
        for other in (0, 1, 2):
            if other != kind:
                yield (*code[:place], other, *code[place + 1 :])
