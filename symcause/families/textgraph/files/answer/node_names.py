"""Node names in an answer: from numbers or texts at the ends of edges to names of nodes.

In the task *free* a name is what is written. In the task *names* the model saw the gold names, sorted and
numbered from 1: integers and texts of decimal digits within that range are numbers, any other text is a
name. An unknown integer becomes its digits, a node that is never a gold one, even if one is spelled so.

>>> named([(1, 2), (2, 9)], ("flood", "rain"), "names")
[('flood', 'rain'), ('rain', '9')]
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from symcause.errors import UsageError, did_you_mean
from symcause.families.textgraph.files.answer.json_shapes import End, RawEdge
from symcause.families.textgraph.models.digraph import Edge

FREE, NAMES = "free", "names"

TASKS = {
    FREE: FREE,
    NAMES: NAMES,
    "causal_graph_generation": FREE,
    "causal_graph_generation_with_node_names": NAMES,
}
"""The two tasks, by our words and by the published ones."""

_DIGITS = re.compile(r"[0-9]{1,9}")


def task_of(word: str | None) -> str | None:
    """``free``, ``names``, or None if nobody says. Raises UsageError for another word."""
    if word is None:
        return None
    if word not in TASKS:
        raise UsageError("no such task", value=word, remedy=did_you_mean(word, TASKS))
    return TASKS[word]


def guessed(edges: Sequence[RawEdge], names: Sequence[str]) -> str:
    """*names* if every end is an integer and no gold name is one, else *free*."""
    ends = [end for edge in edges for end in edge]
    numbered = bool(ends) and all(_number(end) is not None for end in ends)
    return NAMES if numbered and not any(_DIGITS.fullmatch(name) for name in names) else FREE


def named(edges: Sequence[RawEdge], names: Sequence[str], task: str) -> list[Edge]:
    """The edges by names of nodes; *names* are the gold names in sorted order."""
    gold = frozenset(names)

    def name(end: End) -> str:
        if task == FREE:
            return _whole(str(end))
        number = _number(end)
        if number is not None and 1 <= number <= len(names):
            return names[number - 1]
        if isinstance(end, str):
            return _whole(end)
        text = str(end)
        return f"{text} (no such number)" if text in gold else text

    return [(name(source), name(target)) for source, target in edges]


def _whole(name: str) -> str:
    """A name that can be written: half of a surrogate pair becomes a question mark."""
    if not name.isascii() and any("\ud800" <= character <= "\udfff" for character in name):
        return name.encode("utf-8", "replace").decode("utf-8")
    return name


def _number(end: End) -> int | None:
    if isinstance(end, int):
        return end
    return int(end) if _DIGITS.fullmatch(end) else None
