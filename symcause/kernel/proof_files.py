"""Proof files of the kernel for outside checkers such as drat-trim."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from symcause.kernel.rup import parse_line


def write(unknowns: int, dimacs: str, proof: Sequence[str], stem: Path) -> tuple[Path, Path]:
    """Write ``stem.cnf`` and ``stem.drat``, which ends with the empty clause.

    Raises Rejected, before anything is written, if a line is none of a proof.
    """
    for number, line in enumerate(proof):
        parse_line(line, unknowns, f"evidence.proof[{number}]")
    lines = proof if "0" in proof else (*proof, "0")
    paths = stem.with_name(stem.name + ".cnf"), stem.with_name(stem.name + ".drat")
    paths[0].write_text(dimacs, encoding="ascii", newline="\n")
    paths[1].write_text("".join(f"{line}\n" for line in lines), encoding="ascii", newline="\n")
    return paths
