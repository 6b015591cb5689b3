"""The shortcut table of the shortcuts in scoring: rules beside the best constant answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from symcause.scoring.group_columns import keyed_table
from symcause.scoring.score_table import Cell, Table, integer, number, word
from symcause.scoring.shortcuts.shortcut_accuracy import ShortcutAccuracy

_NOTE = (
    "Rules look at public parts alone; what they learn, they learn from other problems than they answer; "
    "of two siblings one is asked. Right: with the exact 95 % interval (Clopper and Pearson). Constant: "
    "the share of the commonest label among the same problems. Better: the interval lies above that, as "
    "that of one rule in forty does by chance."
)


def shortcut_table(accuracies: Sequence[ShortcutAccuracy]) -> Table:
    """One row a rule."""
    return keyed_table(
        "shortcuts",
        "Shortcuts: rules that solve nothing",
        (
            ("Family", lambda one: word(one.family)),
            ("Labels", lambda one: word(" ".join(one.labels))),
            ("Rule", lambda one: word(one.rule)),
            ("n", lambda one: integer(one.problems)),
            ("Right", _right),
            ("Constant", lambda one: number(one.constant)),
            ("Better", lambda one: word("better" if one.better else "")),
        ),
        accuracies,
        _NOTE,
    )


def _right(one: ShortcutAccuracy) -> Cell:
    shown = f"{one.share:.3f} [{one.low:.3f}, {one.high:.3f}]"
    return Cell(one.share, shown, one.low, one.high)


def shortcut_lines(accuracies: Sequence[ShortcutAccuracy]) -> list[dict[str, object]]:
    """The same for programs."""
    return [asdict(one) for one in accuracies]
