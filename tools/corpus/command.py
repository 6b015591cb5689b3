"""One command: its words, and what its output is about."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Command:
    """The words after ``symcause``.

    *pool*: the file whose problems the lines of its output are about; *family*: whose problems these are.
    """

    words: tuple[str, ...]
    pool: str | None = None
    family: str | None = None

    @property
    def line(self) -> str:
        return " ".join(self.words)

    def with_jobs(self) -> Command:
        """The same with two processes, where the command has some."""
        many = self.words[0] in JOBS and "--list" not in self.words
        return replace(self, words=(*self.words, "--jobs", "2")) if many else self


JOBS = frozenset(
    (
        *("audit", "count", "solve", "alternatives", "disambiguate", "next"),
        *("score", "play", "generate", "verify"),
    )
)
"""Commands that take ``--jobs``."""


def one(line: str) -> Command:
    """A command as it is typed."""
    return Command(tuple(line.split()))


def pooled(words: str, file: str, rest: str = "") -> Command:
    """A command about every problem of a pool, one line each."""
    return Command(tuple(f"{words} {file} {rest} --json".split()), file)
