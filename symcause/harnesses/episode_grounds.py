"""Training grounds of episodes: seeded episodes for agents that experiment, and their rewards.

The problem of an episode depends on family, options, seed and index alone; the episode on the problem,
its rules and the seed. What an answer earns follows the rule of :mod:`symcause.scoring.answer_grades`, with
openness that of what was seen by then, which no certificate of the problem can tell: the version space is
asked. Two things are different. Who could have looked further is not paid for doubt: an abstention earns
something only if the budget is spent or no admissible action teaches anything. And a family without
members, where evidence settles nothing, pays for being right alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Any

from symcause.answers import Unknown
from symcause.api import audit
from symcause.audits.instance_generator import made_items
from symcause.episodes.episode import Episode, rules_of
from symcause.episodes.rules import Judged
from symcause.errors import SymcauseError, UsageError, did_you_mean
from symcause.formats.problems import Problem, read_document
from symcause.harnesses.grounds import Options, made_by, plain_options
from symcause.registry import Family, families
from symcause.scoring.abstention_rule import JUSTIFIED, PREMATURE, SILENT
from symcause.scoring.answer_grades import ABSTENTION, Graded


def interactive() -> dict[str, Family]:
    """The families that can be played and make problems of their own."""
    return {f.name: f for f in families() if f.rules is not None and f.generators}


@dataclass(frozen=True)
class EpisodeGround:
    """Episodes of a family: *options* of ``symcause generate``, *rules*, *budget* of ``symcause play``."""

    family: str
    options: Mapping[str, object] = field(default_factory=dict)
    rules: Mapping[str, object] = field(default_factory=dict)
    budget: int | None = None

    def __post_init__(self) -> None:
        known = interactive()
        if self.family in (f.name for f in families() if f.rules is not None and not f.generators):
            raise UsageError(
                f"the family {self.family} makes no problems of its own: episodes to train on need them",
                remedy="declare a generator (`generators`)",
            )
        if self.family not in known:
            remedy = did_you_mean(self.family, known)
            raise UsageError("no such family to play", value=self.family, remedy=remedy)

    def problem(self, seed: int, index: int) -> Problem:
        """The problem of episode *index*, with gold."""
        return read_document(self.document(seed, index))

    def document(self, seed: int, index: int) -> dict[str, object]:
        """The same as a document, with a certificate in its metadata."""
        return _document(self.family, seed, index, plain_options(self.options))

    def episode(self, seed: int, index: int, agent: str = "unnamed") -> Episode[Any]:
        """Episode *index* at its start."""
        return self.begun(self.problem(seed, index), seed, agent)

    def begun(self, problem: Problem, seed: int, agent: str = "unnamed") -> Episode[Any]:
        """An episode about a problem of this ground. Errors name the problem."""
        try:
            rules = rules_of(problem, **self.rules)
            return Episode(problem, rules, seed=seed, budget=self.budget, agent=agent)
        except SymcauseError as error:
            raise error.at(file=problem.id) from None


@lru_cache(maxsize=256)
def _document(family: str, seed: int, index: int, options: Options) -> dict[str, object]:
    """One of the problems of item *index* of the family's first generator."""
    found = interactive()[family]
    training = {k: v for task in found.tasks[:1] for k, v in task.training}
    generator = made_by(found, next(iter(found.generators)), {**training, **dict(options)}, seed)
    listed = made_items(generator, index)
    return _certified(listed[Random(f"episode {seed} {index}").randrange(len(listed))])


def _certified(made: Mapping[str, object]) -> dict[str, object]:
    """With a certificate: its generator's, else that of an audit of its evidence."""
    kept = made.get("metadata")
    metadata = dict(kept) if isinstance(kept, dict) else {}
    if "certificate" not in metadata:
        metadata["certificate"] = audit(read_document(made), certificate=True).certificate
    return {**made, "metadata": metadata}


def brief(begun: Episode[Any]) -> str:
    """What an agent is told first: what is known, what may be done, how to answer."""
    offer = begun.actions()
    return f"{begun.rules.told(begun.rules.shown(begun.known))}\n\n{offer['description']}"


def instructions(begun: Episode[Any]) -> str:
    """The same for a language model, which replies with one JSON object a turn."""
    offer = begun.actions()
    lines = [
        brief(begun),
        f"Actions left: {begun.left}. Reply with one JSON object a turn, and nothing else.",
        f'To act: {{"action": …}}, which fits this schema:\n{json.dumps(offer["action"])}',
        f'To end with your answer: {{"answer": …}}, which fits this schema:\n{json.dumps(offer["answer"])}',
    ]
    if begun.rules.heard(begun.known, ABSTENTION) is not None:
        lines.append(
            "If what you have seen leaves more than one answer possible and nothing more can be learnt, "
            f'end with {{"answer": {ABSTENTION}}}.'
        )
    return "\n\n".join(lines)


def legal(played: Episode[Any]) -> list[str]:
    """What may be said now, as texts: every action, and the answers that need no thought.

    Those are the words that answers are chosen from, if there are only so many, and the abstention; where
    there is neither and no action is left, the answer of the simplest model that fits what was seen.
    """
    if played.over:
        return []
    acts = [json.dumps({"action": dict(action)}) for action in played.legal()]
    answers: list[object] = []
    if not (played.left > 0 and played.rules.due(played.known)):
        answers += played.rules.offer(played.known).answer.get("enum", ())  # type: ignore[arg-type]
        answers += [json.loads(ABSTENTION)] if played.may_abstain else []
    if not acts and not answers:
        simplest = played.rules.simplest(played.known)
        answers = [] if isinstance(simplest, Unknown) else [simplest]
    return [*acts, *(json.dumps({"answer": answer}) for answer in answers)]


NOTHING: Mapping[str, float] = Graded(SILENT, None, is_open=False).to_dict()
"""What an episode earns that nobody answered."""


def earned(played: Episode[Any], judged: Judged | None) -> dict[str, float]:
    """What the end of an episode earns, ``reward`` first; nothing without an answer."""
    judged = judged or Judged(None)
    right, justified = judged.right is True, judged.support == JUSTIFIED
    if judged.said.abstained:
        reward = float(justified and _nothing_left(played))
    elif judged.support is None:
        reward = float(right)
    else:
        reward = (right + justified) / 2
    flags = {
        "right": right,
        "justified": justified,
        "lucky": right and judged.support is not None and not justified,
        "claimed": judged.said.claims,
        "abstained": judged.said.abstained,
        "overclaim": judged.said.claims and judged.open is True,
        "premature": judged.support == PREMATURE,
    }
    return {"reward": reward, **{name: float(flag) for name, flag in flags.items()}}


def _nothing_left(played: Episode[Any]) -> bool:
    """Can nothing more be learnt? Where nobody knows, the budget has to be spent."""
    if played.left <= 0:
        return True
    best = played.rules.best(played.known)
    return not isinstance(best, Unknown) and best.action is None
