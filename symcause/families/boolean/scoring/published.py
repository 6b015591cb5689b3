"""The published tables, made from a :class:`~scoring.summary.Summary`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from symcause.families.boolean.scoring.alternative_tables import claims, depths, sources
from symcause.families.boolean.scoring.columns import (
    COMPARISON,
    EDITS,
    FUNNEL,
    MAIN,
    NESTED_ROOTS,
    RETENTION,
    ROOTS,
    SIZE,
    STRUCTURE,
    table_of,
)
from symcause.families.boolean.scoring.identification_tables import table as identification
from symcause.families.boolean.scoring.summary import Answers, Summary
from symcause.scoring.statistics import FEWEST, LEVEL, Bootstrap, Interval
from symcause.scoring.table import Cell, Table, integer, number, word

_EXPLANATIONS = (
    "explanations are models of the problem's own class that replay its training worlds, "
    "counted exactly; others than a train-exact answer of the class"
)


def tables(summary: Summary, bootstrap: Bootstrap | None = None) -> list[Table]:
    """All tables that the answers have something for."""
    everything = summary.finish()
    plain = [a for a in everything if not a.alternative]
    alternative = [a for a in everything if a.alternative]
    rooted = [a for a in plain if a.total("root_exact").count]
    found = [
        table_of("main", "Main results", MAIN, plain),
        *([_comparison(plain)] if summary.explanations else ()),
        table_of("retention", "Held-out replay of train-exact answers", RETENTION, plain),
        table_of("structure", "Structure and local functions", STRUCTURE, plain),
        table_of("size", "Formula size", SIZE, plain),
        table_of("funnel", "Validation stages", FUNNEL, everything),
        claims(alternative, plain),
        sources(alternative),
        table_of("edits", "Alternative-SCM: closeness to the reference", EDITS, alternative),
        depths(alternative),
        identification(summary.identifications()),
        table_of("roots", "Hidden roots", ROOTS, rooted),
        table_of("nested-roots", "Hidden roots: after the right root set", NESTED_ROOTS, rooted),
    ]
    if bootstrap is not None and bootstrap.resamples:
        found += [_intervals(everything, bootstrap), _deltas(plain, bootstrap)]
    return [table for table in found if table.rows]


def _comparison(groups: Sequence[Answers]) -> Table:
    """Systems side by side, with what only a version space tells."""
    table = table_of("comparison", "Comparison", COMPARISON, groups)
    unknown = sum(a.uncounted for a in groups)
    left_out = f"{unknown} answers beside an unknown number of others left out" if unknown else None
    notes = (table.note, left_out, _EXPLANATIONS)
    return replace(table, note="; ".join(note for note in notes if note))


def _intervals(groups: Sequence[Answers], bootstrap: Bootstrap) -> Table:
    def cell(a: Answers, metric: str) -> Cell:
        return _interval(bootstrap.mean(a.by_latent(metric)))

    rows = tuple(
        (
            word(a.group),
            word(a.model),
            integer(len(set(a.latents))),
            cell(a, "train_exact"),
            cell(a, "heldout_world_exact"),
        )
        for a in groups
    )
    heads = ("Setting", "Model", "n problems", "TrainExact", "HeldoutWorld")
    title = (
        f"Means with {LEVEL:.0%} bootstrap intervals ({bootstrap.resamples} resamples of problems)"
    )
    return _starred(Table("intervals", title, heads, rows))


def _deltas(groups: Sequence[Answers], bootstrap: Bootstrap) -> Table:
    """First setting minus second on shared latent problems, for each pair of settings and model."""
    rows = []
    for position, first in enumerate(groups):
        for second in groups[position + 1 :]:
            if first.model != second.model or first.group == second.group:
                continue
            train, world = (
                bootstrap.difference(first.by_latent(metric), second.by_latent(metric))
                for metric in ("train_exact", "heldout_world_exact")
            )
            if train is not None:
                pair = f"{first.group} -> {second.group}"
                cells = (_interval(train, sign=True), _interval(world, sign=True))
                rows.append((word(pair), word(first.model), integer(train.problems), *cells))
    heads = ("Pair", "Model", "n shared", "Δ TrainExact", "Δ HeldoutWorld")
    return _starred(Table("deltas", "Paired differences between settings", heads, tuple(rows)))


def _starred(table: Table) -> Table:
    """The table with the meaning of its stars, if it has any."""
    starred = any(cell.shown.endswith("*") for row in table.rows for cell in row)
    note = f"* fewer than {FEWEST} problems, so no interval"
    return replace(table, note=note) if starred else table


def _interval(found: Interval | None, *, sign: bool = False) -> Cell:
    if found is None:
        return number(None)
    form = "+.3f" if sign else ".3f"
    return Cell(found.value, found.shown(form), found.low, found.high)
