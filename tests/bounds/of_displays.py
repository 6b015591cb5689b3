"""Bounds of what pages, cards and messages show: what is longer is cut, and says so."""

from __future__ import annotations

import json
from contextlib import redirect_stderr
from io import StringIO
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import click

import symcause
from symcause.audits.question import ask
from symcause.audits.story import Grid, Section, Story
from symcause.cli.output.option_help import _families, write_options
from symcause.cli.score_run.discordant_pairs import _few
from symcause.cli.suites.suite_scores import _remarked
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.report.cards import _outputs
from symcause.families.boolean.report.cards import problem_card as boolean_card
from symcause.families.boolean.report.page.check_sentences import _names
from symcause.families.boolean.report.score_findings import finding
from symcause.families.boolean.report.story.next_steps import _allowing, _plausible, root_question
from symcause.families.boolean.scoring.synthesis.synthesis_table import SynthesisSummary
from symcause.families.dag.report import problem_card as dag_card
from symcause.families.linear.report.evidence_board import _values
from symcause.families.linear.report.page.episode_view import _objections
from symcause.families.linear.scoring.answer_claims import _nothing
from symcause.families.linear.scoring.stated_prediction import unread_prediction
from symcause.harnesses.inspect_tasks.inspect_logs import _failure
from symcause.reports import notebook
from symcause.reports.errata_page import _value
from symcause.reports.figures.pool_swarm import Mote, swarm_figure
from symcause.reports.figures.scores.difficulty_panels import difficulty_figures
from symcause.reports.figures.scores.stacked_bars import Stack, Stacks, stack_figure
from symcause.reports.notebook import _named
from symcause.reports.space_drawing.world_pieces import cuts_of
from symcause.reports.views.edge_view import space_graph
from symcause.reports.views.pool_index import Index
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.difficulty.difficulty_study import MeasureLine
from symcause.scoring.difficulty.measure_bins import Bin
from symcause.scoring.rendering_scores import Discordant
from tests.bounds.samples import problems
from tests.bounds.stops import stops


# texts
@stops("reports.VALUE_LENGTH", 5)
def _(size: int) -> object:
    return _value("x" * size).endswith("…")


@stops("linear.SHOWN_PREDICTION", 8)
def _(size: int) -> object:
    return "…" in str(unread_prediction({"prediction": "x" * (size - 2)}))


@stops("linear.SHOWN_KEYS", 2)
def _(size: int) -> object:
    problem: Any = SimpleNamespace(target="y")
    return ", …:" in _nothing(problem, {f"k{at}": 1 for at in range(size)}, None)


@stops("harnesses.ERROR_LENGTH", 6)
def _(size: int) -> object:
    sample: Any = SimpleNamespace(error=SimpleNamespace(message="x" * size))
    told = _failure(sample)
    assert told is not None and len(told) <= 6
    return told.endswith("…")


@stops("linear.PIECE_VALUES", 2)
def _(size: int) -> object:
    return _values({f"x{at}": at for at in range(size)}).endswith(" …")  # type: ignore[misc]


@stops("linear.PAGE_OBJECTIONS", 2)
def _(size: int) -> object:
    return _objections([f"wrong {at}" for at in range(size)])[-1] == "and 1 more"


@stops("boolean.SENTENCE_VARIABLES", 3)
def _(size: int) -> object:
    told = _names(tuple(f"X{at}" for at in range(size)))
    return told.endswith("and 2 other variables")


@stops("reports.NOTEBOOK_ROWS", 2)
def _(size: int) -> object:
    return _named([f"X{at}" for at in range(size)]).endswith("1 more")


@stops("boolean.CARD_INPUTS", 2)
def _(size: int) -> object:
    names = tuple(f"X{at}" for at in range(size))
    return _outputs(Function(names, 1)) == f"{1 << size} outputs"


@stops("boolean.NAMED_CLAIMS", 2)
def _(size: int) -> object:
    summary = SynthesisSummary()
    for at in range(size):
        summary._wrong.append(f"claim {at}")
    return summary._note().split(".")[-2].endswith("and 1 more")


@stops("boolean.FEW_WRONG_CELLS", 3)
def _(size: int) -> object:
    """Beyond it nobody is advised to allow for so many wrong cells."""
    gold = SimpleNamespace(illegal=None, disturbed=size)
    roots: Any = SimpleNamespace(other_roots=[(f"X{at}",) for at in range(size)])
    assert (" or 1 more?" in root_question(roots)[0]) is (size > 3)
    scope = SimpleNamespace(noisy=False, allows=lambda _: False)
    document: Any = SimpleNamespace(gold=gold, scope=scope, cells=100)
    return not _allowing(document)


@stops("boolean.CELLS_PER_WRONG", 5)
def _(size: int) -> object:
    """Of ten cells two may be wrong where one in five may."""
    document: Any = SimpleNamespace(cells=2 * 5)
    return not _plausible(document, 2 if size == 5 else 3)


@stops("dag.DRAWN_NODES", 3)
def _(size: int) -> object:
    names = [f"X{at}" for at in range(size)]
    graph = symcause.DAG.of([*pairwise(names)])
    return dag_card(symcause.dag.problem(graph)).svg is None


# figures
@stops("reports.SWARM_ROWS", 2)
def _(size: int) -> object:
    motes = [Mote(at, f"p{at}", f"g{at}", "good", "3", 1.0) for at in range(size)]
    figure = swarm_figure(motes, "models")
    assert figure is not None and len(figure.rows) == size
    return figure.svg.count("g2") == 0 and size > 2 and "1 " in str(figure.caption)


