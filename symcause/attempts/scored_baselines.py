"""Baselines in a scoring run: options that ask for them, their tasks, and the lines of their attempts."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from symcause.attempts.attempt_part import AttemptPart
from symcause.attempts.attempt_record import AttemptBudget, Handed
from symcause.attempts.attempt_run import (
    attempted,
    baselines_of,
    contestants,
    crashed,
    rechecked,
)
from symcause.attempts.baseline_protocol import Baselines, Contestant
from symcause.audits.question import option
from symcause.errors import UsageError
from symcause.models.number_phrases import plural
from symcause.registry import family
from symcause.scoring.scoring_protocol import Line, Scoring, Task, Terms

if TYPE_CHECKING:
    from symcause.formats.problems import Problem

P = TypeVar("P", bound="Problem")
S = TypeVar("S")


@dataclass
class BaselineScoring(Scoring[P, S]):
    """A family's part in a run in which baselines may answer, too."""

    everyone: bool = option(
        False, "Let all bundled baselines answer as well.", "flag", flags=("--baselines",)
    )
    named: tuple[str, ...] = option(
        (), "Let this baseline answer as well.", "many", metavar="NAME", flags=("--baseline",)
    )
    commands: tuple[str, ...] = option(
        (),
        "Let a program answer as well: it reads the problem as JSON and prints its answer.",
        "many",
        metavar="NAME=COMMAND",
        flags=("--baseline-command",),
    )
    functions: tuple[str, ...] = option(
        (),
        "Let a function of a Python file answer as well.",
        "many",
        metavar="NAME=FILE:FUNCTION",
        flags=("--baseline-function",),
    )

    def __post_init__(self) -> None:
        self._contestants: dict[str, Contestant] = {}
        if self.everyone or self.named or self.commands or self.functions:
            every = tuple(self.own_baselines.names) if self.everyone else ()
            asked = tuple(dict.fromkeys((*every, *self.named)))
            self._contestants = contestants(
                self.own_baselines, asked, self.commands, self.functions
            )

    @property
    @abstractmethod
    def family_name(self) -> str:
        """The name of the family, as the registry has it."""

    @property
    def own_baselines(self) -> Baselines:
        return baselines_of(family(self.family_name))

    @abstractmethod
    def answered_by(self, scorer: S) -> P:
        """The problem behind a scorer."""

    def offered(self, id: str) -> bool:
        """Is the problem of this id a task that baselines do?"""
        return True

    def refuse_others(self) -> None:
        """Raise UsageError where none of the baselines asked for is of this family."""
        if self.named and not self._contestants:
            title = family(self.family_name).title
            raise UsageError(f"{', '.join(self.named)} does not apply to {title}")

    def tasks(self, ids: list[str]) -> Iterator[Task]:
        plain = [id for id in ids if self.offered(id)]
        for name in self._contestants:
            yield from (Task(id, name) for id in plain)

    def attempt(self, scorer: S, task: Task, terms: Terms) -> Line:
        problem = self.answered_by(scorer)
        handed = attempted(self.own_baselines, problem, self._contestants[task.model], terms)
        return self._scored(scorer, task, handed)

    def failed(self, scorer: S, task: Task, terms: Terms, reason: str) -> Line:
        return self._scored(scorer, task, crashed(self.own_baselines, task.model, terms, reason))

    def _scored(self, scorer: S, task: Task, handed: Handed) -> Line:
        return {**self.score(scorer, task.model, handed.text), "attempt": handed.to_dict()}

    def attempted_otherwise(self, line: Mapping[str, object], terms: Terms) -> str | None:
        own, name = line.get("attempt"), str(line.get("model"))
        if not isinstance(own, dict) or name not in self._contestants or "budget" not in own:
            return None
        asked = AttemptBudget(terms.work, terms.seconds)
        if name in self.own_baselines.names:
            asked = self.own_baselines.budget(name, asked)
        told = {"memory": None, **own["budget"]}
        if told != {"memory": terms.megabytes, **asked.to_dict()}:
            return "the baselines in --out had another budget"
        if own.get("seed", terms.seed) != terms.seed:
            return "the baselines in --out had another seed"
        times = own.get("repeat", 2 if "deterministic" in own else 1)
        same = times == terms.repeat
        return None if same else f"the baselines in --out ran {plural(times, 'time')}"

    def claimed(self, scorer: S, line: Line, response: str, attempt: Mapping[str, Any]) -> Line:
        try:
            plain = json.loads(json.dumps(attempt, default=float))  # files have decimals
            msgspec.convert(plain, AttemptPart)
        except (
            msgspec.ValidationError,
            TypeError,
            ValueError,
        ):  # somebody else's word for something else
            return line
        found = rechecked(self.own_baselines, self.answered_by(scorer), response, plain)
        return {**line, "attempt": found}
