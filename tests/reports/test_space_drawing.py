"""The space drawn: what is drawn is what the engine says, in every state of its evidence."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import chain
from typing import Any, cast

import pytest
from msgspec import structs

import symcause
from symcause.answers import Unknown
from symcause.audits.question import ask
from symcause.bounds.reports_bounds import DRAWN_SPACES
from symcause.registry import family_of
from symcause.reports.space_drawing.drawing_builder import load_board, space_drawing
from symcause.reports.space_drawing.drawing_figure import space_figure
from symcause.reports.space_drawing.drawing_sentences import (
    disagreement,
    headline,
    settled,
    share_words,
    subline,
    switch_words,
)
from symcause.reports.space_drawing.drawn_space import SpaceDrawing
from symcause.reports.space_drawing.mark_layout import laid_out
from symcause.reports.space_drawing.page_data import page_data
from symcause.reports.space_drawing.result_picture import result_drawing, with_drawing
from tests.amounts import some
from tests.reports.drawings import NAMES, board_of, drawn, engine_count, pieces_of, problem_named


@pytest.mark.parametrize("name", NAMES)
def test_every_state_has_as_many_marks_as_the_engine_counts(name: str) -> None:
    drawing = drawn(name)
    assert drawing.states, name
    for state in drawing.states:
        assert len(drawing.left(state)) == drawing.count(state) == engine_count(name, state), state


def test_the_states_that_are_compared_are_many_and_of_every_family() -> None:
    states = {name: len(drawn(name).states) for name in NAMES}
    assert sum(states.values()) >= 100, states
    families = {type(problem_named(name)).__module__.split(".")[2] for name in NAMES}
    assert families == {"boolean", "linear", "shapeworld", "dag", "statements", "finite"}


@pytest.mark.parametrize("name", NAMES)
def test_marks_are_the_members_themselves(name: str) -> None:
    """With all evidence and with the least: the members that the space lists, and no others."""
    drawing, board = drawn(name), board_of(name)
    for state in (drawing.every, drawing.fixed):
        on = [i for k, some in enumerate(pieces_of(name)) if state >> k & 1 for i in some]
        told = {board.told(member) for member in board.opened(sorted(on)).members()}
        shown = {
            tuple(drawing.mechanisms[v][m] for v, m in enumerate(drawing.marks[i]))
            for i in drawing.left(state)
        }
        assert shown == told


@pytest.mark.parametrize("name", NAMES)
def test_gold_is_a_mark_where_it_is_a_member(name: str) -> None:
    drawing, gold = drawn(name), board_of(name).gold()
    if gold is None:
        assert drawing.gold is None
        return
    assert drawing.gold in drawing.left(drawing.every)
    told = board_of(name).told(gold)
    assert (
        tuple(drawing.mechanisms[v][m] for v, m in enumerate(drawing.marks[drawing.gold])) == told
    )


def test_switches_take_along_what_needs_them() -> None:
    drawing = drawn("steps")
    *_, last = range(len(drawing.evidence))
    first = next(k for k, piece in enumerate(drawing.evidence) if not piece.fixed)
    bare = drawing.flipped(drawing.every, first)
    assert bare == drawing.fixed and drawing.flipped(bare, last) == drawing.every
    assert drawing.flipped(drawing.every, 0) == drawing.every, "the start is always on"


def test_two_readings_can_rule_out_together_what_neither_does_alone() -> None:
    sets = chain.from_iterable(drawn("crystal").refuted)
    assert any(one.bit_count() > 1 for one in sets)


@pytest.mark.parametrize("name", NAMES)
def test_sentences_say_what_the_document_holds(name: str) -> None:
    drawing = drawn(name)
    states = some(drawing.states, 16)
    for state in states:
        left = drawing.left(state)
        answers = [{drawing.marks[i][v] for i in left} for v in range(len(drawing.variables))]
        agreed = tuple(n for n, a in zip(drawing.variables, answers, strict=True) if len(a) == 1)
        assert settled(drawing, state) == agreed
        told, said = headline(drawing, state), disagreement(drawing, state)
        assert bool(said) == (len(left) > 1)
        assert ("settled" in told) == (len(left) == 1)
        assert ("and it is gold" in told) == (len(left) == 1 and drawing.gold in left)
        open_ = [n for n in drawing.variables if n not in agreed]
        if len(left) > 1 and len(open_) <= 4:
            assert all(n in said for n in open_)
        assert f"{len(drawing.marks):,} " in subline(drawing, state)
        gone = len(drawing.marks) - len(left)
        assert (f"{gone:,} of them ruled out" in subline(drawing, state)) == (gone > 0)
        for k, piece in enumerate(drawing.evidence):
            other = drawing.count(drawing.flipped(state, k))
            assert switch_words(drawing, state, k).endswith("on" if piece.fixed else f"{other:,}")
    for q, asked in enumerate(drawing.questions):
        for state in states:
            words = [share_words(drawing, state, q, a) for a in range(len(asked.answers))]
            first = sum(int(text.split(" of ")[0].replace(",", "")) for text in words)
            assert first == len(drawing.left(state))


@pytest.mark.parametrize("name", ["ambiguous", "habits", "arrows", "causes", "world", "noisy"])
def test_results_of_experiments_are_those_of_the_space(name: str) -> None:
    """The parts of every experiment are as many and as large as what_if says, for the state it is about."""
    drawing, board = drawn(name), board_of(name)
    assert drawing.experiments
    trials = {trial.name: trial for trial in board.trials(board.space)}
    compared = 0
    for one in drawing.experiments:
        if one.when not in (None, drawing.every):
            continue
        trial = trials[one.name]
        given: Any = trial.experiment
        found = board.space.what_if(given)
        sizes = sorted(part.members for part in found)
        parts = [one.of[i] for i in drawing.left(drawing.every)]
        assert sorted(parts.count(part) for part in set(parts)) == sizes
        compared += 1
    assert compared


@pytest.mark.parametrize("name", ["ambiguous", "hidden-order", "arrows", "causes", "world"])
def test_the_advised_experiment_colours_the_marks(name: str) -> None:
    """It leaves as many as ``next`` says, and parts the members as the space itself does."""
    problem = problem_named(name)
    advised = cast(Any, ask("next", problem))
    drawing = result_drawing(advised, problem)
    assert isinstance(drawing, SpaceDrawing) and drawing.chosen is not None
    one, left = drawing.experiments[drawing.chosen], drawing.left(drawing.every)
    parts = [one.of[i] for i in left]
    found = board_of(name).space.what_if(_in_own_words(advised.best.experiment))
    assert sorted(parts.count(part) for part in set(parts)) == sorted(p.members for p in found)
    assert max(parts.count(part) for part in set(parts)) == advised.best.most_left
    assert page_data(drawing)["chosen"] == drawing.chosen


def _in_own_words(experiment: Mapping[str, Any]) -> Any:
    """An experiment as the space of its family takes it."""
    if isinstance(experiment.get("do"), Mapping):
        return experiment["do"]
    return tuple(experiment.values()) if "action" in experiment else experiment


def test_an_experiment_on_two_variables_can_be_the_advised_one() -> None:
    problem = problem_named("ambiguous")
    found = cast(Any, ask("next", problem, most_targets=2))
    both = next(e for e in found.experiments if len(e.experiment["do"]) == 2 and e.outcomes > 1)
    advised = structs.replace(found, experiments=(both, *found.experiments))
    drawing = result_drawing(advised, problem)
    assert isinstance(drawing, SpaceDrawing) and drawing.chosen is not None
    parts = [drawing.experiments[drawing.chosen].of[i] for i in drawing.left(drawing.every)]
    assert max(parts.count(part) for part in set(parts)) == advised.best.most_left


def test_no_experiment_is_drawn_that_leaves_another_number() -> None:
    """What was asked elsewhere is not contradicted: the marks are drawn, the experiments are not."""
    problem = problem_named("ambiguous")
    advised = cast(Any, ask("next", problem))
    other = structs.replace(advised.best, worst=advised.best.worst - 1)
    said = structs.replace(advised, experiments=(other, *advised.experiments[1:]))
    drawing = result_drawing(said, problem)
    assert isinstance(drawing, SpaceDrawing)
    assert drawing.marks and not drawing.experiments and drawing.chosen is None


def test_other_members_are_drawn_with_the_one_they_differ_from() -> None:
    problem = problem_named("ambiguous")
    others = cast(Any, ask("alternatives", problem))
    drawing = result_drawing(others, problem)
    assert isinstance(drawing, SpaceDrawing) and drawing.chosen is None
    assert len(drawing.left(drawing.every)) == others.total + 1
    settled = cast(Any, ask("alternatives", problem_named("unique")))
    assert settled.total == 0 and result_drawing(settled, problem_named("unique")) is None


def test_linear_experiments_are_told_by_value_where_each_graph_has_one() -> None:
    drawing, board = drawn("lines"), board_of("lines")
    told = [one for one in drawing.experiments if one.exact]
    assert told and any(" reads " in text for one in told for text in one.results)
    for one in told:
        assert one.when is not None
        pieces = pieces_of("lines")
        on = [i for k, some in enumerate(pieces) if one.when >> k & 1 for i in some]
        name, value = one.name.removeprefix("do(").removesuffix(")").split("=")
        found = board.opened(sorted(on)).what_if({name: Fraction(value)})
        parts = [place for place in one.of if place >= 0]
        sizes = sorted(parts.count(part) for part in set(parts))
        assert sizes == sorted(part.members for part in found)


def test_where_coefficients_are_open_it_is_told_which_readings_may_move() -> None:
    some = drawn("crystal").experiments
    assert some and not any(one.exact for one in some)
    assert all("may move" in text for one in some for text in one.results)


def test_words_of_results_tell_them_apart() -> None:
    for name in NAMES:
        for one in drawn(name).experiments:
            said = [text for text in one.results if text]
            cut = [text for text in said if text.endswith("…")]
            assert len(set(said) - set(cut)) == len(said) - len(cut), (name, one.name)


def test_a_large_space_is_a_sample_and_says_so() -> None:
    space = symcause.space(problem_named("large"))
    found = space_drawing(space, "large")
    assert isinstance(found, SpaceDrawing) and found.sample is not None
    assert found.count(found.every) == space.count() == 4782 == found.sample.total
    assert len(found.marks) == 1500 < 4782
    assert "a uniform sample" in subline(found, found.every)
    assert "Those drawn disagree" in headline(found, found.every)
    assert settled(found, found.every) == (), "a sample settles nothing"
    members = {load_board(space).told(m) for m in space.members()}  # type: ignore[union-attr]
    shown = {tuple(found.mechanisms[v][m] for v, m in enumerate(mark)) for mark in found.marks}
    assert shown <= members and len(shown) == 1500


def test_a_piece_without_which_too_many_return_is_switched_with_a_sample() -> None:
    """The members left are all drawn; without the piece, members of that space, as many as fit."""
    space = symcause.space(problem_named("one-row"))
    found, board = space_drawing(space, "one-row"), load_board(space)
    assert isinstance(found, SpaceDrawing) and found.sample is not None
    assert not isinstance(board, Unknown)
    (switch,) = (k for k, piece in enumerate(found.evidence) if not piece.fixed)
    off = found.flipped(found.every, switch)
    assert len(found.left(found.every)) == found.count(found.every) == space.count()
    name = found.evidence[switch].name, found.evidence[switch].detail
    (piece,) = (i for i, one in enumerate(board.pieces) if (one.name, one.detail) == name)
    without = board.opened([i for i in range(len(board.pieces)) if i != piece])
    assert found.count(off) == without.count() == found.sample.total > len(found.marks)
    assert len(found.left(off)) == len(found.marks) > len(found.left(found.every))
    assert dict(found.sample.counts) == {off: without.count(), found.every: space.count()}
    shown = {tuple(found.mechanisms[v][m] for v, m in enumerate(mark)) for mark in found.marks}
    assert len(shown) == len(found.marks)
    kept = {board.told(m) for m in space.members()}
    drawn_left = {
        tuple(found.mechanisms[v][m] for v, m in enumerate(found.marks[i]))
        for i in found.left(found.every)
    }
    assert drawn_left == kept


def test_what_cannot_be_drawn_says_why() -> None:
    problem = problem_named("ambiguous")
    other = space_drawing(symcause.space(problem), "x", count=24)
    assert isinstance(other, Unknown) and other.reason == "23 members, not 24"
    alike = symcause.space(problem, identity="behaviour")
    found = space_drawing(alike, "x")
    assert isinstance(found, Unknown) and "behave alike" in found.reason


def test_audits_draw_the_class_that_was_asked_for() -> None:
    problem = problem_named("ambiguous")
    narrow: Any = ask("audit", problem, require=(("X1", "X3"),))
    assert 1 < narrow.count < 23
    own = result_drawing(narrow, problem)
    assert isinstance(own, Unknown), "the problem's own class has another number"
    space = symcause.space(problem, require=(("X1", "X3"),))
    asked = result_drawing(narrow, problem, lambda _: space)
    assert isinstance(asked, SpaceDrawing) and asked.count(asked.every) == narrow.count


def test_settled_audits_have_no_first_picture_and_a_page_holds_so_many() -> None:
    problem = problem_named("unique")
    assert result_drawing(ask("audit", problem), problem) is None
    problem = problem_named("ambiguous")
    found = ask("audit", problem)
    view = with_drawing({"notes": []}, found, problem, None, DRAWN_SPACES)
    assert "space" not in view and "audit this problem alone" in str(view["notes"])
    assert "space" in with_drawing({"notes": []}, found, problem, None, 0)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", [358.0, 1040.0])
def test_marks_stand_in_their_cells_and_apart(name: str, width: float) -> None:
    drawing = drawn(name)
    table = laid_out(drawing, width, 520.0)
    assert len({(round(s.x, 3), round(s.y, 3)) for s in table.spots}) == len(drawing.marks)
    cells = {(cell.row, cell.column): cell for cell in table.cells}
    for i, spot in enumerate(table.spots):
        row = 0 if table.rows is None else drawing.answer(table.rows, i)
        column = 0 if table.columns is None else drawing.answer(table.columns, i)
        cell = cells[row, column]
        assert cell.x <= spot.x <= cell.x + cell.width and cell.y <= spot.y <= cell.y + cell.height
        assert spot.x + spot.radius <= width + 0.5 and spot.y + spot.radius <= table.height + 0.5


def test_the_most_telling_question_has_the_largest_entropy_by_brute_force() -> None:
    from math import log2

    for name in NAMES:
        drawing = drawn(name)
        if drawing.rows is None:
            continue
        core = drawing.left(drawing.every)

        def bits(q: int, marks: Any) -> float:
            texts = [drawing.answer(q, i) for i in marks]  # noqa: B023
            shares = [texts.count(t) / len(texts) for t in set(texts)]
            return -sum(p * log2(p) for p in shares)

        told = [
            bits(q, core) + bits(q, range(len(drawing.marks)))
            for q in range(len(drawing.questions))
        ]
        if drawing.questions[drawing.rows].name.endswith("?"):  # what the problem itself asks
            assert drawing.columns[drawing.rows] is None
            continue
        assert told[drawing.rows] == pytest.approx(max(told)), name


def test_names_are_escaped_in_pictures() -> None:
    from msgspec.structs import replace

    drawing = replace(drawn("causes"), title="<script>alert(1)</script>")
    figure = space_figure(drawing)
    assert "<script" not in str(figure.svg) and "&lt;script" in str(figure.svg)


@pytest.mark.parametrize("name", NAMES)
def test_a_number_has_the_colour_of_a_verdict_only_where_it_is_one(name: str) -> None:
    """Where a question is asked its answer is the verdict, however many members are left."""
    drawing = drawn(name)
    asked = family_of(problem_named(name)).name in ("shapeworld", "statements")
    assert drawing.questioned is asked is page_data(drawing)["questioned"]
    count = drawing.count(drawing.every)
    look = "none" if not count else "" if asked else "one" if count == 1 else "many"
    assert f'class="space-number {look}"' in str(space_figure(drawing))
