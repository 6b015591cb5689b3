"""The transcript file, an output of the CLI: append-only, and locked while it is written.

What is in it stays: a new episode goes to its end. With ``--resume`` an episode that is there already is
not played again, and one that was interrupted goes on.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO, Self

from symcause.cli.output.output_files import refuse_device, refuse_unwritable
from symcause.cli.output.result_file import locked
from symcause.episodes.episode import Episode
from symcause.episodes.transcripts.transcript import AnswerLine, Header, Line, Transcript, spelled
from symcause.episodes.transcripts.transcript_reader import read_transcripts
from symcause.errors import UsageError
from symcause.formats.answer_files.transcript_detection import is_transcript
from symcause.formats.problems import Problem
from symcause.formats.storage.file_lock import released


class TranscriptFile:
    """Used in a ``with`` block."""

    def __init__(self, path: str, *, resume: bool) -> None:
        refuse_unwritable(path)
        refuse_device(path)
        self.path = path
        self._file = _opened(path)
        self._earlier: list[Transcript] = []
        try:
            self._mend()
            if Path(path).stat().st_size and not is_transcript(path):
                raise UsageError(
                    "contains something other than episodes", file=path, remedy="name another file"
                )
            if resume:
                self._earlier = list(read_transcripts(path)) if Path(path).stat().st_size else []
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.flush()
        if not os.fstat(self._file.fileno()).st_size:
            Path(self.path).unlink(missing_ok=True)  # still locked: nobody has begun to write to it
        released(self._file.fileno())
        self._file.close()

    def begun(self, header: Header) -> Transcript | None:
        """The episode of this header that is there already."""
        transcripts = [t for t in self._earlier if t.header == header]
        return transcripts[-1] if transcripts else None

    def open_end(self, header: Header) -> Transcript | None:
        """The last episode, if it is the one of this header and has no answer yet."""
        last = self._earlier[-1] if self._earlier else None
        return last if last and last.header == header and last.answer is None else None

    def append(self, line: Line) -> None:
        """One more line; it is on its way to the disk when this returns."""
        try:
            self._file.write(spelled(line).encode("utf-8") + b"\n")
            self._file.flush()
        except OSError as error:
            text = f"cannot be written: {error.strerror or error}"
            raise UsageError(text, file=self.path) from None

    def take(self, transcript: Transcript) -> None:
        """A whole episode, or what is new of it."""
        there = self.begun(transcript.header)
        if there is not None and there.answer is not None:
            return
        lines = list(transcript.lines())
        if self.open_end(transcript.header) is not None:
            assert there is not None
            lines = lines[1 + len(there.steps) :]
        for line in lines:
            self.append(line)
        self._earlier.append(transcript)

    def _mend(self) -> None:
        """A last line that was torn by whatever stopped an earlier run is cut off."""
        size = self._file.seek(0, os.SEEK_END)
        back, data = 0, b""
        while back < size and b"\n" not in data:
            back = min(size, max(2 * back, 1 << 16))
            self._file.seek(size - back)
            data = self._file.read(back)
        if data and not data.endswith(b"\n"):
            kept = data.rfind(b"\n") + 1
            self._file.truncate(size - back + kept)
        self._file.seek(0, os.SEEK_END)


def _opened(path: str) -> IO[bytes]:
    try:
        return locked(Path(path))
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror or error}", file=path) from None


class Recorder:
    """Writes an episode's lines as they come."""

    def __init__(self, file: TranscriptFile, episode: Episode[Problem]) -> None:
        self._file, self._episode = file, episode
        transcript = episode.transcript
        there = file.open_end(transcript.header)
        if there is None:
            file.append(transcript.header)
        else:
            episode.resumed(there)
        self._written = self._count()

    def note(self) -> None:
        """Write what has happened since."""
        transcript, (steps, calls) = self._episode.transcript, self._written
        new: list[tuple[int, Line]] = list(enumerate(transcript.steps[steps:], steps + 1))
        for _, line in sorted((*new, *transcript.calls[calls:]), key=lambda one: one[0]):
            self._file.append(line)
        self._written = self._count()
        if isinstance(transcript.answer, AnswerLine):
            self._file.append(transcript.answer)

    def _count(self) -> tuple[int, int]:
        transcript = self._episode.transcript
        return len(transcript.steps), len(transcript.calls)
