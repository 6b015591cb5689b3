"""Tables over levels of evidence: what a pool shows, and what answers make of more of it.

A *level* is a group of problems of one setting; a later one is held against the first, or against the one
before it, on the latent problems that both have. What the training worlds of a problem show is told by
:class:`Seen`, once a problem.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from symcause.families.boolean.scoring.columns import FOUND
from symcause.families.boolean.scoring.figures import BINS
from symcause.families.boolean.scoring.summary import Answers
from symcause.scoring.columns import Column, count, given, noted, ratio_of
from symcause.scoring.grouping import Group
from symcause.scoring.statistics import Total, Unit
from symcause.scoring.table import Cell, Table, conditional, integer, number, signed, word

Pattern = tuple[str, frozenset[tuple[str, int]]]
"""A variable, and values of variables that precede it."""


@dataclass(frozen=True)
class Seen:
    """What the training worlds of a problem show of the patterns before each variable."""

    coverage: float  # mean over all sets of inputs
    missing: frozenset[Pattern]
    training: int  # worlds
    heldout: int


Level = tuple[str, str]
"""A setting, and a group of problems of it."""

Shown = Mapping[Level, Mapping[str, Seen]]
"""By level and latent problem."""


def level_tables(groups: Sequence[Answers], shown: Shown) -> list[Table]:
    """All of them that there is something for."""
    return [_coverage(shown), _growth(shown), _bins(groups), *_changes(groups)]


def _coverage(shown: Shown) -> Table:
    rows = []
    for (setting, level), problems in shown.items():
        shares = Total.of(seen.coverage for seen in problems.values())
        full = sum(not seen.missing for seen in problems.values())
        numbers = (integer(shares.count), number(shares.mean), integer(full))
        rows.append((word(setting), word(level), *numbers))
    note = (
        "How much of what precedes a variable the training worlds show: the share of patterns of up to "
        "three predecessors, mean over variables and sets, then over the problems whose order is known; "
        "Full: problems that show every pattern"
    )
    heads = ("Setting", "Level", "Problems", "Mean coverage", "Full")
    return Table("pool-coverage", "Coverage of pools", heads, tuple(rows), note)


def _growth(shown: Shown) -> Table:
    """Every level against the one before it, on the latent problems of both."""
    rows = []
    for before, after in _successive(list(shown)):
        old, new = shown[before], shown[after]
        both = [latent for latent in new if latent in old]
        added = [new[k].training - old[k].training for k in both]
        final = [new[k].training for k in both]
        if both:
            patterns = Total.of(len(old[k].missing - new[k].missing) for k in both)
            held = Total.of(new[k].heldout for k in both)
            means = (number(patterns.mean, 2), *_ranged(final), number(held.mean, 2))
            labels = (word(after[0]), word(f"{after[1]} - {before[1]}"))
            rows.append((*labels, integer(len(both)), *_ranged(added), *means))
    heads = (
        *(
            "Setting",
            "Levels",
            "n shared",
            "Added worlds",
            "least added",
            "most added",
            "New patterns",
        ),
        *("Training worlds", "fewest", "most", "Held-out worlds"),
    )
    note = (
        "What a level adds to the one before it: means over the latent problems that both have; New "
        "patterns: of predecessors, seen at this level and not before; training worlds are the final ones"
    )
    return Table("pool-growth", "Growth of pools", heads, tuple(rows), note)


def _ranged(values: Sequence[int]) -> tuple[Cell, Cell, Cell]:
    return number(Total.of(values).mean, 2), integer(min(values)), integer(max(values))


def _successive(levels: Sequence[Level]) -> Iterator[tuple[Level, Level]]:
    for place, after in enumerate(levels):
        earlier = [level for level in levels[:place] if level[0] == after[0]]
        if earlier:
            yield earlier[-1], after


_SAID = dict(zip(BINS, ("up to 0.50", "up to 0.75", "above 0.75"), strict=True))


def _bins(groups: Sequence[Answers]) -> Table:
    """Problems by the share of variables for which generation removed a shortcut; all systems."""
    rows = []
    for setting in dict.fromkeys(a.group for a in groups):
        every = Group(groups[0].sheet)
        for a in groups:
            if a.group == setting:
                every.join(a)
        for name, said in _SAID.items():
            if every.count(name):
                labels = (word(setting), word(said))
                cells = (cell(every) for _, cell in _binned(name))
                rows.append((*labels, *cells))
    heads = ("Setting", "Kill coverage", *(head for head, _ in _binned(BINS[0])))
    note = (
        "Answers by the share of a problem's variables for which generation removed a shortcut (problems "
        "that do not state it have no row), over all answers of all systems; Retention: ratio of the two "
        "means"
    )
    return noted(Table("bins", "Ambiguity bins", heads, tuple(rows), note))


def _binned(name: str) -> tuple[Column, ...]:
    held = "heldout_world_exact"
    return (
        ("n", count(name)),
        ("HeldoutWorld", given(held, name)),
        ("Retention", ratio_of(held, "train_world_exact", name, "has_heldout")),
        ("HeldoutWorld | TrainExact", given(held, name, "train_exact")),
    )


def _changes(groups: Sequence[Answers]) -> Iterator[Table]:
    """Alternatives before and after: over all answers, and on the problems that were solved twice."""
    all_, twice = [], []
    for place, first in enumerate(groups):
        for later in groups[place + 1 :]:
            if (first.model, first.setting) != (later.model, later.setting):
                continue
            labels = (word(f"{later.group} - {first.group}"), word(first.model))
            all_.append((*labels, *_rates(first, later)))
            solved = first.where("train_exact") & later.where("train_exact")
            twice.append((*labels, integer(len(solved)), *_kept(first, later, solved)))
    heads = ("Levels", "Model")
    both = (f"{head} {when}" for head, _ in FOUND for when in ("before", "after"))
    note = "Alternatives that answers are, by level; rates over the answers attempted at each"
    title = "Alternatives by level"
    head = f"Δ {_RATE}"
    yield noted(Table("found-deltas", title, (*heads, *both, head), tuple(all_), note))
    found = ("Alternatives before", "Alternatives after", "Rate before", "Rate after", "Δ Rate")
    note = (
        "The same on the n problems that a system solves (TrainExact) at both levels; rates over n"
    )
    title = "Alternatives by level, problems solved twice"
    yield noted(Table("found-twice", title, (*heads, "n", *found), tuple(twice), note))


_RATE = "Alternatives / attempted"


def _rates(first: Answers, later: Answers) -> tuple[Cell, ...]:
    """Every column of alternatives found, before and after, and the change of their rate."""
    both = {head: (cell(first), cell(later)) for head, cell in FOUND}
    before, after = (float(str(cell.value)) for cell in both[_RATE])
    return (*(cell for pair in both.values() for cell in pair), signed(after - before))


def _kept(first: Answers, later: Answers, solved: set[Unit]) -> tuple[Cell, ...]:
    n, found = len(solved), [len(solved & a.where("identified")) for a in (first, later)]
    rates = [conditional(part / n if n else None, n) for part in found]
    change = conditional((found[1] - found[0]) / n if n else None, n)
    if isinstance(change.value, float):
        change = signed(change.value)
    return (*map(integer, found), *rates, change)
