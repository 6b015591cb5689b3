"""The study in a workbench: its file, and its problems as episodes of a participant."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symcause.bounds.workbench_bounds import STUDY_PROBLEMS
from symcause.episodes.episode import Episode
from symcause.errors import ProblemError, SymcauseError, UsageError, did_you_mean
from symcause.formats.answer_files.study_file import StudyDocument, read_study
from symcause.formats.pools.problem_files import read_problems
from symcause.registry import family_of

if TYPE_CHECKING:
    from symcause.formats.problems import Problem

_CODE = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")


@dataclass(frozen=True)
class Study:
    """A study file and the problems that it names."""

    stated: StudyDocument
    problems: tuple[Problem, ...]

    @classmethod
    def of(cls, path: str) -> Study:
        """The study of a file, every problem of it playable. Raises SymcauseError where it is not."""
        stated = read_study(path)
        pool = Path(path).parent / stated.pool
        problems: dict[str, Problem] = {}
        for item in read_problems(pool, question="play"):
            if item.problem is None:
                raise item.error or ProblemError("no problem", file=str(pool))
            problem = item.problem
            if problem.id in problems:
                raise ProblemError("two problems of one id", file=str(pool), value=problem.id)
            problems[problem.id] = problem
        for name in stated.problems or ():
            if name not in problems:
                near = did_you_mean(name, problems)
                raise ProblemError(
                    "no problem of the pool", file=path, place="problems", value=name, remedy=near
                )
        chosen = [problems[name] for name in stated.problems or problems]
        if not 1 <= len(chosen) <= STUDY_PROBLEMS:
            why = f"a study has 1 to {STUDY_PROBLEMS} problems"
            raise ProblemError(why, file=path, place="pool", value=len(chosen))
        study = cls(stated, tuple(chosen))
        for name in stated.rules:
            if name not in {family_of(problem).name for problem in chosen}:
                raise ProblemError(
                    "no problem is of this family", file=path, place="rules", value=name
                )
        for problem in chosen:
            try:
                study.episode(problem, "nobody")
            except SymcauseError as error:
                raise error.at(file=str(pool), place=problem.id) from None
        return study

    def episode(self, problem: Problem, participant: str) -> Episode[Any]:
        """The episode of a participant, at its start."""
        rules = self.stated.rules.get(family_of(problem).name, {})
        facts: dict[str, Any] = {"seed": self.stated.seed, "budget": self.stated.budget}
        return Episode(problem, rules, agent=participant, **facts)

    def participant(self, code: str) -> str:
        """A code as it stands in the results; upper and lower case are one. Raises UsageError."""
        participant = code.strip().lower()
        if _CODE.fullmatch(participant) is None:
            raise UsageError("a code is up to 40 letters, digits, - and _", value=code)
        known = self.stated.participants
        if known is not None and participant not in {name.lower() for name in known}:
            raise UsageError("this study has no such participant", value=code)
        return participant

    def ordered(self, participant: str) -> list[Any]:
        """The problems, in the order of this participant."""
        return [self.problems[i] for i in self.stated.order(len(self.problems), participant)]
