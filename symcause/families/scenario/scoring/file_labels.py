"""File labels in scenario scoring: what files of results are called in tables."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePath


def names_of(files: Iterable[str]) -> dict[str, str]:
    """A name for every file, no two the same: its own, with as many folders as tell it from the others.

    >>> names_of(["runs/a/agent.csv", "runs/b/agent.csv", "runs/b/prompting.csv"])
    {'runs/a/agent.csv': 'a/agent', 'runs/b/agent.csv': 'b/agent', 'runs/b/prompting.csv': 'prompting'}
    """
    parts = {file: PurePath(file).with_suffix("").parts for file in files}
    return {file: "/".join(own[-_needed(own, parts.values()) :]) for file, own in parts.items()}


def _needed(own: tuple[str, ...], every: Iterable[tuple[str, ...]]) -> int:
    """How many parts of a path, from its end, no other has."""
    others = [other for other in every if other != own]
    depths = range(1, len(own) + 1)
    return next((n for n in depths if all(o[-n:] != own[-n:] for o in others)), len(own))


def labels_of(names: Iterable[str]) -> dict[str, str]:
    """The end of the keys of each one's tables, no two the same.

    >>> labels_of(["agent mode", "agent-mode"])
    {'agent mode': '_agent_mode', 'agent-mode': '_agent_mode_2'}
    """
    labels: dict[str, str] = {}
    for name in names:
        plain = label = "_" + re.sub(r"[^0-9A-Za-z]+", "_", name)
        number = 1
        while label in labels.values():
            number += 1
            label = f"{plain}_{number}"
        labels[name] = label
    return labels
