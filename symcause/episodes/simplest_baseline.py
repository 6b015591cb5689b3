"""The simplest baseline of a family with rules of episodes: the answer of the simplest member.

It also says for any such family what a program of somebody else's needs in order to answer its problems
(:mod:`symcause.attempts.baseline_protocol`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Generic, cast

from symcause.answers import Unknown
from symcause.attempts.attempt_record import Attempt, AttemptBudget
from symcause.audits.of_space.space_question import P
from symcause.episodes.episode import rules_of
from symcause.registry import family_of, load
from symcause.version import __version__

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

NEUTRAL = "problem"
"""The id of every problem that a baseline sees: an id may tell what the problem is."""


class SimplestMember(Generic[P]):
    """The answer of the simplest member of the version space."""

    names: Mapping[str, str] = {
        "simplest": "the answer of the simplest model that explains the evidence"
    }

    def does(self, problem: P) -> bool:
        return True

    def public(self, problem: P) -> P:
        own = family_of(problem).public
        if own is not None:
            return cast("P", replace(cast("DataclassInstance", load(own)(problem)), id=NEUTRAL))
        hidden: dict[str, Any] = {"gold": None, "metadata": {}}
        fields = {key: nothing for key, nothing in hidden.items() if hasattr(problem, key)}
        return cast("P", replace(cast("Any", problem), id=NEUTRAL, **fields))

    def document(self, public: P) -> dict[str, object]:
        writer = family_of(public).writer
        assert writer is not None
        return load(writer)(public)

    def budget(self, name: str, asked: AttemptBudget) -> AttemptBudget:
        return asked

    def bundled(self, public: P, name: str, seed: int, budget: AttemptBudget) -> Attempt:
        result = rules_of(public).simplest(public)
        return Attempt(note=result.reason) if isinstance(result, Unknown) else Attempt(result)

    def version(self, name: str) -> str:
        return f"symcause {__version__}"

    def text(self, public: P, answer: object) -> str:
        if isinstance(answer, str):
            return answer
        writer = family_of(public).answer
        if writer is None:
            return json.dumps(answer)
        return load(writer)(public, answer)

    def is_answer(self, document: Mapping[str, object]) -> bool:
        return True

    def checked(self, problem: P, text: str, attempt: Attempt) -> tuple[str | None, str | None]:
        return None, None
