"""Object extraction of the ReplaySCM release: which JSON object its scorer finds in a text.

A text that is JSON as a whole is that value, and only an object will do. Else every place where an object
could begin is tried: one with a map of mechanisms comes before all others whatever the task, then one with
a list of parents or a single mechanism, then the one with more keys, the longer, the earlier. No raw line
break inside a string is forgiven.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from symcause.bounds.scoring_bounds import ANSWER_LENGTH
from symcause.scoring.answer_extraction import TooMuch, search

EMPTY, NOTHING = "Empty response", "No JSON object found"
NO_OBJECT = "Top-level JSON must be an object"
_OPENINGS = (*'{["-0123456789', "true", "false", "null", "NaN", "Infinity")
"""How JSON may begin, as Python reads it: prose rarely does, and is not tried."""


class ReleasedExtraction(NamedTuple):
    """The object found, or the *cause* why there is none; neither past our bounds."""

    found: Mapping[str, object] | None = None
    cause: str | None = None

    @property
    def unknown(self) -> bool:
        return self.found is None and self.cause is None


def released_extraction(text: str) -> ReleasedExtraction:
    """What the published scorer reads in *text*.

    >>> released_extraction('[{"mechanisms": {}}]').cause
    'Top-level JSON must be an object'
    >>> released_extraction('So {"alternative": {"mechanisms": {}}, "witness": 1}').found
    {'mechanisms': {}}
    """
    stripped = text.strip()
    if not stripped:
        return ReleasedExtraction(cause=EMPTY)
    if len(text) > ANSWER_LENGTH:
        return ReleasedExtraction()
    if not stripped.startswith(_OPENINGS):
        return _within(stripped)
    try:
        whole = json.loads(stripped)
    except (ValueError, RecursionError):
        return _within(stripped)
    if isinstance(whole, dict):
        return ReleasedExtraction(whole)
    return ReleasedExtraction(cause=NO_OBJECT)


def _within(text: str) -> ReleasedExtraction:
    try:
        best = search(text, _worth)
    except TooMuch:
        return ReleasedExtraction()
    if best is not None:
        return ReleasedExtraction(best.value)
    start, end = text.find("{"), text.rfind("}")
    if start < 0 or end < start:
        return ReleasedExtraction(cause=NOTHING)
    try:
        return ReleasedExtraction(json.loads(text[start : end + 1]))
    except (ValueError, RecursionError) as error:
        return ReleasedExtraction(cause=f"Could not parse JSON object: {error}")


def _worth(value: Mapping[str, object]) -> int:
    single = isinstance(value.get("parents"), list) + isinstance(value.get("mechanism"), str)
    return 2 * isinstance(value.get("mechanisms"), dict) + single
