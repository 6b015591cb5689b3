"""One command line in a folder of its own, in a forked process with bounds on time and memory.

Forking saves the seconds that starting Python takes; the process is thrown away afterwards, whatever the
command did to it. What it writes to its standard streams goes into files beside the folder.
"""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from attack.faults import Outcome
from symcause.processes.isolation import Failure, Stopped, call

SECONDS = 300
"""After that a command hangs: most problems here take a few milliseconds, and have two seconds."""

_ADDRESSES = 4096  # megabytes of address space beyond what the process has at its beginning


def run(arguments: Sequence[str], files: Mapping[str, bytes], seconds: float = SECONDS) -> Outcome:
    """Run a command in a new folder with these files."""
    with TemporaryDirectory(prefix="attack-") as name:
        place = Path(name)
        work = place / "work"
        work.mkdir()
        for file, data in files.items():
            (work / file).write_bytes(data)
        return run_in(arguments, work, place, seconds)


def run_in(arguments: Sequence[str], folder: Path, streams: Path, seconds: float) -> Outcome:
    """Run a command in this folder; *streams* is where its output is kept."""
    out, err = streams / "stdout", streams / "stderr"
    code: int | None = None
    megabytes, trace = 0.0, ""
    try:
        ended = call(
            _command, list(arguments), folder, out, err, seconds=seconds, megabytes=_ADDRESSES
        )
    except Failure as failure:
        ended, trace = None, failure.trace
    if isinstance(ended, tuple):
        code, megabytes = ended
    elif isinstance(ended, Stopped) and ended.by != "time":
        trace = ended.reason  # the process died: whatever killed it, a command does not end so
    return Outcome(code, _read(out), _read(err), megabytes, trace)


def _read(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def _command(arguments: list[str], folder: Path, out: Path, err: Path) -> tuple[int, float]:
    """Runs in the child: exit code and megabytes that were needed."""
    from symcause.cli.main import main

    os.chdir(folder)
    for number, path in ((1, out), (2, err)):
        with path.open("wb") as stream:
            os.dup2(stream.fileno(), number)
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    code: object = 0
    try:
        main(arguments)
    except SystemExit as ended:
        code = ended.code
    sys.stderr.flush()
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    below = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss - before
    return int(code) if isinstance(code, int) else 1, max(own, below, 0) / 1024


def preload() -> None:
    """Load what commands need once, in the parent of all."""
    from importlib import import_module

    from symcause.cli.main import COMMANDS
    from symcause.registry import families, load

    for name in COMMANDS:
        import_module(f"symcause.cli.commands.{name}")
    for family in families():
        for dotted in (*family.questions.values(), family.verifier, family.space, family.scoring):
            if dotted is not None:
                load(dotted)
