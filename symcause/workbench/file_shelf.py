"""The shelf of files that the workbench was started with: problems and runs, by number.

A page names things by the number of their file and their place in it, and sees names that are relative to
what the user gave: no path of the machine leaves here, not even in a complaint.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from symcause.bounds.workbench_bounds import SHELF_FILES, SHELF_ITEMS
from symcause.errors import ProblemError, SymcauseError, UsageError
from symcause.formats.answer_files.transcript_detection import is_transcript
from symcause.formats.pools.problem_files import Item, read_problems
from symcause.registry import family_of

if TYPE_CHECKING:
    from symcause.formats.problems import Problem

_SUFFIXES = (".json", ".jsonl", ".ndjson", ".yaml", ".yml", ".txt", ".csv", ".dot", ".gml")


@dataclass(frozen=True)
class Place:
    """A file, and what a page calls it."""

    path: str
    name: str


@dataclass(frozen=True)
class Shelf:
    """The files of a workbench."""

    places: tuple[Place, ...] = ()
    left_out: int = 0
    """Files beyond the most that a workbench has."""

    @classmethod
    def of(cls, paths: tuple[str, ...]) -> Shelf:
        """The files at these paths; of folders those that may be problems or runs, to any depth."""
        places: list[Place] = []
        for path in map(Path, paths):
            if path.is_dir():
                home = path.resolve().name
                places += [
                    Place(str(file), f"{home}/{file.relative_to(path).as_posix()}")
                    for file in sorted(path.rglob("*"))
                    if file.suffix.lower() in _SUFFIXES and file.is_file()
                ]
            elif path.is_file():
                places.append(Place(str(path), path.name))
            else:
                raise UsageError("no such file or folder", file=str(path))
        return cls(tuple(places[:SHELF_FILES]), max(0, len(places) - SHELF_FILES))

    def place(self, number: object) -> Place:
        """The file of this number."""
        if type(number) is not int or not 0 <= number < len(self.places):
            raise UsageError("no such file in this workbench")
        return self.places[number]

    def without_paths(self, text: str) -> str:
        """A text without the paths of the machine."""
        for place in self.places:
            text = text.replace(place.path, place.name)
        return text

    def problems(self) -> Iterator[dict[str, object]]:
        """One entry per file that holds problems, with their ids and families."""
        for number, place in enumerate(self.places):
            if _is_run(place.path):
                continue
            items: list[dict[str, object]] = []
            more = 0
            try:
                for item in read_problems(place.path, question="count", lazily=False):
                    if len(items) < SHELF_ITEMS:
                        items.append(self._entry(item))
                    else:
                        more += 1
            except SymcauseError as error:
                if not items:
                    yield {
                        "file": number,
                        "name": place.name,
                        "error": self.without_paths(str(error)),
                    }
                    continue
            yield {"file": number, "name": place.name, "items": items, "more": more}

    def _entry(self, item: Item) -> dict[str, object]:
        if item.problem is None:
            return {"at": item.index, "id": item.id, "error": self.without_paths(str(item.error))}
        family = family_of(item.problem)
        plays = family.rules is not None and getattr(item.problem, "gold", ...) is not None
        looks = family.writer is not None and "count" in family.questions
        told = {"at": item.index, "id": item.id, "family": family.name}
        return {**told, "plays": plays, "looks": looks}

    def problem(self, number: object, at: object) -> Problem:
        """The problem at a place of a file."""
        place = self.place(number)
        for item in read_problems(place.path, question="count"):
            if item.index == at:
                if item.problem is None:
                    raise item.error or ProblemError("no problem", file=place.name)
                return item.problem
        raise UsageError("no such problem in the file", file=place.name)


def _is_run(path: str) -> bool:
    try:
        return is_transcript(path)
    except SymcauseError:
        return False
