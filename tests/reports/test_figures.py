"""Pictures: well-formed, escaped, and true to their data; layouts without overlaps."""

from __future__ import annotations

import csv
import io
import json
import random
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from pathlib import Path

import pytest

from symcause.families.boolean.report.score_figures import score_figures
from symcause.families.boolean.report.score_findings import finding
from symcause.families.boolean.scoring.check.checker import scorer_of
from symcause.families.boolean.scoring.check.score_row import score_row
from symcause.families.boolean.scoring.tables.answer_summary import Answers, Summary
from symcause.families.boolean.scoring.tables.problem_facts import member
from symcause.reports.figures.ambiguity_dots import Bar, profile_figure
from symcause.reports.figures.axes import Scale, powers, ticks
from symcause.reports.figures.figure import NARROW, Figure
from symcause.reports.figures.scores.stacked_bars import Stack, Stacks, stack_figure
from symcause.reports.figures.steps.step_curves import Curve, curve_figure
from symcause.reports.figures.value_gauges import Gauge, gauge_figure
from symcause.reports.figures.verdict_histogram import Axis, histogram
from symcause.reports.graph_layers import forward, layers_of
from symcause.reports.graph_layout import NODE_HEIGHT, lay_out
from symcause.reports.graph_svg import Arrow, graph_svg
from symcause.reports.svg import drawing, standalone, tag
from symcause.scoring.bootstrap import Bootstrap
from tests.reports.cases import MARKUP
from tests.scoring.cases import GOLD, demo

SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def test_text_is_escaped_and_fit_for_xml() -> None:
    root = parsed(drawing(10, 10, f"{MARKUP}\x00\x1b\ud800", tag("text", MARKUP, data_x=MARKUP)))
    assert [child.tag for child in root] == [f"{SVG}title", f"{SVG}text"]
    assert root[0].text == f"{MARKUP}\ufffd\ufffd\ufffd"
    assert root[1].text == MARKUP == root[1].get("data-x")


@pytest.mark.few(10)
@pytest.mark.parametrize("seed", range(30))
def test_layouts(seed: int) -> None:
    """Causes above effects, nothing overlaps, everything inside, and the same every time."""
    rng = random.Random(seed)
    n = rng.randint(1, 16)
    order = rng.sample(range(n), n)
    edges = [(order[i], order[j]) for j in range(n) for i in range(j) if rng.random() < 0.3]
    extra = [(a, b) for a in range(n) for b in range(n) if a != b and rng.random() < 0.1]
    widths = [rng.uniform(30, 120) for _ in range(n)]
    layout = lay_out(widths, edges, extra)
    assert layout == lay_out(widths, edges, extra)
    for cause, effect in edges:
        assert layout.places[cause][1] < layout.places[effect][1]
    for a in range(n):
        (x, y), half = layout.places[a], widths[a] / 2
        assert (
            half <= x <= layout.width - half
            and NODE_HEIGHT / 2 <= y <= layout.height - NODE_HEIGHT / 2
        )
        for b in range(a):
            if layout.places[b][1] == y:
                assert abs(layout.places[b][0] - x) >= half + widths[b] / 2
    assert set(layout.routes) == {*edges, *extra}
    for (a, b), points in layout.routes.items():
        assert points[0] == layout.places[a] and points[-1] == layout.places[b]


def test_layers() -> None:
    assert layers_of(4, [(0, 1), (1, 2), (0, 2)]) == [0, 1, 2, 0]
    deep = [(i, i + 1) for i in range(3000)]
    assert layers_of(3001, deep)[-1] == 3000


def test_a_graph_draws_every_edge_once() -> None:
    lines = [
        Arrow("A", "B", "always"),
        Arrow("B", "A", "some", ("other",), layers=False),
        Arrow("A", MARKUP),
    ]
    root = parsed(graph_svg(["A", "B", MARKUP], lines, roots=["A"], marked=["B"]))
    drawn = {g.get("data-e"): g.get("class") for g in root.iter(f"{SVG}g") if g.get("data-e")}
    assert drawn == {"0-1": "edge always", "1-0": "edge some other", "0-2": "edge plain"}
    assert [g.get("class") for g in root.iter(f"{SVG}g") if g.get("data-v")] == [
        "node root",
        "node",
        "node",
    ]
    assert len(list(root.iter(f"{SVG}rect"))) == 4  # B is framed twice


def test_standalone_colours_are_written_out() -> None:
    text = standalone(graph_svg(["A"], []), background="#ffffff")
    assert "var(" not in text and "<style>" in text
    parsed(text)


def test_ticks_cover_the_range() -> None:
    for low, high in ((0, 1), (-3, 7), (0, 0.004), (5, 5), (0, 123456)):
        found = ticks(low, high)
        assert found and all(low - 1e-9 <= t <= high + 1e-9 for t in found)
        assert len(found) <= 7
    for top in (0, 0.3, 1, 7, 40, 301, 4300):
        marks = powers(top)
        assert marks[0] == 0 and marks[-1] >= top and len(marks) <= 7
    assert Scale(0, 0, 1, 3)(5) == 2


