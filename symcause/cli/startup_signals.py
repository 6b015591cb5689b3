"""Signals at startup and exit of the command line: Ctrl-C ends it with one line, no traceback.

Imported before anything that takes time; :func:`restore` gives the signals back, :func:`leaving` takes them
again. When nothing of ours is left to run, the process ends at once: Python would put its own handlers back
and end by a signal, although the work is done.

It would also take everything apart that was loaded, one by one, to hand it to a system that takes it whole.
That, and looking for garbage while modules load, is a quarter of the time that a small question takes.
"""

from __future__ import annotations

import _signal as signal  # type: ignore[import-not-found]  # without the enumerations, which take time
import atexit
import gc
import os
import sys

PATIENCE = 50_000, 2, 2
"""When Python looks for garbage: after this many new objects, and how much less often among older ones."""


def _interrupted(signum: int, frame: object) -> None:
    try:
        os.write(2, b"symcause: interrupted\n")
    finally:
        os._exit(130)


_USUAL = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}
if hasattr(signal, "SIGHUP"):
    _USUAL[signal.SIGHUP] = signal.SIG_DFL
_before = {}
for _sent, _usual in _USUAL.items():
    if signal.getsignal(_sent) is _usual:
        try:
            _before[_sent] = signal.signal(_sent, _interrupted)
        except ValueError:  # not in the main thread: then nobody sends us signals
            break

gc.set_threshold(*PATIENCE)


def leaving() -> None:
    """The code is known, and what is left is to say it."""
    for sent in _before:
        signal.signal(sent, _interrupted)


def last(code: int) -> None:
    """Nothing else is to come: the process ends with this code once all that runs at its end has run."""
    _codes.append(code)


def _left() -> None:
    for sent in _before:
        if signal.getsignal(sent) is _interrupted:
            signal.signal(sent, signal.SIG_IGN)
    if _codes and sys.gettrace() is None:  # whoever traces us has something to write down
        os._exit(_codes[-1])


_codes: list[int] = []
atexit.register(_left)  # the first to be registered is the last to be called


def restore() -> None:
    """Everything is loaded."""
    for sent, handler in _before.items():
        signal.signal(sent, handler)
