"""The class picture of an audit of statements: what all DAGs share, and the two that differ beside it.

The variables of the hypothesis stand out, and the edge between them is lit; so is the edge in which the two
DAGs differ.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from symcause.families.statements.documents.audit_document import DagPart, StatementsAudit
from symcause.families.statements.documents.question_documents import StatementsCheck

if TYPE_CHECKING:
    from markupsafe import Markup

    from symcause.audits.documents import Document
    from symcause.families.statements.problem.problem import StatementsProblem
    from symcause.reports.figures.answer_blocks import Block
    from symcause.reports.graph_svg import Arrow
    from symcause.reports.notebook import Card

EITHER = "may point either way"
_GAP, _HEAD = 40.0, 26.0
_SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


def view(document: Document, problem: StatementsProblem) -> dict[str, object] | None:
    """The story of an audit or a check with the class drawn above it; None: told only."""
    if not isinstance(document, StatementsAudit | StatementsCheck):
        return None
    from symcause.audits.question import ask
    from symcause.families.statements.audits.verdict_sentence import headline
    from symcause.reports.figures.figure import Figure, figure_view
    from symcause.reports.story_lookup import story_of
    from symcause.reports.views.result_view import story_view

    story = story_of(document)
    assert story is not None
    found: dict[str, object] = {"id": document.problem, **story_view(story)}
    audit = document if isinstance(document, StatementsAudit) else ask("audit", problem)
    assert isinstance(audit, StatementsAudit)
    if audit is document:
        found["headline"], found["index"] = headline(audit), _index(audit, problem)
    panels = _panels(audit, problem)
    if not panels:
        return found
    blocks = _blocks(audit)
    caption = ("A square is one DAG that fits. " if blocks else "") + (
        "Solid: in all DAGs that fit; dashed, without a head: it may point either way. The variables of "
        "the hypothesis are framed, and the edge between them is bold. Of two DAGs side by side, what "
        "differs is bold."
    )
    rows = tuple(
        (title, arrow.cause, arrow.effect, arrow.status)
        for title, arrows in panels
        for arrow in arrows
    )
    title = "What all DAGs share"
    if blocks:
        title = f"Where the hypothesis holds ({audit.hypothesis}), and what all DAGs share"
    columns = ("graph", "cause", "effect", "status")
    wide, slim = (_drawn(panels, problem, blocks, narrow) for narrow in (False, True))
    figure = Figure("class", title, wide, columns, rows, caption, narrow=slim)
    return {**found, "main": figure_view(figure)}


def _index(audit: StatementsAudit, problem: StatementsProblem) -> dict[str, object]:
    """The row of a pool; a pool with stored labels begins with how many of them follow."""
    index: dict[str, object] = {"unit": "DAGs", "variables": len(problem.variables)}
    if audit.gold is None:
        return index
    from symcause.families.statements.report.stored_label import stored_label

    return {**index, "stored": stored_label(problem, audit).to_dict()}


def _panels(document: StatementsAudit, problem: StatementsProblem) -> list[tuple[str, list[Arrow]]]:
    """Titles and edges of the class and of two members."""
    from symcause.reports.graph_svg import Arrow

    asked, panels = set(problem.hypothesis.of), list[tuple[str, list[Arrow]]]()

    def lit(a: str, b: str) -> tuple[str, ...]:
        return ("lit",) if {a, b} == asked else ()

    if document.essential is not None:
        arrows = [Arrow(a, b, "always", lit(a, b)) for a, b in document.essential.directed]
        for a, b in document.essential.undirected:
            arrows.append(Arrow(a, b, "some", lit(a, b), note=EITHER, either=True))
        number = "" if document.count is None else f" ({document.count:,})"
        panels.append((f"all DAGs that fit{number}", arrows))
    for part, other in zip(document.alternatives, document.alternatives[::-1], strict=True):
        panels.append((f"hypothesis {str(part.holds).lower()}", _arrows(part, other)))
    return panels


def _arrows(part: DagPart, other: DagPart) -> list[Arrow]:
    from symcause.reports.graph_svg import Arrow

    ends = ((edge, *edge.split("->", 1)) for edge in part.edges)
    return [Arrow(a, b, "plain", () if edge in other.edges else ("lit",)) for edge, a, b in ends]


def _blocks(audit: StatementsAudit) -> tuple[Block, Block] | None:
    """The DAGs in which the hypothesis is true and those in which it is false, if they were counted."""
    from symcause.reports.figures.answer_blocks import Block

    if not audit.count or audit.holds_in is None:
        return None
    numbers = {True: audit.holds_in, False: audit.count - audit.holds_in}
    true, false = (
        Block(str(truth).lower(), numbers[truth], *_stored(audit, truth)) for truth in (True, False)
    )
    return true, false


def _stored(audit: StatementsAudit, truth: bool) -> tuple[str, bool]:
    """The stored label beside the answer that it claims, and whether it is refuted: 1 says that the
    hypothesis is true in every DAG, 0 that it is not."""
    if audit.gold not in (0, 1) or bool(audit.gold) is not truth:
        return "", False
    return f"stored label {audit.gold}", audit.gold_right is False


def _drawn(
    panels: list[tuple[str, list[Arrow]]],
    problem: StatementsProblem,
    blocks: tuple[Block, Block] | None,
    narrow: bool,
) -> Markup:
    """The two blocks, and the graphs below them, side by side or below each other, each under its title."""
    from markupsafe import Markup

    from symcause.reports.figures.answer_blocks import answer_blocks
    from symcause.reports.figures.figure import NARROW, WIDE
    from symcause.reports.graph_svg import graph_svg
    from symcause.reports.svg import drawing, number, tag

    parts, top = answer_blocks(blocks, "DAG", narrow=narrow) if blocks else (list[Markup](), 0.0)
    at, top = 0.0, top + 12 * bool(blocks)
    right, bottom = (NARROW if narrow else WIDE) * bool(blocks), top
    for title, arrows in panels:
        asked = problem.hypothesis.of
        drawn = str(graph_svg(problem.variables, arrows, title=title, story=asked))
        size = _SIZE.search(drawn)
        assert size is not None, "a graph has a size"
        width, height = max(float(size[1]), 8.0 * len(title)), float(size[2])
        y = top + _HEAD
        parts.append(tag("text", title, x=at, y=y - 8, class_="label"))
        parts.append(Markup(drawn.replace("<svg", f'<svg x="{number(at)}" y="{number(y)}"', 1)))
        right, bottom = max(right, at + width), max(bottom, y + height)
        at, top = (0.0, bottom) if narrow else (at + width + _GAP, top)
    title = f"The DAGs that fit the statements; hypothesis: {problem.hypothesis}"
    return drawing(right, bottom, title, *parts)


def problem_card(problem: StatementsProblem) -> Card:
    """The statements and the hypothesis in a notebook."""
    from symcause.reports.notebook import Card

    kind = "all others are dependent" if problem.complete else "others may be either way"
    facts = [
        ("variables", ", ".join(problem.variables)),
        ("independent", f"{len(problem.independent)}; {kind}"),
        ("hypothesis", str(problem.hypothesis)),
    ]
    rows = [[str(one)] for one in problem.independent[:20]]
    return Card("statements", problem.id, facts=facts, tables=[(["independent"], rows)])
