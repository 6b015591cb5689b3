"""Ctrl-C or SIGTERM while the program is still loading: one line, the code of the contract, no traceback.

Imported before anything that takes time; :func:`done` gives the signals back.
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


_USUAL = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}
_before = {}
with contextlib.suppress(ValueError):  # not in the main thread: then nobody sends us signals
    for _sent, _usual in _USUAL.items():
        if signal.getsignal(_sent) is _usual:
            _before[_sent] = signal.signal(_sent, _interrupted)


def done() -> None:
    """Everything is loaded."""
    for sent, handler in _before.items():
        signal.signal(sent, handler)
