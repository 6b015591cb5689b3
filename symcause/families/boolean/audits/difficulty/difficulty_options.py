"""Difficulty options of Boolean audits: what is measured, and what solves a problem."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from symcause.attempts.scored_difficulty import DifficultyScoring
from symcause.scoring.difficulty.difficulty_study import Case

if TYPE_CHECKING:
    from symcause.families.boolean.problem.problem import BooleanProblem
    from symcause.families.boolean.scoring.check.checker import Scorer  # noqa: F401
    from symcause.families.boolean.scoring.tables.problem_facts import Member
    from symcause.scoring.difficulty.success_record import Measures


@dataclass
class BooleanDifficulty(DifficultyScoring["BooleanProblem", "Scorer"]):
    """Boolean problems with their measures."""

    @property
    @abstractmethod
    def members(self) -> Mapping[str, Member]:
        """The problems of the run."""

    def measures(self) -> tuple[tuple[str, ...], Callable[[BooleanProblem], Measures]]:
        from symcause.families.boolean.audits.difficulty.problem_measures import (
            NAMES,
            problem_measures,
        )

        return NAMES, problem_measures

    def measurable(self, ids: Sequence[str]) -> list[str]:
        return [id for id in ids if not self.members[id].identify]

    def measured_case(self, problem: BooleanProblem, measures: Measures) -> tuple[Case, bool]:
        member, level = self.members[problem.id], str(problem.metadata.get("level", ""))
        case = Case(problem.id, member.latent, level, member.setting, measures)
        return case, member.alternative or member.has_heldout

    def solved(self, line: Mapping[str, Any]) -> bool | None:
        """A success replays all held-out worlds, or is an alternative in all respects."""
        told = line["joint_success"] if "joint_success" in line else line.get("heldout_exact")
        return None if told is None else told is True

    def known_ids(self) -> list[str]:
        return list(self.members)
