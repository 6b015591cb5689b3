"""Files that are whole or not there: they grow under another name and take their own at the end.

Links are followed, so a link stays one. What is no regular file (a device, a pipe) has no such other name:
it takes everything as it comes.

>>> place("report.html").part.name
'report.html.part'
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple


class Place(NamedTuple):
    """Where a file is to stand, and where it grows until then."""

    target: Path
    part: Path

    def settle(self) -> None:
        """The file is complete: it takes its name."""
        if self.part != self.target:
            self.part.replace(self.target)

    def discard(self) -> None:
        """The file will not be completed: no trace of it stays."""
        if self.part != self.target:
            with suppress(OSError):
                self.part.unlink(missing_ok=True)


def place(path: str | Path) -> Place:
    """The place of a file that is about to be written."""
    try:
        target = Path(path).resolve()
    except (OSError, RuntimeError):  # a loop of links: opening it will say so
        target = Path(path).absolute()
    if target.exists() and not target.is_file():
        return Place(target, target)
    return Place(target, target.with_name(target.name + ".part"))
