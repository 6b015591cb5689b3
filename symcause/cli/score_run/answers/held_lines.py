"""Held lines of a score run: the last answer of each system to each problem, until all have come.

That is how the last one counts where the answers can be read only once, as from standard input.
"""

from __future__ import annotations

from collections.abc import Iterator

from symcause.cli.output.result_file import Line


class HeldLines:
    """The lines that count so far, in the order of their answers."""

    def __init__(self) -> None:
        self._lines: dict[tuple[object, ...], tuple[Line, str]] = {}

    def put(self, line: Line, path: str) -> Line | None:
        """Hold the line of an answer to the pool at *path*; return the one whose place it takes."""
        key = path, line.get("family"), line.get("model"), line.get("problem")
        earlier, _ = self._lines.pop(key, (None, ""))
        self._lines[key] = line, path
        return earlier

    def settled(self) -> Iterator[tuple[Line, str]]:
        """The lines that count, with their pools; none is held any more."""
        lines, self._lines = self._lines, {}
        yield from lines.values()
