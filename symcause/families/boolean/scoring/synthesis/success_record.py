"""The success record of Boolean synthesis: which problems a system solved, for a difficulty study."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from symcause.families.boolean.scoring.tables.problem_facts import Member
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.difficulty.difficulty_study import (
    Case,
    DifficultyStudy,
    MeasureLine,
)
from symcause.scoring.difficulty.difficulty_tables import study_tables
from symcause.scoring.score_table import Table


class Hardness:
    """Measures of problems, and successes of systems; *joint* are the measures of a joint model."""

    def __init__(self, joint: tuple[str, ...] = ()) -> None:
        self.answered_only = False
        self._joint = joint
        self._names: tuple[str, ...] = ()
        self._cases: dict[str, Case] = {}
        self._open: set[str] = set()  # problems of which success is not known
        self._outcomes: dict[str, dict[str, bool]] = {}
        self._lines: list[MeasureLine] | None = None

    def enter(
        self,
        names: tuple[str, ...],
        measures: Mapping[str, Mapping[str, float | None]],
        members: Mapping[str, Member],
        metadata: Callable[[str], Mapping[str, object]],
    ) -> None:
        """Take in problems."""
        self._names = names
        for id, measure in measures.items():
            member = members[id]
            level = str(metadata(id).get("level", ""))
            self._cases[id] = Case(id, member.latent, level, member.setting, measure)
            if not (member.alternative or member.has_heldout):
                self._open.add(id)

    def take(self, line: Mapping[str, Any]) -> None:
        """Count an answer: a success replays all held-out worlds, or is an alternative in all respects."""
        problem = str(line.get("problem"))
        if "error" in line or problem not in self._cases or problem in self._open:
            return
        told = line["joint_success"] if "joint_success" in line else line.get("heldout_exact")
        if told is not None:
            self._outcomes.setdefault(str(line.get("model")), {})[problem] = told is True
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
        return DifficultyStudy(kept, systems, self._names, bootstrap, len(self._open))

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
