"""Folders as pools: which of their files hold problems.

Logs of runs are none, nor is what lies beside them, nor are certificates; a text counts if some family
reads it. A folder that holds nothing but folders is a pool of what they hold.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path

from symcause.errors import ProblemError
from symcause.formats.pools.text_detection import is_text, text_suffixes
from symcause.registry import families

SUFFIXES = (".json", ".jsonl", ".ndjson", ".yaml", ".yml")
"""How files with documents end."""

PROOF = ".certificate.json"
"""How files with certificates end that commands write, or propose to write, beside problems."""

TABLES = (".csv", ".tsv", ".parquet")
"""How files with rows end, which ``convert`` makes problems of."""


def is_folder(path: str | Path) -> bool:
    """Is a pool a folder? Standard input is none."""
    try:
        return str(path) != "-" and Path(path).is_dir()
    except (OSError, ValueError):
        return False


def problem_files(folder: str | Path) -> list[Path]:
    """The files of a folder that is a pool, by name; of its folders, if it has none of its own."""
    paths = _files(Path(folder)) or _nested(Path(folder))
    if not paths:
        raise ProblemError(
            "no problem files in the folder",
            file=str(folder),
            remedy=f"they end in {', '.join(SUFFIXES)}",
        )
    return paths


def _files(folder: Path) -> list[Path]:
    known = (*SUFFIXES, *text_suffixes())
    entries = folder.iterdir()
    paths = sorted(p for p in entries if p.suffix.lower() in known and p.is_file())
    paths = [path for path in paths if not path.name.endswith(PROOF)]
    paths = [path for path in paths if path.suffix.lower() in SUFFIXES or is_text(path)]
    return _without_runs(paths)


def _nested(folder: Path) -> list[Path]:
    """The problem files of a release that keeps each problem in a folder of its own."""
    below = sorted(p for p in folder.iterdir() if p.is_dir() and not p.name.startswith("."))
    return [path for inner in below for path in _files(inner)]


def _without_runs(paths: list[Path]) -> list[Path]:
    """The files without logs of runs and, where there is one, what lies beside it."""

    def fits(path: Path, patterns: tuple[str, ...]) -> bool:
        return any(fnmatchcase(path.name, pattern) for pattern in patterns)

    for log in (log for family in families() for log in family.logs):
        if any(fits(path, log.called) for path in paths):
            paths = [path for path in paths if not fits(path, (*log.called, *log.beside))]
    return paths
