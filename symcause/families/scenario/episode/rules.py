"""The rules of a scenario episode: deploy designs, see counts and records, submit one.

What is known is the scenario without its model (``symcause.trials/1``). An agent sees what the scenario
discloses: how many units of a deployment survived if ``counts`` says so, and the records of those that are
selected. Scenarios have no members, so there is neither gain nor regret: what can be said of the answer is
whether its value S(d) reaches the threshold, and whether a fleet that was drawn with the seed did.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import ClassVar

from symcause.answers import Unknown
from symcause.episodes.rules import Best, Judged, Offer, Plain, Refused, Rules, Standing
from symcause.errors import SymcauseError, UsageError, did_you_mean
from symcause.families.scenario.audits.trial_advice import best_seen, candidates
from symcause.families.scenario.episode.deployments import (
    asked,
    deployed,
    flown,
    learnt,
    most_units,
    read_design,
)
from symcause.families.scenario.episode.initial_evidence import opening
from symcause.families.scenario.files.document_writer import write_values
from symcause.families.scenario.files.trials_document import write_trial
from symcause.families.scenario.models.model_components import (
    Boolean,
    Choice,
    Domain,
    Integer,
    Value,
)
from symcause.families.scenario.models.rational_intervals import Interval
from symcause.families.scenario.problem.problem import (
    ScenarioProblem,
    Space,
    opened,
    violations,
)
from symcause.families.scenario.scoring.design_answer import full_design
from symcause.families.scenario.scoring.design_answer import read_design as found_design
from symcause.families.scenario.scoring.prompts import SYSTEM, message
from symcause.families.scenario.scoring.run_scorer import final_score
from symcause.families.scenario.value.fleet_chances import winning
from symcause.families.scenario.value.valuer import Valuer

DEPLOYMENTS = 10
"""How many deployments there are where a scenario does not say."""

NO_MEMBERS = "scenarios have no members: there is nothing to count"


@dataclass(frozen=True)
class ScenarioRules(Rules[ScenarioProblem]):
    """Which design survives?"""

    space: str = "declared"

    words: ClassVar[Mapping[str, str]] = {
        "fleet": "units sent",
        "survived": "units that survived",
        "win": "won",
        "p_win": "chance to win",
    }

    def __post_init__(self) -> None:
        if self.space not in tuple(Space):
            remedy = did_you_mean(str(self.space), [str(space) for space in Space])
            raise UsageError("no such space", value=self.space, remedy=remedy)

    @property
    def _space(self) -> Space:
        return Space(self.space)

    def opening(self, truth: ScenarioProblem, seed: int) -> ScenarioProblem:
        return opening(opened(truth, self._space), seed)

    def budget(self, truth: ScenarioProblem) -> int:
        said = None if truth.budget is None else truth.budget.deployments
        return DEPLOYMENTS if said is None else said

    def shown(self, known: ScenarioProblem) -> Plain:
        assert known.trials is not None
        document: dict[str, object] = {
            "task": f"{SYSTEM}\n\n{message(known)}",
            "history": [write_trial(trial) for trial in known.trials.history],
        }
        if known.trials.deployments:
            document["deployments"] = [write_trial(trial) for trial in known.trials.deployments]
        return document

    def offer(self, known: ScenarioProblem) -> Offer:
        domains = known.domains(self._space)
        design = {
            "type": "object",
            "properties": {name: _schema(domain) for name, domain in domains.items()},
            "additionalProperties": False,
        }
        most = most_units(known)
        count = {"type": "integer", "minimum": 1, "maximum": max(1, most)}
        return Offer(
            f"Deploy 1 to {most} units of a design." if most else "No unit is left: answer.",
            {
                "type": "object",
                "properties": {"deploy": design, "count": count},
                "required": ["deploy", "count"],
                "additionalProperties": False,
            },
            {"type": "object", "properties": {"design": design}, "required": ["design"]},
        )

    def act(
        self, truth: ScenarioProblem, known: ScenarioProblem, action: object, chance: Random
    ) -> Plain:
        design, count = asked(known, action, self._space)
        return deployed(opened(truth, self._space), design, count, chance)

    def learnt(self, known: ScenarioProblem, action: Plain, observation: Plain) -> ScenarioProblem:
        return learnt(known, action, observation)

    def standing(self, known: ScenarioProblem) -> Standing:
        return Standing(reason=NO_MEMBERS)

    def best(self, known: ScenarioProblem) -> Best | Unknown:
        return Unknown(NO_MEMBERS)

    def optimal(self, known: ScenarioProblem, left: int) -> Plain | Unknown | None:
        return Unknown(NO_MEMBERS)

    def judged(
        self, truth: ScenarioProblem | None, known: ScenarioProblem, answer: object
    ) -> Judged:
        wrong = self.unreadable(known, answer)
        if wrong is not None:
            return Judged(None if truth is None else False, reason=wrong)
        if truth is None:
            return Judged(None)
        return self._valued(opened(truth, self._space), known, self._design(known, answer))

    def unreadable(self, known: ScenarioProblem, answer: object) -> str | None:
        try:
            broken = violations(known, self._design(known, answer), self._space)
        except SymcauseError as error:
            return str(error)
        return f"not a design of the {self.space} space: {broken[0]}" if broken else None

    def _design(self, known: ScenarioProblem, answer: object) -> dict[str, Value]:
        """The design of an answer: an object, one under ``design``, or somewhere in a text."""
        if isinstance(answer, str):
            return full_design(known, found_design(known, answer))
        if not isinstance(answer, Mapping):
            raise UsageError("no design", remedy='give {"design": {…}}')
        inner = answer.get("design", answer)
        if not isinstance(inner, Mapping):
            raise UsageError("no design", place="design", remedy='give {"design": {…}}')
        return read_design(known, inner, "design")

    def _valued(
        self, truth: ScenarioProblem, known: ScenarioProblem, design: Mapping[str, Value]
    ) -> Judged:
        """What a design is worth, and how the fleet of this episode fared."""
        goal = truth.evaluate
        if goal is None or known.trials is None or truth.trials is not None:
            return Judged(None, reason="the model is hidden")
        value = Valuer(truth).value(design)
        right = None
        if value.low >= goal.threshold or value.high < goal.threshold:
            right = value.low >= goal.threshold
        survived = flown(truth, design, known.trials.seed)
        won = None if survived is None else Fraction(survived, goal.fleet) >= goal.threshold
        chance = winning(value, goal)
        return Judged(
            right,
            reason=None if right is not None else "the bounds of the value do not decide it",
            details={
                "design": write_values(design),
                "value": _ends(value),
                "threshold": str(goal.threshold),
                "fleet": goal.fleet,
                "survived": survived,
                "win": won,
                "p_win": _ends(chance),
                **_final(truth, design, survived, goal.fleet),
            },
            worth=f"its value is {_short(value)}, the threshold {float(goal.threshold):g}",
        )

    def spelled(self, known: ScenarioProblem, words: str) -> object:
        """``20 shield=3 module=filter``: a count, then what differs from the defaults."""
        count, *parts = words.removeprefix("deploy ").split()
        pairs = [part.partition("=") for part in parts]
        if not count.isdecimal() or len(count) > 9 or not all(sign for _, sign, _ in pairs):
            raise Refused("not understood", value=words, remedy="type COUNT NAME=VALUE …")
        design = {name: _typed(known.design.get(name), text) for name, _, text in pairs}
        return {"deploy": design, "count": int(count)}

    def example(self, known: ScenarioProblem) -> str:
        name, domain = next(iter(known.design.items()))
        value = str(domain.default)
        return f"20 {name}={value.lower() if isinstance(domain, Boolean) else value}"

    def told(self, observation: Plain) -> str:
        if "task" in observation:
            history = observation.get("history")
            lines = [_trial_text(trial) for trial in history] if isinstance(history, list) else []
            return "\n".join((str(observation["task"]), *lines))
        return _trial_text(observation)

    @staticmethod
    def survivors(observation: Plain) -> tuple[int, int] | None:
        survived, units = observation.get("survived"), observation.get("deployed")
        return (survived, units) if isinstance(survived, int) and isinstance(units, int) else None

    def admissible(self, known: ScenarioProblem) -> Sequence[Plain]:
        most = most_units(known)
        if known.budget is not None and known.budget.units is not None:
            most = min(most, max(1, known.budget.units // max(1, self.budget(known))))
        if not most:
            return []
        return [{"deploy": write_values(design), "count": most} for design in candidates(known)]

    def simplest(self, known: ScenarioProblem) -> object | Unknown:
        return {"design": write_values(best_seen(known, self._space)[0])}


def _final(
    truth: ScenarioProblem, design: Mapping[str, Value], survived: int | None, fleet: int
) -> dict[str, object]:
    """What the released server gives a submission besides; it decides nothing."""
    score = None if survived is None else final_score(truth, design, Fraction(survived, fleet))
    return {} if score is None else {"final_score": float(score)}


def _ends(interval: Interval) -> dict[str, str]:
    low, high = interval.texts()
    return {"low": low, "high": high}


def _short(value: Interval) -> str:
    """Four digits of a value; both ends where they differ.

    >>> _short(Interval(Fraction(1, 3), Fraction(2, 3)))
    '0.3333 to 0.6667'
    """
    ends = [f"{float(end):.4f}".rstrip("0").rstrip(".") for end in (value.low, value.high)]
    return " to ".join(dict.fromkeys(ends))


def _schema(domain: Domain) -> dict[str, object]:
    if isinstance(domain, Boolean):
        return {"type": "boolean"}
    if isinstance(domain, Choice):
        return {"enum": list(domain.options)}
    schema: dict[str, object] = {"type": "integer", "minimum": domain.least}
    return schema if domain.most is None else {**schema, "maximum": domain.most}


def _typed(domain: Domain | None, text: str) -> object:
    """A value as somebody types it."""
    if isinstance(domain, Boolean) and text in ("true", "false"):
        return text == "true"
    if isinstance(domain, Integer) and text.lstrip("-").isdecimal() and len(text) < 100:
        return int(text)
    return text


def _record(one: Mapping[str, object]) -> str:
    """A record in one line; those of a history are numbered.

    >>> _record({"unit": 7, "values": {"zone": "a", "fast": True}})
    'unit 7: zone=a fast=yes'
    """
    values = one.get("values")
    shown = values if isinstance(values, Mapping) else one
    text = " ".join(f"{name}={_bare(value)}" for name, value in shown.items())
    return f"unit {one['unit']}: {text}" if "unit" in one and shown is values else text


def _bare(value: object) -> object:
    return ("no", "yes")[value] if isinstance(value, bool) else value


def _trial_text(trial: object) -> str:
    """A deployment for people."""
    if not isinstance(trial, Mapping):
        return ""
    units = trial.get("deployed", trial.get("count"))
    text = f"{units} units"
    if trial.get("survived") is not None:
        text += f", {trial['survived']} survived"
    records = trial.get("records")
    shown = [_record(one) for one in records] if isinstance(records, list) else []
    return "\n".join((text + (":" if shown else "."), *(f"  {one}" for one in shown)))
