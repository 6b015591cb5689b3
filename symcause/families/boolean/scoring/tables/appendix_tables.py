"""Appendix tables of the ReplaySCM paper: settings side by side, changes of structure, alternatives.

A *cohort* is a group of problems; later ones are held against the first. An *alternative* is found by an
answer that is valid, exact on the training worlds, and another Boolean function than gold for some variable
(hidden roots: or another root set).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from symcause.families.boolean.scoring.tables.answer_summary import Answers
from symcause.families.boolean.scoring.tables.cohort_tables import SYSTEMS, cohort_deltas, cohorts
from symcause.families.boolean.scoring.tables.level_tables import Shown, level_tables
from symcause.families.boolean.scoring.tables.setting_grids import (
    grid,
    level_grids,
    pairs_of,
    settings_of,
    where_answered,
)
from symcause.families.boolean.scoring.tables.table_captions import SHOWS
from symcause.families.boolean.scoring.tables.table_columns import FOUND
from symcause.scoring.answer_groups import Group, Sheet
from symcause.scoring.bootstrap import APART, Bootstrap
from symcause.scoring.group_columns import (
    Column,
    Reading,
    count,
    failures,
    in_both,
    known,
    noted,
    paired,
    share,
    size,
    starred,
    table_of,
)
from symcause.scoring.score_table import Table, integer, number

STRUCTURE = {
    "parent_shd": "Δ Parent SHD",
    "parent_f1": "Δ Parent F1",
    "exact_parent_map": "Δ Parent map exact",
    "local_match": "Δ Mean local match",
    "heldout_world_exact": "Δ HeldoutWorld",
}
_COUNTS = ("parent_shd",)
"""Those of them that are no shares."""


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
    tables = [grid(groups), *level_grids(groups), cohorts(groups)]
    tables += [cohort_deltas(groups, bootstrap, unit)]
    tables += [_structure_deltas(groups, bootstrap)] if bootstrap.resamples else []
    tables += [_found(groups), _unfound(groups, symbolic), *level_tables(groups, shown or {})]
    return [table for table in tables if table.rows]


def _structure_deltas(groups: Sequence[Answers], bootstrap: Bootstrap) -> Table:
    """Later group minus earlier, on the latent problems with a valid answer in both."""
    rows = [
        ({"Pair": f"{later.group} - {first.group}", "Model": first.model}, (later, first))
        for first, later in pairs_of(groups)
        if in_both(where_answered("parent_shd"), (first, later))
    ]
    columns = (
        ("n shared", lambda pair: integer(in_both(where_answered("parent_shd"), pair))),
        *(
            (head, paired(where_answered(name), bootstrap, None if name in _COUNTS else APART))
            for name, head in STRUCTURE.items()
        ),
    )
    title, shows = "Paired structural differences", SHOWS["structure-deltas"]
    return starred(table_of("structure-deltas", title, ("Pair", "Model"), columns, rows, shows))


def _found(groups: Sequence[Answers]) -> Table:
    rows = [({"Setting": a.group, "Model": a.model}, a) for a in groups if len(a)]
    title = "Alternatives found by answers"
    return noted(table_of("found", title, ("Setting", "Model"), FOUND, rows, SHOWS["found"]))


_PROBLEMS = Sheet(flags=("llm", "symbolic", "any", "ambiguous"))


def _or_none(name: str, cell: Reading) -> Reading:
    """Of problems where something is known; else nothing is told."""
    return lambda group: cell(group) if group.total(name).count else number(None)


_UNFOUND: tuple[Column, ...] = (
    ("Problems", size),
    ("Without LLM", _or_none("llm", failures("llm"))),
    ("Without symbolic", _or_none("symbolic", failures("symbolic"))),
    ("Without any", failures("any")),
    ("Rate of any", share("any")),
    ("Ambiguous", _or_none("ambiguous", count("ambiguous"))),
    ("Problems counted", known("ambiguous")),
)


def _by_problem(own: Sequence[Answers], symbolic: Collection[str]) -> Group:
    """Of every problem: is there an alternative from any system, and is the space ambiguous at all?"""
    group = Group(_PROBLEMS)
    kinds = {
        "llm": [a for a in own if a.model not in symbolic],
        "symbolic": [a for a in own if a.model in symbolic],
        "any": own,
    }
    having = {kind: {u for a in of for u in a.where("identified")} for kind, of in kinds.items()}
    counted = {unit for a in own for unit in a.by_unit("ambiguous")}
    several = {unit for a in own for unit in a.where("ambiguous")}
    for unit in dict.fromkeys(unit for a in own for unit in a.units):
        row = {kind: unit in having[kind] for kind, of in kinds.items() if of}
        group.add({**row, "ambiguous": unit in several if unit in counted else None}, unit)
    return group


def _unfound(groups: Sequence[Answers], symbolic: Collection[str]) -> Table:
    rows = [
        ({"Setting": setting}, _by_problem([a for a in groups if a.group == setting], symbolic))
        for setting in settings_of(groups)
    ]
    note = (
        "Problems for which no answer is an alternative: of language models, of symbolic ones (baselines, "
        "--symbolic NAME), of any system; Ambiguous: those of the problems counted (--version-space) that "
        "have more than one explanation at all, exactly"
    )
    title = "Problems and their alternatives"
    return table_of("unfound", title, ("Setting",), _UNFOUND, rows, note)