def check(figure: Figure | None) -> list[list[str]]:
    """The picture is well formed, and its data come back as rows."""
    assert figure is not None
    root = parsed(figure.svg)
    width, height = (float(v) for v in str(root.get("viewBox")).split()[2:])
    assert width > 0 and height > 0 and root.get("aria-label")
    rows = list(csv.reader(io.StringIO(figure.csv())))
    assert rows[0] == list(figure.columns) and len(rows) == len(figure.rows) + 1
    return rows


def test_profiles_up_to_huge_counts() -> None:
    counts = (0, 1, 10**30, 10**4000, None)
    bars = [Bar("max_parents", k, count, own=k == 2) for k, count in enumerate(counts)]
    rows = check(profile_figure([*bars, Bar("max_ast", 5, 23)]))
    assert rows[1] == ["max_parents", "0", "0"] and rows[5] == ["max_parents", "4", ""]
    assert profile_figure([]) is None


def test_histograms_count_everything() -> None:
    rng = random.Random(1)
    values = [(rng.gauss(3, 1), rng.choice(["unique", "ambiguous", "failed"])) for _ in range(200)]
    rows = check(histogram(values, Axis("x", "title")))
    assert sum(int(row[3]) for row in rows[1:]) == 200
    assert {row[2] for row in rows[1:]} == {"unique", "ambiguous", "broken"}
    check(histogram([(2.0, "unique")], Axis("x", "title")))
    assert histogram([], Axis("x", "title")) is None


def answers(group: str, model: str, values: list[float]) -> Answers:
    """A group with these values of one metric, one latent problem each."""
    from symcause.families.boolean.scoring.tables.answer_numbers import SHEET

    found = Answers(group, model, group, False)
    for i, value in enumerate(values):
        found.answered.add(i)
        found.add(dict.fromkeys((*SHEET.flags, *SHEET.numbers), value), i)
    return found


def summary_of(groups: list[Answers]) -> Summary:
    """A summary that holds just these."""
    found = Summary(answered_only=True)
    found._answers = {(a.group, a.alternative, a.model): a for a in groups}
    return found


def test_a_system_that_is_alone_does_not_lead() -> None:
    bootstrap = Bootstrap(20, 3)
    alone = [answers("ordered", "alpha", [1.0, 0.0])]
    assert "lead" not in finding(alone, bootstrap)
    assert finding(alone, bootstrap).startswith("alpha in ordered: 0.50")
    both = [*alone, answers("hidden-order", "alpha", [1.0, 1.0])]
    assert "lead" not in finding(both, bootstrap) and "in all 2 settings" in finding(
        both, bootstrap
    )
    against = [*alone, answers("ordered", "beta", [0.0, 0.0])]
    assert finding(against, bootstrap).startswith("alpha leads ordered at 0.50")


def test_pictures_of_scores_agree_with_the_bootstrap() -> None:
    groups = [answers("ordered", f"m{i}", [1.0, 1.0, 0.0] * 2) for i in range(8)]
    groups += [answers("hidden-order", f"m{i}", [0.0, 1.0, 0.0] * 2) for i in range(8)]
    groups += [answers("ordered", f"=cmd {MARKUP}", [1.0]), answers("block-order", "m0", [1.0] * 6)]
    bootstrap = Bootstrap(200, 3)
    figures = {f.key: f for f in score_figures(summary_of(groups), bootstrap)}
    assert next(iter(figures)) == "exact"
    assert figures["exact"].finding.startswith("m0 in block-order: 1.00 [")
    rows = {(row[0], row[1]): row for row in check(figures["exact"])[1:]}
    assert len(rows) == 18
    first = bootstrap.mean(groups[0].by_unit("train_exact"))
    assert first is not None
    shown = rows["ordered", "m0"]
    assert [float(v) for v in shown[2:5]] == [first.value, first.low, first.high]
    ladder = figures["ladder-train-exact"]
    assert len(check(ladder)) == 18 and "1 system answered in one setting only" in ladder.caption
    lines = [p for p in parsed(ladder.svg).iter(f"{SVG}path") if p.get("class") == "series s0"]
    assert len(lines) == 1, "only m0 has neighbouring settings; no line goes over a gap"
    rows_of_gaps = check(figures["deltas-train-exact"])
    assert [row[:2] for row in rows_of_gaps[1:]] == [
        ["ordered − block-order", "m0"],
        ["block-order − hidden-order", "m0"],
    ]
    assert float(rows_of_gaps[2][2]) == pytest.approx(2 / 3)
    for figure in figures.values():
        assert figure.narrow is None or float(parsed(figure.narrow).get("width", 0)) <= NARROW


def test_answers_are_lost_once_and_lengths_add_up() -> None:
    problem = demo()
    scorer, members = scorer_of(problem), Summary()
    members.add_problem(member(problem))
    right = json.dumps({"mechanisms": GOLD})
    said = {"a": "no", "b": '{"mechanisms": {}}', "c": right, "d": '{"mechanisms": 3}'}
    for model, text in said.items():
        members.add(score_row(scorer, model, text))
    figures = {f.key: f for f in score_figures(members, Bootstrap(0))}
    lost = {row[0]: list(map(int, row[1:])) for row in check(figures["lost"])[1:]}
    assert all(sum(counts) == 1 for counts in lost.values()) and lost["c"][0] == 1
    assert lost["a"][-1] == 1 and lost["b"][-2] == 1


