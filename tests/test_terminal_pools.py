"""A pool on a terminal: one short line a problem."""

from __future__ import annotations

from symcause.audits.verdicts import Verdict, in_short
from symcause.families.boolean.report.audit_story import audit_story
from symcause.families.linear.report.text import audit_story as linear_story
from tests.report_cases import boolean, linear


def test_a_problem_in_one_line() -> None:
    assert audit_story(boolean("ambiguous")[1]).brief() == (
        "ambiguous · hidden-order: ambiguous, 23 models"
    )
    assert audit_story(boolean("unique")[1]).brief() == "unique · hidden-order: unique"
    assert linear_story(linear()[1]).brief().endswith(": ambiguous, 330 graphs")


def test_what_needs_a_sentence_gets_it() -> None:
    assert in_short(Verdict.UNKNOWN, None, "model") == ""
    assert in_short(Verdict.AMBIGUOUS, None, "model") == ""
