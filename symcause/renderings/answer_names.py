"""Answer names: an answer in the names of a rendering, put into those of the problem it was made from."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from symcause.renderings.family_words import Wording

_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ATOM = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class _Twice(ValueError):
    """A key that stands twice in one object."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _Twice
    return found


def answer_back(text: str, wording: Wording, variables: Mapping[str, str]) -> str:
    """The text of an answer with its names mapped, in every JSON object that is in it."""
    decoder = json.JSONDecoder(object_pairs_hook=_once)
    texts, at = [], 0
    while (start := text.find("{", at)) >= 0:
        try:
            value, end = decoder.raw_decode(text, start)
        except _Twice:
            return _by_words(text, variables)
        except (ValueError, RecursionError):
            texts.append(text[at : start + 1])
            at = start + 1
            continue
        texts += [text[at:start], json.dumps(wording.answer(value, variables), ensure_ascii=False)]
        at = end
    return "".join((*texts, text[at:]))


def _by_words(text: str, variables: Mapping[str, str]) -> str:
    """The same word by word in quoted texts, for objects that say a thing twice."""
    return _QUOTED.sub(lambda found: _ATOM.sub(lambda a: variables.get(a[0], a[0]), found[0]), text)