def test_denominators_stand_in_the_picture() -> None:
    """Two problems of a setting, one without held-out worlds: its exact answer is not amber."""
    full = demo()
    bare = replace(full, id="bare", worlds=full.training)
    members = Summary()
    for problem in (full, bare):
        members.add_problem(member(problem))
        right = json.dumps({"mechanisms": GOLD})
        members.add(score_row(scorer_of(problem), "m", right))
    figures = {f.key: f for f in score_figures(members, Bootstrap(0))}
    exact, lost = figures["exact"], figures["lost"]
    assert "○ n 1" in exact.svg and "○ n 1" in (exact.narrow or "")
    assert "over n of them" in exact.caption and "all problems" not in exact.caption
    heads, row = check(exact)
    cells = dict(zip(heads, row, strict=True))
    assert cells["problems"] == "2"
    assert cells["on all held-out worlds (HeldoutExact): fewer cases"] == "1"
    heads, row = check(lost)
    cells = dict(zip(heads, row, strict=True))
    assert cells["exact, held-out worlds too"] == "1"
    assert cells["exact, no worlds held out"] == "1"
    assert cells["exact on training worlds only"] == "0"
    assert "bar unheld" in lost.svg and "bar own" not in lost.svg


def test_without_any_heldout_world_the_ring_says_none() -> None:
    bare = replace(demo(), worlds=demo().training)
    members = Summary()
    members.add_problem(member(bare))
    members.add(score_row(scorer_of(bare), "m", json.dumps({"mechanisms": GOLD})))
    figures = {f.key: f for f in score_figures(members, Bootstrap(0))}
    assert "○ none" in figures["exact"].svg
    assert 'class="ring" cx' not in figures["exact"].svg.partition("HeldoutExact")[2]


def test_curves_have_gaps_where_nothing_is_known() -> None:
    curve = Curve("k", "title", {"a": [100.0, None, 0.0, 1.0], "b": [None] * 4}, True)
    figure = curve_figure(curve, [0, 1, 2, 5], {1: MARKUP})
    rows = check(figure)
    assert figure is not None and rows[0] == ["step", "a"] and rows[2] == ["1", ""]
    root = parsed(figure.svg)
    path = next(p for p in root.iter(f"{SVG}path") if str(p.get("class")).startswith("series"))
    assert str(path.get("d")).count("M") == 2
    assert root.get("data-left") and root.get("data-step")
    assert curve_figure(Curve("k", "t", {"b": [None]}), [0], {}) is None


def test_figures_are_saved_with_their_data(tmp_path: Path) -> None:
    Figure("name", "t", drawing(9, 9, "t"), ("a",), ((1,), ("+1",))).save(tmp_path)
    assert (tmp_path / "name.csv").read_text() == "a\n1\n'+1\n"
    assert (tmp_path / "name.svg").exists()


@pytest.mark.parametrize("seed", range(20))
def test_cycles_are_broken_for_the_layers(seed: int) -> None:
    """What goes forward is acyclic, and all of an acyclic graph."""
    rng = random.Random(seed)
    n = rng.randint(1, 12)
    edges = [(a, b) for a in range(n) for b in range(n) if rng.random() < 0.3]
    kept = forward(n, edges)
    assert set(kept) <= set(edges)
    layers = layers_of(n, kept)
    assert all(layers[a] < layers[b] for a, b in kept)
    assert forward(n, kept) == kept
    names = [str(i) for i in range(n)]
    root = parsed(graph_svg(names, [Arrow(str(a), str(b)) for a, b in edges]))
    drawn = [g.get("data-e") for g in root.iter() if "edge" in (g.get("class") or "").split()]
    assert sorted(map(str, drawn)) == sorted(f"{a}-{b}" for a, b in edges)


def test_a_caption_explains_the_kinds_in_use_and_no_other() -> None:
    kinds = (("won", "bar"), ("lost", "bar wrong"))
    shown = Stacks(
        "k", "t", kinds, [Stack("one", (2, 0))], "All.", meanings={"won": "W.", "lost": "L."}
    )
    figure = stack_figure(shown)
    assert figure is not None and figure.caption == "All. W."


def test_numbers_on_a_telephone_stand_clear_of_the_lines_behind_them() -> None:
    line = gauge_figure({"a": Gauge(0.6, 0.6, 0.7, 0.67), "b": Gauge(0.8, 0.8, 0.7)})
    assert line is not None and line.narrow is not None
    assert str(line.narrow).count(" clear") == 2 and " clear" not in str(line.svg)
    assert str(line.svg).index(">b<") < str(line.svg).index(">a<"), "the most valuable first"
    assert "threshold 0.70" in line.svg and gauge_figure({}) is None
