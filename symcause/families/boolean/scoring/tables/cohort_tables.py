"""Cohort tables: unpaired groups of Boolean problems in one setting, compared with the first.

Intervals of the differences resample systems, or problems within each cohort; then every system's answers
to a problem enter a resample together. Four statistics come from one resample, and the last row is a mean
of differences of ratios: those cells are computed here, and are no columns over one group.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from symcause.families.boolean.bounds import FEWEST_SYSTEMS
from symcause.families.boolean.scoring.tables.answer_summary import Answers
from symcause.families.boolean.scoring.tables.setting_grids import levels_of, models_of, settings_of
from symcause.scoring.answer_groups import Group
from symcause.scoring.bootstrap import Bootstrap, Interval, Total, Unit
from symcause.scoring.group_columns import (
    Column,
    Labels,
    interval,
    mean,
    share,
    size,
    starred,
    table_of,
)
from symcause.scoring.score_table import Cell, Table, integer, number, signed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SYSTEMS, PROBLEMS = "systems", "problems"
"""What is resampled."""

Pair = tuple[Answers, Answers]
"""One system in the first cohort and in a later one."""


def _gap(group: Group) -> tuple[float, float] | None:
    """Means of exact worlds over answers with held-out ones, training and held-out; None without."""
    held = group.total("heldout_world_exact").mean
    train = group.total("train_world_exact", ["has_heldout"]).mean
    return None if train is None or held is None else (train, held)


def _difference(group: Group) -> Cell:
    gap = _gap(group)
    return number(None if gap is None else gap[0] - gap[1])


def _retention(group: Group) -> Cell:
    return number(_retained(group))


def _retained(group: Group) -> float | None:
    gap = _gap(group)
    return gap[1] / gap[0] if gap is not None and gap[0] else None


_COHORT: tuple[Column, ...] = (
    ("n", size),
    ("TrainWorld", mean("train_world_exact")),
    ("HeldoutWorld", mean("heldout_world_exact")),
    ("Gap", _difference),
    ("Retention", _retention),
    ("TrainExact", share("train_exact")),
)


def cohorts(groups: Sequence[Answers]) -> Table:
    """Every system in every cohort, then all systems together: means over all their answers."""
    rows: list[tuple[Labels, Group]] = []
    for setting in settings_of(groups):
        own = [a for a in groups if a.group == setting]
        rows += (({"Cohort": setting, "Model": a.model}, a) for a in own)
        if len(own) > 1:
            rows.append(({"Cohort": setting, "Model": "all systems"}, Group.joined(own)))
    note = (
        "Exact worlds of every system in every cohort: means over n answers, HeldoutWorld over those to "
        "problems with held-out worlds. Gap: TrainWorld minus HeldoutWorld; Retention: HeldoutWorld / "
        "TrainWorld, of the means"
    )
    return table_of("cohorts", "Cohorts", ("Cohort", "Model"), _COHORT, rows, note)


def cohort_deltas(groups: Sequence[Answers], bootstrap: Bootstrap, unit: str = SYSTEMS) -> Table:
    """Later cohorts minus the first of their setting, by system; then the mean over systems."""
    at = {(a.group, a.model): a for a in groups}
    rows: list[tuple[Labels, Later]] = []
    for base, *others in levels_of(groups).values():
        for later in others:
            pairs: dict[str, Pair] = {}
            for model in models_of(groups):
                first, second = at.get((base, model)), at.get((later, model))
                if first and second and _numbers(first) and _numbers(second):
                    pairs[model] = first, second
            cohorts = f"{later} - {base}"
            compared = _compared(pairs, bootstrap, unit)
            rows += (({"Cohorts": cohorts, "Model": model}, own) for model, own in compared)
    note = (
        "Later cohorts minus the first of their setting, means over all answers (n) of a system, and the "
        "mean of systems; intervals: "
    )
    text = {
        SYSTEMS: "systems are resampled, not problems",
        PROBLEMS: "problems are resampled, within each cohort",
    }[unit]
    title = "Later cohorts against the first"
    heads = ("Cohorts", "Model")
    return starred(table_of("cohort-deltas", title, heads, _LATER, rows, f"{note}{text}"))


Later = tuple[Sequence[Pair], Mapping[str, Cell]]
"""Systems in both cohorts, and the differences between these by statistic."""

_STATISTICS = ("HeldoutWorld", "Gap", "Retention", "TrainExact")


def _apart(name: str) -> tuple[str, Callable[[Later], Cell]]:
    return f"Δ {name}", lambda row: row[1][name]


_LATER: tuple[tuple[str, Callable[[Later], Cell]], ...] = (
    ("n first", lambda row: integer(sum(len(first) for first, _ in row[0]))),
    ("n later", lambda row: integer(sum(len(later) for _, later in row[0]))),
    *map(_apart, _STATISTICS),
)


def _compared(
    pairs: Mapping[str, Pair], bootstrap: Bootstrap, unit: str
) -> Iterator[tuple[str, Later]]:
    """The differences of every system, then of all."""
    deltas = {model: _delta(*pair) for model, pair in pairs.items()}
    for model, values in deltas.items():
        only = {model: pairs[model]}
        cells = _of_problems(only, bootstrap) if unit == PROBLEMS else map(signed, values)
        yield model, ([pairs[model]], _named(cells))
    if len(deltas) < 2:
        return
    if unit == PROBLEMS:
        cells = _of_problems(pairs, bootstrap)
    else:
        cells = (
            interval(bootstrap.mean(each, FEWEST_SYSTEMS, None), sign=True)
            for each in _totals(deltas)
        )
    yield "mean of systems", (list(pairs.values()), _named(cells))


def _totals(deltas: Mapping[str, tuple[float, ...]]) -> Iterator[dict[Unit, Total]]:
    """The values of all systems, one statistic after the other."""
    for k, _ in enumerate(_STATISTICS):
        yield {model: Total(values[k], 1) for model, values in deltas.items()}


def _named(cells: Iterable[Cell]) -> Mapping[str, Cell]:
    return dict(zip(_STATISTICS, cells, strict=True))


def _delta(first: Answers, later: Answers) -> tuple[float, ...]:
    old, new = _numbers(first), _numbers(later)
    assert old is not None and new is not None
    return tuple(b - a for a, b in zip(old, new, strict=True))


def _of_problems(pairs: Mapping[str, Pair], bootstrap: Bootstrap) -> Iterator[Cell]:
    """The mean over systems of the differences, with intervals over problems of both cohorts."""
    import numpy as np

    models = list(pairs)
    cohorts = [_sums([pairs[model][side] for model in models]) for side in (0, 1)]

    def statistic(chosen: Sequence[NDArray[np.int64]]) -> NDArray[np.float64]:
        old, new = (
            _read(sums[:, rows].sum(axis=1)) for sums, rows in zip(cohorts, chosen, strict=True)
        )
        array: NDArray[np.float64] = (new - old).mean(axis=0)
        return array

    sizes = [sums.shape[1] for sums in cohorts]
    values = statistic([np.arange(size) for size in sizes])
    ends = bootstrap.strata(sizes, statistic)
    for k, value in enumerate(values):
        low, high = (None, None) if ends is None else (float(ends[0][k]), float(ends[1][k]))
        yield interval(Interval(float(value), low, high, min(sizes)), sign=True)


_KEPT = ("heldout_world_exact", "train_world_exact", "train_exact")


def _sums(groups: Sequence[Answers]) -> NDArray[np.float64]:
    """By system and problem: sum and number of exact held-out and training worlds, and of TrainExact."""
    import numpy as np

    units = list(dict.fromkeys(unit for a in groups for unit in a.units))
    sums = np.zeros((len(groups), len(units), 6))
    place = {unit: i for i, unit in enumerate(units)}
    for i, a in enumerate(groups):
        held = a.by_unit(_KEPT[0])
        for k, name in enumerate(_KEPT):
            for unit, total in a.by_unit(name).items():
                if unit in held or k == 2:
                    sums[i, place[unit], 2 * k : 2 * k + 2] = total.sum, total.count
        for unit in a.units:
            sums[i, place[unit], 5] = a.answers_of(unit)
    return sums


def _read(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """HeldoutWorld, Gap, Retention and TrainExact, by system."""
    import numpy as np

    with np.errstate(divide="ignore", invalid="ignore"):
        held, train, exact = (sums[:, 2 * k] / sums[:, 2 * k + 1] for k in range(3))
        return np.stack([held, train - held, held / train, exact], axis=1)


def _numbers(a: Group) -> tuple[float, float, float, float] | None:
    gap, kept = _gap(a), _retained(a)
    if gap is None or kept is None:
        return None
    return gap[1], gap[0] - gap[1], kept, a.total("train_exact").sum / len(a)
