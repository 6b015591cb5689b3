"""Release tables of ShapeWorld scoring: structures, starts, shapes, errors and templates.

A *start* is the set of printed places of the shapes that move first, within a structure. The published
standard errors are over cases, least and greatest accuracy over starts. Tables of results hold no list of
shapes: of random worlds their number is that of a start with all shapes moving, where every start of the
file is one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from symcause.families.shapeworld.scoring.answer_summary import ShapeWorldSummary
from symcause.scoring.answer_groups import Group
from symcause.scoring.bootstrap import Total
from symcause.scoring.group_columns import Column, Labels, count, mean, table_of
from symcause.scoring.score_table import Cell, Table, integer, number

TEMPLATES = ("basic", "basic_limit_step", "cot_basic_limit_step", "cot_instructed_limit_step")
_NAMED = {"direct": 2}  # shapes of the structures; the other named ones have three
_RANDOM, _FEWEST = "random", 4


def published(summary: ShapeWorldSummary, pooled: str, columns: Sequence[Column]) -> list[Table]:
    """Those that there are facts for; *columns* are those of the table of accuracies."""
    tables = []
    if any(structure for (structure,), _ in summary.by("structure")):
        tables.append(_structures(summary, pooled))
        if any(start for (start,), _ in summary.by("start")):
            tables += [_starts(summary, pooled), _shapes(summary)]
    if any(template for (template,), _ in summary.by("template")):
        tables.append(_templates(summary, columns))
    return [table for table in (*tables, _errors(summary)) if table.rows]


def _per_cent(value: float | None) -> Cell:
    return number(None if value is None else 100 * value, 1)


def _right(group: Group) -> Cell:
    return _per_cent(group.total("right").mean)


def _structures(summary: ShapeWorldSummary, pooled: str) -> Table:
    """Accuracy by model and structure, in per cent, with its standard errors."""
    starts: dict[tuple[str, ...], list[float]] = {}
    for (model, structure, start), group in summary.by("model", "structure", "start"):
        share = group.total("right").mean
        if share is not None and start:
            starts.setdefault((model, structure), []).append(share)
    return table_of(
        "structures",
        "Right answers by structure, per cent",
        ("model", "structure"),
        _STRUCTURE,
        [
            ({"model": model, "structure": name}, (group, starts.get((model, name), [])))
            for (model, name), group in summary.by("model", "structure")
        ],
        "Right answers, in per cent of the cases of a structure. se: sample deviation over cases / √cases, "
        "as released; min, max: among starts; se of starts: what the caption of the figure says"
        + pooled,
    )


_STRUCTURE: tuple[tuple[str, Callable[[tuple[Group, list[float]]], Cell]], ...] = (
    ("cases", lambda own: integer(own[0].count("case"))),
    ("right", lambda own: _right(own[0])),
    ("se", lambda own: _per_cent(own[0].total("right").standard_error)),
    ("min", lambda own: _per_cent(min(own[1], default=None))),
    ("max", lambda own: _per_cent(max(own[1], default=None))),
    ("mean of starts", lambda own: _per_cent(Total.of(own[1]).mean)),
    ("se of starts", lambda own: _per_cent(Total.of(own[1]).standard_error)),
)
"""Of the cases of a structure, and of the shares of right answers of its starts."""


def _starts(summary: ShapeWorldSummary, pooled: str) -> Table:
    rows = [
        ({"model": model, "structure": structure, "start": start}, group)
        for (model, structure, start), group in summary.by("model", "structure", "start")
        if start
    ]
    return table_of(
        "starts",
        "Right answers by start, per cent",
        ("model", "structure", "start"),
        (
            ("cases", count("case")),
            ("right", _right),
            ("interventions", mean("interventions", 2)),
            ("errors", count("error")),
        ),
        rows,
        "Right answers, in per cent of the cases of a start: the places of the shapes that move at the "
        f"beginning; interventions are means over the cases{pooled}",
    )


def _shapes(summary: ShapeWorldSummary) -> Table:
    """Over cases in which all shapes move at the start."""
    groups: dict[tuple[str, int], Group] = {}
    for model, size, group in _all_moving(summary):
        groups.setdefault((model, size), Group(group.sheet)).join(group)
    rows: list[tuple[Labels, Group]] = [
        ({"model": model, "shapes": size}, group) for (model, size), group in sorted(groups.items())
    ]
    left_out = (
        "; random worlds of a table with other starts are left out: it does not say how many shapes"
    )
    note = "Right answers, in per cent of the cases in which all shapes move at the start" + (
        left_out if _mixed(summary) else ""
    )
    columns: tuple[Column, ...] = (("cases", count("case")), ("right", _right))
    title = "Right answers by number of shapes, per cent"
    return table_of("shapes", title, ("model", "shapes"), columns, rows, note)


def _all_moving(summary: ShapeWorldSummary) -> Iterator[tuple[str, int, Group]]:
    mixed = _mixed(summary)
    for key, group in summary.by("model", "structure", "start", "shapes", "file"):
        model, structure, start, shapes, file = key
        size = _whole(start)
        if shapes != "None":
            wanted = int(shapes)
        elif structure != _RANDOM:
            wanted = _NAMED.get(structure, 3)
        else:
            wanted = size if file not in mixed else -1
        if size and size == wanted:
            yield model, size, group


def _mixed(summary: ShapeWorldSummary) -> set[str]:
    """Tables of results with random worlds in which not all shapes move at the start."""
    keys = summary.by("structure", "start", "shapes", "file")
    rows = [
        (start, file)
        for (structure, start, shapes, file), _ in keys
        if structure == _RANDOM and shapes == "None"
    ]
    return {file for start, file in rows if _whole(start) < _FEWEST}


def _whole(start: str) -> int:
    """How many shapes a start moves that is all places from 0 on; 0 for any other.

    >>> _whole("{0, 1, 2}"), _whole("{0, 2}"), _whole("{}")
    (3, 0, 0)
    """
    places = [int(place) for place in start.strip("{}").split(",") if place.strip()]
    return len(places) if places == list(range(len(places))) else 0


def _errors(summary: ShapeWorldSummary) -> Table:
    """What the protocol complained about, right answers included."""
    rows = []
    groups = summary.answers.by("model", "structure").items()
    for model, structure, group in sorted((str(m), str(s), g) for (m, s), g in groups):
        marks = {str(mark): n for mark, n in group.counts("mark").items()}
        for mark in sorted(marks):
            labels = {"model": model, "structure": structure, "error": mark}
            rows.append((labels, marks[mark]))
    heads, title = ("model", "structure", "error"), "What the protocol complained about"
    note = (
        "Complaints of the protocol, in numbers of answers, right ones included; a log of failures holds "
        "no right answers"
    )
    return table_of("errors", title, heads, (("count", integer),), rows, note)


def _templates(summary: ShapeWorldSummary, columns: Sequence[Column]) -> Table:
    """Accuracies by template, all models together and one by one; the best of each model is marked."""
    best: dict[str, tuple[float, int, str]] = {}
    each = summary.by("model", "template")
    for (model, template), group in each:
        place = TEMPLATES.index(template) if template in TEMPLATES else len(TEMPLATES)
        rank = (group.total("right").mean or 0.0, -place, template)
        best[model] = max(best.get(model, rank), rank)
    rows = [
        ({"model": "all", "template": template or "–", "best": ""}, group)
        for (template,), group in summary.by("template")
    ]
    for (model, template), group in each:
        mark = "best" if best[model][2] == template else ""
        rows.append(({"model": model, "template": template or "–", "best": mark}, group))
    return table_of(
        "templates",
        "Right answers by template",
        ("model", "template", "best"),
        columns,
        rows,
        "Right answers by template: shares of all cases; best: the template with most right answers of a "
        "model, of equals the first of the paper's order",
    )
