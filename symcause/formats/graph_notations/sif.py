"""Interaction networks in SIF, with signs of edges and the gates of CellNOpt.

The relation tells the sign: an edge raises (``1``, ``+``, ``activates``, …) or lowers (``-1``, ``-``,
``inhibits``, …); ``pp``, ``pd``, ``interacts`` and ``?`` say nothing about it, and an edge that stands with
both signs has none. A node ``and1`` is a gate of CellNOpt: what enters it, acts on what it points to.

>>> read = read_sif("EGF activates Ras\\nRas 1 and1\\nPTEN -1 and1\\nand1 1 AKT")
>>> read.edges
(('EGF', 'Ras'), ('Ras', 'AKT'), ('PTEN', 'AKT'))
>>> read.known["signs"]
{'EGF->Ras': '+', 'Ras->AKT': '+', 'PTEN->AKT': '-'}
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from symcause.errors import LimitError, ProblemError, did_you_mean
from symcause.formats.graph_notations.graph_builder import GraphParts
from symcause.models.background_knowledge import arrow
from symcause.models.dags import MAX_EDGES

_RAISES = (
    "1",
    "+",
    "+1",
    "->",
    "-->",
    "activates",
    "activation",
    "activate",
    "stimulates",
    "positive",
)
_LOWERS = ("-1", "-", "-|", "--|", "inhibits", "inhibition", "inhibit", "represses", "negative")
_UNSIGNED = ("pp", "pd", "interacts", "interaction", "regulates", "?", "0", "unknown")
RELATIONS: Mapping[str, str] = {
    **dict.fromkeys(_RAISES, "+"),
    **dict.fromkeys(_LOWERS, "-"),
    **dict.fromkeys(_UNSIGNED, "?"),
}
"""Relation -> the sign that it states."""

_GATE = re.compile(r"and\d+", re.IGNORECASE)
_TIMES = {("+", "+"): "+", ("-", "-"): "+", ("+", "-"): "-", ("-", "+"): "-"}


def read_sif(text: str) -> GraphParts:
    """The network; its signs are knowledge beside it."""
    parts = GraphParts()
    found: dict[tuple[str, str], dict[str, str]] = {}
    for number, raw in enumerate(text.splitlines(), start=1):
        line, place = raw.strip(), f"line {number}"
        if not line or line.startswith("#"):
            continue
        words = [word.strip() for word in (line.split("\t") if "\t" in line else line.split())]
        words = [word for word in words if word]
        if len(words) == 1:
            parts.node(words[0], place)
            continue
        if len(words) == 2 or words[1].lower() not in RELATIONS:
            raise ProblemError(
                "not an interaction" if len(words) == 2 else "an unknown relation",
                place=place,
                value=line if len(words) == 2 else words[1],
                remedy=did_you_mean(words[-1 if len(words) == 2 else 1], RELATIONS)
                or "write A activates B, A inhibits B, A 1 B, A -1 B, or A pp B without a sign",
            )
        for target in words[2:]:
            signs = found.setdefault((words[0], target), {})
            signs.setdefault(RELATIONS[words[1].lower()], place)
            if len(found) > MAX_EDGES:
                raise LimitError(f"a graph may have at most {MAX_EDGES} edges", place=place)
    signed: dict[tuple[str, str], str] = {}
    for (cause, effect), ways, place in _through_gates(found):
        parts.edge(cause, effect, place)
        known = {*ways, *([signed[cause, effect]] if (cause, effect) in signed else [])}
        signed[cause, effect] = known.pop() if len(known) == 1 else "?"
    if not parts.nodes:
        raise ProblemError("it contains no interaction", remedy="write A activates B, one per line")
    told = {arrow(edge): sign for edge, sign in signed.items() if sign != "?"}
    if told:
        parts.known = {"signs": told}
    return parts


_Found = Mapping[tuple[str, str], Mapping[str, str]]


def _through_gates(found: _Found) -> Iterable[tuple[tuple[str, str], set[str], str]]:
    """Edges between what is no gate, each with its signs and its place."""
    into: dict[str, list[tuple[str, str]]] = {}
    for (cause, effect), signs in found.items():
        if _GATE.fullmatch(effect):
            into.setdefault(effect.lower(), []).extend((cause, sign) for sign in signs)
    for (cause, effect), signs in found.items():
        place = next(iter(signs.values()))
        if _GATE.fullmatch(effect):
            if _GATE.fullmatch(cause):
                raise ProblemError(
                    "a gate that enters a gate", place=place, remedy="join the two gates"
                )
            continue
        if not _GATE.fullmatch(cause):
            yield (cause, effect), set(signs), place
            continue
        for name, entering in into.get(cause.lower(), ()):
            yield (name, effect), {_TIMES.get((entering, s), "?") for s in signs}, place


def write_sif(
    nodes: Iterable[str], edges: Iterable[tuple[str, str]], signs: Mapping[tuple[str, str], str]
) -> str:
    """A network as tab-separated lines: activates, inhibits, or pp where there is no sign."""
    words = {"+": "activates", "-": "inhibits"}
    listed, nodes = list(edges), list(nodes)
    alone = set(nodes) - {end for edge in listed for end in edge}
    for name in nodes:
        parted = name != name.strip() or (name in alone and len(name.split()) > 1)
        if parted or "\t" in name or name.startswith("#") or _GATE.fullmatch(name):
            raise ProblemError(
                "SIF has no way to write this name",
                value=name,
                remedy="rename it: a gate is called and1, a comment begins with #, blanks part names",
            )
    lines = [f"{a}\t{words.get(signs.get((a, b), ''), 'pp')}\t{b}" for a, b in listed]
    return "\n".join([*lines, *(name for name in nodes if name in alone)]) + "\n"
