"""The capability table of the scores of suites: a row for each part, beside what needs no capability.

No row is a mean over others: parts measure different things.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from symcause.scoring.exact_tests import chance_of
from symcause.scoring.group_columns import table_of
from symcause.scoring.score_table import UNDEFINED, Cell, Table, integer, word
from symcause.scoring.shortcuts import ShortcutAccuracy
from symcause.scoring.shortcuts.general_rules import COMMONEST
from symcause.suites.folder.suite import Suite
from symcause.suites.recipe.recipe import Part
from symcause.suites.scores.class_intervals import DIGITS, Resampling
from symcause.suites.scores.part_numbers import PartNumber, Scores, measured, part_number
from symcause.suites.scores.primary_numbers import PAIRED, TOLD_APART

_NOTE = (
    "The primary number of each part on the split {split}, never a mean over parts; n: problems, pairs of "
    "siblings, or texts beside the neutral one; intervals of 95 % resample classes, problems that are the "
    "same up to names or belong together (star: fewer than six). Constant answer: share of the commonest "
    "label; best shortcut: of all rules that look at no evidence the one that chance explains least, right "
    "about labels of the whole part (of siblings: which is settled). A problem without an answer counts as "
    "0 where a system answered others of its part; – none was answered"
)


@dataclass(frozen=True)
class Capability:
    """A row: a part, what rules come to that solve nothing, and what systems do."""

    part: Part
    cases: int
    classes: int
    constant: float | None
    shortcut: ShortcutAccuracy | None
    systems: Mapping[str, PartNumber]

    def to_dict(self) -> dict[str, object]:
        """The row as ``--json`` has it."""
        rule = self.shortcut
        return {
            "part": self.part.name,
            "capability": self.part.capability,
            "primary": self.part.primary,
            "n": self.cases,
            "classes": self.classes,
            "constant": self.constant,
            "shortcut": None if rule is None else _rule_document(rule),
            "systems": [_system_document(name, one) for name, one in self.systems.items()],
        }


def _rule_document(rule: ShortcutAccuracy) -> dict[str, object]:
    return {
        "rule": rule.rule,
        "family": rule.family,
        "right": rule.right,
        "of": rule.problems,
        "constant": round(rule.constant, DIGITS),
    }


def _system_document(name: str, one: PartNumber) -> dict[str, object]:
    spread = one.spread
    ends = {"value": None, "low": None, "high": None} if spread is None else vars(spread)
    return {"model": name, "answered": one.answered, "n": one.cases, **ends}


def capabilities(
    suite: Suite, systems: Mapping[str, Scores], split: str | None, resampling: Resampling
) -> Iterator[Capability]:
    """The rows, part by part; a system that answered nothing of a part is not in its row."""
    for part in suite.recipe.parts:
        entries = measured(suite, part, split)
        whole = part_number(part, entries, {one.id: 0.0 for one in entries}, Resampling(0))
        own: dict[str, PartNumber] = {}
        for name, scores in systems.items():
            number = part_number(part, entries, scores, resampling)
            if number.answered:
                own[name] = number
        rules = suite.shortcuts[part.name]
        constant = _constant(part, rules)
        yield Capability(part, whole.cases, whole.classes, constant, _best(rules), own)


def _constant(part: Part, rules: Sequence[ShortcutAccuracy]) -> float | None:
    """How often the commonest label is right; pairs are never told apart by one answer."""
    if part.primary in (TOLD_APART, PAIRED):
        return 0.0
    every = [one for one in rules if one.rule == COMMONEST]
    number = sum(one.problems for one in every)
    if not number:
        return None
    return round(sum(round(one.constant * one.problems) for one in every) / number, DIGITS)


def _best(rules: Sequence[ShortcutAccuracy]) -> ShortcutAccuracy | None:
    """The rule that chance explains least."""
    others = [one for one in rules if one.rule != COMMONEST]
    return min(others, key=lambda one: (_chance(one), one.family, one.rule), default=None)


def _chance(one: ShortcutAccuracy) -> Fraction:
    constant = Fraction(round(one.constant * one.problems), one.problems)
    return chance_of(one.right, one.problems, constant)


def capability_table(rows: Sequence[Capability], names: Sequence[str], split: str | None) -> Table:
    """The rows as a table, with a column for each system."""
    columns: list[tuple[str, Callable[[Any], Cell]]] = [
        ("Part", lambda row: word(row.part.name)),
        ("Capability", lambda row: word(row.part.capability)),
        ("Primary number", lambda row: word(row.part.primary)),
        ("n", lambda row: integer(row.cases)),
        ("Classes", lambda row: integer(row.classes)),
        ("Constant answer", lambda row: _shown(row.constant)),
        ("Best shortcut", lambda row: _shown(_share(row.shortcut))),
        ("Shortcut", lambda row: _rule(row.shortcut)),
        *((name, partial(_system, name)) for name in names),
    ]
    note = _NOTE.format(split=split) if split else _NOTE.replace(" on the split {split}", "")
    cells: list[Any] = [({}, row) for row in rows]
    return table_of("capabilities", "Capabilities", (), tuple(columns), cells, note)


def _share(rule: ShortcutAccuracy | None) -> float | None:
    return None if rule is None else round(rule.right / rule.problems, DIGITS)


def _rule(rule: ShortcutAccuracy | None) -> Cell:
    return word(UNDEFINED if rule is None else f"{rule.rule} ({rule.right} of {rule.problems})")


def _system(name: str, row: Capability) -> Cell:
    return _number(row, row.systems.get(name))


def _shown(value: float | None) -> Cell:
    return Cell(None, UNDEFINED) if value is None else Cell(value, f"{value:.3f}")


def _number(row: Capability, one: PartNumber | None) -> Cell:
    if one is None or one.spread is None:
        return Cell(None, UNDEFINED)
    form = "+.3f" if row.part.primary == PAIRED else ".3f"
    spread = one.spread
    text = f"{spread.value:{form}} *"
    if spread.low is not None and spread.high is not None:
        text = f"{spread.value:{form}} [{spread.low:{form}}, {spread.high:{form}}]"
    return Cell(spread.value, text, spread.low, spread.high)
