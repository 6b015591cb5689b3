"""Words of a task for people: what tells programs how to write is left out, for there are forms.

>>> for_people('Set a property: {"intervene": {"a": 50}}. You see the rest. Answer with one JSON object.')
'Set a property. You see the rest.'
>>> for_people('Find out why.\\n\\nAnswer: {"design": {NAME: VALUE}} with what differs.\\n4 units:')
'Find out why.\\n\\n4 units:'
"""

from __future__ import annotations

import re

_LEFT_OUT = (
    r" *(?:Reply|Answer) with (?:exactly )?one JSON object\b[^.]*\.",
    r"^Answer: \{.*\n?",  # a line that shows an answer
    r"^\{\n(?:.*\n)*?\}\n?",  # an answer in lines of its own
    r":? \{\"\w+\":[^\n]*?\}(?=[.;,]|$)",  # an action, as a sentence ends with it
    r"; a number that you do not know is null",
    r" with \"\w+\"(?=\.)",  # a key that one may add
)


def for_people(text: str) -> str:
    """The text without what only programs need."""
    for pattern in _LEFT_OUT:
        text = re.sub(pattern, "", text, flags=re.MULTILINE)
    return text
