"""Results of trials: how experiments would part the marks of a drawing, in words.

The words of a result name no more than what tells it from the other results of its experiment.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from symcause.bounds.reports_bounds import (
    DRAWN_EXPERIMENTS,
    EXECUTED_MEMBERS,
    RESULT_LENGTH,
    WORDED_RESULTS,
)
from symcause.reports.space_drawing.drawn_space import Experiment, Member
from symcause.reports.space_drawing.evidence_board import EvidenceBoard, Trial

if TYPE_CHECKING:
    from symcause.audits.members import Members

Words = Mapping[str, str]


def experiments_of(
    board: EvidenceBoard,
    space: Members[Any],
    members: Sequence[Any],
    marks: Mapping[Member, int],
    core: frozenset[int],
    when: int | None = None,
    first: Trial | None = None,
) -> list[Experiment]:
    """The experiments that part the members best: fewest left of the core, as expected, then of all.

    The *first* is among them if it parts any, whatever its rank.
    """
    if len(members) < 2:
        return []
    places = [marks[board.told(member)] for member in members]
    pairs: list[tuple[tuple[bool, int, int], Experiment]] = []
    trials = {trial.name: trial for trial in (*filter(None, (first,)), *board.trials(space))}
    for trial in list(trials.values())[: EXECUTED_MEMBERS // len(members)]:
        said: dict[object, Words] = {}
        shown: list[Words] = []
        for member in members:
            outcome = board.outcome(space, member, trial)
            key = _key(outcome)
            if key not in said:
                said[key] = board.words(outcome)
            shown.append(said[key])
        made = _experiment(trial, shown, places, len(marks), when)
        if len(made.results) > 1:
            inner = Counter(made.of[i] for i in places if i in core)
            outer = Counter(made.of[i] for i in places)
            other = first is None or trial.name != first.name
            pairs.append(((other, _squares(inner), _squares(outer)), made))
    pairs.sort(key=lambda pair: pair[0])
    return [made for _, made in pairs[:DRAWN_EXPERIMENTS]]


def _key(outcome: Mapping[str, Any]) -> object:
    """What tells an outcome from others; its values may be lists."""
    key = tuple(outcome.items())
    try:
        hash(key)
    except TypeError:
        return json.dumps(dict(outcome), sort_keys=True, default=str)
    return key


def _squares(parts: Counter[int]) -> int:
    """The expected number that is left, times all."""
    return sum(n * n for n in parts.values())


def _experiment(
    trial: Trial, shown: Sequence[Words], places: Sequence[int], marks: int, when: int | None
) -> Experiment:
    keys = [tuple(sorted(words.items())) for words in shown]
    parts = Counter(keys)
    order = sorted(parts, key=lambda key: (-parts[key], key))
    named = telling([dict(key) for key in order])
    texts = tuple(
        _cut(", ".join(dict(key)[name] for name in named if name in dict(key)))
        if i < WORDED_RESULTS
        else ""
        for i, key in enumerate(order)
    )
    at = {key: i for i, key in enumerate(order)}
    of = [-1] * marks
    for place, key in zip(places, keys, strict=True):
        of[place] = at[key]
    return Experiment(trial.name, texts, tuple(of), when, trial.exact)


def _cut(text: str) -> str:
    return text if len(text) <= RESULT_LENGTH else f"{text[: RESULT_LENGTH - 2]} …"


def telling(results: Sequence[Words]) -> list[str]:
    """Names of what is read, as few as a greedy choice finds, that tell all results apart.

    >>> telling([{"a": "0", "b": "0"}, {"a": "0", "b": "1"}])
    ['b']
    """
    names = list(dict.fromkeys(name for words in results for name in words))
    chosen: list[str] = []

    def parts(more: list[str]) -> int:
        return len({tuple(words.get(name) for name in more) for words in results})

    while names and parts(chosen) < len(results):
        best = max(names, key=lambda name: (parts([*chosen, name]), -names.index(name)))
        if parts([*chosen, best]) == parts(chosen):
            break
        chosen.append(best)
        names.remove(best)
    order = list(dict.fromkeys(name for words in results for name in words))
    return sorted(chosen, key=order.index)
