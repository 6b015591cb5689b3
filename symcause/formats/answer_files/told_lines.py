"""Told lines: results of answers that bring their text along, where it was written before but for a name.

>>> told = LineOfNobody({"model": "", "right": True}, '{"model": "", "right": true}').of('the "best"')
>>> told, told.text
({'model': 'the "best"', 'right': True}, '{"model": "the \\\\"best\\\\"", "right": true}')
"""

from __future__ import annotations

import json
from functools import lru_cache

_MODEL, _NOBODY = '"model": ', '""'


class ToldLine(dict[str, object]):
    """A line and its text; whoever sets a key takes the text from it."""

    text: str | None = None

    def __setitem__(self, key: str, value: object) -> None:
        self.text = None
        super().__setitem__(key, value)

    def __reduce__(self) -> tuple[object, ...]:
        """To another process only the line itself travels."""
        return dict, (dict(self),)


class LineOfNobody:
    """The line of an answer whose system is not named: all that those have in common who give it."""

    __slots__ = ("_after", "_before", "_line")

    def __init__(self, line: dict[str, object], text: str) -> None:
        """The ``model`` of the *line* is empty. No string inside of the *text* can look like that key."""
        self._line = line
        before, _, self._after = text.rpartition(_MODEL + _NOBODY)
        self._before = before + _MODEL

    def of(self, model: str) -> ToldLine:
        """The line of a system."""
        line = ToldLine(self._line)
        line["model"] = model
        line.text = f"{self._before}{_quoted(model)}{self._after}"
        return line


@lru_cache(maxsize=1024)
def _quoted(model: str) -> str:
    """The name as it stands in a line."""
    return json.dumps(model, ensure_ascii=False)


def told_text(line: dict[str, object]) -> str | None:
    """The text of a line that brings it along."""
    return line.text if type(line) is ToldLine else None
