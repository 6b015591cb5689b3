"""The agents that come with episodes: random, greedy, optimal and passive.

``random`` draws from the admissible actions, ``greedy`` takes the one with the fewest members left in the
worst case, ``optimal`` follows a plan with the fewest steps in the worst case, ``passive`` does nothing.
All stop when the question is settled and answer with the simplest member.
"""

from __future__ import annotations

from random import Random
from typing import Protocol, TypeVar

from symcause.answers import Unknown
from symcause.episodes.episode import Episode
from symcause.episodes.rules import Plain
from symcause.errors import LimitError, SymcauseError, UsageError, did_you_mean
from symcause.formats.problems import Problem

P = TypeVar("P", bound=Problem)


class Choice(Protocol):
    """The next action; None: answer now. Raises _NotHere where an agent does not apply."""

    def __call__(self, episode: Episode[P], chance: Random, /) -> Plain | None: ...


class _NotHere(SymcauseError):
    """Why an agent has nothing to go by."""


def _random(episode: Episode[P], chance: Random) -> Plain | None:
    found = episode.rules.admissible(episode.known)
    return chance.choice(found) if found else None


def _greedy(episode: Episode[P], chance: Random) -> Plain | None:
    best = episode.rules.best(episode.known)
    if isinstance(best, Unknown):
        raise _NotHere(best.reason)
    return best.action


def _optimal(episode: Episode[P], chance: Random) -> Plain | None:
    found = episode.rules.optimal(episode.known, episode.left)
    if isinstance(found, Unknown):
        raise _NotHere(found.reason)
    return found


def _passive(episode: Episode[P], chance: Random) -> Plain | None:
    return None


AGENTS: dict[str, Choice] = {
    "random": _random,
    "greedy": _greedy,
    "optimal": _optimal,
    "passive": _passive,
}


def _not_here(episode: Episode[P], agent: str, why: str) -> UsageError:
    """An agent that has nothing to go by, and those that have."""
    able = [name for name in AGENTS if name != agent and _applies(episode, name)]
    return UsageError(
        f"the agent {agent} does not apply here: {why}",
        remedy=f"agents that apply: {', '.join(able)}",
    )


def _applies(episode: Episode[P], agent: str) -> bool:
    try:
        AGENTS[agent](episode, Random(0))
    except SymcauseError:
        return False
    return True


def step(episode: Episode[P], agent: str) -> bool:
    """One step of an agent: an action, or the answer. False when the episode is over."""
    if agent not in AGENTS:
        raise UsageError("no such agent", value=agent, remedy=did_you_mean(agent, AGENTS))
    if episode.over:
        return False
    chance = Random(f"{agent} {episode.transcript.header.seed} {len(episode.transcript.steps)}")
    due = episode.rules.due(episode.known)
    action = None
    if episode.left > 0 and (due or not episode.rules.standing(episode.known).settled):
        try:
            action = AGENTS[agent](episode, chance)
        except _NotHere as error:
            raise _not_here(episode, agent, str(error)) from None
        if action is None and due:
            action = next(iter(episode.rules.admissible(episode.known)), None)
    if action is not None:
        seen = episode.act(dict(action))
        if seen.refused is not None:  # agents of ours do nothing illegal: it is the model
            raise UsageError(seen.refused, value=episode.transcript.header.id)
        return True
    answer = episode.rules.simplest(episode.known)
    if isinstance(answer, Unknown):
        raise LimitError(answer.reason)
    episode.answer(answer)
    return False


def played(episode: Episode[P], agent: str) -> Episode[P]:
    """The episode, played by an agent to its end."""
    while step(episode, agent):
        pass
    return episode
