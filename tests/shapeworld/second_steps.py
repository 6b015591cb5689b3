"""ShapeWorld transcripts from any start, by brute force over labelled DAGs; nothing of the project is used.

The rules are those of the released program, on edges and with its own recursion: ``move`` sets a shape and
all that it has a path to moving; ``hold`` stops a moving shape without a moving parent, then looks at each
child in turn and does the same there. From a closed state they depend on paths alone, from others on edges.

>>> [len(graphs(size)) for size in (1, 2, 3, 4)]
[1, 3, 25, 543]
>>> chain = frozenset({(0, 1), (1, 2)})
>>> sorted(released(chain, {0, 2}, "hold", 0)), sorted(released(chain, {0, 2}, "move", 0))
([2], [0, 1, 2])
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, product
from typing import Any

Edge = tuple[int, int]
Graph = frozenset[Edge]
Document = dict[str, Any]


@cache
def reached(graph: Graph, x: int) -> frozenset[int]:
    """What a shape has a directed path to."""
    found: set[int] = set()
    waiting = [y for w, y in graph if w == x]
    while waiting:
        y = waiting.pop()
        if y not in found:
            found.add(y)
            waiting += [z for w, z in graph if w == y]
    return frozenset(found)


@cache
def graphs(size: int) -> tuple[Graph, ...]:
    """Every labelled DAG over this many shapes."""
    pairs = list(combinations(range(size), 2))
    found = []
    for choice in product((0, 1, 2), repeat=len(pairs)):
        drawn = frozenset(
            pair if way == 1 else pair[::-1] for pair, way in zip(pairs, choice, strict=True) if way
        )
        if not any(x in reached(drawn, x) for x in range(size)):
            found.append(drawn)
    return tuple(found)


def released(graph: Graph, moving: Iterable[int], action: str, shape: int) -> set[int]:
    """What moves after an action, as the released program has it."""
    active = set(moving)

    def kept(x: int) -> bool:
        return any(y == x and parent in active for parent, y in graph)

    def stop(x: int) -> None:
        if x in active and not kept(x):
            active.remove(x)
            for parent, child in sorted(graph):
                if parent == x and not kept(child):
                    stop(child)

    if action == "move":
        return active | {shape} | reached(graph, shape)
    stop(shape)
    return active


def is_closed(graph: Graph, moving: Iterable[int]) -> bool:
    """Does every effect of a moving shape move?"""
    return all(reached(graph, x) <= set(moving) for x in moving)


def in_class(graph: Graph, size: int, name: str) -> bool:
    if name in ("rooted", "core"):
        return any(len(reached(graph, x)) == size - 1 for x in range(size))
    return name != "listed" or all(x < y for x, y in graph)


def explains(graph: Graph, document: Document, steps: int | None = None) -> bool:
    """Does a world show every line of a transcript, from its start on?"""
    names: list[str] = document["shapes"]
    state = {names.index(name) for name in document["initial"]}
    for step in document.get("transcript", ())[:steps]:
        if step.get("moving") is None:
            continue
        if not step.get("invalid") and step.get("action") is not None:
            state = released(graph, state, step["action"], names.index(step["shape"]))
        if state != {names.index(name) for name in step["moving"]}:
            return False
    return True


def members(
    document: Document, start: str, scope: str = "all", steps: int | None = None
) -> list[Graph]:
    """The worlds of a class that show a transcript; *start*: ``closed`` or ``any``."""
    names: list[str] = document["shapes"]
    initial = [names.index(name) for name in document["initial"]]
    return [
        graph
        for graph in graphs(len(names))
        if in_class(graph, len(names), scope)
        and (start == "any" or is_closed(graph, initial))
        and explains(graph, document, steps)
    ]


def answers(document: Document, found: Sequence[Graph]) -> set[bool]:
    """What worlds answer."""
    names: list[str] = document["shapes"]
    cause, effect = (names.index(document["question"][key]) for key in ("cause", "effect"))
    return {effect in reached(graph, cause) for graph in found}


def verdict(document: Document, found: Sequence[Graph]) -> str:
    said = answers(document, found)
    return (
        "inconsistent" if not said else "open" if len(said) > 1 else "yes" if True in said else "no"
    )


def fair(document: Document, scope: str = "all") -> tuple[str, bool]:
    """The verdict of a released log, and whether its start conflicts with it.

    It does where no world with a closed start shows the log (and has its key), and some world does without.
    """
    key = {"yes": {True}, "no": {False}}.get(document.get("truth", ""), {True, False})
    closed, steps = (members(document, start, scope) for start in ("closed", "any"))
    keyed = bool(answers(document, steps) & key)
    conflicts = not answers(document, closed) & key and (keyed or (not closed and bool(steps)))
    return verdict(document, steps if conflicts else closed), conflicts


def breaches(document: Document, scope: str = "all") -> dict[tuple[str, str], bool]:
    """Who moves at the start while an effect does not, in some world that shows the log and has its key;
    True: in all of them."""
    key = {"yes": {True}, "no": {False}}.get(document.get("truth", ""), {True, False})
    names: list[str] = document["shapes"]
    shown = members(document, "any", scope)
    fits = [one for one in shown if answers(document, [one]) & key] or shown
    found = {}
    for x, y in product(range(len(names)), repeat=2):
        if names[x] in document["initial"] and names[y] not in document["initial"]:
            having = [y in reached(graph, x) for graph in fits]
            if any(having):
                found[names[x], names[y]] = all(having)
    return found


def kinds(document: Document, start: str, scope: str = "all") -> list[str]:
    """What every numbered step is good for, up to the first that no world shows."""
    found, state = [], set(document["initial"])
    before = members(document, start, scope, 0)
    for number, step in enumerate(document["transcript"], 1):
        shown = set(step["moving"])
        left = members(document, start, scope, number)
        if not left:
            return [*found, "impossible"]
        idle = (step["action"] == "move") == (step["shape"] in state)
        if len(left) < len(before):
            found.append("informative")
        elif shown != state:
            found.append("set-up")
        else:
            found.append("void" if idle else "wasted")
        before, state = left, shown
    return found


def records(text: str) -> list[Document]:
    """The records of a cleaned transcript, line by line; truth is the opposite of a final yes or no."""
    found = []
    for record in re.split(r"\n[ \t]*\n", text.strip()):
        head, *lines = (line.strip() for line in record.splitlines() if line.strip())
        cause, effect = re.findall(r"Does (.+) moving cause (.+) to move", head)[0]
        document: Document = {"question": {"cause": cause, "effect": effect}, "transcript": []}
        action: dict[str, Any] | None = None
        for line in lines:
            if line.startswith("State update:"):
                pieces = [piece.strip() for piece in line.removeprefix("State update:").split(",")]
                names = [piece.rsplit(" is ", 1)[0] for piece in pieces]
                moving = [name for name in names if f"{name} is moving" in pieces]
                if "shapes" not in document:
                    document |= {"shapes": names, "initial": moving}
                else:
                    document["transcript"].append({**(action or {}), "moving": moving})
                action = None
            elif line.startswith("["):
                word, shape = line[1:].split("]", 1)
                shape = shape.strip()
                action = {"action": word, "shape": shape}
                if word not in ("move", "hold") or shape not in document["shapes"]:
                    action["invalid"] = True
            elif line.startswith("Final Answer:"):
                said = line.removeprefix("Final Answer:").strip()
                document["answer"] = said
                if said in ("yes", "no"):
                    document["truth"] = "no" if said == "yes" else "yes"
        found.append(document)
    return found
