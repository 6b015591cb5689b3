"""Shown problems of the shortcuts in scoring: public parts of a pool, with places and lengths."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from symcause.errors import SymcauseError
from symcause.formats.problems import Problem
from symcause.registry import Family, load
from symcause.scoring.shortcuts.public_rules import Shortcuts, Shown

SETTLED, OPEN = "settled", "open"


@dataclass(frozen=True)
class Labelled:
    """A problem, its label, and the latent problem that it belongs to; siblings have that of their pair."""

    problem: Problem
    public: Problem
    label: str
    latent: str
    paired: bool = False


def known(problem: Problem) -> Mapping[str, Any]:
    """What the metadata of a problem say, which no rule sees."""
    return getattr(problem, "metadata", None) or {}


def labelled(family: Family, shortcuts: Shortcuts[Any], problem: Problem) -> Labelled | None:
    """With the label of siblings, settled or open, or with that of the family; None without one."""
    about: Mapping[str, Any] = getattr(problem, "metadata", None) or {}
    sibling = about.get("sibling")
    label: str | None
    paired = False
    if isinstance(sibling, Mapping) and isinstance(sibling.get("settled"), bool):
        paired, latent = True, str(sibling.get("pair"))
        label = SETTLED if sibling["settled"] else OPEN
    else:
        label, latent = shortcuts.label(problem), str(about.get("latent", problem.id))
    if label is None:
        return None
    try:
        public = problem if family.public is None else load(family.public)(problem)
    except SymcauseError:  # nothing that could be published
        return None
    return Labelled(problem, public, label, latent, paired)


def public_views(
    family: Family, shortcuts: Shortcuts[Any], problems: Sequence[Labelled]
) -> tuple[Shown, ...]:
    """What rules see of each, in the order of the pool."""
    lengths = [_length(family, one.public) for one in problems]
    grounds = [shortcuts.evidence(one.public) for one in problems]
    left, turns = Counter(grounds), Counter[Hashable]()
    quarters = _quarters([length for length in lengths if length is not None])
    beside = _beside(problems, lengths)
    made = []
    for place, (one, ground, length) in enumerate(zip(problems, grounds, lengths, strict=True)):
        numbers = re.findall(r"\d+", one.problem.id)
        left[ground] -= 1
        made.append(
            Shown(
                one.public,
                place,
                number=int(numbers[-1]) if numbers else None,
                ending=one.problem.id[-1:],
                turn=turns[ground],
                last=not left[ground],
                quarter=None if length is None else sum(length > end for end in quarters),
                beside=beside.get(place),
            )
        )
        turns[ground] += 1
    return tuple(made)


def _length(family: Family, public: Problem) -> int | None:
    """Characters of the prompt; None where there is none."""
    if family.prompt is None:
        return None
    try:
        return len(load(family.prompt)(public).message)
    except SymcauseError:
        return None


def _quarters(lengths: Sequence[int]) -> tuple[int, ...]:
    """The lengths that end the first three quarters of the pool."""
    ordered = sorted(lengths)
    return tuple(ordered[len(ordered) * part // 4] for part in (1, 2, 3)) if ordered else ()


def _beside(problems: Sequence[Labelled], lengths: Sequence[int | None]) -> dict[int, str]:
    """Of siblings whose prompts differ in length, which is the shorter one."""
    pairs: dict[str, list[int]] = {}
    for place, one in enumerate(problems):
        if one.paired:
            pairs.setdefault(one.latent, []).append(place)
    beside: dict[int, str] = {}
    for places in pairs.values():
        both = [length for place in places if (length := lengths[place]) is not None]
        if len(places) == 2 and len(set(both)) == 2:
            shorter = min(both)
            beside |= {p: "shorter" if lengths[p] == shorter else "longer" for p in places}
    return beside
