"""The environment of a Python whose clocks run at another speed."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

FACTOR = "SYMCAUSE_CLOCK"
"""How many seconds a clock shows for each that passes."""

FOLDER = Path(__file__).resolve().parent / "clock"


def ticking(factor: float, environment: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment, its clocks at this speed: for a process and for all that it starts."""
    given = dict(os.environ if environment is None else environment)
    if factor == 1:
        return {name: value for name, value in given.items() if name != FACTOR}
    path = [str(FOLDER), *filter(None, [given.get("PYTHONPATH")])]
    return {**given, FACTOR: f"{factor:g}", "PYTHONPATH": os.pathsep.join(path)}
