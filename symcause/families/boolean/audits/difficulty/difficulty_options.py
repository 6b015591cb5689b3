"""Difficulty options of Boolean scoring, and what they ask for: measures of problems and their study."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from symcause.attempts.scored_baselines import BaselineScoring
from symcause.audits.question import option
from symcause.errors import UsageError
from symcause.families.boolean.scoring.synthesis.success_record import Hardness
from symcause.scoring.difficulty.difficulty_study import refuse_unknown
from symcause.scoring.scoring_protocol import Means

if TYPE_CHECKING:
    from symcause.families.boolean.problem.problem import BooleanProblem  # noqa: F401
    from symcause.families.boolean.scoring.check.checker import Scorer
    from symcause.families.boolean.scoring.tables.problem_facts import Member


@dataclass
class DifficultyScoring(BaselineScoring["BooleanProblem", "Scorer"]):
    """With ``--difficulty`` problems are measured before answers are scored."""

    difficulty: bool = option(
        False,
        "Say which measures of problems go with the success of each system.",
        "flag",
    )
    joint: tuple[str, ...] = option(
        (),
        "With --difficulty: a measure of the joint model (repeatable, as many as the data carry).",
        "many",
        metavar="MEASURE",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.joint and not self.difficulty:
            raise UsageError("--joint needs --difficulty")
        if self.joint:
            from symcause.families.boolean.audits.difficulty.problem_measures import NAMES

            refuse_unknown(self.joint, NAMES)
        self.hardness = Hardness(self.joint)

    @property
    def members(self) -> Mapping[str, Member]:
        """The problems of the run."""
        raise NotImplementedError

    def measure(
        self, hardness: Hardness, find: Callable[[str], Scorer], ids: Sequence[str], means: Means
    ) -> None:
        """What there is to know of the problems, once for all systems."""
        from symcause.families.boolean.audits.difficulty.problem_measures import (
            NAMES,
            pool_measures,
        )

        plain = [id for id in ids if not self.members[id].identify]
        measures = pool_measures(find, plain, means)
        hardness.enter(NAMES, measures, self.members, lambda id: find(id).problem.metadata)

    def explained(
        self,
        find: Callable[[str], Scorer],
        lines: Sequence[Mapping[str, object]],
        joint: tuple[str, ...],
    ) -> Hardness:
        """The study of these lines, with a joint model of these measures."""
        if self.difficulty and joint == self.joint:
            return self.hardness
        hardness = Hardness(joint)
        self.measure(hardness, find, list(self.members), Means())
        for line in lines:
            hardness.take(line)
        return hardness
