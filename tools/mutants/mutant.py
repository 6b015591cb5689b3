"""A mutant: one place of one module, and what stands there instead."""

from __future__ import annotations

import difflib
import hashlib
from dataclasses import dataclass


@dataclass(frozen=True)
class Edit:
    """Bytes of a module, from *start* to *end*, and what takes their place."""

    start: int
    end: int
    text: str

    def applied(self, source: bytes) -> bytes:
        return source[: self.start] + self.text.encode() + source[self.end :]


@dataclass(frozen=True)
class Mutant:
    """One change of a module; *lines* are those of the place, *statement* the first of what it is part of.

    *within* is the function or class it stands in; *loads* says that it is done when the module is loaded.
    """

    file: str
    within: str
    operator: str
    lines: tuple[int, int]
    edits: tuple[Edit, ...]
    before: str
    after: str
    statement: int = 0
    loads: bool = False
    nth: int = 0

    @property
    def name(self) -> str:
        """The same in every tree in which the function has these lines: no line number is in it."""
        parts = (self.file, self.within, self.operator, self.before, self.after, str(self.nth))
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:12]

    @property
    def place(self) -> str:
        return f"{self.file}:{self.lines[0]}"

    def applied(self, source: bytes) -> bytes:
        """The module with the change in it."""
        for edit in sorted(self.edits, key=lambda one: one.start, reverse=True):
            source = edit.applied(source)
        return source

    def diff(self, source: bytes) -> str:
        """The change as a reader wants to see it."""
        texts = [text.decode().splitlines() for text in (source, self.applied(source))]
        shown = difflib.unified_diff(*texts, self.file, self.file, n=1, lineterm="")
        return "\n".join(list(shown)[2:])


def changed_line(source: bytes, edits: tuple[Edit, ...]) -> tuple[str, str]:
    """The line in which the first change begins, before and after, without its indentation."""
    ordered = sorted(edits, key=lambda one: one.start)
    first = source.rfind(b"\n", 0, ordered[0].start) + 1
    last = source.find(b"\n", ordered[-1].end)
    old = source[first:] if last < 0 else source[first:last]
    new = old
    for edit in reversed(ordered):
        new = Edit(edit.start - first, edit.end - first, edit.text).applied(new)
    before, after = old.decode().splitlines(), new.decode().splitlines() or [""]
    different = (pair for pair in zip(before, after, strict=False) if pair[0] != pair[1])
    one, other = next(different, (before[-1], after[-1]))
    return one.strip(), other.strip()
