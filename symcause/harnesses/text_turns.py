"""The turns of an episode as text, for harnesses: what an agent says, sees and earns.

A turn is an action or the answer, as :mod:`symcause.episodes.messages` has them. Refused actions cost no
budget, so who says nothing sensible *patience* times in a row is no longer listened to.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from symcause.bounds.harnesses_bounds import IDLE_TURNS
from symcause.episodes.episode import Episode
from symcause.episodes.messages import Message, read_message
from symcause.harnesses.episode_grounds import earned
from symcause.scoring.abstention_rule import CANNOT_TELL
from symcause.scoring.answer_extraction import extract


@dataclass
class Turns:
    """An episode that is being played; *earned* is known once it has been answered."""

    episode: Episode[Any]
    patience: int = IDLE_TURNS
    idle: int = 0
    earned: Mapping[str, float] | None = None

    @property
    def late(self) -> bool:
        """Has nothing come of too many turns?"""
        return self.idle >= self.patience

    def take(self, heard: Message) -> dict[str, object]:
        """One turn: what the agent hears, as plain values."""
        played = self.episode
        if heard.is_answer:
            unread = played.rules.unreadable(played.known, heard.value)
            judged = played.answer(heard.value)
            self.earned = earned(played, judged)
            told = {} if unread is None or judged.said.abstained else {"unreadable": unread}
            return {"answered": True, "left": played.left, **told}
        seen = played.act(heard.value)
        self.idle = self.idle + 1 if seen.refused is not None else 0
        return seen.to_dict()


def spoken(reply: str) -> Message:
    """The action or answer in what a language model says: one JSON object, with or without words around."""
    found = extract(reply, _speaks).found
    return read_message(reply if found is None else json.dumps(found))


def _speaks(value: Mapping[str, object]) -> bool:
    alone = len(value) == 1 and bool({"action", "answer"} & set(value))
    return alone or value.get(CANNOT_TELL) is True
