"""The proofs, compiled once, and the checker that is extracted from them."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from symcause.kernel.exports.theorem_file import Statement

PROOFS = Path(__file__).resolve().parents[1] / "proofs"

REFUSED = "while it is expected to have type"
"""What Coq's kernel says of an evaluation that does not give what the theorem file claims."""


def compiled() -> Path:
    """The folder of the compiled proofs; the test is skipped where there is no Coq."""
    if shutil.which("coqc") is None:
        pytest.skip("coqc is not installed (apt-get install coq): the proofs are not compiled")
    return _built()


@cache
def _built() -> Path:
    made = subprocess.run([PROOFS / "build.sh"], capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    return Path(made.stdout.strip())


def ask(statements: Iterable[Statement]) -> list[tuple[bool, float]]:
    """Whether the extracted checker accepts each statement, and the seconds that it took."""
    asked = [statement.questions for statement in statements]
    lines = [line for questions in asked for line in questions]
    text = "".join(f"{line}\n" for line in lines)
    said = subprocess.run(
        [compiled() / "checker"], input=text, capture_output=True, text=True, check=True
    )
    words = [line.split() for line in said.stdout.splitlines()]
    assert len(words) == len(lines)
    answers = iter(words)
    found: list[tuple[bool, float]] = []
    for questions in asked:
        here = list(islice(answers, len(questions)))
        found.append((all(w == "accepted" for w, _ in here), sum(float(s) for _, s in here)))
    return found


def compiles(theorem: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Coq's word about a theorem file."""
    path = folder / "verdict.v"
    path.write_text(theorem, encoding="utf-8")
    order = ["coqc", "-Q", str(compiled()), "SC", path.name]
    return subprocess.run(order, cwd=folder, capture_output=True, text=True, check=False)
