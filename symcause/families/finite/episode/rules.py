"""Rules of finite episodes: members are listed, gold shows its states, a model is the answer.

Held-out worlds and queries are no part of an episode. The simplest answer to a problem of queries is what
the simplest member says of each.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from random import Random
from typing import Any, cast

from symcause.answers import Unknown
from symcause.episodes.listing_rules import ListingRules
from symcause.episodes.rules import Judged, Offer, Optimum, Plain
from symcause.errors import LimitError, UsageError
from symcause.families.finite.episode.effort import effort
from symcause.families.finite.episode.observation_text import row_text
from symcause.families.finite.models.compiled_answers import AnswerFault, compiled
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.families.finite.scoring.answer_check import ModelCheck, read_text
from symcause.families.finite.scoring.query_answers import Answering
from symcause.families.finite.space.space_choice import open_space
from symcause.mechanisms.tables.table_models import TableModel
from symcause.scoring.abstention_rule import Said

ALL, OBSERVATIONAL = "all", "observational"
INITIAL = (ALL, OBSERVATIONAL)
"""Worlds that an episode begins with."""


@dataclass(frozen=True)
class FiniteRules(ListingRules[FiniteProblem]):
    """Set variables, see what gold shows on the contexts, answer with a model.

    What is known at the start are the worlds without an intervention, if there is one, or all of them.
    """

    initial: str = OBSERVATIONAL

    def opening(self, truth: FiniteProblem, seed: int) -> FiniteProblem:
        if self.initial not in INITIAL:
            raise UsageError(
                "no such beginning", value=self.initial, remedy=f"one of {', '.join(INITIAL)}"
            )
        return self._begun(super().opening(_played(truth), seed))

    def _begun(self, known: FiniteProblem) -> FiniteProblem:
        seen = tuple(world for world in known.worlds if not world.targets)
        return replace(known, worlds=seen) if seen and self.initial != ALL else known

    def optimum(self, truth: FiniteProblem | None, start: FiniteProblem) -> Optimum:
        gold = None if truth is None else cast("TableModel", _played(truth).gold)
        return effort(open_space(start), gold)

    def act(
        self, truth: FiniteProblem, known: FiniteProblem, action: object, chance: Random
    ) -> Plain:
        return super().act(_played(truth), known, action, chance)

    def judged(self, truth: FiniteProblem | None, known: FiniteProblem, answer: object) -> Judged:
        return super().judged(None if truth is None else _played(truth), known, answer)

    def offer(self, known: FiniteProblem) -> Offer:
        return replace(super().offer(known), answer=_answer(known))

    def seen(self, known: FiniteProblem, observation: Plain) -> str:
        rows: Any = observation.get("rows")
        if not rows:
            return super().seen(known, observation)
        return row_text(known.variables, rows)

    def heard(self, known: FiniteProblem, answer: object) -> Said:
        try:
            text = answer if isinstance(answer, str) else json.dumps(answer)
        except TypeError:
            return Said()
        return read_text(known, text).said

    def proved(self, known: FiniteProblem, alternatives: object) -> bool | None:
        return ModelCheck(known, open_space(known)).proves(alternatives)

    def simplest(self, known: FiniteProblem) -> object | Unknown:
        if known.task != "predict":
            return super().simplest(known)
        space = open_space(known)
        member = next(space.simplest(), None)
        if isinstance(member, Unknown):
            return member
        members, answering = () if member is None else (member,), Answering(space)
        try:
            said = {one.id: answering.of_members(one, members).answer for one in known.queries}
        except LimitError as error:
            return Unknown(str(error))
        return {"predictions": said}


def _answer(known: FiniteProblem) -> Plain:
    """The form of an answer: an expression for every variable that is no root, and hidden roots by name."""
    roots, names = known.disclosure.roots, known.variables
    own = [name for name in names if roots is None or name not in roots]
    mechanisms: dict[str, object] = {
        "type": "object",
        "properties": {name: {"type": "string"} for name in own},
        "additionalProperties": False,
    }
    if roots is not None:
        mechanisms["required"] = own
        parts: dict[str, object] = {"mechanisms": mechanisms}
    else:
        parts = {"mechanisms": mechanisms, "roots": {"type": "array", "items": {"enum": own}}}
    return {"type": "object", "properties": parts, "required": list(parts)}


def _played(truth: FiniteProblem) -> FiniteProblem:
    """The problem as it is played: training worlds, and gold as a model."""
    model: object = truth.gold
    if truth.gold is not None and not isinstance(truth.gold, TableModel):
        try:
            model = compiled(truth, truth.gold)
        except AnswerFault as fault:
            raise UsageError(f"gold is no model: {fault.reason}", value=truth.id) from None
    gold = cast("Any", model)
    return replace(truth, worlds=truth.training, queries=(), task="model", gold=gold)
