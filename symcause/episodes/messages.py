"""The messages of a program in an episode: an action or the answer, one text per turn.

``{"answer": …}`` ends the episode, and so does an abstention, ``{"cannot_tell": true}``, as problems have
it; ``{"action": {…}}`` and a bare action do something. What is no JSON is a text, and no action.

>>> read_message('{"answer": "yes"}')
Message(value='yes', is_answer=True)
>>> read_message('{"cannot_tell": true}').is_answer
True
>>> read_message('{"action": {"action": "hold", "shape": "circle"}}').value
{'action': 'hold', 'shape': 'circle'}
"""

from __future__ import annotations

from dataclasses import dataclass

from symcause.bounds.episodes_bounds import MESSAGE_LENGTH
from symcause.errors import SymcauseError
from symcause.formats.json_text import read_json
from symcause.scoring.abstention_rule import CANNOT_TELL


@dataclass(frozen=True)
class Message:
    """An action, or the answer."""

    value: object
    is_answer: bool = False


def read_message(text: str) -> Message:
    """What a text says; never raises."""
    if len(text) > MESSAGE_LENGTH:
        return Message("a line that is too long")
    try:
        heard = read_json(text)
    except SymcauseError:
        return Message(text.rstrip("\n"))
    if isinstance(heard, dict) and set(heard) == {"answer"}:
        return Message(heard["answer"], is_answer=True)
    if isinstance(heard, dict) and heard.get(CANNOT_TELL) is True:
        return Message(heard, is_answer=True)
    if isinstance(heard, dict) and set(heard) == {"action"} and isinstance(heard["action"], dict):
        return Message(heard["action"])
    return Message(heard)
