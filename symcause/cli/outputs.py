"""Files that a command writes: never one that it reads, never two into one, and whole or not at all."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from symcause.errors import UsageError

READ_IN_FOLDERS = (".json", ".jsonl", ".ndjson", ".yaml", ".yml", ".txt", ".csv")


def guard(inputs: Iterable[str | None], outputs: Mapping[str, str | None]) -> None:
    """Complain if an output is an input, lies where an input folder would be read, or is named twice.

    Links are followed: what counts is the file that would be written.
    """
    read = [Path(path) for path in inputs if path is not None and path != "-"]
    written = [(option, Path(path)) for option, path in outputs.items() if path is not None]
    for index, (option, path) in enumerate(written):
        for source in read:
            _refuse_reading(source, path, option)
        for other, earlier in written[:index]:
            if _same(path, earlier):
                raise UsageError(f"{other} and {option} name the same file", file=str(path))


def _refuse_reading(source: Path, path: Path, option: str) -> None:
    if _same(source, path):
        raise UsageError(f"{option} would overwrite the file that is read", file=str(path))
    if not source.is_dir():
        return
    inside = _resolved(path).parent == _resolved(source)
    if inside and (path.is_dir() or path.suffix.lower() in READ_IN_FOLDERS):
        raise UsageError(
            f"{option} would write into the folder that is read",
            file=str(path),
            remedy="name a file in another folder",
        )


def _same(one: Path, other: Path) -> bool:
    with contextlib.suppress(OSError):
        if one.exists() and other.exists():
            return one.samefile(other)
    return _resolved(one) == _resolved(other)


def _resolved(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError):  # a loop of links
        return path.absolute()


def refuse_unwritable(path: str) -> None:
    """Say so before hours of work, but touch nothing yet."""
    import os

    file = Path(path)
    target = file if file.exists() else file.parent
    if not target.exists():
        raise UsageError("cannot be written: no such folder", file=path)
    if file.is_dir():
        raise UsageError("cannot be written: it is a folder", file=path)
    if not os.access(target, os.W_OK):
        raise UsageError("cannot be written: no permission", file=path)


@contextmanager
def side_file(path: str) -> Iterator[IO[str]]:
    """A text file that takes its name only when it is complete; opened now, so that errors come early."""
    target = Path(path)
    refuse_unwritable(path)
    part = target.with_name(target.name + ".part")
    try:
        with part.open("w", encoding="utf-8", errors="replace") as file:
            yield file
        part.replace(target)
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}", file=path) from None
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
