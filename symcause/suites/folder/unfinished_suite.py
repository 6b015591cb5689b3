"""The unfinished suite: parts that were drawn are kept, so that a run that was stopped goes on.

They lie in a folder of their own inside the suite's, with the digests of the recipe and the key. A folder
that holds anything else is never written to.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from typing import Any

from symcause.errors import UsageError
from symcause.formats.pools.problem_writer import one_line
from symcause.formats.storage.atomic_files import write_whole
from symcause.suites.draws.part_draws import DrawnPart
from symcause.suites.draws.suite_key import SuiteKey
from symcause.suites.draws.suite_problem import SuiteProblem
from symcause.suites.folder import suite_layout as paths

FOLDER = ".unfinished"
_STATE = "state.json"
_OURS = frozenset(
    (
        FOLDER,
        paths.PUBLIC,
        "evaluator",
        "tables",
        paths.RECIPE,
        paths.CARD,
        paths.DATASHEET,
        paths.CROISSANT,
    )
)


@dataclass(frozen=True)
class UnfinishedSuite:
    """A suite that is being made in a folder."""

    folder: Path

    @classmethod
    def begin(cls, folder: str | Path, key: SuiteKey, version: str) -> UnfinishedSuite:
        """Begin or go on. Raises UsageError for a folder that holds something else."""
        begun = cls(Path(folder))
        state = {
            "format": "symcause.suite-unfinished/1",
            "symcause": version,
            "recipe_sha256": sha256(key.recipe.source).hexdigest(),
            "key_sha256": key.sha256,
        }
        try:
            begun._refuse_other(state)
            (begun.folder / FOLDER).mkdir(parents=True, exist_ok=True)
            write_whole(begun.folder / FOLDER / _STATE, (one_line(state) + "\n").encode())
        except OSError as error:
            raise _unwritable(error, begun.folder) from None
        return begun

    def _refuse_other(self, state: Mapping[str, object]) -> None:
        if not self.folder.exists():
            return
        file = str(self.folder)
        if not self.folder.is_dir():
            raise UsageError("this is a file, not a folder", file=file, remedy="name a new folder")
        names = {entry.name for entry in self.folder.iterdir()}
        if paths.MANIFEST in names:
            raise UsageError(
                "there is a finished dataset or suite in this folder",
                file=file,
                remedy="name a new folder; symcause verify FOLDER checks this one",
            )
        if strange := sorted(names - _OURS if FOLDER in names else names):
            remedy = "name a new folder"
            raise UsageError(
                "the folder holds something else", file=file, value=strange[0], remedy=remedy
            )
        known = self._read(_STATE) if FOLDER in names else state
        if known is not None and known != state:
            text = "another recipe, key or version has begun a suite in this folder"
            raise UsageError(text, file=file, remedy="name a new folder, or remove this one")

    def _read(self, name: str) -> Any:
        """What a file holds; None where it is not there, or not whole."""
        path = self.folder / FOLDER / name
        try:
            return json.loads(path.read_bytes()) if path.is_file() else None
        except (OSError, ValueError):
            return None

    def finished_part(self, part: str) -> DrawnPart | None:
        """A part that was finished."""
        document = self._read(f"{part}.json")
        if not isinstance(document, dict):
            return None
        problems = tuple(
            SuiteProblem(part, one["problem"], one["certificate"]) for one in document["problems"]
        )
        return DrawnPart(part, problems, document["drawn"], document["rejected"])

    def keep(self, drawn: DrawnPart) -> None:
        """Remember a part."""
        document = {
            "drawn": drawn.drawn,
            "rejected": drawn.rejected,
            "problems": [one.to_dict() for one in drawn.problems],
        }
        text = json.dumps(document, ensure_ascii=False) + "\n"
        try:
            write_whole(self.folder / FOLDER / f"{drawn.part}.json", text.encode())
        except OSError as error:
            raise _unwritable(error, self.folder) from None

    def finish(self, files: Mapping[str, bytes]) -> None:
        """Write the suite, its manifest last; without that it is not finished."""
        last = paths.MANIFEST
        try:
            for path in (*(path for path in files if path != last), last):
                target = self.folder / path
                target.parent.mkdir(parents=True, exist_ok=True)
                write_whole(target, files[path])
        except OSError as error:
            raise _unwritable(error, self.folder) from None
        rmtree(self.folder / FOLDER, ignore_errors=True)


def _unwritable(error: OSError, folder: Path) -> UsageError:
    return UsageError(f"cannot be written: {error.strerror or error}", file=str(folder))
