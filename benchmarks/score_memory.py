"""The memory of ``symcause score``: it must not depend on the number of answers.

The bundled pool and its bundled answers, again and again under the names of forty systems, go through the
command in a process of its own; the tables are made of sums.
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
    for answers in (2_000, 20_000) if quick else (10_000, 100_000):
        megabytes, seconds = _scored(answers)
        first = first or megabytes
        lines.append(
            f"| {answers:,} | {megabytes:.1f} | {seconds:.1f} | {1e3 * seconds / answers:.2f} "
            f"| {megabytes / first:.2f} |"
        )
    return lines


def _scored(answers: int) -> tuple[float, float]:
    """Peak memory in megabytes and CPU seconds of a run over so many answers."""
    rows = [json.loads(r) for r in (_EXAMPLES / "predictions.jsonl").read_text().splitlines()]
    with TemporaryDirectory() as name:
        path = Path(name) / "rows.jsonl"
        with path.open("w", encoding="utf-8") as file:
            for number in range(answers):
                model = f"m{number // len(rows) % _SYSTEMS}"
                file.write(json.dumps({**rows[number % len(rows)], "model": model}) + "\n")
        pool, out = str(_EXAMPLES / "pool.jsonl"), str(Path(name) / "out.jsonl")
        command = [sys.executable, "-m", "symcause", "score", pool, str(path), "--out", out]
        process = subprocess.Popen(
            [*command, "--bootstrap", "10"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        _, status, used = os.wait4(process.pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0, "the answers could not be scored"
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return used.ru_maxrss / unit, used.ru_utime + used.ru_stime
