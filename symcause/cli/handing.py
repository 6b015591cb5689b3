"""What ``verify`` hands to other checkers: formula and proof of a clausal certificate, a theorem."""

from __future__ import annotations

from pathlib import Path

from symcause.cli.held import Certificate
from symcause.cli.outputs import SideFile
from symcause.errors import UsageError
from symcause.registry import family_of, load


def export(problem: object, found: list[Certificate], stem: str) -> None:
    """Write STEM.cnf and STEM.drat."""
    family = family_of(problem)
    if family.proof is None:
        raise UsageError(f"--export does not apply to {family.title}")
    _one(found, "--export")
    try:
        load(family.proof)(problem, found[0], Path(stem))
    except OSError as error:
        raise UsageError(f"cannot write: {error.strerror}", file=stem) from error


def theorem(problem: object, found: list[Certificate], path: str) -> None:
    """Write the theorem file of an accepted certificate; UsageError if the proofs do not cover it."""
    family = family_of(problem)
    if family.theorem is None:
        raise UsageError(f"--theorem does not apply to {family.title}")
    _one(found, "--theorem")
    text: str = load(family.theorem)(problem, found[0])
    with SideFile(path) as file:
        file.write(text)


def _one(found: list[Certificate], option: str) -> None:
    if len(found) != 1:
        raise UsageError(f"{option} takes one certificate", remedy="pick a problem with --id")
