"""A certified audit of every family: ``python tests/python/check_certificates.py`` from anywhere.

The examples are audited, and each certificate is verified by another process. What depends on versions of
solvers shows here: a proof that one of them wrote is checked by the kernel.
"""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import distributions
from pathlib import Path
from tempfile import TemporaryDirectory

from symcause.registry import families

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
AUDITED = {
    "boolean": ("unique.json", "ambiguous.json"),
    "linear": ("crystal.json",),
    "shapeworld": ("shapes.json",),
    "scenario": ("boats.json",),
    "statements": ("statements.json",),
    "cpt": ("draft.json",),
    "finite": ("finite/lock.json", "finite/lock-settled.json"),
}
ALIGNED = {"textgraph": ("flood.txt", "flood.answer.txt")}
NONE = {"dag"}
"""Families without certificates."""

SHOWN = ("click", "msgspec", "numpy", "scipy", "sympy", "python-sat", "z3-solver", "python-flint")


def run(*arguments: str | Path) -> str:
    ended = subprocess.run(
        [sys.executable, "-m", "symcause", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert ended.returncode in (0, 1), (arguments, ended.returncode, ended.stderr)
    assert not ended.stderr, (arguments, ended.stderr)
    return ended.stdout


def main() -> None:
    known = {family.name for family in families()}
    assert known == {*AUDITED, *ALIGNED, *NONE}, known
    with TemporaryDirectory() as name:
        proof = Path(name) / "proof.json"
        for family, files in AUDITED.items():
            for file in files:
                run("audit", EXAMPLES / file, "--certificate", proof)
                told = run("verify", EXAMPLES / file, proof)
                assert told.startswith("accepted"), told
                print(f"{family}: {file}: {told.partition(':')[0]}")
        for family, (gold, answer) in ALIGNED.items():
            run("align", EXAMPLES / gold, EXAMPLES / answer, "--certificate", proof)
            told = run("verify", EXAMPLES / gold, proof)
            assert told.startswith("accepted"), told
            print(f"{family}: {gold}: {told.partition(':')[0]}")
    there = {own.metadata["Name"].lower(): own.version for own in distributions()}
    print(", ".join(f"{own} {there[own]}" for own in SHOWN if own in there))


if __name__ == "__main__":
    main()
