"""The rules of a linear episode: intervene on a crystal, read it, answer for the reactor.

What is known is the problem without gold: the records, the chain of readings of the manipulator's crystal,
the reactor's readings and the class. Members are graphs. The answer is a hypothesis (or all equations) and
the reactor's target, in the form of ``symcause prompt``; it is right if the target is within the tolerance,
5 as released.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import ClassVar

from symcause.answers import Unknown
from symcause.audits.experiments.experiment_forms import action_of
from symcause.episodes.rules import (
    REPEATED,
    SET_UP,
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
from symcause.errors import SymcauseError, UsageError, did_you_mean
from symcause.families.linear.audits.next.intervention_outcomes import already_set, fresh_value
from symcause.families.linear.episode.actions import (
    act_of,
    admitted,
    extended,
    plain,
    seen_of,
    usual,
)
from symcause.families.linear.episode.answer_judgement import (
    heard_answer,
    judged_answer,
    missing,
    mistakes,
    objections,
)
from symcause.families.linear.episode.best_action import best_action
from symcause.families.linear.episode.episode_plan import plan, shortest_proof
from symcause.families.linear.episode.initial_evidence import (
    INITIAL,
    OBSERVATIONAL,
    concealed,
    opened,
    playable,
    started,
)
from symcause.families.linear.episode.manipulator_crystal import reading_after
from symcause.families.linear.episode.question_status import (
    GRAPH,
    QUESTIONS,
    TARGET,
    Asked,
    opened_space,
    question_open,
    situation_of,
    standing_of,
)
from symcause.families.linear.episode.task_brief import first_observation, offered
from symcause.families.linear.files.class_source import CLASS_SOURCE
from symcause.families.linear.problem.class_override import restricted
from symcause.families.linear.problem.evidence_replay import reactor_target
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.scoring.abstention import proved
from symcause.families.linear.space.membership_objections import class_objections
from symcause.models.exact_numbers import print_number, read_number
from symcause.scoring.abstention_rule import Said

BUDGET = 4
"""Interventions for each property, where a problem does not state a budget."""


@dataclass(frozen=True)
class LinearRules(Rules[LinearProblem]):
    """How do the properties cause each other, and what does the reactor read?"""

    instruments = ("consistent", "only_one", "next")
    noun = "graph"
    words: ClassVar[Mapping[str, str]] = {
        "edge_f1": "edge F1",
        "target_edge_f1": "target edge F1",
        "root_f1": "root F1",
        "coefficient_f1": "coefficient F1",
        "coefficient_f1_released": "coefficient F1, as released",
        "target_exact": "prediction exact",
        "fits": "fits the evidence",
        "shd": "SHD",
        "shd_missing": "SHD: missing edges",
        "shd_extra": "SHD: extra edges",
        "shd_reversed": "SHD: reversed edges",
    }
    hypothesis = 'has edges, {"edges": [[cause, effect], …]}, or {"equations": {…}}'

    question: str = TARGET
    tolerance: str = "5"
    targets: int = 1
    initial: str = OBSERVATIONAL
    coefficients: str | None = None
    min_effect: str | None = None

    def __post_init__(self) -> None:
        _one_of(self.question, QUESTIONS, "question")
        _one_of(self.initial, INITIAL, "initial evidence")
        if isinstance(self.targets, bool) or not isinstance(self.targets, int) or self.targets < 1:
            raise UsageError("at least one property is set at once", value=self.targets)
        for text in (self.coefficients, self.min_effect):
            if text is not None and not isinstance(text, str):
                raise UsageError("no class of coefficients", value=text, remedy="give it as text")
        if self._tolerance < 0:
            raise UsageError("a tolerance is not negative", value=self.tolerance)

    @property
    def _tolerance(self) -> Fraction:
        try:
            return read_number(self.tolerance)
        except SymcauseError as error:
            raise UsageError("no tolerance", value=self.tolerance, remedy=str(error)) from None

    @property
    def _asked(self) -> Asked:
        return Asked(self.question, self._tolerance)

    def _classed(self, truth: LinearProblem) -> LinearProblem:
        """The problem with the class that was asked for; a minimum effect of ours is not gold's."""
        problem = restricted(truth, coefficients=self.coefficients, min_effect=self.min_effect)
        if self.min_effect is None:
            return problem
        kept = {key: value for key, value in truth.metadata.items() if key != CLASS_SOURCE}
        return replace(problem, metadata=kept)

    def opening(self, truth: LinearProblem, seed: int) -> LinearProblem:
        return opened(self._classed(truth), seed, self.initial)

    def budget(self, truth: LinearProblem) -> int:
        stated = None if truth.episode is None else truth.episode.budget
        return BUDGET * len(truth.controllable) if stated is None else stated

    def outside(self, truth: LinearProblem) -> bool:
        model = truth.gold_model()
        known = concealed(self._classed(truth))
        return model is not None and any(class_objections(known, model))

    def shown(self, known: LinearProblem) -> Plain:
        return first_observation(known)

    def offer(self, known: LinearProblem) -> Offer:
        return offered(known, self.targets, self._asked)

    def as_action(self, action: object) -> object:
        return action_of(action, "intervene")

    def act(
        self, truth: LinearProblem, known: LinearProblem, action: object, chance: Random
    ) -> Plain:
        act = admitted(known, action, self.targets)
        playable(truth)
        begun = max(len(started(truth, self.initial)), 1)
        return seen_of(reading_after(truth, known, begun, act, chance))

    def learnt(self, known: LinearProblem, action: Plain, observation: Plain) -> LinearProblem:
        return extended(known, action, observation)

    def idle(self, before: LinearProblem, action: Plain, after: LinearProblem) -> str:
        """Set up where coefficients or the reactor's range were narrowed, though no graph was."""
        if not situation_of(after).same_as(situation_of(before)):
            return SET_UP
        done = act_of(before, dict(action)).settings
        now = before.chain[-1].values
        moved = any(now[name] != value for name, value in done.items())
        known = already_set(before) if before.hidden is None else set()
        earlier = any(state.settings == done for state in before.acts)
        shown_before = len(done) == 1 and set(done) <= known
        return REPEATED if earlier or shown_before or (done and not moved) else WASTED

    def standing(self, known: LinearProblem) -> Standing:
        return standing_of(known, self._asked)

    def best(self, known: LinearProblem) -> Best | Unknown:
        return best_action(known, self.targets)

    def judged(self, truth: LinearProblem | None, known: LinearProblem, answer: object) -> Judged:
        return judged_answer(truth, known, answer, self._asked)

    def objections(self, known: LinearProblem, hypothesis: object) -> Sequence[str] | Unknown:
        return objections(known, hypothesis, self._asked)

    def heard(self, known: LinearProblem, answer: object) -> Said:
        return heard_answer(known, answer, self._asked)[1]

    def is_open(self, known: LinearProblem) -> bool | None:
        return question_open(known, self._asked)

    def proved(self, known: LinearProblem, alternatives: object) -> bool | None:
        graph = self._asked.of(known) == GRAPH
        return proved(known, alternatives, graph, self._tolerance)

    def unreadable(self, known: LinearProblem, answer: object) -> str | None:
        return missing(known, answer, self._asked)

    def mistakes(self, known: LinearProblem, answer: object) -> dict[str, str]:
        return mistakes(known, answer)

    def optimum(self, truth: LinearProblem | None, start: LinearProblem) -> Optimum:
        if self.targets > 1:
            return Optimum()
        planned = plan(start, self._asked)
        worst = None if isinstance(planned, Unknown) or not planned.proven else planned.depth
        model = None if truth is None else truth.gold_model()
        return Optimum(
            worst,
            None if model is None else shortest_proof(start, model, self._asked),
        )

    def spelled(self, known: LinearProblem, words: str) -> object:
        """``density 50``, ``density = 50``, ``density := 50``; ``release density``."""
        parts = words.replace(":=", " ").replace("=", " ").split()
        if len(parts) == 2 and parts[0] == "release":
            return plain(parts[1], None)
        if len(parts) == 2:
            return {"intervene": {parts[0]: parts[1]}}
        raise Refused(
            "not understood", value=words, remedy="type a property and a value: density 50"
        )

    def example(self, known: LinearProblem) -> str:
        return f"{known.controllable[0]} 50"

    def told(self, observation: Plain) -> str:
        task, state = observation.get("task"), observation.get("state")
        if isinstance(task, str):
            return task
        if not isinstance(state, dict):
            return super().told(observation)
        return "\n".join(f"{name} = {value}" for name, value in state.items())

    def admissible(self, known: LinearProblem) -> Sequence[Plain]:
        return list(usual(known))

    def optimal(self, known: LinearProblem, left: int) -> Plain | Unknown | None:
        if self.targets > 1:
            return Unknown("plans set one property at a time")
        found = plan(known, self._asked)
        if isinstance(found, Unknown):
            return found
        if found.target is None:
            return None
        return plain(found.target, fresh_value(known, found.target))

    def simplest(self, known: LinearProblem) -> object | Unknown:
        member = next(opened_space(known).simplest(), None)
        if member is None:
            return Unknown("no model explains the evidence")
        if isinstance(member, Unknown):
            return member
        answer: dict[str, object] = {"equations": member.equations.texts()}
        predicted = reactor_target(known, member)
        return answer if predicted is None else {**answer, "prediction": print_number(predicted)}


def _one_of(word: str, known: Sequence[str], what: str) -> None:
    if word not in known:
        raise UsageError(f"no such {what}", value=word, remedy=did_you_mean(str(word), known))
