"""The reader of transcripts: the episodes in a file, told apart by their headers.

A transcript is a problem of its family: the evidence of its header and of all its steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from symcause.episodes.episode import known_after
from symcause.episodes.transcripts.transcript import (
    Header,
    Transcript,
    fingerprint,
    read_lines,
    spelled,
)
from symcause.errors import ProblemError, SymcauseError, UsageError
from symcause.formats.answer_files.episode_stream import gathered, is_header
from symcause.formats.pools.json_documents import Document, json_documents
from symcause.formats.problems import Problem
from symcause.formats.storage.byte_streams import opened
from symcause.registry import family_of, load


def read_transcripts(path: str | Path) -> Iterator[Transcript]:
    """The episodes of a file, in order. Raises in the place of one that cannot be read."""
    with opened(path) as source:
        for document in gathered(json_documents(source)):
            if document.error is not None:
                raise document.error
            yield transcript_of(document)


def transcript_of(document: Document) -> Transcript:
    """The transcript that a document of :func:`gathered` holds."""
    lines = document.value
    if not isinstance(lines, list) or not lines or not is_header(lines[0]):
        remedy = "a transcript begins with its header, as symcause play --out writes it"
        raise ProblemError("no episode", file=document.file, remedy=remedy)
    for number, line in enumerate(lines, 1):
        if not isinstance(line, dict):
            raise ProblemError(
                "a line of an episode is a JSON object", file=document.file, place=f"line {number}"
            )
    try:
        return read_lines(iter(lines))
    except SymcauseError as error:
        raise error.at(file=document.file) from None


def read_episode(lines: list[object], file: str | None = None) -> Problem:
    """The problem that the lines of an episode stand for."""
    return known_after(transcript_of(Document(lines, file or "")))


def transcripts_about(problem: Problem, path: str | Path) -> list[Transcript]:
    """The transcripts of a file that are about this problem."""
    write = family_of(problem).writer
    assert write is not None
    ours = fingerprint(load(write)(problem))
    all_of_them = [t for t in read_transcripts(path) if t.header.fingerprint == ours]
    # An episode that was begun again after an interruption has one header: the last one counts.
    return list({spelled(t.header): t for t in all_of_them}.values())


def transcript_about(problem: Problem, path: str | Path) -> Transcript:
    """The one transcript of a file that is about this problem."""
    transcripts = transcripts_about(problem, path)
    if len(transcripts) == 1:
        return transcripts[0]
    if transcripts:
        raise UsageError(
            f"{len(transcripts)} episodes about this problem",
            file=str(path),
            remedy="to judge many at once: name their folder, or symcause score POOL TRANSCRIPTS",
        )
    raise UsageError(
        "no episode about this problem",
        file=str(path),
        value=problem.id,
        remedy="give the problem that was played, unchanged",
    )


def begun(path: str | Path, header: Header) -> Transcript | None:
    """The last episode of a file that began as this one does; None if there is none."""
    if not Path(path).exists() or not Path(path).stat().st_size:
        return None
    transcripts = [t for t in read_transcripts(path) if t.header == header]
    return transcripts[-1] if transcripts else None
