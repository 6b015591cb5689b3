"""Atomic folders: written aside, they get their name when they are complete.

A new folder is built beside its place and renamed. One that is there already, and empty, may be where
somebody stands or a disk is mounted: its files are written into a folder inside and moved up at the end.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree

from symcause.bounds.formats_bounds import FOLDER_NAME_LENGTH
from symcause.formats.storage.atomic_files import PART, Overtaken, token
from symcause.formats.storage.folder_lock import alone


@contextlib.contextmanager
def built(path: str | Path) -> Iterator[Path]:
    """Where to write the files of a folder that is new or empty; the end of the block completes it.

    Raises FileExistsError where there is something in it, and OSError where it cannot be written.
    """
    target = Path(path).resolve()
    there = target.exists()
    if there and any(target.iterdir()):
        raise FileExistsError
    made = [] if there else _made(target.parent)
    name = f".{token()}{PART}"
    aside = target / name if there else target.with_name(target.name[:FOLDER_NAME_LENGTH] + name)
    begun = False
    try:
        _new(aside)
        begun = True
        yield aside
        with alone(target if there else target.parent):
            _settle(aside, target, there)
    except Overtaken:
        raise
    except BaseException:
        if begun:
            rmtree(aside, ignore_errors=True)
        for folder in made:
            with contextlib.suppress(OSError):  # somebody else has found a use for it
                folder.rmdir()
        raise


def _new(aside: Path) -> None:
    """A folder that nobody else has; one of that name says nothing about the folder to be written."""
    try:
        aside.mkdir()
    except FileExistsError:
        raise OSError(f"there is a {aside.name} already") from None


def _settle(aside: Path, target: Path, there: bool) -> None:
    if not there:
        try:
            aside.rename(target)
        except OSError as error:
            raise Overtaken(error.strerror or str(error), aside) from None
        return
    if any(entry != aside for entry in target.iterdir()):
        raise Overtaken("another program has written into it meanwhile", aside)
    for entry in sorted(aside.iterdir(), key=lambda entry: (entry.is_file(), entry.name)):
        entry.rename(target / entry.name)
    aside.rmdir()


def _made(folder: Path) -> list[Path]:
    """Make a folder and those above it; the ones that were missing, the innermost first."""
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for one in reversed(missing):
        with contextlib.suppress(FileExistsError):
            one.mkdir()
    return missing
