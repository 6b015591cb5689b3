"""Replies of judges: labels in YAML, or three marks in JSON, read from untrusted text.

A text comes from a model: its length and depth are bounded, and what cannot be read is nothing. Marks stand
in ``{"scores": {…}}``, as the released judge writes them, or at the top level, as published; the first of
the three is ``causal_precision``, published as ``causal_accuracy``. The released tables know the latter
only, and take what is missing for 0.

>>> found = read_marks('{"scores": {"causal_precision": 4, "causal_recall": 2, "semantic_similarity": 1}}')
>>> found.composite, found.released_composite
(Fraction(7, 15), Fraction(1, 5))
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import yaml
from yaml.events import CollectionEndEvent, CollectionStartEvent

from symcause.families.textgraph.bounds import REPLY_DEPTH, REPLY_LENGTH
from symcause.families.textgraph.scoring.judges.label_scores import SECTIONS

_FENCE = re.compile(r"```[^\n`]*\n(.*?)(?:```|\Z)", re.DOTALL)
_OPENING = ("[", "{", "- ", "-\t", "? ", "\n ")  # whatever can begin a further level
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_LOWEST, _HIGHEST = 1, 5
_OF = 3 * _HIGHEST


@dataclass(frozen=True)
class Marks:
    """Three marks; those that the released tables take for them may be 0."""

    accuracy: Fraction
    recall: Fraction
    similarity: Fraction
    released_accuracy: Fraction

    @property
    def composite(self) -> Fraction:
        return (self.accuracy + self.recall + self.similarity) / _OF

    @property
    def released_composite(self) -> Fraction:
        return (self.released_accuracy + self.recall + self.similarity) / _OF


def read_labels(text: object) -> dict[str, object] | None:
    """The sections in a text of YAML (or a decoded mapping); None if it is no mapping, or an empty one."""
    found = _mapping(text)
    return {name: found[name] for name in SECTIONS if name in found} if found else None


def read_marks(text: object) -> Marks | None:
    """The marks in a text of JSON, bare or in a fence; None unless all three are there."""
    found = text
    if isinstance(text, str):
        fenced = _FENCE.search(text)
        try:
            found = json.loads(text if fenced is None else fenced[1])
        except (ValueError, RecursionError):
            return None
    if not isinstance(found, Mapping):
        return None
    marks = found.get("scores", found)
    if not isinstance(marks, Mapping):
        return None
    published = _mark(marks.get("causal_accuracy"))
    ours = _mark(marks.get("causal_precision"))
    first = published if ours is None else ours
    recall, similarity = (_mark(marks.get(k)) for k in ("causal_recall", "semantic_similarity"))
    if first is None or recall is None or similarity is None:
        return None
    return Marks(first, recall, similarity, published or Fraction(0))


def _mark(value: object) -> Fraction | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return Fraction(value) if _LOWEST <= value <= _HIGHEST else None


def _mapping(text: object) -> Mapping[object, object] | None:
    """The mapping that a text of YAML holds, in a fence or without one."""
    if isinstance(text, str):
        if len(text) > REPLY_LENGTH:
            return None
        fenced = _FENCE.search(text)
        body = text if fenced is None else fenced[1]
        try:
            text = None if _is_deep(body) else yaml.load(body, Loader=_LOADER)
        except (yaml.YAMLError, ValueError, RecursionError):
            return None
    return text if isinstance(text, Mapping) else None


def _is_deep(text: str) -> bool:
    """Whether YAML is nested deeper than labels are; building it would overflow the stack of C code."""
    if sum(map(text.count, _OPENING)) <= REPLY_DEPTH:
        return False
    depth = 0
    for event in yaml.parse(text, Loader=_LOADER):
        if isinstance(event, CollectionStartEvent):
            depth += 1
        elif isinstance(event, CollectionEndEvent):
            depth -= 1
        if depth > REPLY_DEPTH:
            return True
    return False
