"""The rules of a ShapeWorld episode: hold or move a shape, then answer the question.

What is known is the case without its world: start, steps so far, class. The transcript that a problem may
hold is another agent's: it is left out unless the initial evidence is ``all``. Members are the relations of
the class that show all of it; the question is settled when all of them answer alike. Every shape may be
moved and held at any time; moving what moves and holding what is still never changes anything (void).

Under the *released* protocol the first intervention is forced: an answer before it is an error there, and
wrong here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Literal

import msgspec

from symcause.answers import Unknown
from symcause.episodes.rules import (
    SET_UP,
    VOID,
    WASTED,
    Best,
    Judged,
    Offer,
    Optimum,
    Plain,
    Refused,
    Rules,
    Standing,
    taken,
)
from symcause.errors import ProblemError, UsageError, did_you_mean
from symcause.families.shapeworld.bounds import GUESSED_SHAPES
from symcause.families.shapeworld.episode.answer_judgement import heard, judged, optimum, unreadable
from symcause.families.shapeworld.episode.episode_position import position
from symcause.families.shapeworld.episode.task_brief import (
    first_observation,
    observation_text,
    offered,
)
from symcause.families.shapeworld.files.dataset_view import public
from symcause.families.shapeworld.models.dynamics import Action, is_void
from symcause.families.shapeworld.problem.hidden_shape import after_true, case_in, true_case
from symcause.families.shapeworld.problem.problem import MAX_STEPS, NO, YES, ShapeWorldProblem, Step
from symcause.families.shapeworld.problem.transcript_evidence import last_state, mismatch, numbered
from symcause.families.shapeworld.problem.verdict_kinds import TranscriptVerdict
from symcause.families.shapeworld.problem.world_classes import WorldClass, class_named
from symcause.families.shapeworld.scoring.abstention import is_open, proved, read_world
from symcause.families.shapeworld.space.space_choice import open_space
from symcause.families.shapeworld.space.world_separation import Move
from symcause.formats.struct_decoder import decode
from symcause.scoring.abstention_rule import REFUTED, Said

FREE, RELEASED = "free", "released"
"""Protocols: an answer at any time; one intervention is forced."""

OBSERVATIONAL, ALL = "observational", "all"
"""What an agent begins with: the start, or the transcript of the problem too."""


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An intervention on one shape."""

    action: Literal["move", "hold"]
    shape: str


