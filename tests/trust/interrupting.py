"""Processes that can be interrupted, however the tests themselves were started.

A background job of a non-interactive shell ignores SIGINT, one under nohup SIGHUP, and their children
inherit that.
"""

from __future__ import annotations

import signal


def listening() -> None:
    """For ``preexec_fn``: the child hears Ctrl-C and a hang-up."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def hanging() -> None:
    """For ``preexec_fn``: the child hears Ctrl-C, and ignores a hang-up as under nohup."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
