"""The success record of a difficulty study in scoring."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from typing import Any, TypeVar

from symcause.errors import LimitError, UsageError
from symcause.processes.pools import pool
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.difficulty.difficulty_study import (
    HELDOUT_SUCCESS,
    Case,
    DifficultyStudy,
    MeasureLine,
)
from symcause.scoring.difficulty.difficulty_tables import study_tables
from symcause.scoring.score_table import Table
from symcause.scoring.scoring_protocol import Means

P = TypeVar("P")

Measures = dict[str, float | None]


def known(measures: Mapping[str, Callable[[], float | None]]) -> Measures:
    """Each measure of a problem; None where it is out of reach."""
    return {name: _within_reach(measure) for name, measure in measures.items()}


def _within_reach(measure: Callable[[], float | None]) -> float | None:
    try:
        value = measure()
    except (LimitError, UsageError):
        return None
    return None if value is None else float(value)


def pool_measures(
    measured: Callable[[P], Measures],
    problems: Iterable[P],
    ids: Sequence[str],
    names: Sequence[str],
    means: Means | None = None,
) -> dict[str, Measures]:
    """Those of the problems with these ids, in child processes."""
    means = means or Means()
    work = pool(measured, problems, jobs=means.jobs, on=means.on, seconds=means.seconds)
    with closing(work) as outcomes:
        return {
            ids[at]: outcome if isinstance(outcome, dict) else dict.fromkeys(names)
            for at, outcome in outcomes
        }


class Hardness:
    """Measures of problems, and successes of systems; *joint* are the measures of a joint model."""

    def __init__(
        self,
        joint: tuple[str, ...] = (),
        success: str = HELDOUT_SUCCESS,
        *,
        answered_only: bool = False,
    ) -> None:
        self.answered_only = answered_only
        self._joint, self._success = joint, success
        self._names: tuple[str, ...] = ()
        self._cases: dict[str, Case] = {}
        self._open: set[str] = set()  # problems of which success is not known
        self._outcomes: dict[str, dict[str, bool]] = {}
        self._lines: list[MeasureLine] | None = None

    def enter(self, names: tuple[str, ...], case: Case, *, scored: bool = True) -> None:
        """Take in a problem; of one that is not *scored* nobody knows who solved it."""
        self._names = names
        self._cases[case.id] = case
        if not scored:
            self._open.add(case.id)

    def take(self, line: Mapping[str, Any], success: bool | None) -> None:
        """Count an answer; None: whether it is a success is not known."""
        problem = str(line.get("problem"))
        if "error" in line or problem not in self._cases or problem in self._open:
            return
        if success is not None:
            self._outcomes.setdefault(str(line.get("model")), {})[problem] = success
            self._lines = None

    def study(self, bootstrap: Bootstrap, answered_only: bool = False) -> DifficultyStudy:
        """Problems that a system did not answer count as failures unless only answers are wanted."""
        kept = tuple(case for id, case in self._cases.items() if id not in self._open)
        systems = {
            system: dict(outcome)
            if answered_only or self.answered_only
            else {case.id: outcome.get(case.id, False) for case in kept}
            for system, outcome in self._outcomes.items()
        }
        return DifficultyStudy(
            kept, systems, self._names, bootstrap, len(self._open), self._success
        )

    def lines(self, bootstrap: Bootstrap, answered_only: bool = False) -> list[MeasureLine]:
        """Every system and measure, computed once."""
        if self._lines is None:
            study = self.study(bootstrap, answered_only)
            self._lines = [study.line(s, m) for s in study.systems for m in study.names]
        return self._lines

    def tables(self, bootstrap: Bootstrap, answered_only: bool = False) -> list[Table]:
        """The summary; raises UsageError where the joint model is too large."""
        study = self.study(bootstrap, answered_only)
        joint = study.joints(self._joint) if self._joint else []
        return study_tables(study, self.lines(bootstrap, answered_only), joint)
