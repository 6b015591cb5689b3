"""The luck table: right answers that the evidence justifies, and right answers that only luck explains.

An answer is *right* if it replays all that is scored, held-out worlds included. It is *justified* if it is
the only explanation of its class, and *lucky* if it is right though other models explain the evidence as
well: nobody could know. Where nothing is held out it has to be gold's function for every variable.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from symcause.scoring.abstention_rule import JUSTIFIED, UNSUPPORTED
from symcause.scoring.answer_groups import Group, Grouped, Row, Sheet
from symcause.scoring.group_columns import count, share_of, size, table_of
from symcause.scoring.score_table import Table

RIGHT, LUCKY, WRONG, ABSTAINED, UNKNOWN = "right", "lucky", "wrong", "abstained", "unknown"

SHEET = Sheet(flags=(RIGHT, JUSTIFIED, LUCKY, WRONG, ABSTAINED, UNKNOWN))

_COLUMNS = (
    ("n", size),
    ("Right", count(RIGHT)),
    ("Justified", count(JUSTIFIED)),
    ("Lucky", count(LUCKY)),
    ("Lucky | right", share_of(LUCKY, RIGHT)),
    ("Wrong", count(WRONG)),
    ("Abstained", count(ABSTAINED)),
    ("Unknown", count(UNKNOWN)),
)
_NOTE = (
    "Right answers: those that the evidence justifies, as the only explanation of their class, and those "
    "that are lucky, as one of several explanations that nobody could tell apart; in numbers of the n "
    "answers given. Right: exact on training and held-out worlds; where nothing is held out, gold's "
    "functions. Unknown: right, but outside the class, or whether others explain the evidence is not known"
)


@dataclass
class LuckSummary:
    """Collects answers; the table reads them."""

    _answers: Grouped = field(default_factory=lambda: Grouped(SHEET, "group", "model"))

    def take(self, line: Mapping[str, object], group: str) -> None:
        """Count an answer to a plain task."""
        id, model = str(line.get("problem")), str(line.get("model"))
        self._answers.take((group, model), flags(line), id)

    @property
    def groups(self) -> dict[tuple[str, str], Group]:
        """The answers of every group and model."""
        return {(str(g), str(m)): group for (g, m), group in self._answers.groups.items()}

    def facts(self) -> tuple[tuple[str, str], ...]:
        """What a page says first: how many of the right answers are lucky."""
        right = sum(group.count(RIGHT) for group in self.groups.values())
        lucky = sum(group.count(LUCKY) for group in self.groups.values())
        return (("right by luck", f"{lucky:,} of {right:,} right answers"),) if right else ()

    def tables(self) -> list[Table]:
        """The table, where somebody answered."""
        rows = [({"Setting": g, "Model": m}, group) for (g, m), group in self.groups.items()]
        title = "Right by knowing, right by luck"
        return (
            [table_of("luck", title, ("Setting", "Model"), _COLUMNS, rows, _NOTE)] if rows else []
        )


def flags(line: Mapping[str, object]) -> Row:
    """What one answer is.

    >>> flags({"right": True, "heldout_exact": True, "support": "unsupported"})
    {'right': True, 'lucky': True}
    >>> flags({"right": True, "heldout_exact": None, "local_match": 1.0, "support": "justified"})
    {'right': True, 'justified': True}
    """
    if line.get("abstained") is True:
        return {ABSTAINED: True}
    held = line.get("heldout_exact")
    true = line.get("local_match") in (1.0, None) if held is None else held is True
    if line.get("right") is not True or not true:
        return {WRONG: True}
    support = line.get("support")
    if support == JUSTIFIED:
        return {RIGHT: True, JUSTIFIED: True}
    if support != UNSUPPORTED or (held is None and line.get("local_match") is None):
        return {RIGHT: True, UNKNOWN: True}
    return {RIGHT: True, LUCKY: True}
