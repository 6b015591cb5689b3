"""The five strata from which mutants are drawn, and the modules of each."""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path

FAMILIES = "symcause/families"

STRATA: dict[str, tuple[str, ...]] = {
    "a": ("symcause/kernel/*", f"{FAMILIES}/*/verifier/*"),
    "b": (
        "symcause/solvers/*",
        "symcause/mechanisms/*",
        *(f"{FAMILIES}/boolean/{part}/*" for part in ("space", "catalogue", "models", "problem")),
    ),
    "c": (
        *(
            f"{FAMILIES}/*/{part}/*"
            for part in ("space", "value", "optimum", "models", "problem", "budget", "alignment")
        ),
        "symcause/equivalence/*",
        "symcause/plans/*",
    ),
    "d": (
        "symcause/scoring/*",
        "symcause/audits/*",
        "symcause/episodes/*",
        "symcause/attempts/*",
        *(f"{FAMILIES}/*/{part}/*" for part in ("scoring", "audits", "episode", "questions")),
    ),
    "e": (
        "symcause/formats/*",
        "symcause/grammar/*",
        "symcause/processes/*",
        "symcause/cli/*",
        "symcause/models/*",
        f"{FAMILIES}/*/files/*",
    ),
}
"""Patterns of paths, in the order in which they are asked: a module is of the first that has it."""


def stratum(path: str) -> str | None:
    """The stratum of a module, by its path in the project; none if it is of no stratum."""
    for name, patterns in STRATA.items():
        if any(fnmatchcase(path, pattern) for pattern in patterns):
            return name
    return None


def modules(project: Path, wanted: str) -> list[str]:
    """Paths of the modules of a stratum, in order."""
    every = (p.relative_to(project).as_posix() for p in (project / "symcause").rglob("*.py"))
    return sorted(path for path in every if stratum(path) == wanted)
