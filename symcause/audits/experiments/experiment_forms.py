"""Forms in which an experiment is written, and the one that they come to: what is set, by variable.

``{"do": {"X3": 1}}`` is what ``next_experiments`` gives and episodes take. Read are, too: the bare mapping
``{"X3": 1}``, the text ``X3=1, X4=0`` (commas or blanks), ``{"intervene": …}`` and ``{"assignments": …}``
of other documents, and whatever holds one of these: a document's experiment, an entry of a list of
experiments, a separation.

>>> settings({"do": {"X3": 1}}) == settings({"assignments": {"X3": 1}}) == settings({"X3": 1})
True
>>> settings("X3=1, X4=0"), settings(None), settings(3)
({'X3': '1', 'X4': '0'}, {}, None)
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from symcause.formats.python_rows import without_do

KEYS = ("do", "intervene", "assignments")
"""Under which of a document's keys an experiment is: the first is ours, the others are read."""

HOLDERS = (*KEYS, "experiment")
"""Keys of a mapping that holds an experiment, where another one is what it sets."""

_PART = re.compile(r"\s*([^\s=,]+)\s*=\s*([^\s=,]+)\s*(?:,|\s|$)")


def settings(given: object) -> dict[str, object] | None:
    """What an experiment sets, {} if it only observes; None where it is no experiment."""
    if given is None:
        return {}
    if isinstance(given, str):
        return _written(given)
    inner = getattr(given, "experiment", None)
    if inner is not None:
        return settings(inner)
    if hasattr(given, "variable") and hasattr(given, "value"):
        return {given.variable: given.value}
    if not isinstance(given, Mapping):
        held = getattr(given, "assignments", None)
        return None if held is None else dict(held)
    if isinstance(given.get("experiment"), Mapping):
        return settings(given["experiment"])
    for key in KEYS:
        if isinstance(given.get(key), Mapping):
            return dict(given[key])
    return dict(given)


def _written(text: str) -> dict[str, object] | None:
    """``X3=1, X4=0`` by variable; values stay texts."""
    found: dict[str, object] = {}
    at = 0
    bare = without_do(text).strip()
    while at < len(bare):
        part = _PART.match(bare, at)
        if part is None or part[1] in found:
            return None
        found[part[1]] = part[2]
        at = part.end()
    return found


def action_of(given: object, key: str) -> object:
    """An action of an episode, with what it sets under its own key; anything else as it is.

    Bare mappings and texts are no actions: who answers a protocol writes what the protocol says.

    >>> action_of({"assignments": {"X3": 0}}, "do"), action_of({"X3": 0}, "do")
    ({'do': {'X3': 0}}, {'X3': 0})
    >>> action_of({"intervene": {"X3": 0}, "rows": 4}, "do")
    {'do': {'X3': 0}, 'rows': 4}
    """
    if isinstance(given, str) or given is None or (isinstance(given, Mapping) and key in given):
        return given
    if isinstance(given, Mapping) and not any(
        isinstance(given.get(name), Mapping) for name in HOLDERS
    ):
        return given
    found = settings(given)
    if found is None:
        return given
    if not isinstance(given, Mapping) or "experiment" in given:
        return {key: found}
    return {key: found, **{name: given[name] for name in given if name not in (*KEYS, "type")}}
