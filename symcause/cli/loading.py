"""Ctrl-C while the program is still being loaded: one line and the code of the contract, no traceback.

Imported before anything that takes time; :func:`done` gives the signal back.
"""

from __future__ import annotations

import contextlib
import os
import signal
from types import FrameType


def _interrupted(signum: int, frame: FrameType | None) -> None:
    with contextlib.suppress(OSError):
        os.write(2, b"symcause: interrupted\n")
    os._exit(130)


_before = None
with contextlib.suppress(ValueError):  # not in the main thread: then nobody sends us signals
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        _before = signal.signal(signal.SIGINT, _interrupted)


def done() -> None:
    """Everything is loaded."""
    if _before is not None:
        signal.signal(signal.SIGINT, _before)
