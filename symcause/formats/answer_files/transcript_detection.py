"""Detection of transcript files, by how they begin."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from symcause.bounds.formats_bounds import FOLDER_FILES
from symcause.errors import SymcauseError
from symcause.formats.answer_files.episode_stream import is_header
from symcause.formats.pools.json_documents import json_documents
from symcause.formats.storage.byte_streams import STANDARD_INPUT, opened


def is_transcript(path: str | Path) -> bool:
    """Does a file begin with an episode's header? A pipe is read only once and is not asked."""
    if str(path) == STANDARD_INPUT or Path(path).is_dir():
        return False
    with opened(path) as source:
        if source.first_byte() != b"{":
            return False
        try:
            first = next(json_documents(source), None)
        except SymcauseError:  # whoever reads the file says what is wrong with it
            return False
    return first is not None and is_header(first.value)


def transcripts_below(folder: str | Path) -> Iterator[Path]:
    """The files below a folder that begin with an episode, by their paths."""
    for path in sorted(Path(folder).rglob("*.jsonl"))[:FOLDER_FILES]:
        try:
            if path.is_file() and is_transcript(path):
                yield path
        except SymcauseError:  # no transcript, whatever else it is
            continue
