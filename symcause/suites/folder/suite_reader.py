"""The reader of a suite's folder: recipe, problems, certificates and ids as they are found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from symcause.audits.certificate_acceptance import named_digest
from symcause.errors import Complaint, ProblemError, SymcauseError
from symcause.formats.datasets.opaque_ids import PUBLISHED
from symcause.formats.structs import Struct, decode
from symcause.suites.draws.suite_key import Commitment
from symcause.suites.draws.suite_problem import SuiteProblem, second_digest, stripped
from symcause.suites.folder import suite_layout as paths
from symcause.suites.folder.suite import BundledAnswer, Entry, Suite
from symcause.suites.folder.suite_folder import Lines, SuiteFolder
from symcause.suites.folder.suite_manifest import Contents
from symcause.suites.recipe.recipe import Recipe
from symcause.suites.recipe.recipe_file import parse_recipe

_RESTORE = "restore the file from the suite's publisher, or make the suite again"


@dataclass(frozen=True)
class ReadSuite:
    """A suite as a folder has it, and what could not be read."""

    suite: Suite
    complaints: tuple[Complaint, ...]
    unused: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Lines of certificates that are about no problem of their part."""


def read_suite(folder: SuiteFolder) -> ReadSuite:
    """The suite of a folder. Raises ProblemError where there is no recipe that can be read."""
    source = folder.data(paths.RECIPE)
    if source is None:
        file = folder.file(paths.RECIPE)
        raise ProblemError("the recipe is missing", file=file, remedy=_RESTORE)
    recipe = parse_recipe(source, folder.file(paths.RECIPE))
    return _Reading(folder, recipe).result()


class AnswerDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of what baselines answered."""

    part: str
    id: str
    model: str
    response: str
    score: float | str


class _Reading:
    def __init__(self, folder: SuiteFolder, recipe: Recipe) -> None:
        self._folder, self._recipe = folder, recipe
        self._complaints: list[Complaint] = []
        self._unused: dict[str, tuple[int, ...]] = {}

    def result(self) -> ReadSuite:
        named = self._names()
        entries = [
            entry for part in self._recipe.parts for entry in self._entries(part.name, named)
        ]
        manifest = self._folder.manifest
        contents = {one.name: Contents(one.drawn, one.rejected) for one in manifest.parts}
        for part in self._recipe.parts:
            contents.setdefault(part.name, Contents(0, {}))
        suite = Suite(
            self._recipe,
            Commitment(manifest.key_sha256, manifest.open),
            tuple(entries),
            contents,
            manifest.symcause,
            manifest.canary,
            secret=self._folder.data(paths.KEY),
            answers=tuple(self._answers(entries)),
        )
        return ReadSuite(suite, tuple(self._complaints), self._unused)

    def _names(self) -> dict[tuple[str, str], Mapping[str, Any]]:
        """The public ids of the problems of all parts."""
        lines = Lines(self._folder, paths.IDS)
        known: dict[tuple[str, str], Mapping[str, Any]] = {}
        splits = {name for name, _ in self._recipe.splits}
        for number, line in lines:
            keys = {"id", "part", "split", "problem"}
            if set(line) != keys or not all(isinstance(line[key], str) for key in keys):
                remedy = "its keys are id, part, split, problem"
                lines.complain(number, ProblemError("not the name of a problem", remedy=remedy))
            elif line["split"] not in splits:
                lines.complain(
                    number, ProblemError("no such split", place="split", value=line["split"])
                )
            else:
                known[line["part"], line["problem"]] = line
        self._complaints += lines.complaints
        return known

    def _entries(
        self, part: str, named: Mapping[tuple[str, str], Mapping[str, Any]]
    ) -> list[Entry]:
        path = paths.complete(part)
        lines, problems = Lines(self._folder, path), list[SuiteProblem]()
        published: dict[str, object] = {}
        for number, document in lines:
            try:
                one = stripped(document, None, part)
                _ = one.problem, one.digest
            except SymcauseError as error:
                lines.complain(number, error)
                continue
            except (KeyError, TypeError, ValueError) as error:
                lines.complain(number, ProblemError("not a problem of a suite", value=str(error)))
                continue
            own = (document.get("metadata") or {}).get(PUBLISHED)
            published[one.id] = own.get("id") if isinstance(own, dict) else None
            problems.append(one)
        self._complaints += lines.complaints
        entries = []
        for one in self._proved(part, problems):
            name = named.get((part, one.id))
            if name is None:
                self._complain(path, one.id, "a problem without a line in evaluator/ids.jsonl")
                continue
            if published.get(one.id) != name["id"]:
                text = "its metadata say another public id than evaluator/ids.jsonl"
                self._complain(path, one.id, text, published.get(one.id))
            entries.append(Entry(name["id"], name["split"], one))
        gone = {problem for where, problem in named if where == part} - {p.id for p in problems}
        for problem in sorted(gone):
            self._complain(paths.IDS, problem, f"the name of a problem that is not in {path}")
        return entries

    def _proved(self, part: str, problems: list[SuiteProblem]) -> list[SuiteProblem]:
        """The problems with the certificates that are about them."""
        path = paths.certificates(part)
        lines = Lines(self._folder, path)
        single: dict[str, dict[str, Any]] = {}
        second: dict[str, dict[str, Any]] = {}
        used: dict[int, str] = {}
        for number, certificate in lines:
            digest = str(named_digest(certificate))
            other = second_digest(certificate)
            (single if other is None else second).setdefault(other or digest, certificate)
            used[number] = other or digest
        self._complaints += lines.complaints
        digests = {one.digest for one in problems}
        self._unused[path] = tuple(n for n, digest in used.items() if digest not in digests)
        return [
            stripped(one.document, single.get(one.digest) or second.get(one.digest), part)
            for one in problems
        ]

    def _answers(self, entries: list[Entry]) -> Iterator[BundledAnswer]:
        """What baselines of the house answered."""
        lines = Lines(self._folder, paths.ANSWERS)
        parts = {entry.id: entry.whole.part for entry in entries}
        for number, line in lines:
            try:
                read = decode(line, AnswerDocument)
            except ProblemError as error:
                lines.complain(number, error)
                continue
            if parts.get(read.id) != read.part:
                stranger = ProblemError("an answer to no problem of its part", value=read.id)
                lines.complain(number, stranger)
                continue
            yield BundledAnswer(read.id, read.model, read.response, read.score)
        self._complaints += lines.complaints

    def _complain(self, path: str, place: str, message: str, value: object = None) -> None:
        error = ProblemError(
            message, file=self._folder.file(path), place=place, value=value, remedy=_RESTORE
        )
        self._complaints.append(error.complaint)
