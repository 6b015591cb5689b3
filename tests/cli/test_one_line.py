"""What is said in one line: a problem of a pool on a terminal, a result at a prompt of Python."""

from __future__ import annotations

import symcause
from symcause.audits.verdicts import Verdict, in_short
from symcause.families.boolean.report.audit_story import audit_story
from symcause.families.linear.report.text import audit_story as linear_story
from tests.reports.cases import boolean, linear


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


def test_cards_say_why_and_nothing_twice() -> None:
    problem, _ = boolean("corner")
    card = symcause.check(problem, '{"mechanisms": {}}')._repr_html_()
    assert card is not None and "a mechanism is missing for X2" in card
    assert card.count(">corner<") <= 1


def test_scores_have_a_card() -> None:
    problem, _ = boolean("unique")
    rows = [{"instanceId": "unique", "model": "mine", "response": "no idea"}]
    scores = symcause.score([problem], rows)
    assert repr(scores).startswith("<Scores of 1 answers: main")
    card = scores._repr_html_()
    assert card is not None and "<img" in card and "TrainExact" in card
