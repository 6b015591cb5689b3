"""Processes that can be interrupted, however the tests themselves were started.

A background job of a non-interactive shell ignores SIGINT, and its children inherit that.
"""

from __future__ import annotations

import signal


def listening() -> None:
    """For ``preexec_fn``: the child hears Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
