"""The tables of the paper's appendices: grid of settings, cohorts, structural deltas, alternatives found.

A *cohort* is a group of problems; later ones are held against the first. An *alternative* is found by an
answer that is valid, exact on the training worlds, and another Boolean function than gold for some variable
(hidden roots: or another root set).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from symcause.families.boolean.scoring.summary import Answers
from symcause.scoring.columns import (
    Column,
    count,
    interval,
    mean,
    noted,
    share,
    share_of,
    size,
    starred,
    table_of,
)
from symcause.scoring.grouping import Group
from symcause.scoring.statistics import Bootstrap, Total, Unit
from symcause.scoring.table import Cell, Table, integer, number, word

STRUCTURE = {
    "parent_shd": "Δ Parent SHD",
    "parent_f1": "Δ Parent F1",
    "exact_parent_map": "Δ Parent map exact",
    "local_match": "Δ Mean local match",
    "heldout_world_exact": "Δ HeldoutWorld",
}


def appendix(groups: Sequence[Answers], bootstrap: Bootstrap) -> list[Table]:
    """All of them that the answers have something for."""
    found = [_grid(groups), _cohorts(groups), _cohort_deltas(groups, bootstrap)]
    found += [_structure_deltas(groups, bootstrap)] if bootstrap.resamples else []
    found += [_found(groups), _unfound(groups)]
    return [table for table in found if table.rows]


def _settings(groups: Sequence[Answers]) -> list[str]:
    return list(dict.fromkeys(a.group for a in groups))


def _models(groups: Sequence[Answers]) -> list[str]:
    return list(dict.fromkeys(a.model for a in groups))


def _grid(groups: Sequence[Answers]) -> Table:
    """TrainExact of a system in every setting, on the latent problems that it answered in all."""
    settings, at = _settings(groups), {(a.group, a.model): a for a in groups}
    rows = []
    for model in _models(groups):
        own = [at.get((setting, model)) for setting in settings]
        known = [a.by_unit("train_exact") for a in own if a is not None]
        if len(settings) < 2 or len(known) < len(settings):
            continue
        shared = set.intersection(*(set(found) for found in known))
        cells = (
            number(Total.joined(total for unit, total in found.items() if unit in shared).mean)
            for found in known
        )
        rows.append((word(model), integer(len(shared)), *cells))
    note = "on the latent problems that a system answered in all of these groups"
    return Table("grid", "TrainExact by setting", ("Model", "n", *settings), tuple(rows), note)


def _gap(group: Group) -> tuple[float, float] | None:
    """Means of exact worlds over answers with held-out ones, training and held-out; None without."""
    held = group.total("heldout_world_exact").mean
    train = group.total("train_world_exact", ["has_heldout"]).mean
    return None if train is None or held is None else (train, held)


def _difference(group: Group) -> Cell:
    found = _gap(group)
    return number(None if found is None else found[0] - found[1])


def _retention(group: Group) -> Cell:
    return number(_retained(group))


def _retained(group: Group) -> float | None:
    found = _gap(group)
    return found[1] / found[0] if found is not None and found[0] else None


_COHORT: tuple[Column, ...] = (
    ("n", size),
    ("TrainWorld", mean("train_world_exact")),
    ("HeldoutWorld", mean("heldout_world_exact")),
    ("Gap", _difference),
    ("Retention", _retention),
    ("TrainExact", share("train_exact")),
)


def _cohorts(groups: Sequence[Answers]) -> Table:
    """Every system in every cohort, then all systems together: means over all their answers."""
    rows: list[tuple[tuple[Cell, ...], Group]] = []
    for setting in _settings(groups):
        own, every = [a for a in groups if a.group == setting], None
        for a in own:
            every = every or Group(a.sheet)
            every.join(a)
            rows.append(((word(setting), word(a.model)), a))
        if every is not None and len(own) > 1:
            rows.append(((word(setting), word("all systems")), every))
    note = "Gap: TrainWorld minus HeldoutWorld; Retention: HeldoutWorld / TrainWorld, of the means"
    return table_of("cohorts", "Cohorts", ("Cohort", "Model"), _COHORT, rows, note)


def _cohort_deltas(groups: Sequence[Answers], bootstrap: Bootstrap) -> Table:
    """Later cohorts minus the first, by system; pooled: the mean over systems, which are resampled."""
    settings, at = _settings(groups), {(a.group, a.model): a for a in groups}
    rows = []
    for later in settings[1:]:
        found: dict[str, tuple[float, ...]] = {}
        for model in _models(groups):
            pair = [at.get((setting, model)) for setting in (settings[0], later)]
            numbers = [_numbers(a) for a in pair if a is not None]
            known = [n for n in numbers if n is not None]
            if len(known) == 2:
                found[model] = tuple(b - a for a, b in zip(*known, strict=True))
        for model, deltas in found.items():
            rows.append((word(f"{later} - {settings[0]}"), word(model), *map(_signed, deltas)))
        if len(found) > 1:
            units = [{m: Total(d[k], 1) for m, d in found.items()} for k in range(4)]
            cells = (interval(bootstrap.mean(_units(unit)), sign=True) for unit in units)
            rows.append((word(f"{later} - {settings[0]}"), word("mean of systems"), *cells))
    heads = ("Cohorts", "Model", "Δ HeldoutWorld", "Δ Gap", "Δ Retention", "Δ TrainExact")
    title = "Later cohorts against the first"
    table = starred(Table("cohort-deltas", title, heads, tuple(rows)))
    told = "intervals: systems are resampled, not problems"
    return replace(table, note=f"{table.note}; {told}" if table.note else told)


def _units(totals: dict[str, Total]) -> dict[Unit, Total]:
    return dict(totals.items())


def _numbers(a: Group) -> tuple[float, float, float, float] | None:
    found, kept = _gap(a), _retained(a)
    if found is None or kept is None:
        return None
    return found[1], found[0] - found[1], kept, a.total("train_exact").sum / len(a)


def _signed(value: float) -> Cell:
    return Cell(value, f"{value:+.3f}")


def _structure_deltas(groups: Sequence[Answers], bootstrap: Bootstrap) -> Table:
    """First group minus second, on the latent problems with a valid answer in both."""
    rows = []
    for place, first in enumerate(groups):
        for second in groups[place + 1 :]:
            if first.model != second.model or first.group == second.group:
                continue
            found = [
                bootstrap.difference(first.by_unit(name), second.by_unit(name))
                for name in STRUCTURE
            ]
            if found[0] is not None:
                pair = word(f"{first.group} - {second.group}")
                cells = (interval(each, sign=True) for each in found)
                rows.append((pair, word(first.model), integer(found[0].problems), *cells))
    heads = ("Pair", "Model", "n shared", *STRUCTURE.values())
    return starred(Table("structure-deltas", "Paired structural differences", heads, tuple(rows)))


_FOUND: tuple[Column, ...] = (
    ("Attempted", size),
    ("TrainExact", count("train_exact")),
    ("Alternatives", count("identified")),
    ("Alternatives / attempted", share("identified")),
    ("Alternatives / TrainExact", share_of("identified", "train_exact")),
)


def _found(groups: Sequence[Answers]) -> Table:
    rows = [((word(a.group), word(a.model)), a) for a in groups if len(a)]
    title = "Alternatives found by answers"
    return noted(table_of("found", title, ("Setting", "Model"), _FOUND, rows))


def _unfound(groups: Sequence[Answers]) -> Table:
    """By problem: is there an alternative from any system, and is the space ambiguous at all?"""
    rows = []
    for setting in _settings(groups):
        own = [a for a in groups if a.group == setting]
        problems = {unit for a in own for unit in a.units}
        with_one = {unit for a in own for unit in a.where("identified")}
        counted = {unit for a in own for unit in a.by_unit("ambiguous")}
        open_ = {unit for a in own for unit in a.where("ambiguous")}
        rows.append(
            (
                *(word(setting), integer(len(problems)), integer(len(problems - with_one))),
                number(len(with_one) / len(problems) if problems else None),
                Cell(None, "–") if not counted else integer(len(open_)),
                integer(len(counted)),
            )
        )
    heads = ("Setting", "Problems", "Without any", "Rate of any", "Ambiguous", "Problems counted")
    note = (
        "Without any: problems for which no system found an alternative; Ambiguous: those of the problems "
        "counted (--version-space) that have more than one explanation at all, exactly"
    )
    return Table("unfound", "Problems and their alternatives", heads, tuple(rows), note)
