"""The report on mutants: how many were killed in every stratum, and which survive."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tools.mutants.judge import EQUIVALENT, UNREACHED
from tools.mutants.ledger import Run
from tools.mutants.trial import BROKEN, HUNG, KILLED, SURVIVED

COLUMNS = (KILLED, HUNG, SURVIVED, EQUIVALENT, UNREACHED, BROKEN)


def table(runs: Iterable[Run]) -> str:
    """A line per stratum; the share is of those that can be seen and are reached."""
    rows: dict[str, Counter[str]] = {}
    for run in runs:
        rows.setdefault(run.stratum, Counter())[run.outcome] += 1
    total = sum(rows.values(), Counter[str]())
    lines = ["stratum  mutants" + "".join(f"{name:>12}" for name in COLUMNS) + "   noticed"]
    for name, counts in (*sorted(rows.items()), ("all", total)):
        dead = counts[KILLED] + counts[HUNG]
        of = dead + counts[SURVIVED]
        share = f"{100 * dead / of:.1f} %" if of else "–"
        cells = "".join(f"{counts[column]:>12}" for column in COLUMNS)
        lines.append(f"{name:<9}{sum(counts.values()):>7}{cells}{share:>10}")
    return "\n".join(lines)


def survivors(runs: Iterable[Run], outcome: str = SURVIVED) -> str:
    """Every survivor with its place and the change."""
    shown = list[str]()
    for run in sorted(runs, key=lambda one: (one.stratum, one.place)):
        if run.outcome == outcome:
            tests = f"{run.tests} tests" if run.tests != 1 else "one test"
            head = (
                f"{run.place} in {run.within or 'the module'} ({run.operator}, {tests}, {run.name})"
            )
            shown.append("\n".join((head, *(f"    {line}" for line in run.diff.splitlines()))))
    return "\n\n".join(shown)
