"""Experiments posed to a mechanism space: what its members show, and what each experiment leaves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic

from symcause.answers import Unknown
from symcause.audits.experiments.experiment_merits import ExperimentRanking, Left
from symcause.audits.experiments.outcome_shares import Outcomes, Plain, counted
from symcause.errors import LimitError
from symcause.mechanisms.bounds import RANKED_LOOKS
from symcause.mechanisms.local_space import F, M, S
from symcause.mechanisms.next.drawn_outcomes import drawn_outcomes
from symcause.mechanisms.next.experiment_contexts import Experiment, Outcome
from symcause.mechanisms.next.experiment_ranks import ranked
from symcause.mechanisms.next.outcome_counts import Cells
from symcause.mechanisms.next.outcome_search import searched_outcomes


@dataclass(frozen=True)
class Posed(Generic[S, F, M]):
    """Experiments, as documents write them and as they are counted, on the contexts of the *cells*.

    *written* says what is seen as the documents of the family do.
    """

    cells: Cells[S, F, M]
    experiments: Sequence[tuple[Plain, Experiment]]
    written: Callable[[Outcome], Plain]

    def outcomes(self) -> Outcomes | Unknown:
        """What members show under the first experiment, or why they cannot be counted."""
        plain, experiment = self.experiments[0]
        try:
            drawn = drawn_outcomes(self.cells, experiment)
        except LimitError as error:
            return Unknown(str(error))
        members, rest = drawn.members, drawn.rest
        if rest:  # it may be few outcomes, all of them rare
            with suppress(LimitError):
                members, rest = searched_outcomes(self.cells, experiment), 0
        shown = ((self.written(outcome), number) for outcome, number in members.items())
        return counted(plain, shown, rest)

    def ranking(self, more: bool = False) -> ExperimentRanking | Unknown:
        """All of them by the worst outcome that is known, then by the average; *more*: there are others."""
        plain = {experiment: form for form, experiment in self.experiments}
        try:
            *_, last = ranked(self.cells, list(plain), effort=RANKED_LOOKS)
        except LimitError as error:
            return Unknown(str(error))
        able = [
            Left(plain[one.experiment], one.high, one.low, one.least, one.expected)
            for one in last.ranked
            if one.least < last.count
        ]
        missing = f"only the first {len(plain):,} experiments were tried" if more else None
        if any(one.expected is None and one.least == last.count for one in last.ranked):
            missing = missing or "not all outcomes are known"
        return ExperimentRanking(tuple(able), missing)
