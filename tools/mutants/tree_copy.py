"""A copy of the tree in which modules are mutated: nobody's own files are ever changed."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.mutants.mutant import Mutant

PROJECT = Path(__file__).resolve().parents[2]


def tracked(project: Path) -> list[str]:
    """Files of the project, those included that are not committed yet."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=project,
        capture_output=True,
        check=True,
    )
    names = listed.stdout.decode().split("\0")
    return sorted({name for name in names if name and (project / name).is_file()})


class TreeCopy:
    """The files of a project in a folder of their own."""

    def __init__(self, project: Path, folder: Path) -> None:
        self.folder = folder.resolve()
        self._turn = 0
        for name in tracked(project):
            target = self.folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(project / name, target)
            target.chmod(0o644 | target.stat().st_mode)
        for compiled in project.glob(
            "symcause/**/__pycache__/*.pyc"
        ):  # so that no copy does it anew
            target = self.folder / compiled.relative_to(project)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(compiled, target)

    @contextmanager
    def mutated(self, mutant: Mutant) -> Iterator[None]:
        """The copy while it has this mutant in it."""
        self._turn += 1
        with mutated(self.folder, mutant, self._turn):
            yield

    def environment(self, **more: str) -> dict[str, str]:
        """What programs started in the copy find: its own package, whatever is installed."""
        # Hundreds of Pythons are started: each would compile the package anew.
        dropped = ("SYMCAUSE_EXHAUSTIVE", "PYTHONDONTWRITEBYTECODE")
        shared = {name: value for name, value in os.environ.items() if name not in dropped}
        return {**shared, "PYTHONPATH": str(self.folder), "PYTHONHASHSEED": "0", **more}


@contextmanager
def mutated(folder: Path, mutant: Mutant, turn: int) -> Iterator[None]:
    """A copy of the tree while it has this mutant in it; *turn* is another one every time."""
    path = folder / mutant.file
    source, before = path.read_bytes(), path.stat()
    try:
        path.write_bytes(mutant.applied(source))
        # Compiled modules are told apart by size and whole seconds: each change gets a time of its own.
        os.utime(path, (before.st_atime, before.st_mtime - 10 * turn))
        yield
    finally:
        path.write_bytes(source)
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
