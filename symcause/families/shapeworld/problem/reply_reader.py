"""The reply reader for ShapeWorld problems, which reads as the released program does.

The object is what stands between the first ``{`` of the text and the next ``}``; it must be JSON. So a
nested object fails, and a brace in the reasoning before the reply is what gets read. Words are compared
to the letter: ``Yes`` and ``Move`` do not count.

>>> read_reply('I hold it. {"shape": "circle", "action": "hold"}')
{'shape': 'circle', 'action': 'hold'}
>>> read_reply('{"answer": {"value": "yes"}}') is None
True
"""

from __future__ import annotations

import json

from symcause.families.shapeworld.problem.problem import NO, YES


def read_reply(text: str) -> dict[str, object] | None:
    """The object of a reply; None if there is none, or an empty one."""
    start = text.find("{")
    end = text.find("}", start)
    if start < 0 or end < 0:
        return None
    try:
        found = json.loads(text[start : end + 1])
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and found else None


def read_answer(text: str) -> bool | None:
    """Yes or no: the object of a reply, or the bare word; None if it is neither."""
    reply = read_reply(text)
    word = text.strip() if reply is None else reply.get("answer")
    return {YES: True, NO: False}.get(word) if isinstance(word, str) else None
