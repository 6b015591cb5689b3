"""Forgeries of certificates about finite worlds: each is refused for what is false in it."""

from __future__ import annotations

from tests.finite.forgery_table import TABLE
from tests.forgery import wrong


def test_forgeries_are_refused_for_what_is_false_in_them() -> None:
    assert not list(wrong(TABLE))
