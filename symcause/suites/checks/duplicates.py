"""Duplicates in the checks of suites: canonical forms, made anew, are there once, in one split."""

from __future__ import annotations

from collections import defaultdict

from symcause.errors import Complaint, LimitError
from symcause.suites.checks.suite_verdict import CheckResult
from symcause.suites.draws.split_shares import grouped
from symcause.suites.folder import suite_layout as paths
from symcause.suites.folder.suite import Entry, Suite
from symcause.suites.folder.suite_folder import SuiteFolder

_AGAIN = "make the suite again: what is the same up to names counts once, in one split"


def duplicates_checked(folder: SuiteFolder, suite: Suite) -> CheckResult:
    """Compare all problems up to names and order."""
    doubts, able = list[Complaint](), list[Entry]()
    for entry in suite.entries:
        try:
            _ = entry.whole.canonical, entry.whole.canonical_gold
            able.append(entry)
        except LimitError as error:
            file = folder.file(paths.complete(entry.whole.part))
            doubts.append(Complaint(str(error), file, entry.id))
    complaints = [*_twice(folder, able), *_astray(folder, able, gold=suite.recipe.gold == "refuse")]
    classes = {entry.whole.canonical for entry in able}
    return CheckResult(5, complaints, doubts, {"problems": len(able), "classes": len(classes)})


def _twice(folder: SuiteFolder, entries: list[Entry]) -> list[Complaint]:
    first: dict[tuple[str, str], Entry] = {}
    complaints = []
    for entry in entries:
        form = entry.whole.canonical, entry.whole.variant
        other = first.setdefault(form, entry)
        if other is not entry:
            file = folder.file(paths.complete(entry.whole.part))
            text = f"the same problem as {other.id}, up to names and order"
            complaints.append(Complaint(text, file, entry.id, entry.whole.id, _AGAIN))
    return complaints


def _astray(folder: SuiteFolder, entries: list[Entry], *, gold: bool) -> list[Complaint]:
    """What belongs together and is in two splits."""
    groups: defaultdict[int, list[Entry]] = defaultdict(list)
    for number, entry in zip(grouped([e.whole for e in entries], gold=gold), entries, strict=True):
        groups[number].append(entry)
    return [
        Complaint(
            f"in the split {entry.split}, but {group[0].id}, which belongs to it, is in "
            f"{group[0].split}",
            folder.file(paths.IDS),
            entry.id,
            entry.whole.id,
            _AGAIN,
        )
        for group in groups.values()
        for entry in group
        if entry.split != group[0].split
    ]
