"""Agent tools: an episode as a list of tools and calls, whatever the transport.

``observe`` tells the task and what was seen, ``act`` does something, ``answer`` ends the episode; the
instruments of :mod:`symcause.episodes.instruments` are there if they are switched on. A call never raises:
what is wrong with it is said, and changes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from symcause.episodes.episode import Episode
from symcause.episodes.instruments import CONSISTENT, INSTRUMENTS, asked
from symcause.episodes.transcripts.transcript import transcript_value

OBSERVE, ACT, ANSWER = "observe", "act", "answer"


@dataclass(frozen=True)
class AgentTool:
    """A tool: its name, what it says of itself, and the JSON Schema of its arguments."""

    name: str
    description: str
    schema: dict[str, Any]


@dataclass(frozen=True)
class Told:
    """What a call gave, as plain values; *failed* if it did nothing."""

    value: Mapping[str, object]
    failed: bool = False

    @property
    def text(self) -> str:
        return json.dumps(self.value, default=str)


_OVER = Told({"refused": "the episode has been answered"}, failed=True)


class AgentTools:
    """The tools of one episode; *note* is called when something has happened."""

    def __init__(self, episode: Episode[Any], note: Callable[[], None] = lambda: None) -> None:
        self.episode, self._note = episode, note

    def offered_tools(self) -> list[AgentTool]:
        """The tools as they are offered now."""
        offer = self.episode.actions()
        shape = json.dumps(offer["answer"])
        tools = [
            AgentTool(OBSERVE, "The task, everything that was seen, and what is left.", _object()),
            AgentTool(
                ACT,
                f"Do something and see what happens. {offer['description']}",
                _object(action=offer["action"]),
            ),
            AgentTool(
                ANSWER,
                "End the episode with the answer, which fits this schema, or with "
                f'{{"cannot_tell": true}} if what was seen leaves it open: {shape}',
                _object(answer={}),
            ),
        ]
        for name in self.episode.tools:
            about, schema = INSTRUMENTS[name], _object()
            if name == CONSISTENT:
                about += f" A hypothesis {self.episode.rules.hypothesis}."
                schema = _object(hypothesis={})
            tools.append(AgentTool(name, about, schema))
        return tools

    def call(self, name: str, arguments: Mapping[str, object] | None) -> Told:
        """What a tool says; nothing but a legal action or the answer changes anything."""
        given = arguments if isinstance(arguments, Mapping) else {}
        if name == OBSERVE:
            return Told(self._seen())
        if name == ACT:
            return self._acted(given.get("action"))
        if name == ANSWER:
            return self._answered(given)
        if name not in self.episode.tools:
            return Told(
                {"refused": "no such tool", "tools": [t.name for t in self.offered_tools()]}, True
            )
        said = asked(self.episode, name, given.get("hypothesis"))
        self._note()
        return Told(said, failed="refused" in said)

    def _seen(self) -> dict[str, object]:
        played = self.episode
        return {
            "task": played.rules.shown(played.known),
            "actions": dict(played.actions()),
            "left": played.left,
            "answered": played.over,
        }

    def _acted(self, action: object) -> Told:
        if self.episode.over:
            return _OVER
        seen = self.episode.act(action)
        self._note()
        return Told(seen.to_dict(), failed=seen.refused is not None)

    def _answered(self, given: Mapping[str, object]) -> Told:
        if self.episode.over:
            return _OVER
        if "answer" not in given:
            return Told({"refused": 'no answer: give {"answer": …}'}, failed=True)
        self.episode.answer(transcript_value(given["answer"], limit=None))
        self._note()
        return Told({"answered": True})


def _object(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": sorted(properties),
    }
