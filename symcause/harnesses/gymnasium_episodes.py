"""Episodes as Gymnasium environments, with texts as observations and actions.

::

    env = gymnasium.make("symcause.harnesses.gymnasium_episodes:symcause/shapeworld-v0")
    observation, info = env.reset(seed=3)
    observation, reward, terminated, truncated, info = env.step('{"action": "hold", "shape": "circle"}')
    observation, reward, terminated, truncated, info = env.step('{"answer": "yes"}')

An action is what a program says to ``symcause play --stdio``: JSON, an action or ``{"answer": …}``; a
mapping is taken, too. Every
observation is JSON as well. Only the answer is rewarded
(:func:`~symcause.harnesses.episode_grounds.earned` says how). ``info["legal"]`` lists what may be said now,
and ``env.action_space.sample()`` draws from it: a random policy. ``reset(seed=s)`` begins episode 0 of the
seed *s*, the next reset without a seed episode 1, and so on; ``options={"index": i}`` chooses. Refused
actions cost no budget: after *patience* turns that were neither an action taken nor the answer the
episode is truncated.
"""

from __future__ import annotations

import json
import string
from collections.abc import Mapping
from typing import Any

import gymnasium
from gymnasium.spaces import Text

from symcause.bounds.harnesses_bounds import ACTION_LENGTH, IDLE_TURNS, OBSERVATION_LENGTH
from symcause.episodes.episode import Episode
from symcause.episodes.messages import read_message
from symcause.errors import KindError
from symcause.harnesses.episode_grounds import EpisodeGround, brief, legal
from symcause.harnesses.text_turns import Turns
from symcause.registry import families


class LegalTexts(Text):
    """Texts, of which samples are those that are legal now; any text before an episode has begun."""

    legal: tuple[str, ...] = ()

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        if not self.legal or mask is not None or probability is not None:
            drawn: str = super().sample(mask, probability)
            return drawn
        return self.legal[int(self.np_random.integers(len(self.legal)))]


class EpisodeEnv(gymnasium.Env[str, str]):
    """Episodes about problems of one family, generated from the seed."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        family: str,
        *,
        options: Mapping[str, object] | None = None,
        rules: Mapping[str, object] | None = None,
        budget: int | None = None,
        patience: int = IDLE_TURNS,
        render_mode: str | None = None,
    ) -> None:
        self.ground = EpisodeGround(family, options or {}, rules or {}, budget)
        self.observation_space = Text(OBSERVATION_LENGTH, charset=string.printable)
        self.action_space = LegalTexts(ACTION_LENGTH, charset=string.printable)
        self.render_mode = render_mode
        self.patience = patience
        self._seed, self._index = 0, -1
        self._turns: Turns | None = None

    @property
    def episode(self) -> Episode[Any]:
        """The episode that is being played; it knows the truth."""
        return self._played.episode

    @property
    def _played(self) -> Turns:
        if self._turns is None:
            raise gymnasium.error.ResetNeeded("Call reset before using step or render.")
        return self._turns

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[str, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None:
            self._seed, self._index = seed, -1
        self._index = int((options or {}).get("index", self._index + 1))
        begun = self.ground.episode(self._seed, self._index)
        self._turns = Turns(begun, self.patience)
        shown = {"task": brief(begun), "actions": begun.actions(), "left": begun.left}
        return _text(shown), self._info()

    def step(
        self, action: str | Mapping[str, Any]
    ) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """One turn; *action* is a text, or what its JSON would say."""
        played = self._played
        action = action if isinstance(action, str) else _spelled(action)
        if played.episode.over:
            raise gymnasium.error.ResetNeeded("The episode has been answered.")
        text = _text(played.take(read_message(action)))
        if played.earned is None:
            return text, 0.0, False, played.late, self._info()
        found = dict(played.earned)
        return text, found["reward"], True, False, self._info() | {"earned": found}

    def render(self) -> str | None:
        """The transcript so far."""
        return str(self.episode.transcript) if self.render_mode == "ansi" else None

    def _info(self) -> dict[str, Any]:
        transcript, self.action_space.legal = self.episode.transcript, tuple(legal(self.episode))
        return {
            "problem": transcript.header.id,
            "left": self.episode.left,
            "steps": len(transcript.steps),
            "legal": list(self.action_space.legal),
        }


def _spelled(action: object) -> str:
    """The JSON of an action. Raises KindError for values that JSON does not have."""
    try:
        return json.dumps(action)
    except (TypeError, ValueError) as error:
        raise KindError(
            f"an action is a text or an object of plain values: {error}",
            value=action,
            remedy='as {"action": …} or {"answer": …}, with lists in place of sets',
        ) from None


def _text(value: Mapping[str, object]) -> str:
    """JSON in characters that every space has."""
    return json.dumps(value)[:OBSERVATION_LENGTH]


def register() -> None:
    """Make ``symcause/FAMILY-v0`` known, once; what is missing is said when an episode is made."""
    for family in (f.name for f in families() if f.rules is not None):
        name = f"symcause/{family}-v0"
        if name not in gymnasium.registry:
            entry = f"{__name__}:{EpisodeEnv.__name__}"
            gymnasium.register(name, entry_point=entry, kwargs={"family": family})


register()