@stops("reports.BAR_ROWS", 2)
def _(size: int) -> object:
    rows = [Stack(f"s{at}", (1,)) for at in range(size)]
    figure = stack_figure(Stacks("key", "title", [("right", "bar")], rows))
    assert figure is not None and len(figure.rows) == size
    return "1 further rows" in str(figure.caption)


@stops("reports.DIFFICULTY_SYSTEMS", 2)
def _(size: int) -> object:
    bins = (Bin(0.0, 1.0, 2, 1), Bin(1.0, 2.0, 2, 1))
    (figure,) = difficulty_figures(
        [MeasureLine(f"s{at}", "edges", 4, 2, 4, 0.5, "", bins) for at in range(size)]
    )
    return "1 further system" in str(figure.caption)


@stops("reports.DRAWN_EDGES", 2)
def _(size: int) -> object:
    edges = [("A", "B", "always"), *(("A", f"X{at}", "open") for at in range(size))]
    graph = space_graph(["A", "B", *(f"X{at}" for at in range(size))], edges)
    assert graph is not None
    return graph["left"] == size


@stops("reports.CUT_ROWS", 2)
def _(size: int) -> object:
    world: Any = SimpleNamespace(id="w", targets=(), rows=["0"] * size)
    return len(cuts_of([world])) == 1


@stops("reports.CUT_PIECES", 3)
def _(size: int) -> object:
    """A second world stays whole if its rows would be one piece too many."""
    worlds: Any = [SimpleNamespace(id="w", targets=(), rows=["0"] * n) for n in (1, size - 1)]
    return len(cuts_of(worlds)) == 2


# what stands on the command line
@stops("cli.RENDERING_PAIRS", 2)
def _(size: int) -> object:
    words: Any = ("a", "b")
    pairs = [Discordant("m", words, "b", f"p{at}", f"q{at}", True) for at in range(size)]
    return len(list(_few(pairs))) < size


@stops("cli.NAMED_ANSWERS", 2)
def _(size: int) -> object:
    given = SimpleNamespace(complaints=[f"wrong {at}" for at in range(size)])
    scored: Any = SimpleNamespace(notes=lambda: (), given=given)
    with redirect_stderr(StringIO()) as told:
        _remarked(scored)
    return "1 more answers cannot be scored" in told.getvalue()


@stops("cli.LISTED_OPTIONS", 3)
def _(size: int) -> object:
    """More options than that stand in sections of their own."""
    options = [click.Option([f"--option{at}"]) for at in range(size - 2)]
    options += [click.Option(["--html"]), click.Option(["--timeout"])]
    command = click.Command("ask", params=[*options], add_help_option=False)
    context, formatter = click.Context(command, info_name="ask"), click.HelpFormatter()
    write_options(command, context, formatter, ())
    return formatter.getvalue().count("\n\n") > 0


@stops("cli.DETECTED_PROBLEMS", 2)
def _(size: int) -> object:
    """A problem of another family that comes later is not heard of."""
    one = json.loads(Path("examples/replay.json").read_text(encoding="utf-8"))
    other = json.loads(Path("examples/boats.json").read_text(encoding="utf-8"))
    items = [*({**one, "id": f"p{at}"} for at in range(size - 1)), other]
    with TemporaryDirectory() as name:
        path = Path(name) / "pool.jsonl"
        path.write_text("".join(json.dumps(item) + "\n" for item in items), encoding="utf-8")
        return len(_families([str(path)], "audit")) == 1


@stops("boolean.CARD_ROW_LENGTH", 5, beyond=8)
def _(size: int) -> object:
    rows = tuple({"A": at % 2, "B": 0} for at in range((size + 1) // 3))
    card = boolean_card(symcause.boolean.problem([*rows], roots=["A"]))
    shown = card.tables[0][1][0][2]
    assert len(shown) <= 5
    return shown.endswith("…")


class _Leader(SimpleNamespace):
    """The only system of a setting: all of its answers are exact."""

    def __len__(self) -> int:
        return 1

    def total(self, _: str) -> SimpleNamespace:
        return SimpleNamespace(sum=1)

    def by_unit(self, _: str) -> dict[str, int]:
        return {}


@stops("boolean.NAMED_LEADERS", 2)
def _(size: int) -> object:
    """Where another system leads each setting, those of the last ones are named."""
    groups: list[Any] = [_Leader(model=f"m{at}", group=f"g{at}") for at in range(size)]
    told = finding(groups, Bootstrap(0))
    assert f"m{size - 1} in g{size - 1}" in told
    return "m0 in g0" not in told


@stops("reports.NOTEBOOK_TABLES", 2)
def _(size: int) -> object:
    grid = Grid(("a",), (("1",),))
    story = Story("title", "told", sections=(Section("here", (grid,) * size),))
    document: Any = type("Told", (), {"problem": "p"})()
    with patch.object(notebook, "story_of", lambda _: story):
        card = notebook.result_card(document)
    assert len(card.tables) == min(size, 2)
    return ("tables not shown", "1") in card.facts


@stops("reports.POOL_DOTS", 2)
def _(size: int) -> object:
    """Of a larger pool the distribution is drawn, and not every problem."""
    index, audited = Index("pool.jsonl"), ask("audit", problems()["plain"])
    for _ in range(size):
        index.add(audited, {"index": {"setting": "plain"}})
    return index._main() is None
