r"""The released reader: what the ReCITE scorer makes of the text of an answer, to the letter.

It decodes what stands between the first json fence (else the first fence, else the beginning) and the
next, and goes through all items several times: with names given it first turns numbers into names; then it
gathers the nodes, then the edges; then it sorts the nodes. Missing keys and values of wrong kinds leave the
row out of every average; an absent end, or an item without keys where it looks numbers up, stops the
program, and its whole table is lost. It exists twice: *published* (rows of Parquet files) and *database*
(rows of its SQLite file) differ in how numbers become names.

>>> released_reading('{"relationships": [{"source": 1, "target": 2}]}', ("flood", "rain"), "names").edges
frozenset({('flood', 'rain')})
>>> released_reading(r'\boxed{[]}', ("flood", "rain"), "names").status
'left out'
>>> released_reading("null", ("flood", "rain"), "names").status
'crash'
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from symcause.bounds.scoring_bounds import ANSWER_LENGTH
from symcause.families.textgraph.bounds import RELATIONSHIPS
from symcause.families.textgraph.files.answer.node_names import NAMES

PUBLISHED, DATABASE = "published", "database"
"""The two ways of the released program to score a row."""

SCORED, LEFT_OUT, CRASH = "scored", "left out", "crash"

Edge = tuple[object, object]


@dataclass(frozen=True)
class ReleasedReading:
    """What becomes of a row; *status* is None where that cannot be told, and *reason* says why."""

    status: str | None
    edges: frozenset[Edge] = frozenset()
    nodes: frozenset[object] = frozenset()  # those that its scores of nodes see
    reason: str | None = None


class _Ends(Exception):
    """The program stops looking at the row."""

    def __init__(self, status: str | None, reason: str) -> None:
        super().__init__(reason)
        self.status, self.reason = status, reason


def released_reading(
    text: str, names: Sequence[str], task: str | None, path: str = PUBLISHED
) -> ReleasedReading:
    """What the released program does with an answer; *names* are the ends of gold edges, sorted.

    Where nobody says the task, both readings must agree.
    """
    if task is None:
        both = [released_reading(text, names, one, path) for one in ("free", NAMES)]
        same = both[0] == both[1]
        unsure = ReleasedReading(None, reason="the answer does not say what its task was")
        return both[0] if same else unsure
    try:
        items = _items(_decoded(text))
        if task == NAMES:
            items = [_looked_up(item, names, path) for item in items]
        nodes = _nodes(items)
        edges = frozenset(map(_edge, items))
        _sorted([*names, *(end for edge in edges for end in edge)])
    except _Ends as found:
        return ReleasedReading(found.status, reason=found.reason)
    return ReleasedReading(SCORED, edges, nodes)


def released_extraction(text: str) -> str:
    """What the released scorer decodes: after the first json fence, else the first fence, else all."""
    for fence in ("```json", "```"):
        if fence in text:
            return text.split(fence, 1)[1].split("```", 1)[0]
    return text


def _decoded(text: str) -> object:
    if not text:
        raise _Ends(LEFT_OUT, "there is no answer")
    if len(text) > ANSWER_LENGTH:
        raise _Ends(None, f"the text has more than {ANSWER_LENGTH} characters")
    try:
        value: object = json.loads(released_extraction(text))
    except json.JSONDecodeError:
        raise _Ends(LEFT_OUT, "it is no JSON") from None
    except (ValueError, RecursionError):  # what becomes of these depends on the version of Python
        raise _Ends(None, "its numbers are too long or its values too deep") from None
    return value


def _items(value: object) -> list[object]:
    """What the program takes for the list of relationships."""
    if isinstance(value, list):
        found: object = value
    elif isinstance(value, Mapping):
        found = value.get("relationships", [])
    else:
        raise _Ends(CRASH, "the answer is neither an object nor a list")
    if not isinstance(found, Iterable):
        raise _Ends(LEFT_OUT, "the relationships are no list")
    items = list(found)  # of an object its keys, of a text its characters
    if len(items) > RELATIONSHIPS:
        raise _Ends(None, f"the answer has more than {RELATIONSHIPS} relationships")
    return items


def _looked_up(item: object, names: Sequence[str], path: str) -> dict[str, object]:
    """An item with its numbers as names; an unknown number is called by its digits."""
    if not isinstance(item, Mapping):
        raise _Ends(CRASH, "a relationship is no object")

    def name(end: object) -> object:
        if not isinstance(end, int):
            return end
        return names[end - 1] if 1 <= end <= len(names) else str(end)

    if path == DATABASE:
        return {**item, **{key: name(item[key]) for key in ("source", "sink") if key in item}}
    return {"source": name(item.get("source")), "sink": name(_target(item))}


def _target(item: Mapping[str, object]) -> object:
    """The sink, unless it is missing or false."""
    return item.get("sink") or item.get("target")


def _nodes(items: Iterable[object]) -> frozenset[object]:
    """The nodes as the scores of nodes see them: false targets are not among them."""
    nodes: set[object] = set()
    for item in items:
        if not isinstance(item, Mapping) or "source" not in item:
            raise _Ends(LEFT_OUT, "a relationship has no source")
        ends = [item["source"], _target(item)]
        if any(isinstance(end, list | dict) for end in (ends if ends[1] else ends[:1])):
            raise _Ends(LEFT_OUT, "a list or an object as an end")
        nodes.update(ends if ends[1] else ends[:1])
    return frozenset(nodes)


def _edge(item: object) -> Edge:
    assert isinstance(item, Mapping)
    source, target = item["source"], _target(item)
    if source is None or target is None:
        raise _Ends(CRASH, "a relationship lacks an end")
    if isinstance(target, list | dict):
        raise _Ends(LEFT_OUT, "a list or an object as an end")
    return source, target


def _sorted(nodes: list[object]) -> None:
    """Texts sort among themselves, and so do numbers."""
    if len({isinstance(node, str) for node in nodes}) > 1:
        raise _Ends(LEFT_OUT, "names and numbers do not sort")
