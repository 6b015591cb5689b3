"""Part numbers in the scores of suites: what a system comes to, with its interval."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from symcause.scoring.rendering_scores import BASE
from symcause.suites.draws.split_shares import grouped
from symcause.suites.folder.suite import Entry, Suite
from symcause.suites.recipe.recipe import Part
from symcause.suites.scores.class_intervals import Resampling, Spread
from symcause.suites.scores.primary_numbers import ABSTAIN, CLAIM, PAIRED, TOLD_APART, Score

Scores = Mapping[str, Score]
"""What a system's answers are worth, by public id; problems that it did not answer are not there."""

Case = tuple[Entry, float]
"""A problem, or the first of several that are counted as one, with what it adds."""


@dataclass(frozen=True)
class PartNumber:
    """What a system comes to: of so many *cases* (problems, pairs, differences) in so many *classes*."""

    cases: int
    classes: int
    answered: int  # problems
    spread: Spread | None


def measured(suite: Suite, part: Part, split: str | None) -> list[Entry]:
    """The problems of a part that are counted; without a split all."""
    return [one for one in suite.by_part[part.name] if split is None or one.split == split]


def part_number(
    part: Part, entries: Sequence[Entry], scores: Scores, resampling: Resampling
) -> PartNumber:
    """The primary number over these problems.

    A problem that was not answered counts as 0, and its pair as not told apart; a difference is counted
    where both texts were answered.
    """
    counted = _CASES.get(part.primary, _plain)
    cases = list(counted(entries, scores))
    classes = classes_of([entry for entry, _ in cases])
    totals: defaultdict[int, list[float]] = defaultdict(list)
    for number, (_, value) in zip(classes, cases, strict=True):
        totals[number].append(value)
    sums = [(sum(values), len(values)) for values in totals.values()]
    spread = resampling.spread(sums, apart=part.primary == PAIRED)
    answered = sum(entry.id in scores for entry in entries)
    return PartNumber(len(cases), len(totals), answered, spread)


def classes_of(entries: Sequence[Entry]) -> list[int]:
    """The class of every problem: all that are the same up to names, or belong together."""
    return grouped([entry.whole for entry in entries], gold=False)


def _plain(entries: Sequence[Entry], scores: Scores) -> Iterator[Case]:
    for entry in entries:
        value = scores.get(entry.id, 0.0)
        yield entry, value if isinstance(value, float) else 0.0


def _pairs(entries: Sequence[Entry], scores: Scores) -> Iterator[Case]:
    """Of each pair the settled one is to be answered, and the open one is not."""
    pairs: defaultdict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        pairs[str((entry.whole.sibling or {}).get("pair"))].append(entry)
    for pair in pairs.values():
        wanted = {one.id: CLAIM if _settled(one) else ABSTAIN for one in pair}
        yield pair[0], float(all(scores.get(id) == kind for id, kind in wanted.items()))


def _settled(entry: Entry) -> bool:
    return (entry.whole.sibling or {}).get("settled") is True


def _differences(entries: Sequence[Entry], scores: Scores) -> Iterator[Case]:
    """Every text beside the neutral table of its problem."""
    base = {entry.whole.digest: entry for entry in entries if words_of(entry) == BASE}
    for entry in entries:
        neutral = base.get(entry.whole.digest)
        if neutral is None or neutral is entry:
            continue
        here, there = scores.get(entry.id), scores.get(neutral.id)
        if isinstance(here, float) and isinstance(there, float):
            yield entry, here - there


def words_of(entry: Entry) -> tuple[str, str, str]:
    """In which words a text is: theme, style, and how its names were chosen."""
    about = entry.whole.rendering or {}
    return (
        str(about.get("theme")),
        str(about.get("style")),
        str(about.get("alignment") or BASE.names),
    )


_CASES: Mapping[str, Callable[[Sequence[Entry], Scores], Iterator[Case]]] = {
    TOLD_APART: _pairs,
    PAIRED: _differences,
}
