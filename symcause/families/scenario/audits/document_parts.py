"""Document parts made from the results of scenario audits: bounds, designs, traps, sweeps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import UNSET

from symcause.answers import Unknown
from symcause.families.scenario.audits.baseline_designs import Baseline
from symcause.families.scenario.audits.data_traps import Trap
from symcause.families.scenario.audits.value_sweeps import Sweep
from symcause.families.scenario.audits.variable_levels import Level
from symcause.families.scenario.documents.question_documents import (
    BandPart,
    BaselinePart,
    Bounds,
    Datum,
    DesignMap,
    LevelPart,
    OptimumPart,
    PointPart,
    SweepPart,
    TrapPart,
)
from symcause.families.scenario.files.document_writer import write_value
from symcause.families.scenario.models.model_components import Value
from symcause.families.scenario.models.rational_intervals import Interval, point, rounded
from symcause.families.scenario.optimum.optimum_search import Optimum


def bounds(interval: Interval) -> Bounds:
    """An interval as two texts."""
    low, high = interval.texts()
    return Bounds(low=low, high=high)


def optional(interval: Interval | None) -> Bounds | None:
    """An interval that may be missing."""
    return None if interval is None else bounds(interval)


def datum(value: Value) -> Datum:
    """A value of a design or variable."""
    plain = write_value(value)
    assert isinstance(plain, int | str | bool)
    return plain


def design_map(design: Mapping[str, Value]) -> DesignMap:
    """A design with plain values."""
    return {name: datum(value) for name, value in design.items()}


def optimum_part(found: Optimum, shortage: Unknown | None = None) -> OptimumPart:
    """The best known design; *shortage* is what ended the search for a better one."""
    low, high = found.value.texts()
    upper = point(found.upper).texts()[1] if found.exact else rounded(found.upper, up=True)
    return OptimumPart(
        design=design_map(found.design),
        low=low,
        high=high,
        upper=upper,
        exact=found.exact,
        reason=UNSET if shortage is None else shortage.reason,
    )


def trap_part(trap: Trap, found: Sequence[Level]) -> TrapPart:
    """What there is to say about one variable and its values."""
    pair = None if trap.pair is None else (datum(trap.pair[0]), datum(trap.pair[1]))
    return TrapPart(
        status=trap.status,
        association=optional(trap.association),
        effect=optional(trap.effect),
        pair=pair,
        data=trap.data,
        by_selection=trap.by_selection,
        levels=tuple(
            LevelPart(
                value=datum(level.value),
                population=bounds(level.population),
                shown=optional(level.shown),
                seen=optional(level.seen),
                done=bounds(level.done),
            )
            for level in found
        ),
    )


def sweep_part(sweep: Sweep) -> SweepPart:
    """The value over one variable."""
    points = []
    for known in sweep.points:
        low, high = known.value.texts()
        points.append(PointPart(value=datum(known.at), low=low, high=high, in_space=known.in_space))
    bands = []
    for band in sweep.bands:
        low, high = band.value.texts()
        bands.append(BandPart(first=band.first, last=band.last, low=low, high=high))
    return SweepPart(
        variable=sweep.variable, around=sweep.around, points=tuple(points), bands=tuple(bands)
    )


def baseline_part(found: Baseline) -> BaselinePart:
    """A baseline."""
    low, high = found.value.texts()
    return BaselinePart(
        name=found.name,
        design=None if found.design is None else design_map(found.design),
        low=low,
        high=high,
        win=optional(found.win),
        sampled=found.sampled,
        in_space=found.in_space,
    )
