"""Paper tables: the main tables of the ReplaySCM paper, from a Boolean scoring run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from symcause.families.boolean.scoring.tables.alternative_tables import claims, depths, sources
from symcause.families.boolean.scoring.tables.answer_numbers import RETAINED
from symcause.families.boolean.scoring.tables.answer_summary import Answers, Summary
from symcause.families.boolean.scoring.tables.identification_tables import table as identification
from symcause.families.boolean.scoring.tables.setting_grids import pairs_of, where_answered
from symcause.families.boolean.scoring.tables.table_captions import SHOWS
from symcause.families.boolean.scoring.tables.table_columns import (
    COMPARISON,
    DISTURBED,
    EDITS,
    FUNNEL,
    MAIN,
    NESTED_ROOTS,
    RETENTION,
    ROOTS,
    SIZE,
    STRUCTURE,
    USAGE,
    USED,
    Column,
    table_of,
)
from symcause.scoring.bootstrap import LEVEL, Bootstrap
from symcause.scoring.group_columns import also, in_both, paired, resampled, starred
from symcause.scoring.group_columns import table_of as of_groups
from symcause.scoring.score_table import Cell, Table, integer

_EXPLANATIONS = (
    "explanations are models of the problem's own class that replay its training worlds, "
    "counted exactly; others than a train-exact answer of the class"
)


def tables(summary: Summary, bootstrap: Bootstrap | None = None) -> list[Table]:
    """All tables that the answers have something for."""
    everything = summary.finish()
    plain = [a for a in everything if not a.alternative]
    alternative = [a for a in everything if a.alternative]
    rooted = [a for a in plain if a.knows("root_exact")]
    found: list[Table] = [
        _main(plain, summary.replaced),
        _shown(
            "disturbed",
            "Answers to noisy evidence",
            DISTURBED,
            [a for a in plain if a.knows("within")],
        ),
        *([_comparison(plain)] if summary.explanations else ()),
        _shown("retention", "Held-out replay of train-exact answers", RETENTION, plain),
        _shown("structure", "Structure and local functions", STRUCTURE, plain),
        _shown("size", "Formula size", SIZE, plain),
        _shown("funnel", "Validation stages", FUNNEL, everything),
        _shown("usage", "Tokens and time", USAGE, [a for a in everything if _metered(a)]),
        claims(alternative, plain),
        sources(alternative),
        _shown("edits", "Alternative-SCM: closeness to the reference", EDITS, alternative),
        depths(alternative),
        identification(summary.identifications()),
        _shown("roots", "Hidden roots", ROOTS, rooted),
        _shown("nested-roots", "Hidden roots: after the right root set", NESTED_ROOTS, rooted),
    ]
    if bootstrap is not None and bootstrap.resamples:
        found += [_intervals(everything, bootstrap), _deltas(plain, bootstrap)]
    return [table for table in found if table.rows]


def as_printed(table: Table) -> Table:
    """Rates as the paper has them: to four digits first, then to three."""
    return replace(table, rows=tuple(tuple(map(_printed, row)) for row in table.rows))


def _printed(cell: Cell) -> Cell:
    value = cell.value
    if not isinstance(value, float):
        return cell
    shown = f"{round(value, 4):.3f}"
    if shown == cell.shown or cell.shown != f"{value:.3f}":
        return cell
    return Cell(value, shown, cell.low, cell.high)


def _shown(key: str, title: str, columns: Sequence[Column], groups: Sequence[Answers]) -> Table:
    return table_of(key, title, columns, groups, SHOWS[key])


def _main(groups: Sequence[Answers], replaced: int) -> Table:
    table, repeated = _shown("main", "Main results", MAIN, groups), sum(a.repeated for a in groups)
    text = (
        f"{repeated} of the answers are to a problem that their model answered before, in another file "
        "or on standard input"
    )
    later = f"{replaced} answers that their model gave again later on do not count"
    text = "; ".join(word for word, number in ((text, repeated), (later, replaced)) if number)
    return also(table, text) if text else table


def _metered(a: Answers) -> bool:
    return any(a.total(kind).count for kind in USED)


def _comparison(groups: Sequence[Answers]) -> Table:
    """Systems side by side, with what only a version space tells."""
    table = _shown("comparison", "Comparison", COMPARISON, groups)
    unknown = sum(a.uncounted for a in groups)
    left_out = f"{unknown} answers beside an unknown number of others left out" if unknown else None
    notes = (table.note, left_out, _EXPLANATIONS)
    return replace(table, note="; ".join(note for note in notes if note))


_RATES = {
    "answered": "Coverage",
    "valid": "Valid",
    "train_exact": "TrainExact",
    "train_world_exact": "TrainWorld",
    "heldout_world_exact": "HeldoutWorld",
    "heldout_exact": "HeldoutExact",
    **dict(zip(RETAINED, ("HeldoutWorld | TrainExact", "HeldoutExact | TrainExact"), strict=True)),
}
"""The rates of the main table."""


def _intervals(groups: Sequence[Answers], bootstrap: Bootstrap) -> Table:
    columns = (
        ("n problems", lambda a: integer(len(a.units))),
        *((head, resampled(name, bootstrap)) for name, head in _RATES.items()),
    )
    rows = [({"Setting": a.group, "Model": a.model}, a) for a in groups]
    title = (
        f"Means with {LEVEL:.0%} bootstrap intervals ({bootstrap.resamples} resamples of problems)"
    )
    return starred(
        of_groups("intervals", title, ("Setting", "Model"), columns, rows, SHOWS["intervals"])
    )


def _deltas(groups: Sequence[Answers], bootstrap: Bootstrap) -> Table:
    """First setting minus second on shared latent problems, for each pair of settings and model."""
    train, world = where_answered("train_exact"), where_answered("heldout_world_exact")
    rows = [
        ({"Pair": f"{first.group} -> {second.group}", "Model": first.model}, (first, second))
        for first, second in pairs_of(groups)
        if in_both(train, (first, second))
    ]
    columns = (
        ("n shared", lambda pair: integer(in_both(train, pair))),
        ("Δ TrainExact", paired(train, bootstrap)),
        ("Δ HeldoutWorld", paired(world, bootstrap)),
    )
    title, heads = "Paired differences between settings", ("Pair", "Model")
    return starred(of_groups("deltas", title, heads, columns, rows, SHOWS["deltas"]))
