"""Scope of the Boolean bundle: which problems it counts, and what a scoring run asks of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.check.check_result import CheckResult
from symcause.models.disclosure import Setting


def is_counted(problem: BooleanProblem) -> bool:
    """The bundle is about plain tasks with gold, all of whose cells are observed."""
    plain = not problem.is_alternative_task and not problem.identify
    plain = plain and not any(world.holes is not None for world in problem.worlds)
    return plain and problem.setting is not Setting.HIDDEN_ROOTS and problem.gold is not None


class BundleRecords(Protocol):
    """The records of answers to one problem."""

    def record(self, model: str, text: str, result: CheckResult) -> dict[str, object]: ...


class BundleFiles(Protocol):
    """The records of a run, added up, and the files that they come to."""

    @property
    def unread(self) -> int: ...

    def take(self, record: dict[str, Any]) -> None: ...

    def files(self) -> Iterable[tuple[str, str]]: ...
