"""``python -m attack [--minutes M] [--seed N] [--part NAME …] [--soak CASES]``, or ``--replay FILE …``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from attack.cases import saved
from attack.ledger import LEDGER, Ledger
from attack.rounds import PARTS, attack
from attack.soak import soak

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
    parser.add_argument(
        "--soak", type=int, metavar="CASES", help="go on until the ledger has so many cases"
    )
    parser.add_argument("--ledger", type=Path, default=LEDGER, help="of the soak (attack/)")
    parser.add_argument("--told", action="store_true", help="print what the ledger says")
    chosen = parser.parse_args()
    if chosen.replay:
        return _replayed(chosen.replay)
    parts = tuple(chosen.part or PARTS)
    ledger = Ledger(chosen.ledger)
    if chosen.told:
        print(ledger.summary())
        return 0
    if chosen.soak is not None:
        stopped = soak(ledger, chosen.soak, 60 * chosen.minutes, chosen.faults, parts)
        print(ledger.summary())
        return 130 if stopped else int(bool(ledger.total.faults))
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
