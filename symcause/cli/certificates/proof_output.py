"""Proof output of certificates in the CLI: formulas with proofs, and theorem files."""

from __future__ import annotations

from pathlib import Path

from symcause.cli.certificates.certificate_lookup import Certificate
from symcause.cli.output.output_files import SideFile
from symcause.errors import UsageError
from symcause.formats.problems import Problem
from symcause.registry import family_of, load


def export_proof(problem: Problem | None, found: list[Certificate], stem: str) -> None:
    """Write STEM.cnf and STEM.drat."""
    family = family_of(problem)
    assert problem is not None
    if family.proof is None:
        raise UsageError(f"--export does not apply to {family.title}")
    _one(found, "--export")
    try:
        load(family.proof)(problem, found[0], Path(stem))
    except OSError as error:
        raise UsageError(f"cannot write: {error.strerror}", file=stem) from error


def write_theorem(problem: Problem | None, found: list[Certificate], path: str) -> None:
    """Write the theorem file of an accepted certificate; UsageError if the proofs do not cover it."""
    family = family_of(problem)
    assert problem is not None
    if family.theorem is None:
        raise UsageError(f"--theorem does not apply to {family.title}")
    _one(found, "--theorem")
    text = load(family.theorem)(problem, found[0])
    with SideFile(path) as file:
        file.write(text)


def _one(found: list[Certificate], option: str) -> None:
    if len(found) != 1:
        raise UsageError(f"{option} takes one certificate", remedy="pick a problem with --id")
