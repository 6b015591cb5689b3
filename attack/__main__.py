"""``python -m attack [--minutes M] [--seed N] [--part NAME …]``, or ``--replay FILE …``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from attack.cases import saved
from attack.rounds import PARTS, attack

FAULTS = Path("build/attack")
"""Where cases are saved that found something."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m attack", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0, help="how long (1)")
    parser.add_argument("--seed", type=int, default=0, help="of everything that is drawn (0)")
    parser.add_argument("--part", action="append", choices=PARTS, help="only this part")
    parser.add_argument("--faults", type=Path, default=FAULTS, help=f"folder for cases ({FAULTS})")
    parser.add_argument(
        "--replay", nargs="+", type=Path, metavar="FILE", help="run saved cases again"
    )
    chosen = parser.parse_args()
    if chosen.replay:
        return _replayed(chosen.replay)
    parts = tuple(chosen.part or PARTS)
    print(f"seed {chosen.seed}, {chosen.minutes:g} minutes, {', '.join(parts)}", flush=True)
    tally = attack(chosen.seed, 60 * chosen.minutes, chosen.faults, parts)
    print(tally.table())
    for fault in tally.faults:
        print(fault)
    return 1 if tally.faults else 0


def _replayed(paths: list[Path]) -> int:
    wrong = 0
    for path in paths:
        outcome, told = saved(path).tried()
        wrong += told is not None
        print(f"{path}: {told or 'nothing wrong'} (exit code {outcome.code})")
        print(outcome.errors.decode("utf-8", "replace") + outcome.trace)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
