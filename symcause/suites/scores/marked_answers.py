"""Marked answers in the scores of suites: what an answer to a problem of a part is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from symcause.errors import UsageError
from symcause.registry import load
from symcause.renderings.prompt_answers import in_own_names
from symcause.scoring.scoring_protocol import Line, Scoring
from symcause.suites.draws.suite_problem import SuiteProblem
from symcause.suites.folder.suite import Entry, Suite
from symcause.suites.scores.primary_numbers import PAIRED, Score, score_of


@dataclass(frozen=True)
class Marking:
    """How answers to a problem are marked: the number that counts, and whether abstaining is offered."""

    primary: str
    abstain: bool

    def score(self, line: Mapping[str, Any]) -> Score:
        """What a line of scoring is worth."""
        return score_of(line, self.primary, abstain=self.abstain)


class ReadyProblem:
    """A problem that answers are scored for."""

    def __init__(self, whole: SuiteProblem) -> None:
        dotted = whole.family.scoring
        if dotted is None:
            raise UsageError(f"nobody scores {whole.family.title}", value=whole.id)
        self._problem = whole.problem
        self._scoring: Scoring[Any, Any] = load(dotted)()
        self._scoring.enter(self._problem, "")
        self._scorer = self._scoring.scorer(self._problem)

    def line(self, model: str, text: str) -> Line:
        """What scoring says of an answer."""
        own = in_own_names(self._problem, text, {})
        line: Line = self._scoring.score(self._scorer, model, own)
        return line


@dataclass(frozen=True)
class Marker:
    """Who marks the answers to the problems of a suite."""

    suite: Suite
    _ready: dict[str, ReadyProblem] = field(default_factory=dict)

    @cached_property
    def entries(self) -> Mapping[str, Entry]:
        """The problems by their public ids."""
        return {entry.id: entry for entry in self.suite.entries}

    @cached_property
    def _primary(self) -> Mapping[str, str]:
        """The numbers that count for the problems that are rendered, by digest."""
        return {
            entry.whole.digest: self.suite.recipe.part(entry.whole.part).primary
            for entry in self.suite.entries
            if entry.whole.rendering is None
        }

    def marking(self, entry: Entry) -> Marking:
        """How answers to a problem are marked: those to a text as those to what it says."""
        part = self.suite.recipe.part(entry.whole.part)
        primary = part.primary
        if primary == PAIRED:
            primary = self._primary[entry.whole.digest]
        return Marking(primary, part.abstain)

    def line(self, entry: Entry, model: str, text: str) -> Line:
        """What scoring says of an answer, under the public id of its problem."""
        if entry.id not in self._ready:
            self._ready[entry.id] = ReadyProblem(entry.whole)
        line = self._ready[entry.id].line(model, text)
        return {**line, "problem": entry.id, "part": entry.whole.part}