class Shown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What moves after it."""

    moving: tuple[str, ...]


@dataclass(frozen=True)
class ShapeWorldRules(Rules[ShapeWorldProblem]):
    """Does one shape moving make another move?"""

    instruments = ("consistent", "only_one", "next")
    noun = "relation"
    hypothesis = 'is a world, {"edges": [[cause, effect], …]}: who makes whom move'

    protocol: str = FREE
    scope: str | None = None
    initial: str = OBSERVATIONAL

    def __post_init__(self) -> None:
        for place, given, words in (
            ("protocol", self.protocol, (FREE, RELEASED)),
            ("initial evidence", self.initial, (OBSERVATIONAL, ALL)),
        ):
            if given not in words:
                raise UsageError(
                    f"no such {place}", value=given, remedy=f"known: {', '.join(words)}"
                )

    def opening(self, truth: ShapeWorldProblem, seed: int) -> ShapeWorldProblem:
        if truth.gold_relation is None:
            raise UsageError(
                "nobody knows the world: there is no gold",
                value=truth.id,
                remedy='state the true graph as "gold"; the player never sees it',
            )
        if truth.initial is None:
            raise UsageError("nobody knows what moves at the start", value=truth.id)
        kept = truth if self.initial == ALL else truth.cut(0)
        seen = true_case(kept)
        assert seen.gold_relation is not None
        wrong = mismatch(seen, seen.gold_relation.effects)
        if wrong is not None:
            raise UsageError(f"the world does not show what was seen: {wrong.reason}")
        return replace(public(kept), scope=self._class(truth), protocol=self.protocol == RELEASED)

    def _class(self, problem: ShapeWorldProblem) -> WorldClass | None:
        return problem.scope if self.scope is None else class_named(self.scope)

    def outside(self, truth: ShapeWorldProblem) -> bool:
        scope = self._class(truth) or WorldClass.ALL
        if truth.driven and scope is not WorldClass.HIDDEN:
            return True
        gold = case_in(truth, scope).gold_relation
        return gold is not None and not scope.contains(gold.effects)

    def budget(self, truth: ShapeWorldProblem) -> int:
        begun = numbered(truth) if self.initial == ALL else 0
        return max(0, truth.most_steps - begun)

    def due(self, known: ShapeWorldProblem) -> bool:
        return known.protocol and not numbered(known)

    def shown(self, known: ShapeWorldProblem) -> Plain:
        return first_observation(known)

    def offer(self, known: ShapeWorldProblem) -> Offer:
        return offered(known, due=self.due(known))

    def as_action(self, action: object) -> object:
        held = getattr(action, "experiment", action)
        if isinstance(held, tuple) and len(held) == 2:
            return {"action": held[0], "shape": held[1]}
        return held

    def act(
        self, truth: ShapeWorldProblem, known: ShapeWorldProblem, action: object, chance: Random
    ) -> Plain:
        asked = taken(action, Act)
        if asked.shape not in known.index:
            raise Refused(
                "no such shape",
                place="shape",
                value=asked.shape,
                remedy=did_you_mean(asked.shape, known.shapes),
            )
        if len(known.transcript) >= MAX_STEPS:
            raise Refused(f"a transcript has at most {MAX_STEPS} steps", remedy="answer")
        state = last_state(known)
        assert state is not None
        there = after_true(truth, state, Action(asked.action), known.index[asked.shape])
        return {"moving": list(known.names(there))}

    def learnt(
        self, known: ShapeWorldProblem, action: Plain, observation: Plain
    ) -> ShapeWorldProblem:
        done = decode(action, Act)
        moving = decode(observation, Shown, place="observation").moving
        if len(known.transcript) >= MAX_STEPS:
            raise ProblemError(f"a transcript has at most {MAX_STEPS} steps")
        step = Step(done.action, done.shape, moving)
        return replace(known, transcript=(*known.transcript, step))

    def idle(self, before: ShapeWorldProblem, action: Plain, after: ShapeWorldProblem) -> str:
        state, done = last_state(before), decode(action, Act)
        assert state is not None
        if is_void(state, Action(done.action), before.index[done.shape]):
            return VOID
        return WASTED if last_state(after) == state else SET_UP

    def standing(self, known: ShapeWorldProblem) -> Standing:
        here = position(known)
        count = here.count
        return Standing(
            members=None if isinstance(count, Unknown) else count,
            verdict=str(here.verdict),
            settled=here.verdict.settled,
            entailed=here.entailed,
            reason=count.reason if isinstance(count, Unknown) else None,
        )

    def best(self, known: ShapeWorldProblem) -> Best | Unknown:
        pair = position(known).best
        if isinstance(pair, Unknown):
            return pair
        move, worst = pair
        return Best(None if move is None else _plain(known, move), worst)

    def judged(
        self, truth: ShapeWorldProblem | None, known: ShapeWorldProblem, answer: object
    ) -> Judged:
        if self.due(known):
            why = "the released protocol forces one intervention before the answer"
            return Judged(None if truth is None else False, REFUTED, why)
        return judged(truth, known, answer)

    def objections(self, known: ShapeWorldProblem, hypothesis: object) -> Sequence[str]:
        told = hypothesis if isinstance(hypothesis, dict) else {"edges": hypothesis}
        case = case_in(known, known.scope or WorldClass.ALL)
        world = read_world(case, told.get("edges"), told.get("driven", []))
        if world is None:
            raise Refused("no world", remedy='give {"edges": [["circle", "star"], …]}')
        return tuple(map(str, open_space(known).objections(world)))

    def heard(self, known: ShapeWorldProblem, answer: object) -> Said:
        return Said(claims=True) if self.due(known) else heard(answer)

    def is_open(self, known: ShapeWorldProblem) -> bool | None:
        return is_open(position(known).verdict)

    def proved(self, known: ShapeWorldProblem, alternatives: object) -> bool | None:
        return proved(known, alternatives, known.scope or WorldClass.ALL)

    def unreadable(self, known: ShapeWorldProblem, answer: object) -> str | None:
        return unreadable(answer)

    def answer_example(self, known: ShapeWorldProblem) -> str:
        return "yes"

    def optimum(self, truth: ShapeWorldProblem | None, start: ShapeWorldProblem) -> Optimum:
        return optimum(truth, start)

    def spelled(self, known: ShapeWorldProblem, words: str) -> object:
        """``hold circle``; the name of a shape may hold spaces."""
        action, _, shape = words.strip().partition(" ")
        if action not in tuple(Action) or not shape:
            raise Refused("not understood", value=words, remedy="type move NAME or hold NAME")
        return {"action": action, "shape": shape.strip()}

    def example(self, known: ShapeWorldProblem) -> str:
        return f"hold {known.shapes[0]}"

    def told(self, observation: Plain) -> str:
        return observation_text(observation)

    def admissible(self, known: ShapeWorldProblem) -> Sequence[Plain]:
        return [_plain(known, move) for move in position(known).moves]

    def optimal(self, known: ShapeWorldProblem, left: int) -> Plain | Unknown | None:
        pair = position(known).optimal
        return pair if pair is None or isinstance(pair, Unknown) else _plain(known, pair)

    def simplest(self, known: ShapeWorldProblem) -> object | Unknown:
        here = position(known)
        if here.verdict is TranscriptVerdict.UNDECIDABLE:
            return {"cannot_tell": True}
        if here.verdict is not TranscriptVerdict.OPEN:
            return YES if here.verdict is TranscriptVerdict.YES else NO
        if known.size > GUESSED_SHAPES:
            return Unknown(f"a simple world is looked for with at most {GUESSED_SHAPES} shapes")
        return YES if here.simplest else NO


def _plain(known: ShapeWorldProblem, move: Move) -> Plain:
    return {"action": str(move[0]), "shape": known.shapes[move[1]]}
