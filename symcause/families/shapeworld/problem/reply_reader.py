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

from symcause.families.shapeworld.bounds import SHOWN_KEYS, SHOWN_REPLY
from symcause.families.shapeworld.problem.problem import NO, YES

_FORM = '{"answer": "yes"} or {"answer": "no"}'


def read_reply(text: str) -> dict[str, object] | None:
    """The object of a reply; None if there is none, or an empty one."""
    start = text.find("{")
    end = text.find("}", start)
    if start < 0 or end < 0:
        return None
    try:
        value = json.loads(text[start : end + 1])
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and value else None


def read_answer(text: str) -> bool | None:
    """Yes or no: the object of a reply, or the bare word; None if it is neither."""
    reply = read_reply(text)
    word = text.strip() if reply is None else reply.get("answer")
    return {YES: True, NO: False}.get(word) if isinstance(word, str) else None


def why_unread(text: str) -> str | None:
    """Why a reply is neither yes nor no as the released program reads it; None if it is one of them.

    >>> why_unread('{"answer": "YES"}')
    'the answer is neither "yes" nor "no", in small letters and quotation marks (got "YES")'
    """
    if read_answer(text) is not None:
        return None
    if not text.strip():
        return "the text is empty"
    start = text.find("{")
    if start < 0 or text.find("}", start) < 0:
        return f"neither yes nor no: give {_FORM}, or the word alone"
    reply = read_reply(text)
    if reply is None:
        return f"what stands between the first {{ and the next }} is read, and is no answer: give {_FORM}"
    if "answer" not in reply:
        more = ["…"] if len(reply) > SHOWN_KEYS else []
        listed = ", ".join([*map(json.dumps, [*reply][:SHOWN_KEYS]), *more])
        return (
            f'the first object of the text is read, and has no "answer" but {listed}: give {_FORM}'
        )
    got = json.dumps(reply["answer"], ensure_ascii=False)
    got = got if len(got) <= SHOWN_REPLY else f"{got[: SHOWN_REPLY - 1]}…"
    return f'the answer is neither "yes" nor "no", in small letters and quotation marks (got {got})'
