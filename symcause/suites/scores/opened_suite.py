"""The opened suite in the scores of suites: problems and gold of one folder, or of two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from symcause.errors import Complaint, ProblemError, UsageError
from symcause.suites.checks.file_digests import digests_checked
from symcause.suites.folder import suite_layout as paths
from symcause.suites.folder.suite import Suite
from symcause.suites.folder.suite_folder import Lines, SuiteFolder, is_suite
from symcause.suites.folder.suite_reader import read_suite

_GOLD = "evaluator/"


@dataclass(frozen=True)
class OpenedSuite:
    """A suite whose answers can be scored, with the fingerprint of what systems saw."""

    suite: Suite
    public_digest: str


@dataclass(frozen=True)
class ApartFolder(SuiteFolder):
    """A public part whose evaluator's part lies elsewhere."""

    gold: Path

    def _path(self, path: str) -> Path:
        if path.startswith(_GOLD):
            return self.gold / path.removeprefix(_GOLD)
        return self.place / path

    def file(self, path: str) -> str:
        return str(self._path(path))

    def data(self, path: str) -> bytes | None:
        target = self._path(path)
        return target.read_bytes() if target.is_file() else None


def opened_suite(folder: str, gold: str | None = None) -> OpenedSuite:
    """The suite of a folder, or of its public part with *gold*: the suite or its folder ``evaluator``.

    Raises UsageError where gold is missing or is another suite's, ProblemError for files that were changed.
    """
    place = Path(folder)
    if gold is None and is_suite(place) and not SuiteFolder(place).manifest.parts:
        remedy = "--key FOLDER names its suite, or the folder evaluator of it"
        raise UsageError(
            "the public part alone has no true answers", file=str(folder), remedy=remedy
        )
    if gold is None:
        opened, public = SuiteFolder(place), SuiteFolder(place / paths.PUBLIC)
    else:
        public = SuiteFolder(place / paths.PUBLIC if is_suite(place / paths.PUBLIC) else place)
        opened = ApartFolder(public.place, _evaluator(gold))
    _raise(digests_checked(public).complaints)
    shown = {id for path in public.present if path.endswith(".jsonl") for id in _ids(public, path)}
    if strange := shown ^ set(_ids(opened, paths.IDS)):
        text = "problems and true answers are not of one suite"
        remedy = "give the evaluator's part of this suite: symcause verify checks both"
        raise UsageError(text, file=str(gold or folder), value=min(strange), remedy=remedy)
    read = read_suite(opened)
    _raise(read.complaints)
    return OpenedSuite(read.suite, public.manifest.public_digest)


def _ids(folder: SuiteFolder, path: str) -> list[str]:
    """The ids in a file."""
    return [str(record.get("id")) for _, record in Lines(folder, path)]


def _evaluator(gold: str) -> Path:
    place = Path(gold)
    inner = place / _GOLD
    base = inner if (inner / Path(paths.IDS).name).is_file() else place
    if not (base / Path(paths.IDS).name).is_file():
        remedy = "name the suite, or the folder evaluator of it"
        raise UsageError("there are no true answers of a suite", file=gold, remedy=remedy)
    return base


def _raise(complaints: Sequence[Complaint]) -> None:
    """What is wrong with a folder is an error: numbers about it would be about something else."""
    if complaints:
        raise ProblemError(**complaints[0]._asdict())
