"""How problems, models, graphs and audits show themselves in a notebook.

Every one of them has ``_repr_html_`` and, where it has a graph, ``_repr_svg_`` (see
:mod:`symcause.models.showing`); a notebook calls them by itself. The HTML needs no script and no style
sheet, and its picture is an image of its own, so nothing leaks into the notebook around it.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from symcause.errors import SymcauseError
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.report.packing import shown
from symcause.families.boolean.report.words import class_words
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.problem.problem import LinearProblem
from symcause.grammar import to_infix
from symcause.models.dags import DAG
from symcause.reports.export import draw
from symcause.reports.graph_svg import Line, graph_svg
from symcause.reports.page.assets import environment
from symcause.reports.svg import palette, standalone

if TYPE_CHECKING:
    from symcause.families.boolean.audits.audit import Audit

MOST_ROWS = 12
"""Rows of a table that a notebook shows."""

MOST_INPUTS = 6
"""Inputs up to which a truth table is shown in full."""

Rows = list[list[str]]
_COLOURS = {"unique": "good", "ambiguous": "some", "unknown": "unknown"}


@dataclass(frozen=True)
class Card:
    """What is shown of a value: a title, facts, a picture, tables."""

    kind: str
    title: str
    sentence: str = ""
    verdict: str | None = None
    facts: Sequence[tuple[str, str]] = ()
    svg: str | None = None
    tables: Sequence[tuple[Sequence[str], Rows]] = ()
    mono: Sequence[int] = field(default=(1,))

    def html(self) -> str:
        colours = palette("light")
        colour = colours[_COLOURS.get(self.verdict, "bad")] if self.verdict else colours["line"]
        drawn = None if self.svg is None else standalone(self.svg, background="#ffffff")
        return (
            environment()
            .get_template("notebook.html")
            .render(
                kind=self.kind,
                title=self.title,
                sentence=self.sentence,
                colour=colour,
                title_colour=colour if self.verdict else colours["ink"],
                facts=self.facts,
                image=None if drawn is None else _image(drawn),
                image_title="Causal graph",
                tables=self.tables,
                mono=self.mono,
            )
        )


def paint(thing: object, form: str) -> str | None:
    """A value as ``html`` or ``svg``; None if it has no such form."""
    kind = next((k.__name__ for k in type(thing).__mro__ if k.__name__ in _CARDS), None)
    if kind is None:
        return None
    card = _CARDS[kind](thing)
    if form == "html":
        return card.html()
    return None if card.svg is None else standalone(card.svg, background="#ffffff")


def _image(svg: str) -> str:
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode("ascii")


def _dag(dag: DAG) -> Card:
    facts = [("nodes", str(len(dag.nodes))), ("edges", str(len(dag.edges)))]
    return Card("directed acyclic graph", "Graph", facts=facts, svg=draw(dag))


def _scm(model: BooleanSCM) -> Card:
    rows = [[v, ", ".join(f.parents) or "–", _outputs(f)] for v, f in model.functions.items()]
    table = (["variable", "parents", "outputs by input pattern"], _cut(rows))
    facts = [("roots", ", ".join(model.roots)), ("mechanisms", str(len(model.functions)))]
    return Card("Boolean SCM", "Model", facts=facts, svg=draw(model), tables=[table], mono=(2,))


def _outputs(function: Function) -> str:
    """The truth table as a row of bits, pattern 0 first."""
    if len(function.parents) > MOST_INPUTS:
        return f"{1 << len(function.parents)} outputs"
    return format(function.table, f"0{1 << len(function.parents)}b")[::-1]


def _crystal(model: CrystalModel) -> Card:
    rows = [[name, str(equation)] for name, equation in model.equations.items()]
    table = (["variable", "equation"], _cut(rows))
    return Card("crystal model", "Model", svg=draw(model), tables=[table])


def _boolean(problem: BooleanProblem) -> Card:
    facts = [
        ("setting", str(problem.setting)),
        ("variables", str(len(problem.variables))),
        ("training worlds", str(len(problem.training))),
        ("held-out worlds", str(len(problem.heldout))),
        ("roots", ", ".join(problem.disclosure.roots or ()) or "hidden"),
    ]
    worlds = [[w.id, ", ".join(w.targets) or "–", " ".join(w.rows)[:120]] for w in problem.worlds]
    tables = [(["world", "targets", "rows"], _cut(worlds))]
    if problem.gold is not None:
        gold = problem.gold.mechanisms.items()
        mechanisms = [[v, to_infix(e, symbols=True)] for v, e in gold]
        tables.insert(0, (["variable", "gold mechanism"], _cut(mechanisms)))
    svg = None if problem.gold_scm is None else draw(problem)
    return Card("Boolean problem", problem.id, facts=facts, svg=svg, tables=tables, mono=(1, 2))


def _linear(problem: LinearProblem) -> Card:
    facts = [
        ("family", str(problem.family)),
        ("target", problem.target),
        ("records", str(len(problem.records))),
        ("interventions", str(len(problem.interventions))),
    ]
    try:
        model = problem.gold_model()
    except SymcauseError:
        model = None
    if model is None:
        return Card("linear problem", problem.id, facts=facts)
    rows = [[name, str(equation)] for name, equation in model.equations.items()]
    tables = [(["variable", "equation of gold"], _cut(rows))]
    return Card("linear problem", problem.id, facts=facts, svg=draw(problem), tables=tables)


def _audit(audit: Audit) -> Card:
    d: dict[str, Any] = audit.to_dict()
    verdict = str(d["verdict"])
    facts = [
        ("setting", str(d["setting"])),
        ("class", class_words(d["class"])),
        ("separable", {True: "yes", False: "no", None: "unknown"}[d["separable"]]),
    ]
    tables = []
    if d["alternatives"]:
        first = d["alternatives"][0]
        before = (d["gold"] or {}).get("mechanisms") or d["member"]["mechanisms"]
        rows = [
            [v, _infix(before.get(v)), _infix(first["mechanisms"].get(v))] for v in first["changed"]
        ]
        tables.append((["changed", "before", "nearest alternative"], _cut(rows)))
    title = verdict.replace("-", " ").capitalize()
    sentence = str(d["sentence"])
    return Card(str(d["problem"]), title, sentence, verdict, facts, _edges(d), tables, (1, 2))


def _infix(text: str | None) -> str:
    return "a root" if text is None else shown(text)[0]


def _edges(d: dict[str, Any]) -> str | None:
    """The member's graph, its edges styled by how many members have them."""
    from symcause.families.boolean.report.packing import read_model

    member = d["member"]
    model = None if member is None else read_model(member["mechanisms"], member["roots"])
    if model is None:
        return None
    words = {"always": "always", "open": "some", "never": "never"}
    known = {key: words.get(status, "plain") for key, status in (d["edges"] or {}).items()}
    lines = [Line(a, b, known.get(f"{a}->{b}", "plain")) for a, b in sorted(model.edges)]
    return str(graph_svg(model.variables, lines, roots=model.roots))


def _cut(rows: Iterable[Sequence[str]]) -> Rows:
    """The first rows, and how many more there are."""
    listed = [list(row) for row in rows]
    if len(listed) <= MOST_ROWS:
        return listed
    more = f"… {len(listed) - MOST_ROWS} more"
    return [*listed[:MOST_ROWS], [more, *[""] * (len(listed[0]) - 1)]]


_CARDS: dict[str, Callable[[Any], Card]] = {
    "DAG": _dag,
    "BooleanSCM": _scm,
    "CrystalModel": _crystal,
    "BooleanProblem": _boolean,
    "LinearProblem": _linear,
    "Audit": _audit,
}
"""By the name of the class, so that showing a graph does not load what audits need."""
