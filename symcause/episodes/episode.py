"""The episode: a problem with hidden gold, and an agent that acts, sees and answers.

Nothing here knows a clock, a network or a terminal; given problem, rules and seed, the same actions see
the same things. An illegal action is refused with its reason, changes nothing, is kept in the transcript
and costs no budget. When the budget is spent only an answer is possible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from random import Random
from typing import Any, Generic, TypedDict, TypeVar, cast

from msgspec import UNSET, structs

from symcause.episodes.judgement.final_answer import judged
from symcause.episodes.rules import Judged, Plain, Refused, Rules
from symcause.episodes.transcripts.transcript import (
    AnswerLine,
    CallLine,
    Header,
    StepLine,
    Transcript,
    fingerprint,
    transcript_value,
)
from symcause.errors import KindError, ProblemError, UsageError
from symcause.formats.problems import Problem
from symcause.registry import Family, family_of, load
from symcause.scoring.abstention_rule import ALTERNATIVES, CANNOT_TELL

P = TypeVar("P", bound=Problem)


@dataclass(frozen=True)
class Observation:
    """What an action gave: something seen, or the reason why it was refused; and how many are left."""

    seen: Plain | None
    refused: str | None
    left: int

    def to_dict(self) -> dict[str, object]:
        """Plain values, as programs get them."""
        if self.refused is not None:
            return {"refused": self.refused, "left": self.left}
        return {"observation": self.seen, "left": self.left}


class Actions(TypedDict):
    """What may be done: in words, and the JSON Schemas of actions and answers."""

    description: str
    action: dict[str, Any]
    answer: dict[str, Any]


def abstention_schema() -> dict[str, object]:
    """The JSON Schema of an abstention: two alternatives prove it."""
    return {
        "type": "object",
        "properties": {
            CANNOT_TELL: {"const": True},
            ALTERNATIVES: {"type": "array", "minItems": 2, "maxItems": 2},
        },
        "required": [CANNOT_TELL],
        "additionalProperties": False,
    }


class Episode(Generic[P]):
    """Play one episode about one problem: actions, observations and one answer.

    Parameters
    ----------
    problem : Problem
        The problem, with its true model.
    rules : mapping, optional
        Options of ``symcause play``, as ``{"targets": 2}``.
    seed : int, default 0
        The seed of the episode.
    budget : int, optional
        How many actions are allowed.
    agent : str, default 'unnamed'
        The name of the player in the transcript.
    tools : sequence of str, optional
        Instruments that the agent may use.

    Raises
    ------
    KindError
        *rules* or *budget* have the wrong type.
    UsageError
        The family has no episodes, or a rule is unknown.

    See Also
    --------
    symcause.play : an episode of a bundled agent.

    Examples
    --------
    >>> episode = symcause.Episode(symcause.example("world"), agent="mine")
    >>> episode.act({"action": "hold", "shape": "circle"}).seen
    {'moving': []}
    >>> episode.answer("yes").support
    'justified'
    """

    def __init__(
        self,
        problem: P,
        rules: Rules[P] | Mapping[str, object] | None = None,
        *,
        seed: int = 0,
        budget: int | None = None,
        agent: str = "unnamed",
        tools: Sequence[str] = (),
    ) -> None:
        if rules is not None and not isinstance(rules, Rules | Mapping):
            raise KindError("rules are a mapping of options", value=rules)
        made = rules if isinstance(rules, Rules) else rules_of(problem, **dict(rules or {}))
        self.rules: Rules[P] = made
        if budget is not None and (isinstance(budget, bool) or not isinstance(budget, int)):
            raise KindError("a budget is a whole number of actions", value=budget)
        if budget is not None and budget < 0:
            raise UsageError("a budget is at least 0", value=budget)
        self._truth = problem
        self._start = self.rules.opening(problem, seed)
        allowed = self.rules.budget(problem) if budget is None else budget
        self.tools = tuple(dict.fromkeys(tools))
        header = header_of(problem, self._start, self.rules, seed, allowed, agent)
        self._header = structs.replace(header, tools=self.tools) if self.tools else header
        self.reset()

    def __repr__(self) -> str:
        state = "answered" if self.over else f"{self.left} actions left"
        return f"<Episode of {self._header.id}: {len(self.transcript.steps)} steps, {state}>"

    def reset(self) -> Plain:
        """Begin anew: the first observation."""
        self.transcript = Transcript(self._header)
        self.known: P = self._start
        self._seen = 0
        return self.rules.shown(self.known)

    @property
    def left(self) -> int:
        """How many actions are left."""
        return self._header.budget - self._seen

    @property
    def over(self) -> bool:
        """Has it been answered?"""
        return self.transcript.answer is not None

    def actions(self) -> Actions:
        """What may be done: in words, and the JSON Schemas of actions and answers, or abstentions."""
        offer = self.rules.offer(self.known)
        answer = dict(offer.answer)
        if self.may_abstain:
            answer = {"anyOf": [answer, abstention_schema()]}
        return {
            "description": offer.description,
            "action": dict(offer.action),
            "answer": answer,
        }

    @property
    def may_abstain(self) -> bool:
        """Can the question be open, so that one may say that nobody can tell?"""
        return self.rules.heard(self.known, {CANNOT_TELL: True}) is not None

    def legal(self) -> list[Plain]:
        """The actions that may be taken now; none once the budget is spent or the answer given."""
        return [] if self.over or self.left <= 0 else list(self.rules.admissible(self.known))

    def act(self, action: object) -> Observation:
        """Do something: an action, or an experiment that ``next_experiments`` or ``separate`` gave.

        Whatever is given, nothing but a legal action changes anything.
        """
        action = self.rules.as_action(action)
        chance = Random(f"{self._header.seed} {self._seen}")
        try:
            self._refuse_late()
            seen = self.rules.act(self._truth, self.known, action, chance)
            taken = cast("Plain", action)
            known = self.rules.learnt(self.known, taken, seen)
        except Refused as error:
            self._note(transcript_value(action), refused=str(error))
            return Observation(None, str(error), self.left)
        self.known = known
        self._seen += 1
        self._note(transcript_value(action, limit=None), seen)
        return Observation(seen, None, self.left)

    def answer(self, answer: object) -> Judged:
        """Answer, once. The outcome says whether it was right, and whether it was justified."""
        if self.over:
            raise UsageError("the episode has been answered", remedy="begin anew with reset()")
        line = AnswerLine(answer=transcript_value(answer, limit=None))
        self.transcript = replace(self.transcript, answer=line)
        return judged(self.rules, self._truth, self.known, line.answer)

    def resumed(self, transcript: Transcript) -> Episode[P]:
        """This episode as far as a transcript of it goes."""
        ours, theirs = self._header, transcript.header
        for key in ("fingerprint", "seed", "budget", "rules"):
            if getattr(ours, key) != getattr(theirs, key):
                raise UsageError(
                    f"the transcript has another {key}",
                    value=getattr(theirs, key),
                    remedy="give the problem and the options that it was begun with",
                )
        known, seen = self._start, 0
        for step in transcript.steps:
            if step.observation is not UNSET:
                known = _learnt(self.rules, known, step)
                seen += 1
        self.transcript, self.known, self._seen = transcript, known, seen
        return self

    def _refuse_late(self) -> None:
        if self.over:
            raise Refused("the episode has been answered")
        if self.left <= 0:
            raise Refused("the budget is spent: only an answer is possible")

    def _note(self, action: object, seen: Plain | None = None, refused: str | None = None) -> None:
        line = StepLine(
            step=len(self.transcript.steps) + 1,
            action=action,
            observation=UNSET if seen is None else dict(seen),
            refused=UNSET if refused is None else str(transcript_value(refused, limit=None)),
        )
        self.transcript = replace(self.transcript, steps=(*self.transcript.steps, line))

    def called(self, tool: str, given: object, said: Plain) -> None:
        """Note a call of an instrument; after the answer nothing is noted any more."""
        if not self.over:
            told = cast("dict[str, object]", transcript_value(dict(said), limit=None))
            line = CallLine(tool=tool, given=transcript_value(given), said=told)
            calls = (*self.transcript.calls, (len(self.transcript.steps), line))
            self.transcript = replace(self.transcript, calls=calls)


def rules_of(problem: P, **options: object) -> Rules[P]:
    """The rules of a problem's family. Raises UsageError if it has none."""
    return cast("Rules[P]", family_rules(family_of(problem), options))


