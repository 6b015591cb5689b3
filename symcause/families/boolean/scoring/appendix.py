"""The tables of the paper's appendices: grid of settings, cohorts, structural deltas, alternatives found.

A *cohort* is a group of problems; later ones are held against the first. An *alternative* is found by an
answer that is valid, exact on the training worlds, and another Boolean function than gold for some variable
(hidden roots: or another root set).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from symcause.families.boolean.scoring.cohorts import SYSTEMS, cohort_deltas, cohorts
from symcause.families.boolean.scoring.columns import FOUND
from symcause.families.boolean.scoring.grids import grid, level_grids, settings_of
from symcause.families.boolean.scoring.levels import Shown, level_tables
from symcause.families.boolean.scoring.shows import SHOWS
from symcause.families.boolean.scoring.summary import Answers
from symcause.scoring.columns import interval, noted, starred, table_of
from symcause.scoring.statistics import Bootstrap
from symcause.scoring.table import Cell, Table, integer, number, word

STRUCTURE = {
    "parent_shd": "Δ Parent SHD",
    "parent_f1": "Δ Parent F1",
    "exact_parent_map": "Δ Parent map exact",
    "local_match": "Δ Mean local match",
    "heldout_world_exact": "Δ HeldoutWorld",
}


def appendix(
    groups: Sequence[Answers],
    bootstrap: Bootstrap,
    shown: Shown | None = None,
    unit: str = SYSTEMS,
    symbolic: Collection[str] = (),
) -> list[Table]:
    """All of them that there is something for.

    *shown* is what the problems of every level show, *unit* what intervals of cohorts resample, *symbolic*
    are the systems that are no language models.
    """
    found = [grid(groups), *level_grids(groups), cohorts(groups)]
    found += [cohort_deltas(groups, bootstrap, unit)]
    found += [_structure_deltas(groups, bootstrap)] if bootstrap.resamples else []
    found += [_found(groups), _unfound(groups, symbolic), *level_tables(groups, shown or {})]
    return [table for table in found if table.rows]


def _structure_deltas(groups: Sequence[Answers], bootstrap: Bootstrap) -> Table:
    """Later group minus earlier, on the latent problems with a valid answer in both."""
    rows = []
    for place, first in enumerate(groups):
        for second in groups[place + 1 :]:
            if first.model != second.model or first.group == second.group:
                continue
            found = [
                bootstrap.difference(second.by_unit(name), first.by_unit(name))
                for name in STRUCTURE
            ]
            if found[0] is not None:
                pair = word(f"{second.group} - {first.group}")
                cells = (interval(each, sign=True) for each in found)
                rows.append((pair, word(first.model), integer(found[0].problems), *cells))
    heads = ("Pair", "Model", "n shared", *STRUCTURE.values())
    title, shows = "Paired structural differences", SHOWS["structure-deltas"]
    return starred(Table("structure-deltas", title, heads, tuple(rows), shows))


def _found(groups: Sequence[Answers]) -> Table:
    rows = [((word(a.group), word(a.model)), a) for a in groups if len(a)]
    title = "Alternatives found by answers"
    return noted(table_of("found", title, ("Setting", "Model"), FOUND, rows, SHOWS["found"]))


def _unfound(groups: Sequence[Answers], symbolic: Collection[str]) -> Table:
    """By problem: is there an alternative from any system, and is the space ambiguous at all?"""
    rows = []
    for setting in settings_of(groups):
        own = [a for a in groups if a.group == setting]
        problems = {unit for a in own for unit in a.units}
        counted = {unit for a in own for unit in a.by_unit("ambiguous")}
        open_ = {unit for a in own for unit in a.where("ambiguous")}
        kinds = [[a for a in own if (a.model in symbolic) is kind] for kind in (False, True)]
        found = [{unit for a in kind for unit in a.where("identified")} for kind in (*kinds, own)]
        without = (
            integer(len(problems - each)) if kind else Cell(None, "–")
            for each, kind in zip(found, (*kinds, own), strict=True)
        )
        rows.append(
            (
                *(word(setting), integer(len(problems)), *without),
                number(len(found[2]) / len(problems) if problems else None),
                Cell(None, "–") if not counted else integer(len(open_)),
                integer(len(counted)),
            )
        )
    heads = (
        *("Setting", "Problems", "Without LLM", "Without symbolic", "Without any", "Rate of any"),
        *("Ambiguous", "Problems counted"),
    )
    note = (
        "Problems for which no answer is an alternative: of language models, of symbolic ones (baselines, "
        "--symbolic NAME), of any system; Ambiguous: those of the problems counted (--version-space) that "
        "have more than one explanation at all, exactly"
    )
    return Table("unfound", "Problems and their alternatives", heads, tuple(rows), note)
