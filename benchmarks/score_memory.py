"""The memory of ``symcause score``: it must not depend on the number of answers.

The bundled pool and its bundled answers, under the names of forty times as many systems, go through the
command in a process of its own: file after file, for within a file only the last answer of a system to a
problem counts, and here every one does. The tables are made of sums.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

TITLE = "Memory of scoring (bound: the same for any number of answers)"

_EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
_SYSTEMS = 40


def run(quick: bool) -> list[str]:
    """One line a number of answers."""
    lines = [
        "| answers | peak MB | CPU s | ms an answer | times the memory of the first |",
        "| ---: | ---: | ---: | ---: | ---: |",
    ]
    first = None
    for least in (2_000, 20_000) if quick else (10_000, 100_000):
        answers, megabytes, seconds = _scored(least)
        first = first or megabytes
        lines.append(
            f"| {answers:,} | {megabytes:.1f} | {seconds:.1f} | {1e3 * seconds / answers:.2f} "
            f"| {megabytes / first:.2f} |"
        )
    return lines


def _scored(least: int) -> tuple[int, float, float]:
    """Answers (at least this many), peak memory in megabytes and CPU seconds of a run over them."""
    text = (_EXAMPLES / "predictions.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(row) for row in text.splitlines()]
    renamed = [
        {**row, "model": f"{row['model']} {number}"} for number in range(_SYSTEMS) for row in rows
    ]
    files = -(-least // len(renamed))
    with TemporaryDirectory() as name:
        folder = Path(name)
        paths = [folder / f"{number}.jsonl" for number in range(files)]
        for path in paths:
            path.write_text("".join(json.dumps(row) + "\n" for row in renamed), encoding="utf-8")
        pool, out, said = _EXAMPLES / "pool.jsonl", folder / "out.jsonl", folder / "said.txt"
        command = [sys.executable, "-m", "symcause", "score", pool, *paths, "--out", out]
        with said.open("w") as told:
            process = subprocess.Popen(
                [*map(str, command), "--bootstrap", "10"], stdout=told, stderr=subprocess.DEVNULL
            )
            _, status, used = os.wait4(process.pid, 0)
        assert os.waitstatus_to_exitcode(status) == 0, "the answers could not be scored"
        assert "do not count" not in said.read_text(), "some answers were passed over"
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return files * len(renamed), used.ru_maxrss / unit, used.ru_utime + used.ru_stime
