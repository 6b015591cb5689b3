"""Pool leads: how many gold errors, over all samples, it takes to turn the order of two systems.

The margin of a pool is the mean over the samples that both systems answered; the errors may fall on any of
them. What each sample loses by its own errors is known (:mod:`.lead_margins`); which samples get how many
is a knapsack, solved exactly over one common denominator.

>>> from symcause.families.textgraph.models.digraph import Digraph
>>> gold, right, wrong = (Digraph.of([edge]) for edge in (("a", "b"), ("a", "b"), ("b", "a")))
>>> found = pool_lead([LeadCounts.of(gold, right, wrong)] * 3, 200)
>>> str(found.lead), found.robust_up_to, found.cut
('1', 2, False)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from symcause.families.textgraph.bounds import FIRST_ERRORS
from symcause.families.textgraph.scoring.gold_errors.lead_margins import (
    LeadCounts,
    Margin,
    lead_margins,
)


@dataclass(frozen=True)
class PoolLead:
    """The lead of one system over another, and the most errors under which it lasts."""

    lead: Fraction
    robust_up_to: int | None  # None: it is not ahead
    cut: bool  # still ahead at the most errors that were tried
    course: tuple[Margin, ...]  # mean F1 of both, errors 0, 1, … placed worst for the first


def pool_lead(samples: Sequence[LeadCounts], most: int) -> PoolLead:
    """The lead over a pool that is not empty; no more than *most* errors are tried."""
    tried = min(FIRST_ERRORS, most)
    while True:
        worst = _Worst(samples, tried)
        behind = next((j for j, lead in enumerate(worst.leads) if lead <= 0), None)
        if behind is not None or tried == most:
            break
        tried = min(2 * tried, most)
    robust = tried if behind is None else behind - 1 if behind else None
    course = worst.course(tried if behind is None else behind)
    return PoolLead(course[0].lead, robust, behind is None, course)


_Table = list[tuple[int, Margin]]


class _Worst:
    """The knapsack: which samples get how many errors."""

    def __init__(self, samples: Sequence[LeadCounts], most: int) -> None:
        self._tables = [_falls(lead_margins(counts, most)) for counts in samples]
        ends = {
            value.denominator
            for table in self._tables
            for _, margin in table
            for value in (margin.first, margin.second)
        }
        self._scale = lcm(*ends)
        self.leads = [0] * (most + 1)  # sums over the samples, times the scale
        self._choices: list[list[int]] = []  # of each sample, by the errors of all up to it
        for table in self._tables:
            self._choices.append(self._taken(table))

    def _taken(self, table: _Table) -> list[int]:
        """Take in one sample; which of its falls is worst, by the number of errors."""
        before = self.leads
        after = [value + self._whole(table[0][1].lead) for value in before]
        chosen = [0] * len(before)
        for turn, (cost, margin) in enumerate(table[1:], 1):
            worth = self._whole(margin.lead)
            for j, value in enumerate(before[: len(before) - cost], cost):
                if value + worth < after[j]:
                    after[j], chosen[j] = value + worth, turn
        self.leads = after
        return chosen

    def _whole(self, value: Fraction) -> int:
        return value.numerator * (self._scale // value.denominator)

    def course(self, most: int) -> tuple[Margin, ...]:
        """The mean F1 of both systems under 0, 1, … *most* errors."""
        return tuple(self._traced(errors) for errors in range(most + 1))

    def _traced(self, errors: int) -> Margin:
        first = second = 0
        for table, chosen in zip(reversed(self._tables), reversed(self._choices), strict=True):
            cost, margin = table[chosen[errors]]
            first, second = first + self._whole(margin.first), second + self._whole(margin.second)
            errors -= cost
        whole = len(self._tables) * self._scale
        return Margin(Fraction(first, whole), Fraction(second, whole))


def _falls(margins: Sequence[Margin]) -> _Table:
    """The numbers of errors at which a margin gets worse, with what it is then."""
    falls = [(0, margins[0])]
    for cost, margin in enumerate(margins):
        if margin.lead < falls[-1][1].lead:
            falls.append((cost, margin))
    return falls
