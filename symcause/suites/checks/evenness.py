"""Evenness in the checks of suites: no label and no rule is right too often."""

from __future__ import annotations

from fractions import Fraction

from symcause.errors import Complaint
from symcause.scoring.exact_tests import chance_of
from symcause.scoring.shortcuts import ShortcutAccuracy
from symcause.suites.checks.suite_verdict import CheckResult
from symcause.suites.draws.label_balance import Cell, cells_of
from symcause.suites.folder import suite_layout as paths
from symcause.suites.folder.suite import Suite
from symcause.suites.folder.suite_folder import SuiteFolder
from symcause.suites.folder.suite_tables import facts_of

_LEVEL = Fraction(1, 20)
"""How likely one of all rules may be blamed for what is chance."""


def evenness_checked(folder: SuiteFolder, suite: Suite) -> CheckResult:
    """Count labels and shortcuts anew."""
    complaints, cells = list[Complaint](), 0
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
    rules = [(part, one) for part in suite.recipe.parts for one in suite.shortcuts[part.name]]
    bound = suite.recipe.bounds.shortcut
    for part, one in rules:
        if _too_often(one, bound, len(rules)):
            complaints.append(_shortcut(folder.file(paths.complete(part.name)), one))
    counts = {"balanced counts": cells, "shortcuts": len(rules)}
    return CheckResult(7, complaints, counts=counts)


def _uneven(cell: Cell, bound: int) -> bool:
    """Do the labels differ too much? Those of all problems by one, where there is no whole share."""
    if not cell.value:
        return len(cell.labels) < 2 or cell.spread > max(bound, 1)
    return cell.spread > bound


def _too_often(one: ShortcutAccuracy, bound: Fraction, rules: int) -> bool:
    """Is a rule right so often that its being better by the bound alone is no explanation?

    One of many rules is often right by chance: the level is shared among all that are counted.
    """
    constant = Fraction(round(one.constant * one.problems), one.problems)
    share = min(Fraction(1), constant + bound)
    return chance_of(one.right, one.problems, share) * rules < _LEVEL


def _shortcut(file: str, one: ShortcutAccuracy) -> Complaint:
    text = f"the shortcut {one.rule!r} is right {one.right} times of {one.problems}"
    shown = f"{one.low:.3f} to {one.high:.3f}; a constant answer {one.constant:.3f}"
    remedy = "balance the fact that it looks at, or allow more in bounds.shortcut"
    return Complaint(text, file, one.family, shown, remedy)
