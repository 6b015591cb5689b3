"""Notebook reports: how problems, models, graphs and results show themselves.

Every one of them has ``_repr_html_`` and, where it has a graph, ``_repr_svg_`` (see
:mod:`symcause.models.notebook_hook`); a notebook calls them by itself. The HTML needs no script and no
style sheet, and its picture is an image of its own, so nothing leaks into the notebook around it. What a
card says of a family's models and problems is the family's business (``cards`` in the registry); that of a
result tells its story (:func:`result_card`), to which a family may add a picture.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from symcause.answers import Unknown
from symcause.audits.documents import Document
from symcause.audits.experiments.outcome_shares import Outcomes
from symcause.audits.members import Members
from symcause.audits.space import Edges, EdgeStatus, Infinite, VersionSpace
from symcause.audits.story import Grid, Tone
from symcause.bounds.reports_bounds import NOTEBOOK_ROWS, NOTEBOOK_TABLES
from symcause.models.dags import DAG
from symcause.models.number_phrases import percent, plural, whole
from symcause.registry import families, load
from symcause.reports.export import draw
from symcause.reports.page.page_assets import environment
from symcause.reports.story_lookup import story_of
from symcause.reports.svg import palette, standalone
from symcause.reports.table_formats import render
from symcause.scoring.score_table import Table

Rows = Sequence[Sequence[str]]


@dataclass(frozen=True)
class Card:
    """What is shown of a value: a title, facts, a picture, tables (of which the first rows)."""

    kind: str
    title: str
    sentence: str = ""
    tone: Tone = Tone.PLAIN
    facts: Sequence[tuple[str, str]] = ()
    svg: str | None = None
    tables: Sequence[tuple[Sequence[str], Rows]] = ()
    mono: Sequence[int] = field(default=(1,))
    most_rows: int = NOTEBOOK_ROWS

    def html(self) -> str:
        colours = palette("light")
        plain = self.tone is Tone.PLAIN
        colour = colours["line"] if plain else colours[str(self.tone)]
        drawn = None if self.svg is None else standalone(self.svg, background="#ffffff")
        return (
            environment()
            .get_template("notebook.html")
            .render(
                kind=self.kind,
                title=self.title,
                sentence=self.sentence,
                colour=colour,
                title_colour=colours["ink"] if plain else colour,
                facts=self.facts,
                image=None if drawn is None else _image(drawn),
                image_title="Causal graph",
                tables=[(heads, _cut(rows, self.most_rows)) for heads, rows in self.tables],
                mono=self.mono,
            )
        )


def paint(thing: object, form: str) -> Any:
    """A value as ``html`` or ``svg``, or a ``plot`` of matplotlib; None if it has no such form.

    A table is also ``text`` or ``latex``.
    """
    if isinstance(thing, Table) and form in ("text", "latex"):
        return render([thing], form)
    made = _maker(thing)
    if made is None:
        return None
    card = made(thing)
    if form == "html":
        return card.html()
    if card.svg is None:
        return None
    if form == "plot":
        from symcause.reports.figures.matplotlib_export import plotted

        return plotted(card.svg)
    return standalone(card.svg, background="#ffffff")


def _maker(thing: object) -> Callable[..., Card] | None:
    """What makes the card, by the name of the class, so that showing a graph loads no family."""
    if isinstance(thing, DAG):
        return _dag
    if isinstance(thing, Table):
        return _table
    if isinstance(thing, Members):
        return _space
    if isinstance(thing, Edges):
        return _edges
    if isinstance(thing, Outcomes):
        return _outcomes
    if type(thing).__name__ == "Scores":
        return _scores
    names = [kind.__name__ for kind in type(thing).__mro__]
    for entry in families():
        for name in names:
            if name in entry.cards:
                found: Callable[..., Card] = load(entry.cards[name])
                return found
    return result_card if isinstance(thing, Document) else None


def _image(svg: str) -> str:
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode("ascii")


def _dag(dag: DAG) -> Card:
    facts = [("nodes", str(len(dag.nodes))), ("edges", str(len(dag.edges)))]
    return Card("directed acyclic graph", "Graph", facts=facts, svg=draw(dag))


def _table(table: Table) -> Card:
    """A table of scores; all its rows."""
    rows = [[cell.shown for cell in row] for row in table.rows]
    tables = [(table.columns, rows)]
    return Card(
        "scores", table.title, table.note or "", tables=tables, mono=(), most_rows=len(rows)
    )


def result_card(
    document: Document, svg: str | None = None, tables: Sequence[tuple[Sequence[str], Rows]] = ()
) -> Card:
    """A result as its story tells it, with a picture; and with its tables, unless there are others."""
    story = story_of(document)
    if story is None:
        return Card(type(document).__name__, str(document.problem))
    grids = [b for section in story.sections for b in section.blocks if isinstance(b, Grid)]
    verdict = (story.verdict or "").replace("-", " ").capitalize()
    heading = verdict or story.sentence or story.title
    said = [story.sentence if verdict else "", "; ".join(story.notes)]
    more = 0 if tables else len(grids) - NOTEBOOK_TABLES
    left = [("tables not shown", str(more))] if more > 0 else []
    return Card(
        kind=story.title if heading != story.title else type(document).__name__,
        title=heading,
        sentence=" ".join(filter(None, said)),
        tone=story.tone,
        facts=[*(fact for fact in story.facts if fact[0] != "time"), *left],
        svg=svg,
        tables=tables or [(grid.columns, grid.rows) for grid in grids[:NOTEBOOK_TABLES]],
        mono=(1, 2) if tables else (),
    )


_MARKS = {
    EdgeStatus.ALWAYS: "●",
    EdgeStatus.OPEN: "○",
    EdgeStatus.NEVER: "·",
    EdgeStatus.HIDDEN: "×",
}
_LEGEND = "Edges from row to column: ● in all members, ○ in some, · in none{}."


def _legend(edges: Edges) -> str:
    return _LEGEND.format(", × can never show" if edges.having(EdgeStatus.HIDDEN) else "")


def _space(space: VersionSpace[Any]) -> Card:
    """How many members there are, the edges as a matrix, and what is still open."""
    count, edges, open_ = space.count(), space.edges(), space.open_variables()
    facts = [("members are the same by", str(space.identity))]
    if isinstance(open_, Unknown):
        facts.append(("open variables", f"unknown: {open_.reason}"))
    elif count != 0:
        facts.append(("open variables", _named(open_) or "none"))
    tone = Tone.PLAIN
    if isinstance(count, Unknown):
        title, said = "Nobody knows how many members", count.reason
    elif isinstance(count, Infinite):
        title, said = "Infinitely many members", count.what
    else:
        tone = Tone.BAD if not count else Tone.GOOD if count == 1 else Tone.SOME
        title, said = plural(count, "member"), ""
    named = f"version space of {space.problem.id}"
    if isinstance(edges, Unknown) or not len(edges):
        return Card(named, title, said, tone, facts)
    text = " ".join(filter(None, (said, _legend(edges))))
    return Card(named, title, text, tone, facts, tables=[_matrix(edges)], mono=())


def _edges(edges: Edges) -> Card:
    """The edges as a matrix."""
    number = {status: len(edges.having(status)) for status in (EdgeStatus.ALWAYS, EdgeStatus.OPEN)}
    facts = [(f"{status}", str(n)) for status, n in number.items()]
    return Card("edges", "Edges", _legend(edges), facts=facts, tables=[_matrix(edges)], mono=())


def _matrix(edges: Edges) -> tuple[list[str], list[list[str]]]:
    """One row a cause, one column an effect; of many variables those with open edges first."""
    names = edges.names
    if len(names) > NOTEBOOK_ROWS:
        busy = [v for s in (EdgeStatus.OPEN, EdgeStatus.ALWAYS) for e in edges.having(s) for v in e]
        chosen = set(list(dict.fromkeys((*busy, *names)))[:NOTEBOOK_ROWS])
        names = tuple(name for name in names if name in chosen)
    rows = [[a, *("" if a == b else _MARKS[edges[a, b]] for b in names)] for a in names]
    if len(names) < len(edges.names):
        rows.append([f"… {len(edges.names) - len(names)} more", *[""] * len(names)])
    return ["", *names], rows


def _outcomes(outcomes: Outcomes) -> Card:
    """What may be seen, and how many members show it."""
    heads = list(dict.fromkeys(key for one in outcomes for key in one.shown))
    rows = [
        [*(_shown(one.shown.get(key)) for key in heads), whole(one.members), percent(one.share)]
        for one in outcomes
    ]
    done = ", ".join(f"{key} {_shown(value)}" for key, value in outcomes.experiment.items())
    return Card(
        f"what if: {done}",
        plural(len(outcomes), "outcome"),
        tables=[([*heads, "members", "share"], rows)],
        mono=(),
    )


def _shown(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_shown(one)}" for key, one in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _named(names: Sequence[str]) -> str:
    """Some names, and how many more there are."""
    more = f", … {len(names) - NOTEBOOK_ROWS} more" if len(names) > NOTEBOOK_ROWS else ""
    return ", ".join(names[:NOTEBOOK_ROWS]) + more


class Scored(Protocol):
    """Answers that were scored, as ``symcause.score`` gives them."""

    @property
    def lines(self) -> Sequence[Mapping[str, object]]: ...

    @property
    def tables(self) -> tuple[Table, ...]: ...

    @property
    def figures(self) -> tuple[Any, ...]: ...


def _scores(scores: Scored) -> Card:
    """Answers that were scored: the finding of the main picture, the picture, and the first table."""
    main = next((figure for figure in scores.figures if figure.finding), None)
    first = scores.tables[:1]
    tables = [(t.columns, [[c.shown for c in row] for row in t.rows]) for t in first]
    number = plural(len(scores.lines), "answer")
    facts = () if main is None else main.facts
    title = number if main is None else main.finding
    svg = None if main is None else main.svg
    return Card(f"scores of {number}", title, facts=facts, svg=svg, tables=tables, mono=())


def _cut(rows: Rows, most: int) -> Rows:
    """The first rows, and how many more there are."""
    if len(rows) <= most:
        return rows
    more = f"… {len(rows) - most} more"
    return [*rows[:most], [more, *[""] * (len(rows[0]) - 1)]]
