"""Told lines: results of a run that bring their text along, where much of it has been written before.

>>> line = LineOfNobody({"problem": "p1", "model": "", "right": True}).of('the "best"')
>>> line
{'problem': 'p1', 'model': 'the "best"', 'right': True}
>>> text_of(line) == text_of(dict(line))
True
"""

from __future__ import annotations

from functools import lru_cache

from symcause.audits.document_json import dumps, stamped

_MODEL, _NOBODY = '"model": ', '""'


class ToldLine(dict[str, object]):
    """A line and its text, stamped with the version; whoever sets a key takes the text from it."""

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

    def __init__(self, line: dict[str, object]) -> None:
        """The ``model`` of the *line* is empty. No text inside of another can look like that key."""
        self._line = line
        before, _, self._after = dumps(line).rpartition(_MODEL + _NOBODY)
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
    return stamped({"model": model}).partition(_MODEL)[2][:-1]


def text_of(line: dict[str, object]) -> str:
    """A line as :func:`symcause.audits.document_json.dumps` writes it."""
    text = line.text if type(line) is ToldLine else None
    return dumps(dict(line) if type(line) is ToldLine else line) if text is None else text
