"""The published tables, made from a :class:`~symcause.scoring.summary.Summary`."""

from __future__ import annotations

from collections.abc import Sequence

from symcause.scoring.columns import (
    CLAIMS,
    EDITS,
    FUNNEL,
    MAIN,
    NESTED_ROOTS,
    RETENTION,
    ROOTS,
    SIZE,
    STRUCTURE,
    Column,
)
from symcause.scoring.statistics import LEVEL, Bootstrap, Interval, Total
from symcause.scoring.summary import Answers, Summary
from symcause.scoring.table import Cell, Table, conditional, integer, number, word

_NOTE = "* fewer than six cases, – none"


def tables(summary: Summary, bootstrap: Bootstrap | None = None) -> list[Table]:
    """All tables that the answers have something for."""
    everything = summary.finish()
    plain = [a for a in everything if not a.alternative]
    alternative = [a for a in everything if a.alternative]
    rooted = [a for a in plain if a.total("root_exact").count]
    found = [
        _table("main", "Main results", MAIN, plain),
        _table("retention", "Held-out replay of train-exact answers", RETENTION, plain),
        _table("structure", "Structure and local functions", STRUCTURE, plain),
        _table("size", "Formula size", SIZE, plain),
        _table("funnel", "Validation stages", FUNNEL, everything),
        _alternative_results(alternative, plain),
        _table("edits", "Alternative-SCM: closeness to the reference", EDITS, alternative),
        _table("roots", "Hidden roots", ROOTS, rooted),
        _table("nested-roots", "Hidden roots: after the right root set", NESTED_ROOTS, rooted),
    ]
    if bootstrap is not None and bootstrap.resamples:
        found += [_intervals(everything, bootstrap), _deltas(plain, bootstrap)]
    return [table for table in found if table.rows]


def _table(key: str, title: str, columns: Sequence[Column], groups: Sequence[Answers]) -> Table:
    rows = [
        (word(a.group), word(a.model), *(cell(a) for _, cell in columns)) for a in groups if len(a)
    ]
    heads = ("Setting", "Model", *(head for head, _ in columns))
    marked = any(cell.value is None for row in rows for cell in row)
    return Table(key, title, heads, tuple(rows), _NOTE if marked else None)


def _alternative_results(groups: Sequence[Answers], plain: Sequence[Answers]) -> Table:
    """The claims, beside the same model's answers to the same latent problems without a reference."""

    def sources(a: Answers) -> list[Answers]:
        return [p for p in plain if (p.setting, p.model) == (a.setting, a.model)]

    def paired(a: Answers) -> Cell:
        latents = set(a.latents)
        shared = [
            total
            for source in sources(a)
            for latent, total in source.by_latent("train_exact").items()
            if latent in latents
        ]
        return _pooled(shared)

    def rescued(a: Answers) -> Cell:
        tried = {latent for source in sources(a) for latent in source.latents}
        solved = {latent for source in sources(a) for latent in source.where("train_exact")}
        joint = a.by_latent("joint_success")
        return _pooled([total for latent, total in joint.items() if latent in tried - solved])

    columns = (*CLAIMS, ("Paired TrainExact", paired), ("Joint | paired failure", rescued))
    return _table("alternative", "Alternative-SCM", columns, groups)


def _pooled(totals: Sequence[Total]) -> Cell:
    whole = Total(sum(t.sum for t in totals), sum(t.count for t in totals))
    return conditional(whole.mean, whole.count)


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
    return Table("intervals", title, heads, rows)


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
    return Table("deltas", "Paired differences between settings", heads, tuple(rows))


def _interval(found: Interval | None, *, sign: bool = False) -> Cell:
    if found is None:
        return number(None)
    form = "+.3f" if sign else ".3f"
    shown = f"{found.value:{form}} [{found.low:{form}}, {found.high:{form}}]"
    return Cell(found.value, shown)
