"""The declared names of a family, for its check: every dotted name of the declaration, and its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from symcause.declarations import DOTTED, WORDS
from symcause.registry import Family, Foreign, Log, Text


class NamedPart(NamedTuple):
    """A name of a declaration, and its place: a key of a mapping, or a part of a tuple."""

    capability: str
    dotted: str
    key: str = ""
    part: str = ""
    further: bool | None = None  # is it given all that its form may take? None: now and then

    @property
    def place(self) -> str:
        """How messages call it."""
        return f"{self.capability}[{self.key!r}]" if self.key else self.kind

    @property
    def kind(self) -> str:
        """The name of its form."""
        return f"{self.capability}.{self.part}" if self.part else self.capability


def named_parts(found: Family) -> Iterator[NamedPart]:
    """Everything that a declaration names."""
    for capability, value in zip(Family._fields, found, strict=True):
        if capability in WORDS:
            continue
        if isinstance(value, str):
            yield NamedPart(capability, value)
        elif isinstance(value, Mapping):
            for key, dotted in value.items():
                yield NamedPart(capability, str(dotted), key=str(key))
        elif isinstance(value, tuple):
            for part in value:
                yield from _named_in(capability, part)


_FURTHER = {"foreign.reader": "placed", "foreign.answers": "named_by_file"}
"""What is given all that it may take where its part of the declaration says so, and never else."""


def _named_in(capability: str, part: object) -> Iterator[NamedPart]:
    fields = part._asdict() if isinstance(part, Foreign | Text | Log) else {"": part}
    for name, dotted in fields.items():
        if name != "pattern" and isinstance(dotted, str) and DOTTED.fullmatch(dotted):
            asked = _FURTHER.get(f"{capability}.{name}")
            further = None if asked is None else bool(fields[asked])
            yield NamedPart(capability, dotted, part=name, further=further)
