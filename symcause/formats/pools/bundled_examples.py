"""Bundled examples: small problems by name, and the files that guides use, with every installation.

The files are stored once, in ``examples`` of the repository. A wheel has them inside the package.

>>> example_file("ambiguous").name
'ambiguous.json'
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from shutil import copyfile

from symcause.errors import UsageError
from symcause.formats.storage.atomic_folders import built

_LISTED = "examples.toml"
_DATA = frozenset({".csv", ".json", ".jsonl", ".toml", ".txt"})
_PACKAGE = Path(__file__).resolve().parents[2]


def example_lines() -> dict[str, str]:
    """The names of the bundled problems, each with one line about it."""
    return {Path(file).stem: line for file, line in _listed().items()}


def example_file(name: str) -> Path:
    """The file of a bundled problem. Raises UsageError, with the nearest names, for any other name."""
    files = {Path(file).stem: file for file in _listed()}
    if not isinstance(name, str) or name not in files:
        near = get_close_matches(str(name)[:100], sorted(files), n=3, cutoff=0.5)
        meant = f"did you mean {' or '.join(map(repr, near))}? " if near else ""
        remedy = f"{meant}symcause examples lists all {len(files)}"
        raise UsageError("no bundled example has this name", value=name, remedy=remedy)
    return _folder() / files[name]


def copy_examples(folder: str | Path) -> int:
    """Write all example files into a folder that is new or empty, and say how many they are."""
    try:
        with built(folder) as target:
            files = list(_files())
            for file in files:
                place = target / file.relative_to(_folder())
                place.parent.mkdir(exist_ok=True)
                copyfile(file, place)
    except FileExistsError:
        remedy = "name a new folder; nothing is overwritten"
        raise UsageError("this folder is not empty", file=str(folder), remedy=remedy) from None
    except OSError as error:
        text = f"cannot be written: {error.strerror or error}"
        raise UsageError(text, file=str(folder)) from None
    return len(files)


def _files() -> Iterator[Path]:
    for file in sorted(_folder().rglob("*")):
        if file.suffix in _DATA and file.name != _LISTED:
            yield file


def _folder() -> Path:
    """Where the files are: in the package, or beside it in a checkout."""
    inside = _PACKAGE / "bundled"
    return inside if inside.is_dir() else _PACKAGE.parent / "examples"


def _listed() -> dict[str, str]:
    try:
        return tomllib.loads((_folder() / _LISTED).read_text(encoding="utf-8"))
    except OSError:
        remedy = "install the wheel or use a whole checkout"
        raise UsageError("the examples are missing from this installation", remedy=remedy) from None
