"""Difficulty tables of scoring: measures and systems, bins, pairs, correlations, joint models."""

from __future__ import annotations

from collections.abc import Sequence

from symcause.models.number_phrases import plural
from symcause.scoring.difficulty.difficulty_study import (
    A_MEASURE,
    BINARY,
    DifficultyStudy,
    JointModel,
    MeasureLine,
)
from symcause.scoring.score_table import UNDEFINED, Cell, Table, integer, number, word

_LINES = ("System", "Measure", "n", "Success", "Latents", "AUC", "Slope per SD", "Separation")


def study_tables(
    study: DifficultyStudy, lines: Sequence[MeasureLine], joint: Sequence[JointModel] = ()
) -> list[Table]:
    """All tables, the most important first."""
    if not lines:
        return []
    found = [_measures(study, lines), _bins(lines), _pairs(study), _correlations(study)]
    if joint:
        found.append(_joint(study, joint))
    return [table for table in found if table.rows]


def _measures(study: DifficultyStudy, lines: Sequence[MeasureLine]) -> Table:
    latents = len({case.latent for case in study.cases})
    lost = sum(line.left_out for line in lines)
    apart = "; ".join(f"{a} and {b} (r {r:+.2f})" for a, b, r in study.not_told_apart)
    carried = ", ".join(f"{system} {study.allowed(system)}" for system in study.systems)
    notes = [
        f"What goes with success on held-out worlds; {plural(latents, 'latent problem')}.",
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
    rows = tuple(
        (
            word(line.system),
            word(line.measure),
            integer(line.cases),
            integer(line.successes),
            integer(line.latents),
            number(line.area),
            _slope(line),
            word(line.separation),
        )
        for line in lines
    )
    return Table(
        "difficulty", "What goes with difficulty", _LINES, rows, " ".join(filter(None, notes))
    )


def _slope(line: MeasureLine) -> Cell:
    if line.slope is None or line.measure in BINARY:
        return Cell(None, UNDEFINED)
    if line.low is None or line.high is None:
        return Cell(line.slope, f"{line.slope:+.3f} *")
    shown = f"{line.slope:+.3f} [{line.low:+.2f}, {line.high:+.2f}]"
    return Cell(line.slope, shown, line.low, line.high)


def _bins(lines: Sequence[MeasureLine]) -> Table:
    rows = tuple(
        (
            word(line.system),
            word(line.measure),
            _value(found.least),
            _value(found.greatest),
            integer(found.cases),
            integer(found.successes),
            number(found.share),
        )
        for line in lines
        for found in line.bins
    )
    note = "Problems by quintiles of each measure, and the share of them that a system solved."
    columns = ("System", "Measure", "From", "To", "n", "Success", "Rate")
    return Table("difficulty-bins", "Success by quintile", columns, rows, note)


def _value(value: float) -> Cell:
    return Cell(value, f"{value:.3g}")


def _pairs(study: DifficultyStudy) -> Table:
    rows = tuple(
        (
            word(system),
            integer(found.pairs),
            integer(found.both),
            integer(found.only_ordered),
            integer(found.only_hidden),
            number(found.p),
        )
        for system in study.systems
        if (found := study.pairs(system)).pairs
    )
    columns = ("System", "Pairs", "Both", "Ordered only", "Hidden order only", "p")
    note = (
        "The same latent problem and level, with its order and without it; p: exact, two-sided. Finding an "
        "order costs nothing (peeling): where the count is equal, the difference is the system's."
    )
    return Table("difficulty-order", "Hidden order at equal evidence", columns, rows, note)


def _correlations(study: DifficultyStudy) -> Table:
    names = study.names
    rows = tuple(
        (word(one), *(_correlation(study, one, other) for other in names)) for one in names
    )
    note = (
        "Pearson's correlation of measures over the problems; – a measure is constant or not known."
    )
    return Table("difficulty-correlations", "Measures together", ("Measure", *names), rows, note)


def _correlation(study: DifficultyStudy, one: str, other: str) -> Cell:
    if one == other:
        varies = len({case.measures.get(one) for case in study.cases} - {None}) > 1
        return number(1.0 if varies else None, 2)
    known = study.correlations
    return number(known.get((one, other), known.get((other, one))), 2)


def _joint(study: DifficultyStudy, models: Sequence[JointModel]) -> Table:
    rows = tuple(
        (word(model.system), word(name), integer(model.cases), number(value))
        for model in models
        for name, value in zip(
            ("intercept", *model.measures),
            model.coefficients or (None,) * (len(model.measures) + 1),
            strict=True,
        )
    )
    note = (
        "Several measures in one regression, slopes per standard deviation; at most one measure for "
        f"{A_MEASURE} latent problems of the rarer outcome."
    )
    fitted = {model.system for model in models}
    refused = [f"{name} {study.allowed(name)}" for name in study.systems if name not in fitted]
    if refused:
        note += f" Refused, since the data carry fewer measures: {', '.join(refused)}."
    return Table(
        "difficulty-joint", "Measures in one model", ("System", "Term", "n", "Slope"), rows, note
    )
