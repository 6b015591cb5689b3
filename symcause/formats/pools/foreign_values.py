"""Values of foreign documents, with their places: what other projects write, read leniently.

A :class:`Placed` is a value with its place, so that a complaint about a missing or odd value can say
where it should have been.

>>> record = Placed({"task": {"name": "demo"}}, "problems[0]")
>>> record["task"]["name"].text()
'demo'
>>> record["task"]["size"].integer()
Traceback (most recent call last):
...
symcause.errors.ProblemError: problems[0].task.size: the value is missing
"""

from __future__ import annotations

from dataclasses import dataclass

from symcause.errors import ProblemError
from symcause.formats.strict_json import below
from symcause.formats.struct_decoder import mismatch


@dataclass(frozen=True)
class Placed:
    """A value of a foreign document and its place; a missing value is None."""

    value: object
    place: str = ""

    def __getitem__(self, key: str) -> Placed:
        """What stands under *key*; missing if this is missing or has no such key."""
        if self.value is None:
            return Placed(None, below(self.place, key))
        if not isinstance(self.value, dict):
            raise mismatch("an object", self.value, self.place)
        return Placed(self.value.get(key), below(self.place, key))

    def __bool__(self) -> bool:
        """True if the value is there at all."""
        return self.value is not None

    def text(self) -> str:
        if not isinstance(self._given(), str):
            raise mismatch("text", self.value, self.place)
        return str(self.value)

    def integer(self) -> int:
        value = self._given()
        if not isinstance(value, int) or isinstance(value, bool):
            raise mismatch("a whole number", value, self.place)
        return value

    def flag(self) -> bool:
        value = self._given()
        if not isinstance(value, bool):
            raise mismatch("true or false", value, self.place)
        return value

    def bit(self) -> str:
        """``0`` or ``1``, however it was spelled."""
        value = self._given()
        spelled = str(int(value)) if isinstance(value, bool) else str(value)
        if isinstance(value, bool | int | str) and spelled in ("0", "1"):
            return spelled
        raise mismatch("0 or 1", value, self.place)

    def parts(self) -> list[Placed]:
        """The parts of a list."""
        value = self._given()
        if not isinstance(value, list):
            raise mismatch("a list", value, self.place)
        return [Placed(part, below(self.place, i)) for i, part in enumerate(value)]

    def entries(self) -> dict[str, Placed]:
        """The entries of an object."""
        value = self._given()
        if not isinstance(value, dict):
            raise mismatch("an object", value, self.place)
        return {key: Placed(part, below(self.place, key)) for key, part in value.items()}

    def texts(self) -> tuple[str, ...]:
        """A list of texts."""
        return tuple(part.text() for part in self.parts())

    def _given(self) -> object:
        if self.value is None:
            raise ProblemError("the value is missing", place=self.place or None)
        return self.value
