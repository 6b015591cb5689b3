"""Level tables: what each level of Boolean evidence shows, and what answers make of more of it.

A *level* is a group of problems of one setting; a later one is held against the first, or against the one
before it, on the latent problems that both have. What the training worlds of a problem show is told by
:class:`Seen`, once per problem.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from symcause.families.boolean.scoring.tables.answer_numbers import BINS
from symcause.families.boolean.scoring.tables.answer_summary import Answers
from symcause.families.boolean.scoring.tables.setting_grids import pairs_of, settings_of
from symcause.families.boolean.scoring.tables.table_columns import FOUND, per_attempt
from symcause.scoring.answer_groups import Group, Grouped, Row, Sheet
from symcause.scoring.group_columns import (
    Column,
    Labels,
    count,
    given,
    least,
    mean,
    most,
    noted,
    ratio_of,
    share_of,
    size,
    table_of,
)
from symcause.scoring.score_table import Cell, Table, number, signed

Pattern = tuple[str, frozenset[tuple[str, int]]]
"""A variable, and values of variables that precede it."""


@dataclass(frozen=True)
class Seen:
    """What the training worlds of a problem show of the patterns before each variable."""

    coverage: float  # mean over all sets of inputs
    missing: frozenset[Pattern]
    training: int  # worlds
    heldout: int

    def row(self, before: Seen | None = None) -> Row:
        """Its numbers, with what it adds to another level."""
        row: Row = {
            **{"coverage": self.coverage, "full": not self.missing},
            **{"training": self.training, "heldout": self.heldout},
        }
        if before is None:
            return row
        patterns = len(before.missing - self.missing)
        return {**row, "added": self.training - before.training, "patterns": patterns}


Level = tuple[str, str]
"""A setting, and a group of problems of it."""

Shown = Mapping[Level, Mapping[str, Seen]]
"""By level and latent problem."""

_SEEN = Sheet(
    flags=("full",),
    numbers=("coverage", "training", "heldout", "added", "patterns"),
    counted=("training", "added"),
)
_COVERAGE: tuple[Column, ...] = (
    ("Problems", size),
    ("Mean coverage", mean("coverage")),
    ("Full", count("full")),
)
_GROWTH: tuple[Column, ...] = (
    ("n shared", size),
    ("Added worlds", mean("added", 2)),
    ("least added", least("added")),
    ("most added", most("added")),
    ("New patterns", mean("patterns", 2)),
    ("Training worlds", mean("training", 2)),
    ("fewest", least("training")),
    ("most", most("training")),
    ("Held-out worlds", mean("heldout", 2)),
)


def level_tables(groups: Sequence[Answers], shown: Shown) -> list[Table]:
    """All of them that there is something for."""
    return [*_pools(shown), _bins(groups), *_changes(groups)]


def _pools(shown: Shown) -> Iterator[Table]:
    """Every level, then against the one of its setting before it, on the latent problems of both."""
    levels, growth = (Grouped(_SEEN, "setting", "level") for _ in range(2))
    last: dict[str, str] = {}
    for (setting, level), problems in shown.items():
        before = last.get(setting, level)
        for latent, seen in problems.items():
            levels.take((setting, level), seen.row(), latent)
            if before != level and (old := shown[setting, before].get(latent)) is not None:
                growth.take((setting, f"{level} - {before}"), seen.row(old), latent)
        last[setting] = level
    note = (
        "How much of what precedes a variable the training worlds show: the share of patterns of up to "
        "three predecessors, mean over variables and sets, then over the problems whose order is known; "
        "Full: problems that show every pattern"
    )
    heads, title = ("Setting", "Level"), "Coverage of pools"
    rows: list[tuple[Labels, Group]] = [
        ({"Setting": str(setting), "Level": str(level)}, own)
        for (setting, level), own in levels.groups.items()
    ]
    yield table_of("pool-coverage", title, heads, _COVERAGE, rows, note)
    note = (
        "What a level adds to the one before it: means over the latent problems that both have; New "
        "patterns: of predecessors, seen at this level and not before; training worlds are the final ones"
    )
    heads, title = ("Setting", "Levels"), "Growth of pools"
    rows = [
        ({"Setting": str(setting), "Levels": str(between)}, own)
        for (setting, between), own in growth.groups.items()
    ]
    yield table_of("pool-growth", title, heads, _GROWTH, rows, note)


_SAID = dict(zip(BINS, ("up to 0.50", "up to 0.75", "above 0.75"), strict=True))
_HELD, _TRAIN = "heldout_world_exact", "train_world_exact"
_BINNED: tuple[Column, ...] = (
    ("n", size),
    ("HeldoutWorld", given(_HELD)),
    ("Retention", ratio_of(_HELD, _TRAIN, "has_heldout")),
    ("HeldoutWorld | TrainExact", given(_HELD, "train_exact")),
)


def _bins(groups: Sequence[Answers]) -> Table:
    """Problems by the share of variables for which generation removed a shortcut; all systems."""
    every = {
        setting: Group.joined([a for a in groups if a.group == setting])
        for setting in settings_of(groups)
    }
    rows = [
        ({"Setting": setting, "Kill coverage": said}, own.given(name))
        for setting, own in every.items()
        for name, said in _SAID.items()
        if own.count(name)
    ]
    note = (
        "Answers by the share of a problem's variables for which generation removed a shortcut (problems "
        "that do not state it have no row), over all answers of all systems; Retention: ratio of the two "
        "means"
    )
    heads = ("Setting", "Kill coverage")
    return noted(table_of("bins", "Ambiguity bins", heads, _BINNED, rows, note))


def _side(cell: Callable[[Answers], Cell], side: int) -> Callable[[tuple[Answers, Answers]], Cell]:
    return lambda pair: cell(pair[side])


def _change(pair: tuple[Answers, Answers]) -> Cell:
    before, after = map(per_attempt, pair)
    return number(None) if before is None or after is None else signed(after - before)


_CHANGES = (
    *(
        (f"{head} {when}", _side(cell, side))
        for head, cell in FOUND
        for side, when in enumerate(("before", "after"))
    ),
    ("Δ Alternatives / attempted", _change),
)
_SOLVED = Sheet(flags=("before", "after"), numbers=("change",))


def _gain(group: Group) -> Cell:
    cell = given("change")(group)
    return signed(cell.value) if isinstance(cell.value, float) else cell


_TWICE: tuple[Column, ...] = (
    ("n", size),
    ("Alternatives before", count("before")),
    ("Alternatives after", count("after")),
    ("Rate before", share_of("before")),
    ("Rate after", share_of("after")),
    ("Δ Rate", _gain),
)


def _changes(groups: Sequence[Answers]) -> Iterator[Table]:
    """Alternatives before and after: over all answers, and on the problems that were solved twice."""
    pairs = [
        ({"Levels": f"{later.group} - {first.group}", "Model": first.model}, (first, later))
        for first, later in pairs_of(groups)
        if first.setting == later.setting
    ]
    heads = ("Levels", "Model")
    note = "Answers that are alternatives, by level; rates over the answers attempted at each"
    yield noted(table_of("found-deltas", "Alternatives by level", heads, _CHANGES, pairs, note))
    note = (
        "The same on the n problems that a system solves (TrainExact) at both levels; rates over n"
    )
    title = "Alternatives by level, problems solved twice"
    twice = [(labels, _solved_twice(*pair)) for labels, pair in pairs]
    yield noted(table_of("found-twice", title, heads, _TWICE, twice, note))


def _solved_twice(first: Answers, later: Answers) -> Group:
    """The problems that a system solves at both levels: is an answer to it an alternative?"""
    group, (before, after) = Group(_SOLVED), (a.where("identified") for a in (first, later))
    for unit in first.where("train_exact") & later.where("train_exact"):
        old, new = unit in before, unit in after
        group.add({"before": old, "after": new, "change": int(new) - int(old)}, unit)
    return group
