"""Evenness in the checks of suites: no label and no rule is right too often."""

from __future__ import annotations

from collections.abc import Iterator

from symcause.errors import Complaint
from symcause.scoring.shortcuts import shortcut_accuracies
from symcause.suites.checks.suite_verdict import CheckResult
from symcause.suites.draws.label_balance import Cell, cells_of
from symcause.suites.folder import suite_layout as paths
from symcause.suites.folder.suite import Suite
from symcause.suites.folder.suite_folder import SuiteFolder
from symcause.suites.folder.suite_tables import facts_of
from symcause.suites.recipe.recipe import Part


def evenness_checked(folder: SuiteFolder, suite: Suite) -> CheckResult:
    """Count labels and shortcuts anew."""
    complaints, cells, rules = list[Complaint](), 0, 0
    for part in suite.recipe.parts:
        for cell in cells_of(part.balance, facts_of(suite, part)):
            cells += 1
            if _uneven(cell, suite.recipe.bounds.balance):
                listed = ", ".join(f"{number} {label}" for label, number in cell.labels.items())
                of = f" where {cell.fact} is {cell.value}" if cell.value else ""
                text = f"labels are not balanced{of}"
                file = folder.file(paths.complete(part.name))
                remedy = "make the suite again, or allow more in bounds.balance"
                complaints.append(Complaint(text, file, cell.fact, listed, remedy))
        for complaint, number in _shortcuts(folder, suite, part):
            rules += number
            complaints += [] if complaint is None else [complaint]
    return CheckResult(7, complaints, counts={"balanced counts": cells, "shortcuts": rules})


def _uneven(cell: Cell, bound: int) -> bool:
    """Do the labels differ too much? Those of all problems by one, where there is no whole share."""
    if not cell.value:
        return len(cell.labels) < 2 or cell.spread > max(bound, 1)
    return cell.spread > bound


def _shortcuts(
    folder: SuiteFolder, suite: Suite, part: Part
) -> Iterator[tuple[Complaint | None, int]]:
    """Every shortcut of a part, with a complaint where it is proved to be right too often."""
    bound = suite.recipe.bounds.shortcut
    problems = [entry.whole.problem for entry in suite.by_part[part.name]]
    for one in shortcut_accuracies(problems):
        complaint = None
        if one.low > one.constant + bound:
            text = f"the shortcut {one.rule!r} is right {one.right} times of {one.problems}"
            shown = f"{one.low:.3f} to {one.high:.3f}; a constant answer {one.constant:.3f}"
            file = folder.file(paths.complete(part.name))
            remedy = "balance the fact that it looks at, or allow more in bounds.shortcut"
            complaint = Complaint(text, file, one.family, shown, remedy)
        yield complaint, 1
