"""Rules of episodes about Boolean models: intervene, see a world, name the mechanisms.

Every action is seen on the same contexts
(:mod:`symcause.families.boolean.audits.next.experiment_contexts`), so that one model shows one outcome and
a worst case is defined. The answer is right if it is the same SCM as gold, however it is written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import ClassVar

from symcause.answers import Unknown
from symcause.audits.experiments.experiment_forms import action_of
from symcause.episodes.rules import (
    REPEATED,
    WASTED,
    Best,
    Judged,
    Offer,
    Optimum,
    Plain,
    Refused,
    Rules,
    Standing,
)
from symcause.errors import LimitError, UsageError
from symcause.families.boolean.audits.next.experiment_contexts import (
    STEP,
    contexts_of,
    experiments,
    model_outcome,
    rows_of,
    world_of,
)
from symcause.families.boolean.audits.next.experiment_ranks import rankings
from symcause.families.boolean.baselines.exact_search import solve
from symcause.families.boolean.bounds import ACTION_LOOKS
from symcause.families.boolean.episode import model_judgement as judging
from symcause.families.boolean.episode import terminal_dialogue as telling
from symcause.families.boolean.episode.action_offer import offered, task
from symcause.families.boolean.episode.effort import effort
from symcause.families.boolean.episode.experiment_plans import planned
from symcause.families.boolean.episode.initial_problem import fresh, opened, truth_of
from symcause.families.boolean.episode.intervention_actions import (
    Act,
    admitted,
    contexts_for,
    repeated,
    seen_world,
    with_bits,
)
from symcause.families.boolean.episode.knowledge_state import standing
from symcause.families.boolean.files.answer_documents import write_answer
from symcause.families.boolean.models.experiments import Experiment
from symcause.families.boolean.models.worlds import Mode
from symcause.families.boolean.problem.fingerprint import describe, describe_world
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.check.abstention import own_member, proved
from symcause.families.boolean.space.space_choice import open_space
from symcause.formats.struct_decoder import decode
from symcause.mechanisms.next.experiment_ranks import Ranking
from symcause.scoring.abstention_rule import Said


@dataclass(frozen=True)
class BooleanRules(Rules[BooleanProblem]):
    """Which mechanisms are there? Set up to this many variables at once, and see."""

    instruments = ("consistent", "only_one", "next")
    words: ClassVar[Mapping[str, str]] = {"stage": ""}  # the reason tells it

    initial: str = "observational"
    targets: int = 1
    choose_contexts: bool = False

    def opening(self, truth: BooleanProblem, seed: int) -> BooleanProblem:
        known = opened(truth, self.initial, seed)
        if self.choose_contexts and known.disclosure.roots is None:
            raise UsageError("the roots are hidden: contexts cannot be chosen", value=truth.id)
        if not 1 <= self.targets <= len(known.variables):
            raise UsageError("no such number of targets", value=self.targets)
        try:
            experiments(known, contexts_of(known), self.targets)
        except LimitError as error:
            raise UsageError(str(error)) from None
        return known

    def outside(self, truth: BooleanProblem) -> bool:
        known = opened(truth, self.initial, 0)
        return bool(open_space(known).objections(truth_of(truth)))

    def budget(self, truth: BooleanProblem) -> int:
        return sum(world.mode is not Mode.NONE for world in truth.training)

    def shown(self, known: BooleanProblem) -> Plain:
        """Worlds that were there before are numbered: their own names may tell why they are there."""
        worlds = tuple(
            world if world.id.startswith(STEP) else replace(world, id=f"w{at:02d}")
            for at, world in enumerate(known.worlds)
        )
        described = describe(replace(known, worlds=worlds))
        described.pop("format")
        return {"task": task(known), **described}

    def offer(self, known: BooleanProblem) -> Offer:
        return offered(known, self.targets, self.choose_contexts)

    def as_action(self, action: object) -> object:
        return action_of(action, "do")

    def act(
        self, truth: BooleanProblem, known: BooleanProblem, action: object, chance: Random
    ) -> Plain:
        act = admitted(known, action, self.targets, self.choose_contexts)
        contexts = contexts_for(known, act)
        outcome = model_outcome(truth_of(truth), act.experiment, contexts, known.variables)
        step = 1 + sum(world.id.startswith(STEP) for world in known.training)
        name = fresh(f"{STEP}_{step:02d}", known)
        return {
            "world": describe_world(world_of(name, act.experiment, rows_of(outcome, contexts.rows)))
        }

    def learnt(self, known: BooleanProblem, action: Plain, observation: Plain) -> BooleanProblem:
        return known.with_worlds((seen_world(known, action, observation),))

    def idle(self, before: BooleanProblem, action: Plain, after: BooleanProblem) -> str:
        assert decode(with_bits(action), Act) is not None
        return REPEATED if repeated(before, after.training[-1]) else WASTED

    def standing(self, known: BooleanProblem) -> Standing:
        return standing(known)

    def best(self, known: BooleanProblem) -> Best | Unknown:
        ranking = _ranked(known, self.targets)
        if isinstance(ranking, Unknown):
            return ranking
        best = ranking.best
        if best is None:
            return Best(None, ranking.count)
        low = min(one.low for one in ranking.ranked)
        if (
            self.choose_contexts
        ):  # other contexts may do better, but there are no more outcomes than this
            cells = contexts_of(known).rows * len(known.variables)
            low = min(low, -(-ranking.count >> cells) or 1)
        return Best(_said(best.experiment), min(one.high for one in ranking.ranked), low)

    def judged(self, truth: BooleanProblem | None, known: BooleanProblem, answer: object) -> Judged:
        return judging.judged(truth, known, answer)

    def objections(self, known: BooleanProblem, hypothesis: object) -> Sequence[str] | Unknown:
        judged = judging.judged_answer(known, hypothesis)
        if judged.scm is None:
            raise Refused(judged.reason or "no model")
        try:
            return tuple(map(str, open_space(known).objections(judged.scm)))
        except LimitError as error:
            return Unknown(str(error))

    def heard(self, known: BooleanProblem, answer: object) -> Said:
        return judging.heard(known, answer)

    def proved(self, known: BooleanProblem, alternatives: object) -> bool | None:
        return proved(known, alternatives, own_member(known))

    def spelled(self, known: BooleanProblem, words: str) -> object:
        return telling.spelled(words)

    def example(self, known: BooleanProblem) -> str:
        return f"{known.variables[0]}=1"

    def unreadable(self, known: BooleanProblem, answer: object) -> str | None:
        return judging.judged_answer(known, answer).reason

    def mistakes(self, known: BooleanProblem, answer: object) -> dict[str, str]:
        return judging.mistakes(known, answer)

    def phrased(self, known: BooleanProblem, words: str) -> object:
        return telling.mechanisms(words) or super().phrased(known, words)

    def answer_example(self, known: BooleanProblem) -> str:
        return telling.answer_example(known.variables, known.disclosure.roots)

    def told(self, observation: Plain) -> str:
        return telling.observation_text(observation) or super().told(observation)

    def seen(self, known: BooleanProblem, observation: Plain) -> str:
        return telling.observation_text(observation, known.variables) or super().told(observation)

    def admissible(self, known: BooleanProblem) -> Sequence[Plain]:
        return [_said(e) for e in experiments(known, contexts_of(known), self.targets)]

    def optimal(self, known: BooleanProblem, left: int) -> Plain | Unknown | None:
        if self.choose_contexts:
            return Unknown("no plan is made where contexts are chosen")
        try:
            pair = planned(known, self.targets)
        except LimitError as error:
            return Unknown(str(error))
        if isinstance(pair, Unknown):
            return pair
        return None if pair[1] is None else _said(pair[1])

    def effort(self, truth: BooleanProblem | None, start: BooleanProblem) -> Optimum:
        if truth is None or self.choose_contexts:
            return Optimum()
        try:
            return effort(truth_of(truth), start, self.targets)
        except LimitError:
            return Optimum()

    def simplest(self, known: BooleanProblem) -> object | Unknown:
        attempt = solve(known)
        if not attempt.solved:
            return Unknown(attempt.note or "no model was found")
        return write_answer(attempt.answer)


def _said(experiment: Experiment) -> dict[str, object]:
    return {"do": {name: int(bit) for name, bit in experiment.assignments}}


@lru_cache(maxsize=256)
def _ranked(known: BooleanProblem, targets: int) -> Ranking[Experiment] | Unknown:
    """The experiments, best first; agent and judge ask the same."""
    try:
        *_, ranking = rankings(known, targets=targets, effort=ACTION_LOOKS)
    except LimitError as error:
        return Unknown(str(error))
    return ranking
