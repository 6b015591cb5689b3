"""Forgeries of certificates about scenarios: each is refused for what is false in it."""

from __future__ import annotations

from tests.forgery import wrong
from tests.scenario.certify.forgery_table import TABLE


def test_forgeries_are_refused_for_what_is_false_in_them() -> None:
    assert not list(wrong(TABLE))
