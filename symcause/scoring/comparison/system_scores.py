"""System scores for a comparison in scoring: problem by problem, where both systems answered.

A family says which *metrics* it has and hands in the numbers of every answer. Sums are kept for each
system, metric and problem, in a few bytes each. Problems that share a latent one are not independent of
each other; their pairs are resampled, and their signs tossed, together.

>>> scores = SystemScores((Metric("right", "Right", flag=True),))
>>> scores.take("a", "p1", {"right": True})
>>> scores.take("b", "p1", {"right": False})
>>> scores.take("b", "p2", {"right": True}, latent="p1")
>>> scores.systems, scores.latent(0) == scores.latent(1)
(['a', 'b'], True)
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from symcause.bounds.scoring_bounds import COMPARED_SYSTEMS
from symcause.scoring.answer_groups import Row
from symcause.scoring.bootstrap import APART, SHARE, Bounds, Total
from symcause.scoring.problem_sums import Sums

Pair = tuple[str, str]
"""Two systems: the difference is first minus second."""


@dataclass(frozen=True)
class Metric:
    """A number of an answer: its name in rows, how tables call it, and what is known of its values."""

    name: str
    head: str
    flag: bool = False  # 0 or 1: pairs have an exact test
    share: bool = True  # between 0 and 1, as flags are

    @property
    def bounds(self) -> Bounds | None:
        """Between what a mean lies."""
        return SHARE if self.flag or self.share else None

    @property
    def apart(self) -> Bounds | None:
        """Between what a difference of two means lies."""
        return APART if self.flag or self.share else None


def flags(**heads: str) -> tuple[Metric, ...]:
    """Metrics that are 0 or 1, by name."""
    return tuple(Metric(name, head, flag=True) for name, head in heads.items())


def shares(**heads: str) -> tuple[Metric, ...]:
    """Metrics between 0 and 1."""
    return tuple(Metric(name, head) for name, head in heads.items())


def numbers(**heads: str) -> tuple[Metric, ...]:
    """Metrics without bounds that are known."""
    return tuple(Metric(name, head, share=False) for name, head in heads.items())


class SystemScores:
    """Grows by one answer at a time; *strata* are what the problems are grouped by, such as settings."""

    def __init__(self, metrics: Sequence[Metric], stratum: str = "Group") -> None:
        self.metrics, self.stratum = tuple(metrics), stratum
        self.asked: tuple[Pair, ...] = ()
        """The pairs that a user names; without any, all pairs of few systems."""
        self._names = tuple(metric.name for metric in self.metrics)
        self._places: dict[tuple[str, str], int] = {}
        self._latents = array("Q")
        self._strata = array("Q")
        self._latent_numbers: dict[str, int] = {}
        self._stratum_numbers: dict[str, int] = {}
        self._sums: dict[str, dict[str, Sums]] = {}
        self._answers: dict[str, Sums] = {}

    def take(
        self, system: str, problem: str, row: Row, *, stratum: str = "", latent: str | None = None
    ) -> None:
        """Count an answer; a number that is absent or None is not known of it."""
        place = self._place(problem, stratum, problem if latent is None else latent)
        if system not in self._answers:
            self._answers[system], self._sums[system] = Sums(), {}
        self._answers[system].add(place, 1.0)
        own, get = self._sums[system], row.get
        for name in self._names:
            value = get(name)
            if value is not None and isinstance(value, (int, float)) and value == value:
                if name not in own:
                    own[name] = Sums()
                own[name].add(place, float(value))

    def _place(self, problem: str, stratum: str, latent: str) -> int:
        key = (stratum, problem)
        if key not in self._places:
            self._places[key] = len(self._places)
            latents, strata = self._latent_numbers, self._stratum_numbers
            self._latents.append(latents.setdefault(latent, len(latents)))
            self._strata.append(strata.setdefault(stratum, len(strata)))
        return self._places[key]

    @property
    def systems(self) -> list[str]:
        """Their names, in order of appearance."""
        return list(self._answers)

    @property
    def pairs(self) -> list[Pair]:
        """The pairs that are compared: those asked for that are here, else all of few systems."""
        names = self.systems
        if self.asked:
            return [pair for pair in dict.fromkeys(self.asked) if set(pair) <= set(names)]
        return list(combinations(names, 2)) if len(names) <= COMPARED_SYSTEMS else []

    @property
    def strata(self) -> list[str]:
        """The groups of problems, in order of appearance."""
        return list(self._stratum_numbers)

    def latent(self, place: int) -> int:
        """The number of a problem's latent one."""
        return self._latents[place]

    def places(self, stratum: str | None = None) -> Iterator[int]:
        """The problems of a stratum, or all."""
        if stratum is None:
            yield from range(len(self._strata))
        else:
            number = self._stratum_numbers[stratum]
            yield from (place for place, own in enumerate(self._strata) if own == number)

    def answered(self, system: str, place: int) -> bool:
        """Did a system answer a problem?"""
        return self._answers[system].total(place).count > 0

    def share(self, pair: Pair) -> bool:
        """Is there a problem that both systems of a pair answered?"""
        if not set(pair) <= set(self.systems):
            return False
        return any(all(self.answered(name, place) for name in pair) for place in self.places())

    def known(self, system: str, metric: Metric) -> Sums | None:
        """Sums of a metric by problem; None where it is known of no answer."""
        return self._sums.get(system, {}).get(metric.name)

    def by_latent(
        self, system: str, metric: Metric, stratum: str | None = None
    ) -> Mapping[int | str, Total]:
        """Sums of a metric for each latent problem."""
        sums, totals = self.known(system, metric), dict[int | str, Total]()
        if sums is None:
            return totals
        for place in self.places(stratum):
            total = sums.total(place)
            if total.count:
                latent = self.latent(place)
                totals[latent] = totals[latent] + total if latent in totals else total
        return totals
