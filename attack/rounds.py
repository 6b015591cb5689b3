"""Who attacks when: each part has a share of the time, and the one furthest behind goes next."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from attack.faults import Tally

SHARES = {"fuzz": 0.15, "read": 0.4, "disturb": 0.1, "compare": 0.3, "write": 0.05}
PARTS = tuple(SHARES)
"""Every part of the attack, by name."""

Trial = Callable[[Tally], None]


def attack(
    seed: int,
    seconds: float,
    faults: Path,
    parts: tuple[str, ...] = PARTS,
    tally: Tally | None = None,
) -> Tally:
    """Attack for so long; faults are saved in a folder.

    A *tally* that is handed in holds what was tried even if the attack is interrupted.
    """
    tally = Tally() if tally is None else tally
    with TemporaryDirectory(prefix="attack-") as name:
        trials = {part: trial_of(part, seed, Path(name), faults) for part in parts}
        spent = dict.fromkeys(parts, 0.0)
        end = monotonic() + seconds  # what it takes to begin does not count
        while monotonic() < end:
            part = min(parts, key=lambda known: spent[known] / SHARES[known])
            start = monotonic()
            trials[part](tally)
            spent[part] += monotonic() - start
    return tally


def trial_of(part: str, seed: int, folder: Path, faults: Path) -> Trial:
    """What a part does when it is its turn."""
    place = folder / part
    place.mkdir()
    if part == "fuzz":
        from attack.fuzz import Fuzzer

        return Fuzzer(seed, faults).trial
    if part == "read":
        from attack.readers import Readers

        return Readers(seed, place, faults).trial
    if part == "disturb":
        from attack.injection import Disturber

        return Disturber(seed, place, faults).trial
    if part == "write":
        from attack.writers import Writers

        return Writers(seed, place).trial
    from attack.differential import Comparer

    return Comparer(seed).trial
