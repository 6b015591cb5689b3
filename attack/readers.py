"""Damaged files through the readers alone, many in one process: what a case takes is a millisecond.

A reader takes what it is given or raises an error of the project's own; anything else is a fault. What was
read is written, and read again: it must be the same problem, and its digest too. A damaged certificate is
accepted or rejected, a damaged answer gets a score; neither raises.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from traceback import format_exc

from attack.corpus import EXAMPLES, Corpus, Seed, portion, ready_corpus
from attack.faults import Tally
from attack.mutations import damaged
from attack.running import SECONDS
from symcause.api.answer_scores import score_text
from symcause.api.dispatch import verify
from symcause.errors import SymcauseError
from symcause.formats.json_text import decode_text, read_json
from symcause.formats.pools.problem_files import read_problems
from symcause.formats.pools.problem_writer import one_line, write_problem
from symcause.formats.problems import Problem, read_document
from symcause.processes.isolation import call
from symcause.registry import family_of, load

PART = "damaged files, readers alone"
BATCH = 500
LARGEST = 4_000
"""Bytes of a file: larger ones go through the commands."""

KINDS = ("problem", "problem", "certificate", "certificate", "answer")

BY_FILE = ("scenario",)
"""Families whose digest is that of the document as it stands in its file."""

Told = tuple[dict[str, int], dict[str, int], list[tuple[int, str, str]]]
"""By kind how often, how often past the reader, and what was found at which number."""


@cache
def _undamaged(path: Path) -> Problem:
    return read_document(json.loads(path.read_bytes()), str(path))


class Readers:
    """One batch after the other; case *i* of a seed is always the same."""

    def __init__(self, seed: int, folder: Path, faults: Path, every: int = 1) -> None:
        """Of the published files *every* so many are damaged."""
        self._seed, self._number, self._faults, self._folder = seed, 0, faults, folder
        self._files: Corpus = ready_corpus(every)
        small = [seed for seed in self._files.problems if len(seed.data) < LARGEST]
        self._problems = (*small, *(s for s in self._files.foreign if len(s.data) < LARGEST))

    def trial(self, tally: Tally) -> None:
        """The next batch, in a process of its own."""
        start = self._number
        self._number += BATCH
        try:
            ended = call(self.batch, start, seconds=SECONDS)
        except SymcauseError as error:
            ended = error
        if not isinstance(ended, tuple):
            tally.note(PART, "problem")
            tally.fault(PART, "problem", f"seed {self._seed}, one from {start} on: {ended}")
            return
        tried, read, found = ended
        for kind, times in tried.items():
            tally.note(PART, kind, times)
            tally.past(PART, kind, read.get(kind, 0))
        for number, kind, told in found:
            tally.fault(PART, kind, f"seed {self._seed}, number {number}: {told}")

    def batch(self, start: int, length: int = BATCH) -> Told:
        """Cases one after the other; the data of those that found something are kept."""
        tried: dict[str, int] = {}
        read: dict[str, int] = {}
        found = []
        for number in range(start, start + length):
            kind, seed, data = self.case(number)
            tried[kind] = tried.get(kind, 0) + 1
            try:
                past, told = getattr(self, f"_{kind}")(seed, data)
            except SymcauseError:
                past, told = False, None
            except Exception:
                past, told = True, format_exc()[-600:]
            read[kind] = read.get(kind, 0) + past
            if told is not None:
                self._faults.mkdir(parents=True, exist_ok=True)
                (self._faults / f"read-{self._seed}-{number}-{seed.name}").write_bytes(data)
                found.append((number, kind, f"{seed.name}: {told}"))
        return tried, read, found

    def case(self, number: int) -> tuple[str, Seed, bytes]:
        """What is read, and as what."""
        rng = Random(f"read {self._seed} {number}")
        kind = rng.choice(KINDS)
        if kind == "problem":
            seed = rng.choice(self._problems)
            return kind, seed, damaged(rng, portion(rng, seed))[0]
        known = self._files.certificates if kind == "certificate" else self._files.answers
        known = tuple(seed for seed in known if self._problem_of(seed) is not None)
        seed = rng.choice(known)
        return kind, seed, damaged(rng, seed.data)[0]

    @staticmethod
    def _problem_of(seed: Seed) -> Path | None:
        """The example that a certificate or an answer belongs to."""
        stem = seed.name.split(".")[0]
        path = EXAMPLES / f"{'unique' if stem == 'n' else stem}.json"
        return path if path.exists() else None

    def _whole(self, seed: Seed) -> Problem:
        path = self._problem_of(seed)
        assert path is not None
        return _undamaged(path)

    def _problem(self, seed: Seed, data: bytes) -> tuple[bool, str | None]:
        path = self._folder / seed.name
        path.write_bytes(data)
        problems = [item.problem for item in read_problems(path) if item.problem is not None]
        for problem in problems:
            text = one_line(write_problem(problem))
            try:
                again = read_document(read_json(text), "again")
            except SymcauseError as error:
                return True, f"what was written cannot be read: {error}"
            family = family_of(problem)
            digest = None if family.name in BY_FILE or family.digest is None else family.digest
            if digest is not None and load(digest)(again) != load(digest)(problem):
                return True, "the problem has another digest after it was written and read"
            if one_line(write_problem(again)) != text:
                return True, "the problem is another one after it was written and read"
        return bool(problems), None

    def _certificate(self, seed: Seed, data: bytes) -> tuple[bool, str | None]:
        document = read_json(decode_text(data))
        verify(self._whole(seed), document)
        return True, None

    def _answer(self, seed: Seed, data: bytes) -> tuple[bool, str | None]:
        score_text(self._whole(seed), decode_text(data))
        return True, None
