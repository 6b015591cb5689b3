"""A soak: run after run with seeds that were never used, until so many cases are in the ledger.

It may be stopped at any moment: Ctrl-C or SIGTERM write down what the run has tried so far, a crash
or SIGKILL loses that run alone. Started again, it goes on.
"""

from __future__ import annotations

import signal
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic

from attack.faults import Tally
from attack.ledger import Ledger, Run
from attack.rounds import PARTS, attack
from symcause.version import __version__

SLICE = 120.0
"""Seconds of one run."""


def soak(
    ledger: Ledger,
    cases: int,
    seconds: float,
    faults: Path,
    parts: tuple[str, ...] = PARTS,
    each: float = SLICE,
) -> bool:
    """Attack until the ledger has so many cases, or for so long; whether it was interrupted."""
    end = monotonic() + seconds
    former = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        while monotonic() < end and (reached := ledger.total.cases) < cases:
            print(f"seed {ledger.next_seed}, {reached:,} of {cases:,} cases", flush=True)
            if _interrupted(ledger, min(each, end - monotonic()), faults, parts):
                return True
    finally:
        signal.signal(signal.SIGTERM, former)
    return False


def _interrupted(ledger: Ledger, seconds: float, faults: Path, parts: tuple[str, ...]) -> bool:
    """One run, written down however it ends."""
    seed, start, tally, stopped = ledger.next_seed, monotonic(), Tally(), False
    try:
        attack(seed, seconds, faults, parts, tally)
    except KeyboardInterrupt:
        stopped = True
    date = datetime.now(UTC).date().isoformat()
    if tally.cases:
        ledger.append(Run(seed, date, __version__, monotonic() - start, tally))
    for fault in tally.faults:
        print(fault, flush=True)
    return stopped