def family_rules(family: Family, options: Plain) -> Rules[Problem]:
    """The rules of a family, with these options."""
    if family.rules is None:
        raise UsageError(f"{family.title} cannot be played")
    kind = load(family.rules)
    known = {field.name for field in fields(kind)}
    for name in options:
        if name not in known:
            raise UsageError(f"the rules of {family.title} have no option {name!r}")
    return kind(**options)


def header_of(truth: P, known: P, rules: Rules[P], seed: int, budget: int, agent: str) -> Header:
    """The header of an episode."""
    family = family_of(truth)
    options: Any = rules  # a dataclass of the family's own
    assert family.writer is not None and is_dataclass(options)
    write = load(family.writer)
    return Header(
        id=known.id,
        family=family.name,
        problem=write(known),
        fingerprint=fingerprint(write(truth)),
        seed=seed,
        budget=budget,
        agent=agent,
        rules={field.name: getattr(options, field.name) for field in fields(options)},
    )


def known_after(transcript: Transcript) -> Problem:
    """The problem that a transcript stands for: the evidence of its header and of its steps."""
    *_, (_, known) = states(transcript)
    return known


def states(transcript: Transcript) -> list[tuple[StepLine | None, Problem]]:
    """What was known at the start and after every step."""
    from symcause.registry import family as named

    header = transcript.header
    family = named(header.family)
    rules = family_rules(family, header.rules)
    reader = family.formats.get(str(header.problem.get("format")))
    if reader is None:
        raise ProblemError(
            "the problem is not of this family", place="problem.format", value=header.family
        )
    known = load(reader)(header.problem, None)
    pairs: list[tuple[StepLine | None, Problem]] = [(None, known)]
    for step in transcript.steps:
        if step.observation is not UNSET:
            known = _learnt(rules, known, step)
        pairs.append((step, known))
    return pairs


def _learnt(rules: Rules[P], known: P, step: StepLine) -> P:
    assert step.observation is not UNSET
    if not isinstance(step.action, dict):
        raise ProblemError("an action is a JSON object", place=f"step {step.step}.action")
    try:
        return rules.learnt(known, step.action, step.observation)
    except ProblemError as error:
        raise error.at(place=f"step {step.step}") from None
