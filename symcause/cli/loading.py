"""Ctrl-C or SIGTERM while the program is still loading, or in its last moments: one line, the code of the
contract, no traceback.

Imported before anything that takes time; :func:`done` gives the signals back, :func:`leaving` takes them
again. When nothing of ours is left to run, signals are ignored: Python would put its own handlers back
and end by the signal, although the work is done.
"""

from __future__ import annotations

import atexit
import os
import signal  # and nothing else: until the handlers are set, a signal ends in Python's own way


def _interrupted(signum: int, frame: object) -> None:
    try:
        os.write(2, b"symcause: interrupted\n")
    finally:
        os._exit(130)


_USUAL = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}
_before = {}
for _sent, _usual in _USUAL.items():
    if signal.getsignal(_sent) is _usual:
        try:
            _before[_sent] = signal.signal(_sent, _interrupted)
        except ValueError:  # not in the main thread: then nobody sends us signals
            break


def leaving() -> None:
    """The code is known, and what is left is to say it."""
    for sent in _before:
        signal.signal(sent, _interrupted)


def _left() -> None:
    for sent in _before:
        if signal.getsignal(sent) is _interrupted:
            signal.signal(sent, signal.SIG_IGN)


atexit.register(_left)  # the first to be registered is the last to be called


def done() -> None:
    """Everything is loaded."""
    for sent, handler in _before.items():
        signal.signal(sent, handler)
