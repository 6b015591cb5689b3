r"""The answer reader of textgraph files: finds the graph that an answer contains.

First the text is read where the released scorer reads it (:mod:`.released_reader`): what stands between the
first json fence (else the first fence) and the next, as strict JSON in the published shape. Where that
fails, in this order: the inside of ``\boxed{…}``, fenced blocks, JSON anywhere in the text, DOT, GraphML,
an adjacency matrix, arrows, lists in prose. The first reading with an edge wins; what was read is shown
back. Text is hostile: its length, the places tried and the edges are bounded.

>>> reading = read_answer("Sure!\n```\nrain -> flood\n```", ("flood", "rain"))
>>> reading.graph.edges, reading.shape
((('rain', 'flood'),), 'arrows')
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from symcause.bounds.scoring_bounds import ANSWER_LENGTH
from symcause.errors import SymcauseError
from symcause.families.textgraph.bounds import (
    ANSWER_EDGES,
    ANSWER_PLACES,
    DOT_GRAPHS,
    DOT_LENGTH,
    SEARCHED_LENGTH,
)
from symcause.families.textgraph.files.answer.arrow_lines import arrow_edges, listed_edges
from symcause.families.textgraph.files.answer.dot_labels import OPENING, read_dot
from symcause.families.textgraph.files.answer.json_shapes import (
    RawEdge,
    published_edges,
    raw_edges,
    valid_format,
)
from symcause.families.textgraph.files.answer.node_names import NAMES, guessed, named, task_of
from symcause.families.textgraph.files.answer.released_reader import released_extraction
from symcause.families.textgraph.files.bare_graph import (
    looks_like_matrix,
    read_edges,
    read_graphml,
    read_matrix,
)
from symcause.families.textgraph.models.digraph import Digraph
from symcause.scoring.answer_extraction import extract

_FENCE = re.compile(r"```[^\n`]*\n(.*?)(?:```|\Z)", re.DOTALL)
_BOXED = "\\boxed{"
_LIST = re.compile(r"\[(?=\s*+[\[{\"])")
_DECORATED = re.compile(r"[`*_]|^\s*(?:[-+•]|\d+[.)])\s", re.MULTILINE)  # no plain edge list
_BRACE = re.compile(r"[{}]")


@dataclass(frozen=True)
class AnswerReading:
    """The reading of a text; *graph* is None if no graph was found in it, *reason* says why."""

    graph: Digraph | None
    shape: str | None = None
    task: str | None = None  # None: nobody says, and no edge tells
    valid_format: bool = False
    repeated: int = 0  # edges that were written more than once
    reason: str | None = None

    @property
    def empty(self) -> bool:
        """A graph without any edge."""
        return self.graph is not None and not self.graph.edges


def read_answer(
    text: str, names: Sequence[str], task: str | None = None, written: str | None = None
) -> AnswerReading:
    """The graph in *text*; *names* are the ends of gold edges in sorted order, *task* as far as known.

    Of a corrected answer the format is that of what was *written* before.
    """
    if len(text) > ANSWER_LENGTH:
        return AnswerReading(
            None, task=task_of(task), reason=f"the text has more than {ANSWER_LENGTH} characters"
        )
    reading = _found(text, names, task_of(task))
    given = len(names) if reading.task == NAMES else None
    form = _json(_unwrapped(text if written is None else written[: ANSWER_LENGTH + 1]))
    return replace(reading, valid_format=valid_format(form, given))


def _found(text: str, names: Sequence[str], stated: str | None) -> AnswerReading:
    edges = published_edges(_json(released_extraction(text)))
    if edges is not None:
        return _reading(edges, "json", names, stated)
    empty: str | None = None
    for shape, found in _candidates(text, names):
        if found:
            return _reading(found, shape, names, stated)
        empty = empty or shape
    if empty is not None:
        return _reading([], empty, names, stated)
    reason = "no graph in the text" if text.strip() else "the text is empty"
    return AnswerReading(None, task=stated, reason=reason)


def _reading(
    edges: list[RawEdge],
    shape: str,
    names: Sequence[str],
    task: str | None,
) -> AnswerReading:
    if len(edges) > ANSWER_EDGES:
        return AnswerReading(
            None, shape, task, reason=f"the answer has more than {ANSWER_EDGES} edges"
        )
    task = task or guessed(edges, names)
    graph = Digraph.of(named(edges, names, task))
    return AnswerReading(graph, shape, task, repeated=len(edges) - len(graph.edges))


def _unwrapped(text: str) -> str:
    """A text without the box and the json fence around all of it, as the released runner takes them off."""
    text = text.strip()
    for begin, end in ((_BOXED, "}"), ("```json", "```")):
        if text.startswith(begin) and text.endswith(end):
            text = text.removeprefix(begin).removesuffix(end)
    return text


def _candidates(text: str, names: Sequence[str]) -> Iterator[tuple[str, list[RawEdge]]]:
    """Readings in order of trust, each with the name of its shape; an empty one is kept for last."""
    known = frozenset(names)
    blocks = [*_boxes(text), *(match[1] for match in _FENCE.finditer(text))]
    for block in blocks[:ANSWER_PLACES]:
        edges = raw_edges(_json(block))
        if edges is not None:
            yield "json", edges
    embedded = extract(text, lambda value: raw_edges(value) is not None).found
    edges = None if embedded is None else raw_edges(embedded)
    if edges is not None:
        yield "json", edges
    for edges in _lists(text):
        yield "json", edges
    for begin, _ in zip(OPENING.finditer(text), range(DOT_GRAPHS), strict=False):
        yield from _tried("dot", read_dot, text[begin.start() :][:DOT_LENGTH], known)
    if "<graphml" in text:
        yield from _tried("graphml", read_graphml, text[text.index("<graphml") :])
    if looks_like_matrix(text):
        yield from _tried("matrix", read_matrix, text)
    if "->" in text and not _DECORATED.search(text):
        yield from _tried("edges", read_edges, text)
    yield from ((shape, found) for shape, found in _prose(text, blocks) if found)


def _prose(text: str, blocks: Sequence[str]) -> Iterator[tuple[str, list[RawEdge]]]:
    """Arrows in a fenced block before arrows in the text around it, both before sentences."""
    for part in (*blocks[:ANSWER_PLACES], text):
        yield "arrows", list(arrow_edges(part))
    yield "list", list(listed_edges(text))


def _tried(
    shape: str, reader: Callable[..., Digraph], *arguments: object
) -> Iterator[tuple[str, list[RawEdge]]]:
    """What a strict reader makes of a text; nothing if it refuses."""
    try:
        yield shape, list(reader(*arguments).edges)
    except SymcauseError:
        return


def _boxes(text: str) -> Iterator[str]:
    """The insides of boxes, braces balanced, the last one first: it holds the final answer."""
    starts = [match.end() for match in re.finditer(re.escape(_BOXED), text)]
    budget = SEARCHED_LENGTH
    for start in reversed(starts[-ANSWER_PLACES:]):
        depth = 1
        for brace in _BRACE.finditer(text, start, start + budget):
            depth += 1 if brace[0] == "{" else -1
            if depth == 0:
                budget -= brace.end() - start
                yield text[start : brace.start()]
                break
        else:
            budget -= len(text) - start
        if budget <= 0:
            return


def _lists(text: str) -> Iterator[list[RawEdge]]:
    """Lists anywhere in the text that are lists of edges."""
    decoder = json.JSONDecoder()
    budget = SEARCHED_LENGTH
    for begin, _ in zip(_LIST.finditer(text), range(ANSWER_PLACES), strict=False):
        start = begin.start()
        try:
            value, end = decoder.raw_decode(text, start)
        except json.JSONDecodeError as error:
            budget -= error.pos - start
        except (ValueError, RecursionError):
            budget -= len(text) - start
        else:
            budget -= end - start
            edges = raw_edges(value)
            if edges:
                yield edges
        if budget <= 0:
            return


def _json(text: str) -> object:
    """The JSON value that a text is, None if it is none."""
    text = text.strip()
    if text[:1] not in ("{", "["):
        return None
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value
