"""Scored difficulty of attempts: its options, and what they ask for."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from symcause.attempts.scored_baselines import BaselineScoring
from symcause.audits.question import option
from symcause.errors import UsageError
from symcause.scoring.difficulty.difficulty_study import HELDOUT_SUCCESS, Case, refuse_unknown
from symcause.scoring.difficulty.success_record import Hardness, Measures, pool_measures
from symcause.scoring.scoring_protocol import Means

if TYPE_CHECKING:
    from symcause.formats.problems import Problem

P = TypeVar("P", bound="Problem")
S = TypeVar("S")


@dataclass
class DifficultyScoring(BaselineScoring[P, S]):
    """With ``--difficulty`` problems are measured before answers are scored."""

    success: ClassVar[str] = HELDOUT_SUCCESS
    """What counts as solving a problem, in words."""

    only_answers: ClassVar[bool] = False
    """Does a problem that a system did not answer leave it out, or count as a failure?"""

    difficulty: bool = option(
        False,
        "Relate measures of problems to the success of each system.",
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
            refuse_unknown(self.joint, self.measures()[0])
        self.hardness = self._record(self.joint)

    @abstractmethod
    def measures(self) -> tuple[tuple[str, ...], Callable[[P], Measures]]:
        """The names of measures in the order of tables, and what finds them; it runs in a child."""

    @abstractmethod
    def measured_case(self, problem: P, measures: Measures) -> tuple[Case, bool]:
        """A problem with its measures, and whether it is known which answers to it are successes."""

    @abstractmethod
    def solved(self, line: Mapping[str, Any]) -> bool | None:
        """Is the answer of a line a success? None where that is not known."""

    def measurable(self, ids: Sequence[str]) -> list[str]:
        """Those of the problems that can be measured."""
        return list(ids)

    def measure(
        self, hardness: Hardness, find: Callable[[str], S], ids: Sequence[str], means: Means
    ) -> None:
        """What there is to know of the problems, once for all systems."""
        names, measured = self.measures()
        plain = self.measurable(ids)
        problems = (self.answered_by(find(id)) for id in plain)
        for id, own in pool_measures(measured, problems, plain, names, means).items():
            case, scored = self.measured_case(self.answered_by(find(id)), own)
            hardness.enter(names, case, scored=scored)

    def explained(
        self,
        find: Callable[[str], S],
        lines: Sequence[Mapping[str, object]],
        joint: tuple[str, ...],
    ) -> Hardness:
        """The study of these lines, with a joint model of these measures."""
        if self.difficulty and joint == self.joint:
            return self.hardness
        hardness = self._record(joint)
        self.measure(hardness, find, self.known_ids(), Means())
        for line in lines:
            hardness.take(line, self.solved(line))
        return hardness

    @abstractmethod
    def known_ids(self) -> list[str]:
        """The problems of the run."""

    def _record(self, joint: tuple[str, ...]) -> Hardness:
        return Hardness(joint, self.success, answered_only=self.only_answers)
