"""Answers drawn: what further experiments leave, and two models with what tells them apart."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from itertools import combinations
from math import prod
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.audits.question import answered
from symcause.cli.output.page_results import compared_as, opened_as
from symcause.cli.runs.question_request import Asked
from symcause.reports.space_drawing.drawing_figure import space_figure
from symcause.reports.space_drawing.drawing_sentences import headline, subline
from symcause.reports.space_drawing.drawn_space import SpaceDrawing
from symcause.reports.space_drawing.result_picture import result_drawing
from tests.reports.cases import EXAMPLES
from tests.reports.chromium import Page, needs_chromium
from tests.reports.drawings import problem_named
from tests.reports.kinds import SHOWN

XOR, OR = ({"X3": "X1", "X4": "X2", "X5": f"({op} X3 X4)"} for op in ("xor", "or"))


def _drawn(name: str, question: str, **options: Any) -> tuple[Any, SpaceDrawing]:
    """The answer to a question about a problem, and its drawing as a page has it."""
    problem, asked = problem_named(name), Asked(question, options)
    answer = answered(asked.to(problem), problem)
    found = result_drawing(answer, problem, opened_as(asked), compared_as(asked))
    assert isinstance(found, SpaceDrawing), found
    return answer, found


@pytest.mark.parametrize("name", ["ambiguous", "corner", "episode", "finite/lock"])
def test_further_experiments_take_members_away(name: str) -> None:
    """Without them as many as before, with all of them as many as the answer says."""
    answer, drawing = _drawn(name, "disambiguate")
    further = [k for k, piece in enumerate(drawing.evidence) if piece.further]
    added = getattr(answer, "worlds", ()) or getattr(answer, "plan", ())
    assert len(further) == len(added) > 0
    assert all(drawing.evidence[k].name.startswith("further ") for k in further)
    bare = drawing.every & ~sum(1 << k for k in further)
    assert drawing.count(bare) == answer.count_before == len(drawing.marks) > 1
    assert drawing.count(drawing.every) == answer.count_after == 1
    assert "the evidence and what would be seen: settled" in headline(drawing, drawing.every)
    assert "would be" not in headline(drawing, bare)


def test_every_set_of_further_worlds_leaves_what_the_engine_counts() -> None:
    answer, drawing = _drawn("ambiguous", "disambiguate")
    further = [k for k, piece in enumerate(drawing.evidence) if piece.further]
    document = json.loads((EXAMPLES / "ambiguous.json").read_text(encoding="utf-8"))
    for size in range(len(further) + 1):
        for chosen in combinations(range(len(further)), size):
            worlds = [_world(answer.worlds[i]) for i in chosen]
            more = {**document, "worlds": [*document["worlds"], *worlds], "metadata": {}}
            off = sum(1 << k for i, k in enumerate(further) if i not in chosen)
            engine = symcause.space(symcause.problem(more)).count()
            assert drawing.count(drawing.every & ~off) == engine, chosen


def _world(part: Any) -> dict[str, Any]:
    """A world of an answer, as a file has it."""
    named = {key: getattr(part, key) for key in ("id", "split", "mode")}
    return {**named, "targets": [*part.targets], "rows": [*part.rows]}


@pytest.mark.parametrize("name", ["world", "lines"])
def test_a_plan_that_waits_for_what_is_seen_shows_its_first_experiment(name: str) -> None:
    answer, drawing = _drawn(name, "disambiguate")
    assert not any(piece.further for piece in drawing.evidence)
    assert drawing.count(drawing.every) == answer.count_before and drawing.chosen is not None
    shown = drawing.experiments[drawing.chosen].name
    if name == "world":
        assert shown == str(answer.policy.action)
    else:
        ((variable, value),) = answer.plan[0].intervene.items()
        assert shown == f"do({variable}={value})"


def _truth(mechanisms: dict[str, str], fixed: dict[str, int]) -> dict[str, int]:
    """Plain Python runs a model whose mechanisms are ``X1`` or ``(xor X3 X4)``."""
    values = dict(fixed)
    for name, text in mechanisms.items():
        word = re.findall(r"\w+", text)
        found = values[word[0]] if len(word) == 1 else None
        if len(word) == 3:
            one, two = values[word[1]], values[word[2]]
            found = one ^ two if word[0] == "xor" else one | two
        assert found is not None
        values[name] = fixed.get(name, found)
    return values


def test_two_boolean_models_are_drawn_with_what_each_would_show() -> None:
    texts = {"first": json.dumps({"mechanisms": XOR}), "second": json.dumps({"mechanisms": OR})}
    answer, drawing = _drawn("ambiguous", "separate", **texts)
    assert drawing.compared and len(drawing.marks) == 2 and not drawing.evidence
    (experiment,) = drawing.experiments
    done = re.fullmatch(r"do\((\w+)=(\d)\)", experiment.name)
    assert done is not None
    for mark, (model, which) in enumerate(((XOR, "the first"), (OR, "the second"))):
        told = experiment.results[experiment.of[mark]]
        shown = re.fullmatch(rf"{which}: (\w+) is (\d) where (.*)", told)
        assert shown is not None, told
        roots = {name: int(bit) for name, bit in re.findall(r"(\w+) is (\d)", shown[3])}
        truth = _truth(model, {**roots, done[1]: int(done[2])})
        assert truth[shown[1]] == int(shown[2])
    assert headline(drawing, 0) == "models are compared. They disagree on how X5 is made."
    assert subline(drawing, 0) == "ambiguous: they agree on X1, X2, X3 and X4."
    rows = drawing.questions[drawing.rows or 0]
    assert rows.answers == ("(xor X3 X4)", "(or X3 X4)"), "the first is above the second"
    assert str(answer.experiment) == f"do({done[1]}={done[2]})"
    picture = str(space_figure(drawing).svg)
    assert "the first: X5 is 0" in picture and "explains the evidence" not in picture


def test_two_linear_models_of_one_graph_differ_in_an_equation() -> None:
    wrong = (EXAMPLES / "answers/crystal.wrong.json").read_text(encoding="utf-8")
    answer, drawing = _drawn("crystal", "separate", first="gold", second=wrong)
    (experiment,) = drawing.experiments
    reads = [Fraction(text.rpartition(" ")[2]) for text in experiment.results]
    assert reads == [Fraction(reading["freq"]) for reading in answer.readings]
    (question,) = drawing.questions
    assert question.name == "how freq is made"
    for text, value, reading in zip(question.answers, reads, answer.readings, strict=True):
        found = Fraction(0)
        for term in text.split(" + "):
            factors = (reading.get(factor, factor) for factor in term.split("*"))
            found += prod(map(Fraction, factors))
        assert found == value


@pytest.mark.parametrize("edges", [[["circle", "square"]], [["star", "circle"]]])
def test_two_worlds_are_drawn_with_what_moves(edges: list[list[str]]) -> None:
    texts = {"first": json.dumps({"edges": []}), "second": json.dumps({"edges": edges})}
    answer, drawing = _drawn("world", "separate", **texts)
    (experiment,) = drawing.experiments
    assert experiment.name == ", then ".join(map(str, answer.actions))
    for told, which, state in zip(
        experiment.results, ("first", "second"), answer.states, strict=True
    ):
        assert told == f"the {which}: {', '.join(state) or 'nothing'} moving"


def test_nothing_is_drawn_of_two_that_are_the_same() -> None:
    problem, asked = (
        problem_named("ambiguous"),
        Asked("separate", {"first": "gold", "second": "gold"}),
    )
    answer = answered(asked.to(problem), problem)
    assert result_drawing(answer, problem, opened_as(asked), compared_as(asked)) is None


@pytest.fixture
def page(browser: Any) -> Page:
    found: Page = browser.empty()
    return found


@needs_chromium
def test_members_return_on_the_page_without_the_further_worlds(page: Page, tmp_path: Path) -> None:
    page.open(SHOWN["disambiguate boolean"][0](tmp_path))
    told = "document.querySelector('.space-top').innerText.replace(/\\s+/g, ' ')"
    live = "document.querySelectorAll('.space-mark[data-mark]:not(.gone)').length"
    assert page.becomes(live, 1) == 1
    assert "1 model explains the evidence and what would be seen: settled" in page.run(told)
    for letter in "ef":
        page.run(f"document.querySelector('[data-piece={letter}]').click()")
    assert page.becomes(live, 23) == 23 and page.run(told).startswith(
        "23 models explain the evidence."
    )
    assert page.complaints == []


@needs_chromium
@pytest.mark.parametrize("kind", ["boolean", "linear", "shapeworld", "statements", "finite"])
def test_the_page_of_a_pair_shows_both_and_no_switch(page: Page, tmp_path: Path, kind: str) -> None:
    page.open(SHOWN[f"separate {kind}"][0](tmp_path))
    assert page.becomes("document.querySelectorAll('.space-mark[data-mark]').length", 2) == 2
    digits = (
        "[...document.querySelectorAll('.space-box .space-digit')].map((one) => one.textContent)"
    )
    assert page.becomes(digits, ["1", "2"]) == ["1", "2"]
    legend = page.run(
        "[...document.querySelectorAll('.space-legend li')].map((one) => one.textContent)"
    )
    assert [line[1:].partition(":")[0] for line in legend] == ["the first", "the second"]
    assert not page.run("document.querySelector('[role=switch]')")
    top = page.run("document.querySelector('.space-headline').textContent")
    assert "are compared. They disagree on" in top and page.complaints == []
    page.media(media="print")
    trial = "document.querySelector('.space-trials [role=radio]')"
    assert page.run(f"{trial}.checkVisibility()") and page.run(f"{trial}.innerText.trim()")
