"""Output files of a command: never one that it reads, and whole or not at all."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from types import TracebackType
from typing import Self

import click

from symcause.audits.question import flag_of, options
from symcause.errors import UsageError
from symcause.formats.knowledge_files import Contents
from symcause.formats.pools.text_detection import text_suffixes
from symcause.formats.storage.atomic_files import begun, write_together
from symcause.formats.storage.rival_writers import unwatch, watch

READ_IN_FOLDERS = (".json", ".jsonl", ".ndjson", ".yaml", ".yml")


def once(paths: tuple[str | None, ...]) -> None:
    """Standard input can be only one of all the files."""
    if paths.count("-") > 1:
        raise UsageError("standard input is used twice", remedy="give one of the two as a file")


def guard(inputs: Iterable[str | None], outputs: Mapping[str, str | None]) -> None:
    """Complain if an output is an input, lies where an input folder would be read, or is named twice.

    Links are followed: what counts is the file that would be written. From here to the end of the command
    the outputs are watched: what somebody else writes there is not overwritten.
    """
    read = [Path(path) for path in inputs if path is not None and path != "-"]
    written = [(option, Path(path)) for option, path in outputs.items() if path is not None]
    for index, (option, path) in enumerate(written):
        for source in read:
            _refuse_reading(source, path, option)
        for other, earlier in written[:index]:
            if _same(path, earlier):
                raise UsageError(f"{other} and {option} name the same file", file=str(path))
        for other, folder in written:
            if other != option and _is_made_in(folder, path):
                raise UsageError(
                    f"{other} writes such files into this folder",
                    file=str(path),
                    remedy=f"name another file for {option}",
                )
    click.get_current_context().call_on_close(unwatch)
    watch(path for _, path in written)


def named_files(kinds: Iterable[type], given: Mapping[str, object]) -> tuple[str, ...]:
    """The files that stated options of these questions name: they are read as well."""
    files: list[str] = []
    for kind in kinds:
        for name, option in options(kind).items():
            value = given.get(name) if option.kind in ("file", "files", "contents") else None
            value = value.file if isinstance(value, Contents) else value
            if value is not None:
                files += map(str, value) if isinstance(value, tuple | list) else [str(value)]
    return tuple(files)


def named_folders(kinds: Iterable[type], given: Mapping[str, object]) -> dict[str, str]:
    """The folders that stated options of these questions name, by option: files go into them."""
    return {
        flag_of(kind, name): str(given[name])
        for kind in kinds
        for name, option in options(kind).items()
        if option.kind == "folder" and given.get(name) is not None
    }


def write_files(files: Iterable[tuple[str, str, str]]) -> None:
    """Write texts into folders: all of them, each whole, or none."""
    try:
        write_together(
            (Path(folder) / name, text.encode("utf-8", "replace")) for folder, name, text in files
        )
    except OSError as error:
        text = f"cannot be written: {error.strerror or error}"
        raise UsageError(text, file=error.filename) from None


def _refuse_reading(source: Path, path: Path, option: str) -> None:
    if not source.is_dir():
        if _same(source, path):
            raise UsageError(f"{option} would overwrite the file that is read", file=str(path))
        return
    inside = _resolved(path).parent == _resolved(source)
    read = path.suffix.lower() in (*READ_IN_FOLDERS, *text_suffixes())
    read = read or (option == "--out" and not path.suffix)
    if _same(source, path) or (inside and read):
        raise UsageError(
            f"{option} would write into the folder that is read",
            file=str(path),
            remedy="name a file in another folder",
        )


_MADE = (".certificate.json", ".svg", ".csv")  # how files end that are written into a folder


def _is_made_in(folder: Path, path: Path) -> bool:
    """Could a file of this name be one of those that go into an output folder?"""
    return path.name.endswith(_MADE) and _resolved(path).parent == _resolved(folder)


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
    file = Path(path)
    target = file if file.exists() else file.parent
    if not target.exists():
        raise UsageError("cannot be written: no such folder", file=path)
    if file.is_dir():
        raise UsageError("cannot be written: it is a folder", file=path)
    if not os.access(target, os.W_OK):
        raise UsageError("cannot be written: no permission", file=path)


def refuse_device(path: str) -> None:
    """What is read before it is written must be a file: a device may never end, a pipe may never begin."""
    file = Path(path)
    if file.exists() and not file.is_file():
        raise UsageError(
            "is not a regular file, so it cannot be resumed",
            file=path,
            remedy="name a file",
        )


def make_folder(path: str) -> None:
    """A folder that files will go into; made now, so that errors come early."""
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}", file=path) from None
    if not os.access(path, os.W_OK):
        raise UsageError("cannot be written: no permission", file=path)


class SideFile:
    """A text file that takes its name only when it is complete; opened now, so that errors come early."""

    def __init__(self, path: str) -> None:
        refuse_unwritable(path)
        self._path = path
        with self._write_errors():
            self._part = begun(path)
        self._file = TextIOWrapper(
            self._part.file, encoding="utf-8", errors="replace", newline="\n"
        )

    def write(self, text: str) -> None:
        with self._write_errors():
            self._file.write(text)

    @contextmanager
    def _write_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            text = f"cannot be written: {error.strerror or error}"
            raise UsageError(text, file=self._path) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            with self._write_errors():
                if kind is None:
                    self._file.close()
                    self._part.settle()
        finally:
            self._part.discard()
