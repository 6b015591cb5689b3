"""A copy of a package that mypy keeps checked while names in its files change."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from mypy import build
from mypy.fscache import FileSystemCache
from mypy.main import process_options
from mypy.nodes import Decorator, Expression, FuncItem, MypyFile, SymbolTable, TypeInfo
from mypy.server.subexpr import get_subexpressions
from mypy.server.update import FineGrainedBuildManager
from mypy.types import Type

CONFIGURATION = "pyproject.toml"

_CACHE = ".mypy_cache"

_COMPLAINT = re.compile(r"([^:]+):(\d+):(\d+):(\d+):(\d+): error: (.*)")


class Span(NamedTuple):
    """From where to where an expression stands: lines from 1, columns, in bytes, from 0."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int


class Place(NamedTuple):
    """Where a name stands."""

    file: str
    line: int
    column: int


class Complaint(NamedTuple):
    """An error that mypy reports."""

    span: Span
    text: str


class CheckedCopy:
    """The packages that mypy checks in a project, copied to a folder."""

    def __init__(self, project: Path, folder: Path) -> None:
        shutil.copy(project / CONFIGURATION, folder)
        cache = FileSystemCache()
        os.chdir(project)
        _, options = process_options(["--config-file", CONFIGURATION], fscache=cache)
        for top in dict.fromkeys(Path(name).parts[0] for name in options.files or ()):
            shutil.copytree(
                project / top, folder / top, ignore=shutil.ignore_patterns("__pycache__")
            )
        os.chdir(folder)
        cache.flush()
        sources, options = process_options(["--config-file", CONFIGURATION], fscache=cache)
        options.fine_grained_incremental = options.export_types = True
        options.incremental = options.local_partial_types = True
        options.raise_exceptions = options.show_column_numbers = options.show_error_end = True
        options.cache_dir, options.num_workers = os.devnull, 0
        self.built = build.build(sources, options, fscache=cache)
        if self.built.errors:
            raise SystemExit("mypy has to be content first:\n" + "\n".join(self.built.errors[:20]))
        self._cache, self._manager = cache, FineGrainedBuildManager(self.built)
        self._modules = {source.path: source.module for source in sources if source.path}
        self._first: dict[str, bytes] = {}  # files that are changed now, as they were

    def modules(self) -> Iterator[tuple[str, MypyFile]]:
        """The files that are checked, with their trees, as long as nothing has changed."""
        for path, name in self._modules.items():
            tree = self.built.graph[name].tree
            assert tree is not None, name
            yield path, tree

    def expressions(self) -> Iterator[tuple[str, list[tuple[Expression, Type | None]]]]:
        """The files that are checked, with their expressions and the types that mypy gave them."""
        types = self.built.types
        for path, tree in self.modules():
            bodies = [tree, *_copies(tree.names, tree.fullname)]
            nodes = [node for body in bodies for node in get_subexpressions(body)]
            yield path, [(node, types.get(node)) for node in nodes]

    def renamed(self, old: str, new: str, places: Iterable[Place]) -> list[Complaint]:
        """What mypy says when a name is another one in these places, and nothing else is changed."""
        changed = self._write(old, new, places)
        self._cache.flush()
        self._manager.flush_cache()
        modules = [(self._modules[path], path) for path in sorted(changed)]
        return _complaints(self._manager.update(modules, []))

    def renamed_anew(self, old: str, new: str, places: Iterable[Place]) -> list[Complaint]:
        """The same by a process of its own, which reads what is unchanged from a cache of such runs."""
        self.renamed(old, new, places)
        words = ["--config-file", CONFIGURATION, "--show-error-end", "--cache-dir", _CACHE]
        command = [sys.executable, "-m", "mypy", *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return _complaints(done.stdout.splitlines())

    def _write(self, old: str, new: str, places: Iterable[Place]) -> set[str]:
        """The files that are no longer what they were."""
        changed = set(self._first)
        for path, text in self._first.items():
            Path(path).write_bytes(text)
        self._first = {}
        by_file = defaultdict[str, set[Place]](set)
        for place in places:
            by_file[place.file].add(place)
        for path, found in by_file.items():
            self._first[path] = Path(path).read_bytes()
            lines = self._first[path].split(b"\n")
            for _, line, column in sorted(found, reverse=True):
                row, end = lines[line - 1], column + len(old.encode())
                assert row[column:end] == old.encode(), f"{path}:{line}: no {old} at {column}"
                lines[line - 1] = row[:column] + new.encode() + row[end:]
            Path(path).write_bytes(b"\n".join(lines))
        return changed | set(self._first)


def _copies(names: SymbolTable, within: str) -> Iterator[FuncItem]:
    """Functions once for each type that a variable of theirs may stand for: mypy checks these instead."""
    for symbol in names.values():
        found = symbol.node.func if isinstance(symbol.node, Decorator) else symbol.node
        if isinstance(found, FuncItem) and found.fullname.startswith(f"{within}."):
            yield from found.expanded
        elif isinstance(found, TypeInfo) and found.fullname.startswith(f"{within}."):
            yield from _copies(found.names, found.fullname)


def _complaints(lines: Iterable[str]) -> list[Complaint]:
    """The errors among mypy's lines; it counts columns from 1, and an end is the last one."""
    read = (_COMPLAINT.match(line) for line in lines)
    return [
        Complaint(
            Span(one[1], int(one[2]), int(one[3]) - 1, int(one[4]), int(one[5])),
            one[6],
        )
        for one in read
        if one
    ]
