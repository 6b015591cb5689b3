"""Difficulty tables of scoring: measures and systems, bins, pairs, correlations, joint models."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from symcause.models.number_phrases import plural
from symcause.scoring.difficulty.difficulty_study import (
    A_MEASURE,
    BINARY,
    DifficultyStudy,
    JointModel,
    MeasureLine,
    OrderPairs,
)
from symcause.scoring.difficulty.measure_bins import Bin
from symcause.scoring.group_columns import Read, keyed_table
from symcause.scoring.score_table import UNDEFINED, Cell, Table, integer, number, word

_LINES: tuple[tuple[str, Callable[[MeasureLine], Cell]], ...] = (
    ("System", lambda line: word(line.system)),
    ("Measure", lambda line: word(line.measure)),
    ("n", lambda line: integer(line.cases)),
    ("Success", lambda line: integer(line.successes)),
    ("Latents", lambda line: integer(line.latents)),
    ("AUC", lambda line: number(line.area)),
    ("Slope per SD", lambda line: _slope(line)),
    ("Separation", lambda line: word(line.separation)),
)


def study_tables(
    study: DifficultyStudy, lines: Sequence[MeasureLine], joint: Sequence[JointModel] = ()
) -> list[Table]:
    """All tables, the most important first."""
    if not lines:
        return []
    tables = [_measures(study, lines), _bins(lines), _pairs(study), _correlations(study)]
    if joint:
        tables.append(_joint(study, joint))
    return [table for table in tables if table.rows]


def _measures(study: DifficultyStudy, lines: Sequence[MeasureLine]) -> Table:
    latents = len({case.latent for case in study.cases})
    lost = sum(line.left_out for line in lines)
    apart = "; ".join(f"{a} and {b} (r {r:+.2f})" for a, b, r in study.not_told_apart)
    carried = ", ".join(f"{system} {study.allowed(system)}" for system in study.systems)
    notes = [
        f"What goes with {study.success}; {plural(latents, 'latent problem')}.",
        "AUC: how often a success has the larger value (0.5 says nothing, below: success where small).",
        "Slope: Firth's logistic regression, per standard deviation, 95 % interval over "
        f"{study.bootstrap.resamples} resamples of latent problems (seed {study.bootstrap.seed}).",
        "Hidden order and roots are compared in pairs only.",
        f"Measures that a joint model may have: {carried}.",
        f"Not told apart here: {apart}." if apart else "",
        f"{plural(study.unscored, 'problem')} without a held-out world left out."
        if study.unscored
        else "",
        f"{plural(lost, 'resample')} with a constant measure or no fit left out." if lost else "",
    ]
    title = "What goes with difficulty"
    return keyed_table("difficulty", title, _LINES, lines, " ".join(filter(None, notes)))


def _slope(line: MeasureLine) -> Cell:
    if line.slope is None or line.measure in BINARY:
        return Cell(None, UNDEFINED)
    if line.low is None or line.high is None:
        return Cell(line.slope, f"{line.slope:+.3f} *")
    shown = f"{line.slope:+.3f} [{line.low:+.2f}, {line.high:+.2f}]"
    return Cell(line.slope, shown, line.low, line.high)


_BINS: tuple[tuple[str, Callable[[tuple[MeasureLine, Bin]], Cell]], ...] = (
    ("System", lambda row: word(row[0].system)),
    ("Measure", lambda row: word(row[0].measure)),
    ("From", lambda row: _value(row[1].least)),
    ("To", lambda row: _value(row[1].greatest)),
    ("n", lambda row: integer(row[1].cases)),
    ("Success", lambda row: integer(row[1].successes)),
    ("Rate", lambda row: number(row[1].share)),
)


def _bins(lines: Sequence[MeasureLine]) -> Table:
    rows = [(line, part) for line in lines for part in line.bins]
    note = "Problems by quintiles of each measure, and the share of them that a system solved."
    return keyed_table("difficulty-bins", "Success by quintile", _BINS, rows, note)


def _value(value: float) -> Cell:
    return Cell(value, f"{value:.3g}")


_PAIRS: tuple[tuple[str, Callable[[tuple[str, OrderPairs]], Cell]], ...] = (
    ("System", lambda row: word(row[0])),
    ("Pairs", lambda row: integer(row[1].pairs)),
    ("Both", lambda row: integer(row[1].both)),
    ("Ordered only", lambda row: integer(row[1].only_ordered)),
    ("Hidden order only", lambda row: integer(row[1].only_hidden)),
    ("p", lambda row: number(row[1].p)),
)


def _pairs(study: DifficultyStudy) -> Table:
    each = ((system, study.pairs(system)) for system in study.systems)
    rows = [(system, pairs) for system, pairs in each if pairs.pairs]
    note = (
        "The same latent problem and level, with its order and without it; p: exact, two-sided. Finding an "
        "order costs nothing (peeling): where the count is equal, the difference is the system's."
    )
    return keyed_table("difficulty-order", "Hidden order at equal evidence", _PAIRS, rows, note)


def _correlations(study: DifficultyStudy) -> Table:
    columns: list[Read[str]] = [
        ("Measure", word),
        *((name, partial(_correlation, study, name)) for name in study.names),
    ]
    note = (
        "Pearson's correlation of measures over the problems; – a measure is constant or not known."
    )
    return keyed_table("difficulty-correlations", "Measures together", columns, study.names, note)


def _correlation(study: DifficultyStudy, one: str, other: str) -> Cell:
    if one == other:
        varies = len({case.measures.get(one) for case in study.cases} - {None}) > 1
        return number(1.0 if varies else None, 2)
    known = study.correlations
    return number(known.get((one, other), known.get((other, one))), 2)


_JOINT: tuple[tuple[str, Callable[[tuple[JointModel, str, float | None]], Cell]], ...] = (
    ("System", lambda row: word(row[0].system)),
    ("Term", lambda row: word(row[1])),
    ("n", lambda row: integer(row[0].cases)),
    ("Slope", lambda row: number(row[2])),
)


def _joint(study: DifficultyStudy, models: Sequence[JointModel]) -> Table:
    rows = [
        (model, name, value)
        for model in models
        for name, value in zip(
            ("intercept", *model.measures),
            model.coefficients or (None,) * (len(model.measures) + 1),
            strict=True,
        )
    ]
    note = (
        "Several measures in one regression, slopes per standard deviation; at most one measure for "
        f"{A_MEASURE} latent problems of the rarer outcome."
    )
    fitted = {model.system for model in models}
    refused = [f"{name} {study.allowed(name)}" for name in study.systems if name not in fitted]
    if refused:
        note += f" Refused, since the data carry fewer measures: {', '.join(refused)}."
    return keyed_table("difficulty-joint", "Measures in one model", _JOINT, rows, note)
