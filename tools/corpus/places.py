"""The folder that commands run in: examples, samples of the released files, pools made with fixed seeds.

Names are the same wherever the folder is, so what commands say does not depend on that.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from fcntl import LOCK_EX, flock
from hashlib import sha256
from pathlib import Path

from tools.corpus.recipes import ANSWERS, EPISODES, GRAPHS, MADE, PRESETS, PROVEN, SAMPLED

ROOT = Path(__file__).resolve().parents[2]

SHARED = ("examples", "data", "made")
"""The folders that every command finds where it runs."""

DATA = "SYMCAUSE_DATA"
"""Names the folder with the released files."""


def prepared(folder: Path, jobs: int = 1) -> Path:
    """The folder with all files in it; what was made by the same command is not made again."""
    for name in SHARED:
        (folder / name).mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock, ThreadPoolExecutor(jobs) as threads:
        flock(lock, LOCK_EX)  # of several runs that begin together one makes the files
        for path in sorted((ROOT / "examples").rglob("*")):
            if path.is_file():
                written(folder / path.relative_to(ROOT), path.read_bytes())
        _released(folder / "data")
        for name, text in (*GRAPHS.items(), *ANSWERS.items()):
            written(folder / "made" / name, text.encode())
        for done in [threads.submit(make, folder, name, how) for name, how in _recipes()]:
            done.result()
    return folder


def written(path: Path, content: bytes) -> None:
    """A file with this content; one that has it already is left alone, for others may be reading it."""
    if not path.exists() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _recipes() -> Iterator[tuple[str, tuple[str, ...]]]:
    """What is made, and by which command, which ends where the name of a file is still to come."""
    for name, given in (*MADE.items(), *PRESETS.items()):
        yield name, ("generate", *given, "--out")
    for name, given in PROVEN.items():
        yield name, (*given, "--json", "--certificate")
    for name, (problem, agent) in EPISODES.items():
        yield name, ("play", problem, "--agent", agent, "--seed", "3", "--json", "--out")


def _released(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    home = os.environ.get(DATA)
    for name, lines in SAMPLED.items() if home else ():
        source, target = Path(str(home), name), folder / Path(name).name
        if source.exists() and not target.exists():
            text = source.read_text(encoding="utf-8").splitlines(keepends=True)
            target.write_text("".join(text[:lines]), encoding="utf-8")


def mark(folder: Path, words: Iterable[str]) -> str:
    """A short hash of the files that a command names, and of those beside them with the same first name."""
    digest = sha256()
    for word in words:
        if word.split("/")[0] in SHARED:
            path = folder / word
            beside = path.parent.glob(f"{path.name.split('.')[0]}.*")
            for file in sorted({*beside, *path.rglob("*")}):
                if file.is_file():
                    digest.update(file.relative_to(folder).as_posix().encode())
                    digest.update(sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


def make(folder: Path, name: str, command: tuple[str, ...]) -> None:
    """Make a file or a folder of this name, unless the same command did so before."""
    target, how = folder / "made" / name, folder / "how" / f"{name}.txt"
    line = " ".join(command)
    if target.exists() and how.exists() and how.read_text(encoding="utf-8") == line:
        return
    for path in (target, how):
        path.parent.mkdir(parents=True, exist_ok=True)
    how.unlink(missing_ok=True)
    if target.is_dir():
        shutil.rmtree(target)
    target.unlink(missing_ok=True)
    done = subprocess.run(
        [sys.executable, "-m", "symcause", *command, f"made/{name}"],
        cwd=folder,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        text=True,
    )
    if done.returncode not in (0, 1):
        raise SystemExit(f"{name} could not be made: {done.stderr}")
    how.write_text(line, encoding="utf-8")


def turned(folder: Path, target: Path, pool: str) -> None:
    """The same files, the problems of one pool in the opposite order."""
    for name in SHARED:
        (target / name).mkdir()
        for path in (folder / name).iterdir():
            (target / name / path.name).symlink_to(path)
    (target / pool).unlink()
    lines = (folder / pool).read_text(encoding="utf-8").splitlines(keepends=True)
    (target / pool).write_text("".join(reversed(lines)), encoding="utf-8")
