"""Capabilities for answers: what a system is told, how its answer is read and scored, who competes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    from symcause.attempts.baseline_protocol import Baselines
    from symcause.audits.prompt import RenderedPrompt, Told
    from symcause.formats.problems import Problem
    from symcause.renderings.family_words import Wording
    from symcause.scoring.answer_grades import Grader
    from symcause.scoring.scoring_protocol import Scoring
    from symcause.scoring.shortcuts.public_rules import Shortcuts


ScoringClass: TypeAlias = "type[Scoring[Problem, Any]]"
"""``scoring``: a family's part in a scoring run; a dataclass whose fields are options."""

ShortcutsClass: TypeAlias = "type[Shortcuts[Any]]"
"""``shortcuts``: the label of a problem, and rules that look at its public part alone."""

BaselinesClass: TypeAlias = "type[Baselines]"
"""``baselines``: the family's own baselines, and what others need in order to compete."""

WordingClass: TypeAlias = "type[Wording]"
"""``rendering``: the family's words in texts."""


class Prompter(Protocol):
    """``prompt``: what a system gets; options of the family's own by name."""

    def __call__(self, problem: Problem, /, **options: object) -> Told: ...


class TwinPrompter(Protocol):
    """``twins``: what a system gets of one of two problems that differ in no public part.

    By the certificate about the two: what they may be, and what was seen of the first; so that its question
    is settled, or provably is not.
    """

    def __call__(
        self, problem: Problem, other: Problem, certificate: Mapping[str, object], /
    ) -> Told: ...


class AnswerWriter(Protocol):
    """``answer``: a model, or a mapping that stands for one, as the text of an answer."""

    def __call__(self, problem: Problem, model: object, /) -> str: ...


class AnswerReader(Protocol):
    """``model``: the model in the text of an answer. Raises UsageError where there is none."""

    def __call__(self, problem: Problem, text: str, /) -> object: ...


class GraderMaker(Protocol):
    """``grader``: who grades answers to a problem, by the claim of its certificate; None: nobody can."""

    def __call__(self, problem: Problem, claim: Mapping[str, object], /) -> Grader | None: ...


class RenderedPrompter(Protocol):
    """Of no family: the prompt of a problem in the words of a theme."""

    def __call__(self, problem: Problem, asked: RenderedPrompt[Any], /) -> Told: ...
