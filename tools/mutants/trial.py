"""The trial of a mutant: the tests that reach it, until one fails."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.mutants.mutant import Mutant
from tools.mutants.run_marks import MARK, Stopped, end, mark, stopping
from tools.mutants.tree_copy import TreeCopy

PATIENCE = 120.0
TIMES = 100.0
"""A run hangs after this many seconds, and this many times what its tests took when they were recorded."""
MEMORY = 8 << 30
"""Bytes of address space: a mutant that collects without end is stopped before the machine is."""
KILLED, SURVIVED, HUNG, BROKEN = "killed", "survived", "hung", "broken"


@dataclass(frozen=True)
class Trial:
    """How it ended, and by which test. *Broken*: nothing ran, so nothing is known."""

    outcome: str
    tests: int
    by: str = ""


def tried(
    mutant: Mutant | None, tests: list[str], tree: TreeCopy, seconds: float, **more: str
) -> Trial:
    """Run these tests in this order on a mutant (on the package as it is)."""
    if mutant is None:
        return _run(tests, tree, seconds, more)
    with tree.mutated(mutant):
        return _run(tests, tree, seconds, more)


def _run(tests: list[str], tree: TreeCopy, seconds: float, more: dict[str, str]) -> Trial:
    marked = mark()
    with TemporaryDirectory() as temporary:
        chosen, failed = Path(temporary, "chosen.json"), Path(temporary, "failed")
        chosen.write_text(json.dumps(tests), encoding="utf-8")
        told = {"MUTANTS_CHOSEN": str(chosen), "MUTANTS_FAILED": str(failed), MARK: marked}
        modules = list(dict.fromkeys(test.partition("::")[0] for test in tests))
        ask = ["-p", "tools.mutants.selection", "-p", "no:cacheprovider", "-p", "no:xdist", "-x"]
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", "-q", *ask, *modules],
            cwd=tree.folder,
            env=tree.environment(**told, **more),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=_limited,
        )
        try:
            code: int | None = process.wait(timeout=max(PATIENCE, TIMES * seconds))
        except subprocess.TimeoutExpired:
            code = None
        finally:
            end(marked)
            process.kill()
            process.wait()
        if stopping.is_set():
            raise Stopped
        by = failed.read_text("utf-8").split("\n")[0] if failed.is_file() else ""
    match code:
        case None:
            return Trial(HUNG, len(tests))
        case 0:
            return Trial(SURVIVED, len(tests))
        case 1:
            return Trial(KILLED, len(tests), by)
        case 2 | 3:
            return Trial(KILLED, len(tests), by or "collection")
        case 4 | 5 | -9:  # no test ran, or somebody else ended it
            return Trial(BROKEN, 0)
        case _:  # a signal: the mutant brought the interpreter down
            return Trial(KILLED, len(tests), by or f"exit code {code}")


def _limited() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
