"""The pace of the machine while something is measured: how long a plain loop takes now and then."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic, process_time

ADDITIONS = 10_000_000
PACE = "A plain loop of"
"""How the sentence about the pace begins, wherever it stands."""

_EVERY = 30.0  # seconds by the clock between two looks


class Pace:
    """How long the loop took, from time to time."""

    def __init__(self) -> None:
        self.taken: list[float] = []
        self._last: float | None = None

    def look(self, *, now: bool = False) -> None:
        """Go through the loop, if the last time was a while ago or it is to be done now."""
        if now or self._last is None or monotonic() - self._last >= _EVERY:
            self.taken.append(_loop())
            self._last = monotonic()


def _loop() -> float:
    start, total = process_time(), 0
    for number in range(ADDITIONS):
        total += number
    return process_time() - start


def pace_sentence(taken: Sequence[float]) -> str:
    """What to say of the machine.

    >>> print(pace_sentence([0.61, 0.9, 0.7]))
    A plain loop of 10,000,000 additions took 0.61 s at its fastest and 0.9 s at its slowest meanwhile.
    """
    ends = f"{min(taken):.3g} s at its fastest and {max(taken):.3g} s at its slowest"
    return f"{PACE} {ADDITIONS:,} additions took {ends} meanwhile."
