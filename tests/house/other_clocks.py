"""Run as a script: commands of ``symcause`` in a process whose clocks run at another speed.

``python other_clocks.py SPEED COMMANDS``: *SPEED* is a factor, *COMMANDS* a JSON list of lists of words.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable


def _hurry(speed: float) -> None:
    """Every clock that Python offers runs this many times faster, and a timer rings so much earlier."""
    for name in ("process_time", "monotonic", "perf_counter", "time"):
        setattr(time, name, _faster(getattr(time, name), speed))
    times, timer = os.times, signal.setitimer
    os.times = lambda: os.times_result(speed * one for one in times())  # type: ignore[assignment]
    signal.setitimer = (  # type: ignore[assignment]
        lambda which, seconds, interval=0.0: timer(which, seconds / speed, interval / speed)
    )


def _faster(clock: Callable[[], float], speed: float) -> Callable[[], float]:
    return lambda: speed * clock()


def main() -> None:
    """One command after the other, each in this process."""
    _hurry(float(sys.argv[1]))
    from symcause.cli.main import cli

    for words in json.loads(sys.argv[2]):
        code = cli.main(args=words, prog_name="symcause", standalone_mode=False)
        print("exit code", code, flush=True)


if __name__ == "__main__":
    main()
