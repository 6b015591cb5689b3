"""What is said in one line: a problem of a pool on a terminal, a result at a prompt of Python."""

from __future__ import annotations

import pytest

import symcause
from symcause.audits.verdicts import Verdict, in_short
from symcause.families.boolean.report.story.audit_story import audit_story
from symcause.families.linear.report.story.audit_story import audit_story as linear_story
from symcause.models.dags import DAG
from tests.reports.cases import EXAMPLES, boolean, linear


def test_a_problem_in_one_line() -> None:
    assert audit_story(boolean("ambiguous")[1]).brief() == (
        "ambiguous · hidden-order: ambiguous, 23 models"
    )
    assert audit_story(boolean("unique")[1]).brief() == "unique · hidden-order: unique"
    assert linear_story(linear()[1]).brief().endswith(": ambiguous, 330 graphs")


def test_what_needs_a_sentence_gets_it() -> None:
    assert in_short(Verdict.UNKNOWN, None, "model") == ""
    assert in_short(Verdict.AMBIGUOUS, None, "model") == ""


def test_results_at_a_prompt() -> None:
    problem, found = boolean("corner")
    assert repr(found) == "<BooleanAudit of corner: verdict='ambiguous', settled=False, count=8>"
    wrong = symcause.check(problem, '{"mechanisms": {}}')
    assert len(repr(wrong)) < 150 and "right=False" in repr(wrong)


@pytest.mark.parametrize("name", ["corner.json", "crystal.json", "world.json", "boats.json"])
def test_values_at_a_prompt(name: str) -> None:
    """A problem was a page, and what was not set was said to be so."""
    problem = symcause.load(EXAMPLES / name)
    shown = [problem, symcause.audit(problem), *getattr(problem, "worlds", ())]
    for value in shown:
        text = repr(value)
        assert len(text) <= 120 and "\n" not in text and "UNSET" not in text, text
        assert type(value).__name__ in text and getattr(value, "id", problem.id) in text


def test_models_and_graphs_at_a_prompt() -> None:
    assert repr(DAG.of([("a", "b")])) == "<DAG: nodes a, b; edges a -> b>"
    many = DAG.of([(f"node {i}", f"node {i + 1}") for i in range(200)])
    assert len(repr(many)) == 120 and repr(many).endswith("…>")
    problem, found = boolean("unique")
    told = "<BooleanSCM: roots X1, X2; X3 = (xor X1 X2); X4 = (or X1 (not X3)); X5 = (and X3 X4)>"
    assert repr(problem.gold_scm) == told
    assert all(len(repr(part)) <= 120 for part in (found.member, found.gold, found.support))


def test_cards_say_why_and_nothing_twice() -> None:
    problem, _ = boolean("corner")
    card = symcause.check(problem, '{"mechanisms": {}}')._repr_html_()
    assert card is not None and "a mechanism is missing for X2" in card
    assert card.count(">corner<") <= 1


def test_scores_have_a_card() -> None:
    problem, _ = boolean("unique")
    rows = [{"instanceId": "unique", "model": "mine", "response": "no idea"}]
    scores = symcause.score([problem], rows)
    assert repr(scores).startswith("<Scores of 1 answer: main")
    card = scores._repr_html_()
    assert card is not None and "<img" in card and "TrainExact" in card
