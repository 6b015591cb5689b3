"""Commands one after the other in this process: each line of standard input is one, as JSON.

What a command writes goes to the files that the line names; the answer is a line with its exit code and
the seconds that it took of one core.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from tools.corpus.clocks import FACTOR


def run(words: list[str], folder: str, out: str, error: str) -> int:
    """The exit code of one command, run there, its streams in these files."""
    from symcause.cli.main import main

    kept = os.dup(1), os.dup(2)
    os.chdir(folder)
    for stream, path in ((1, out), (2, error)):
        with Path(path).open("wb") as file:
            os.dup2(file.fileno(), stream)
    try:
        main(words)
        code: object = 0
    except SystemExit as ended:
        code = ended.code
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        for stream, old in zip((1, 2), kept, strict=True):
            os.dup2(old, stream)
            os.close(old)
    return code if isinstance(code, int) else int(code is not None)


def _used() -> float:
    """Of this process and its children, whatever the speed of the clock."""
    return sum(os.times()[:4]) / float(os.environ.get(FACTOR) or 1)


if __name__ == "__main__":
    for line in sys.stdin:
        began = _used()
        print(run(**json.loads(line)), round(_used() - began, 2), flush=True)
